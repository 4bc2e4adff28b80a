#include "frontend/native/guest/check/memory_errors.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "frontend/native/arch/x86_64/frames.h"
#include "frontend/native/arch/x86_64/switch.h"
#include "frontend/native/guest/check/foreign_memory.h"
#include "frontend/native/guest/check/shadow.h"
#include "frontend/native/guest/check/stack_marks.h"
#include "frontend/native/guest/libc/errno_slot.h"

namespace qpor::frontend::native {
namespace {

/// Further behind a block than this, it says nothing about an access.
constexpr std::size_t kNear = kPage;

struct Asked {
  const Machine& machine;
  Address begin;
  std::size_t size;
  Access access;
  const Use* use = nullptr;

  Address end() const { return begin + size; }
};

/// "reads 4 bytes", "locks a mutex"
void add_deed(ParkedMessage& message, const Asked& asked) {
  if (asked.use != nullptr) {
    message.add(asked.use->verb);
    message.add(" ");
    message.add(asked.use->object);
  } else {
    message.add(asked.access == Access::Write ? "writes " : "reads ");
    message.add(ByteCount{asked.size});
  }
}

// Messages are large, and most accesses are right: what makes one keeps it out of the frames of those who look.

template <class... Parts>
[[gnu::noinline, gnu::cold]] MemoryError error_of(FailureKind kind, const Parts&... parts) {
  MemoryError error{true, kind, {}};
  (error.message.add(parts), ...);
  return error;
}

/// What the access does, and then the parts.
template <class... Parts>
[[gnu::noinline, gnu::cold]] MemoryError error_about(FailureKind kind, const Asked& asked, const Parts&... parts) {
  MemoryError error{true, kind, {}};
  add_deed(error.message, asked);
  (error.message.add(parts), ...);
  return error;
}

BlockHistory history(const Machine& machine, const Block& block) {
  BlockHistory history;
  history.was_freed = block.is_freed();
  history.allocated_at = block.allocated == 0 ? 0 : kRegion + block.allocated;
  history.allocated_by = machine.slot_of(block.begin());
  history.freed_at = block.freed == 0 ? 0 : kRegion + block.freed;
  history.freed_by = block.freed_by;
  return history;
}

ByteCount size_of(const Block& block) { return {static_cast<std::size_t>(block.size)}; }

// --- the heap

bool is_marked(const Block& block, Address address) {
  const std::size_t bit = address - block.begin();
  return (block.marks()[bit / 8] >> (bit % 8) & 1) != 0;
}

bool is_written(const Block& block, Address address) {
  return is_marked(block, address) || *reinterpret_cast<const unsigned char*>(address) != kUnwrittenByte;
}

bool is_nothing_written(const Block& block, const Asked& asked) {
  for (Address at = asked.begin; at < asked.end(); ++at) {
    if (is_written(block, at)) return false;
  }
  return true;
}

MemoryError inside_block(const Asked& asked, const Block& block) {
  const std::size_t offset = asked.begin - block.begin();
  const BlockHistory life = history(asked.machine, block);
  const auto of_block = [&](FailureKind kind, const char* which, const char* rest) {
    return error_about(kind, asked, " at offset ", offset, " of a ", which, "block of ", size_of(block), rest, life);
  };
  if (block.is_freed()) return of_block(FailureKind::UseAfterFree, "freed ", "");
  if (asked.begin < block.end() && asked.end() > block.end()) return of_block(FailureKind::OutOfBounds, "", "");
  if (asked.begin < block.end()) {
    const bool is_unwritten = asked.access == Access::Read && block.has_marks && is_nothing_written(block, asked);
    return is_unwritten ? of_block(FailureKind::UninitialisedRead, "", " that nobody has written") : MemoryError{};
  }
  const std::size_t distance = asked.begin - block.end();
  if (distance == 0) {
    return error_about(FailureKind::OutOfBounds, asked, " right behind the end of a block of ", size_of(block), life);
  }
  return error_about(FailureKind::OutOfBounds, asked, ", ", ByteCount{distance}, " behind the end of a block of ",
                     size_of(block), life);
}

/// Between two blocks or behind the last: told of the nearer one.
MemoryError outside_of_blocks(const Asked& asked, const Block* block) {
  const Block* next = nullptr;
  const Block* before = block;
  if (block != nullptr && asked.begin < block->begin()) {
    next = block;
    before = heap_block_before(asked.machine, reinterpret_cast<Address>(block) - 1);
  }
  const std::size_t to_next = next != nullptr ? next->begin() - asked.begin : kNear;
  const std::size_t to_before = before != nullptr ? asked.begin - before->end() : kNear;
  if (to_before >= kNear && to_next >= kNear) {
    return error_about(FailureKind::OutOfBounds, asked, " of a heap where nothing is allocated");
  }
  const Block& near = to_before <= to_next ? *before : *next;
  const char* const which = near.is_freed() ? "freed " : "";
  const BlockHistory life = history(asked.machine, near);
  if (&near == next) {
    return error_about(FailureKind::OutOfBounds, asked, ", ", ByteCount{to_next}, " before the beginning of a ", which,
                       "block of ", size_of(near), life);
  }
  if (to_before == 0) {
    return error_about(FailureKind::OutOfBounds, asked, " right behind the end of a ", which, "block of ",
                       size_of(near), life);
  }
  return error_about(FailureKind::OutOfBounds, asked, ", ", ByteCount{to_before}, " behind the end of a ", which,
                     "block of ", size_of(near), life);
}

MemoryError in_heap(const Asked& asked) {
  const Block* const block = heap_block_before(asked.machine, asked.begin);
  const bool is_inside =
      block != nullptr && asked.begin >= block->begin() && asked.begin < block->begin() + block->room;
  return is_inside ? inside_block(asked, *block) : outside_of_blocks(asked, block);
}

// --- stacks and global variables

/// Where the frames of a thread that does not run begin.
Address stack_pointer_of(const Machine& machine, Slot slot) {
  const Fiber& fiber = machine.fiber(slot);
  const auto pointer = reinterpret_cast<Address>(fiber.stack_pointer);
  const Address found = program_stack_pointer(machine, slot, saved_frame(fiber.stack_pointer));
  return found != 0 ? found : pointer;
}

/// What the access does, the parts, "the local variable buffer (16 bytes)", and the rest.
template <class... Parts>
[[gnu::noinline, gnu::cold]] MemoryError error_about_local(FailureKind kind, const Asked& asked,
                                                           const LocalExtent& local, const char* rest,
                                                           const Parts&... parts) {
  constexpr std::size_t kLongestName = 60;
  MemoryError error = error_about(kind, asked, parts...);
  const std::vector<LocalVariable>& all = asked.machine.code().locals;
  if (local.local < all.size() && !all[local.local].name.empty()) {
    error.message.add("the local variable ");
    error.message.add(std::string_view(all[local.local].name).substr(0, kLongestName));
  } else {
    error.message.add("a local variable");
  }
  if (local.size > 0) {
    error.message.add(" (");
    error.message.add(ByteCount{local.size});
    error.message.add(")");
  }
  error.message.add(rest);
  return error;
}

MemoryError outside_of_local(const Asked& asked, const LocalExtent& local) {
  constexpr FailureKind kKind = FailureKind::OutOfBounds;
  const Address end = local.begin + local.size;
  if (asked.begin < local.begin) {
    const ByteCount distance{local.begin - asked.begin};
    return error_about_local(kKind, asked, local, "", ", ", distance, " before the beginning of ");
  }
  if (local.size == 0) return error_about_local(kKind, asked, local, "", " behind the end of ");
  if (asked.begin < end) {
    return error_about_local(kKind, asked, local, "", " at offset ", asked.begin - local.begin, " of ");
  }
  const ByteCount distance{asked.begin - end};
  if (distance.count == 0) return error_about_local(kKind, asked, local, "", " right behind the end of ");
  return error_about_local(kKind, asked, local, "", ", ", distance, " behind the end of ");
}

/// Is that in a frame of the program, rather than in one of a stand-in or of a library? Frames are chained from the one
/// whose caller has its stack pointer there. Where libraries without frame pointers break the chain, it is not known.
bool is_in_program_frame(const Machine& machine, Slot slot, Address stack_pointer, Address address) {
  const Code& code = machine.code();
  FrameWalk walk = machine.frames(slot, FrameWalk::frame_below(stack_pointer));
  constexpr int kDeepest = 100'000;
  for (int depth = 0; depth < kDeepest && walk.is_at_frame(); ++depth) {
    const Address place = walk.return_address();
    walk.go_up();
    if (walk.frame() != 0 && address < walk.end_of_frame()) return code.has_call_at(place);
  }
  return false;
}

/// Of a thread that runs its last destructors: where the frame of the destructor ends. Everything above is gone.
Address end_of_last_frames(const Machine& machine, Slot slot, Address stack_pointer) {
  const Address last = machine.fiber(slot).last_frame;
  const Address none = ~Address{0};
  if (last == 0) return none;
  FrameWalk walk = machine.frames(slot, FrameWalk::frame_below(stack_pointer));
  for (; walk.is_at_frame() && walk.frame() < last; walk.go_up()) {
    if (walk.caller() == last) return walk.end_of_frame();
  }
  return last;  // a library without frame pointers lies in between
}

/// What the marks of the stack say.
MemoryError in_frames(const Asked& asked, Slot slot, Address stack_pointer) {
  const Machine& m = asked.machine;
  const std::size_t size = std::min(asked.size, m.tls_address(slot) - asked.begin);
  const auto extent_of = [&m](const StackMark& mark, Address at) {
    std::size_t bytes = mark.local < m.code().locals.size() ? m.code().locals[mark.local].size : 0;
    if (bytes == 0 && mark.kind == StackMark::Kind::After) bytes = size_before_zone(at, mark);
    return LocalExtent{mark.variable, bytes, mark.local};
  };
  for (Address at = asked.begin; at < asked.begin + size; at = (at / kCellSize + 1) * kCellSize) {
    std::optional<StackMark> mark = stack_mark_at(at);
    Address marked = at;
    if (!mark) {
      // The rest of the cell with the last bytes of a local is not for accesses either.
      const Address next = (at / kCellSize + 1) * kCellSize;
      mark = stack_mark_at(next);
      if (!mark || mark->kind != StackMark::Kind::After || mark->tail == 0) continue;
      if (std::min(asked.end(), next) <= next - kCellSize + mark->tail) continue;
      marked = next;
    }
    if (!is_in_program_frame(m, slot, stack_pointer, at)) return {};
    const LocalExtent local = extent_of(*mark, marked);
    const std::size_t offset = asked.begin - std::min(asked.begin, local.begin);
    switch (mark->kind) {
      case StackMark::Kind::Before:
      case StackMark::Kind::After: return outside_of_local(asked, local);
      case StackMark::Kind::BlockEnded:
        return error_about_local(FailureKind::UseAfterScope, asked, local, ", whose block has ended", " at offset ",
                                 offset, " of ");
      case StackMark::Kind::FunctionReturned:
        return error_about_local(FailureKind::UseAfterReturn, asked, local, " of a function that has returned",
                                 " at offset ", offset, " of ");
    }
  }
  return {};
}

/// Does the thread run no more, and has left its frames? One that called exit stays there until the process ends.
bool is_gone(const Machine& machine, Slot slot) {
  const Fiber& fiber = machine.fiber(slot);
  if (fiber.status == FiberStatus::Absent) return true;
  const bool is_at_end = fiber.status == FiberStatus::Announced && fiber.next.kind == engine::OperationKind::Exit;
  return (fiber.status == FiberStatus::Ended || is_at_end) && machine.run().ended_by != slot;
}

MemoryError in_stack(const Asked& asked, Slot slot, Slot running, Address stack_pointer) {
  constexpr FailureKind kKind = FailureKind::UseAfterReturn;
  if (slot == running) {
    const bool is_left = asked.begin >= end_of_last_frames(asked.machine, slot, stack_pointer);
    if (asked.begin >= stack_pointer && !is_left) return in_frames(asked, slot, stack_pointer);
    return error_about(kKind, asked, " of a stack frame that is gone: the function has returned");
  }
  if (is_gone(asked.machine, slot)) {
    return error_about(kKind, asked, " of the stack of ", ThreadRef{slot}, ", which has ended");
  }
  if (asked.machine.fiber(slot).status == FiberStatus::Failed) return {};  // it stays where it is
  const Address others = stack_pointer_of(asked.machine, slot);
  const bool is_left = asked.begin >= end_of_last_frames(asked.machine, slot, others);
  if (asked.begin >= others && !is_left) return in_frames(asked, slot, others);
  return error_about(kKind, asked, " of a stack frame of ", ThreadRef{slot},
                     " that is gone: the function has returned");
}

MemoryError in_slot(const Asked& asked, Slot running, Address stack_pointer) {
  const Machine& m = asked.machine;
  const Slot slot = m.slot_of(asked.begin);
  // What is not mapped is found out by the access itself.
  if (!m.has_memory(slot) || asked.begin < m.stack_begin(slot)) return {};
  if (asked.begin >= m.heap_begin(slot)) return in_heap(asked);
  const Address tls = m.tls_address(slot);
  if (asked.begin < tls) return in_stack(asked, slot, running, stack_pointer);
  if (asked.end() > tls + m.code().tls_size) {
    return error_about(FailureKind::OutOfBounds, asked, " behind the thread-local variables of ", ThreadRef{slot});
  }
  // The main thread's are there until the process ends.
  if (slot == running || slot == kMainSlot || !is_gone(m, slot)) return {};
  const Address error = errno_slot(m, slot);
  const bool is_errno = error != 0 && asked.begin >= error && asked.end() <= error + sizeof(int);
  return error_about(FailureKind::UseAfterReturn, asked, " of ", is_errno ? the("errno") : a("thread-local variable"),
                     " of ", ThreadRef{slot}, ", which has ended");
}

/// The variable whose bytes, or those kept free behind it, an address lies in; null when there is none.
const Variable* variable_at(const Code& code, Address address) {
  const auto behind = std::upper_bound(code.variables.begin(), code.variables.end(), address,
                                       [](Address value, const Variable& each) { return value < each.begin; });
  if (behind == code.variables.begin()) return nullptr;
  const Variable& found = *(behind - 1);
  return address < found.padded_end ? &found : nullptr;
}

MemoryError no_memory(const Asked& asked) {
  return error_about(FailureKind::OutOfBounds, asked, " at address ", AddressRef{asked.begin},
                     ", where no variable or block of the program is");
}

MemoryError in_globals(const Asked& asked) {
  if (const ProcessStatePart part = process_state_part(asked.begin);
      part.size > 0 && asked.end() <= part.begin + part.size) {
    return {};
  }
  const Variable* const variable = variable_at(asked.machine.code(), asked.begin);
  if (variable == nullptr) return no_memory(asked);
  if (asked.end() <= variable->end || variable->end == variable->padded_end) return {};
  const VariableRef name{variable->begin};
  const ByteCount size{variable->end - variable->begin};
  if (asked.begin < variable->end) {
    return error_about(FailureKind::OutOfBounds, asked, " at offset ", asked.begin - variable->begin, " of ", name,
                       " (", size, ")");
  }
  if (asked.begin == variable->end) {
    return error_about(FailureKind::OutOfBounds, asked, " right behind the end of ", name, " (", size, ")");
  }
  return error_about(FailureKind::OutOfBounds, asked, ", ", ByteCount{asked.begin - variable->end},
                     " behind the end of ", name, " (", size, ")");
}

/// The frame of the caller and those above are the running thread's.
Address own_stack_pointer(const Machine& m, Slot running, const void* frame) {
  const auto own = reinterpret_cast<Address>(frame);
  const Address found = program_stack_pointer(m, running, own);
  return found != 0 ? found : own;
}

[[noreturn]] void fail(const MemoryError& error, Address pc) {
  Machine& m = machine();
  m.fail(error.kind, error.message, pc != 0 ? pc : m.nearest_program_code());
}

}  // namespace

Address program_stack_pointer(const Machine& machine, Slot slot, Address frame) {
  FrameWalk walk = machine.frames(slot, frame);
  constexpr int kDeepest = 64;
  for (int depth = 0; depth < kDeepest && walk.is_at_frame(); ++depth, walk.go_up()) {
    if (machine.code().has_call_at(walk.return_address())) return walk.end_of_frame();
  }
  return 0;
}

MemoryError access_error(const Machine& machine, Slot running, Address stack_pointer, Address begin, std::size_t size,
                         Access access, const Use* use) {
  if (size == 0) return {};
  const Asked asked{machine, begin, size, access, use};
  if (machine.is_slot_address(begin)) return in_slot(asked, running, stack_pointer);
  return begin >= kRegion && begin < kGlobalsEnd ? in_globals(asked) : MemoryError{};
}

Extent accessible_around(const Machine& machine, Address address) {
  if (const Block* const block = heap_block_at(machine, address); block != nullptr) {
    return block->is_allocated() && !block->has_marks ? Extent{block->begin(), block->end()} : Extent{};
  }
  if (const ProcessStatePart part = process_state_part(address); part.size > 0) {
    return {part.begin, part.begin + part.size};
  }
  const Variable* const variable = variable_at(machine.code(), address);
  return variable != nullptr ? Extent{variable->begin, variable->end} : Extent{};
}

MemoryError free_error(const Machine& machine, Address address, Allocator allocator, bool is_realloc,
                       std::size_t told_size) {
  constexpr const char* kNames[] = {"free", "free", "delete", "delete[]"};
  constexpr const char* kSources[] = {"malloc", "malloc", "new", "new[]"};
  const char* const name = is_realloc ? "realloc" : kNames[static_cast<std::size_t>(allocator)];
  const Block* const block = heap_block_at(machine, address);
  if (block != nullptr) {
    const BlockHistory life = history(machine, *block);
    const ByteCount size = size_of(*block);
    if (address != block->begin()) {
      return error_of(FailureKind::InvalidFree, name, " of a pointer to offset ", address - block->begin(), " of a ",
                      block->is_freed() ? "freed " : "", "block of ", size, life);
    }
    if (block->is_freed()) {
      return error_of(FailureKind::DoubleFree, name, " of a block of ", size, " that was freed before", life);
    }
    if (block->is_allocated()) {
      const bool fits =
          allocator == Allocator::Own || block->allocator == Allocator::Own || allocator == block->allocator;
      const bool is_told = told_size != kUnknownSize && block->allocator != Allocator::Own;
      if (fits && is_told && told_size != size.count) {
        return error_of(FailureKind::MismatchedFree, name, " of ", ByteCount{told_size}, " of a block of ", size, life);
      }
      if (fits) return {};
      return error_of(FailureKind::MismatchedFree, name, " of a block of ", size, " that came from ",
                      kSources[static_cast<std::size_t>(block->allocator)], life);
    }
  }
  if (const Variable* const variable = variable_at(machine.code(), address); variable != nullptr) {
    return error_of(FailureKind::InvalidFree, name, " of a pointer to the variable ", VariableRef{variable->begin});
  }
  if (machine.is_slot_address(address) && machine.has_memory(machine.slot_of(address)) &&
      address < machine.tls_address(machine.slot_of(address))) {
    return error_of(FailureKind::InvalidFree, name, " of a pointer to the stack of ",
                    ThreadRef{machine.slot_of(address)});
  }
  return error_of(FailureKind::InvalidFree, name, " of something that malloc did not return");
}

// --- on the stack of a fiber

void check_access(Address begin, std::size_t size, bool is_write, Address pc, const Use* use, const void* frame) {
  const Machine& m = machine();
  const Slot running = machine().current().slot;
  if (frame == nullptr) frame = __builtin_frame_address(0);
  const MemoryError error = access_error(m, running, own_stack_pointer(m, running, frame), begin, size,
                                         is_write ? Access::Write : Access::Read, use);
  if (error.is_wrong) fail(error, pc);
  if (!is_write || !m.options().finds_uninitialised) return;
  const Block* const block = heap_block_at(m, begin);
  if (block != nullptr && block->has_marks) mark_written(*block, begin, size);
}

bool check_doubtful_read(Address begin, std::size_t size, Address pc) {
  const Machine& m = machine();
  const Slot running = machine().current().slot;
  const Address stack_pointer = own_stack_pointer(m, running, __builtin_frame_address(0));
  const MemoryError error = access_error(m, running, stack_pointer, begin, size, Access::Copy);
  if (!error.is_wrong) return false;
  machine().note_unseen(UnseenKind::DoubtfulError, text_of(error.kind).data(), pc);
  return true;
}

void check_foreign_access(Address begin, std::size_t size, bool is_write, Address pc) {
  const ForeignPlace place = foreign_place(begin, size);
  if (place == ForeignPlace::Unknown) machine().note_unseen(UnseenKind::Memory, "memory", pc);
  if (place == ForeignPlace::Code)
    fail(no_memory({machine(), begin, size, is_write ? Access::Write : Access::Read}), pc);
}

void copy_access(Address to, Address from, std::size_t size, Address pc) {
  const Machine& m = machine();
  const Slot running = machine().current().slot;
  const Address stack_pointer = own_stack_pointer(m, running, __builtin_frame_address(0));
  for (const Access access : {Access::Copy, Access::Write}) {
    const MemoryError error =
        access_error(m, running, stack_pointer, access == Access::Write ? to : from, size, access);
    if (error.is_wrong) fail(error, pc);
  }
  copy_marks(to, from, size);
}

void fail_outside_of_local(Address begin, std::size_t size, bool is_write, const LocalExtent& local, Address pc) {
  fail(outside_of_local({machine(), begin, size, is_write ? Access::Write : Access::Read}, local), pc);
}

void check_free(Address address, Allocator allocator, bool is_realloc, Address pc, std::size_t told_size) {
  const MemoryError error = free_error(machine(), address, allocator, is_realloc, told_size);
  if (error.is_wrong) fail(error, pc);
}

// --- what has been written

void mark_written(const Block& block, Address begin, std::size_t size) {
  for (Address at = begin; at < begin + size; ++at) {
    const std::size_t bit = at - block.begin();
    block.marks()[bit / 8] |= static_cast<unsigned char>(1u << (bit % 8));
  }
}

void copy_marks(Address to, Address from, std::size_t size) {
  const Machine& m = machine();
  if (!m.options().finds_uninitialised || size == 0) return;
  const Block* const target = heap_block_at(m, to);
  if (target == nullptr || !target->has_marks) return;
  const Block* const source = heap_block_at(m, from);
  const bool all_written = source == nullptr || !source->has_marks;
  const auto copy = [&](std::size_t i) {
    const std::size_t bit = to + i - target->begin();
    const auto mark = static_cast<unsigned char>(1u << (bit % 8));
    unsigned char& marks = target->marks()[bit / 8];
    if (all_written || is_written(*source, from + i))
      marks |= mark;
    else
      marks &= static_cast<unsigned char>(~mark);
  };
  // The two may overlap, as in memmove.
  if (to <= from) {
    for (std::size_t i = 0; i < size; ++i) copy(i);
  } else {
    for (std::size_t i = size; i-- > 0;) copy(i);
  }
}

}  // namespace qpor::frontend::native
