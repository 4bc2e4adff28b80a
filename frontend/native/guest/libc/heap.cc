#include "frontend/native/guest/libc/heap.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "frontend/native/guest/check/memory_errors.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kGrain = 16;
/// No machine has so much memory, so that programs may expect a null pointer. For less it is our limit that is reached.
constexpr std::size_t kAbsurd = std::size_t{1} << 46;
constexpr std::uint32_t kAllocated = 0x51a10c8du;
constexpr std::uint32_t kFreed = 0x7e1ea5edu;

std::uint32_t check_word(const Block* block, std::uint32_t state) {
  const auto address = reinterpret_cast<Address>(block);
  return state ^ static_cast<std::uint32_t>(address) ^ static_cast<std::uint32_t>(address >> 32);
}

std::size_t rounded(std::size_t size) { return (std::max<std::size_t>(size, 1) + kGrain - 1) / kGrain * kGrain; }

/// Blocks of one class have one size: powers of two, and the middle between two of them.
std::size_t class_of(std::size_t size) {
  const auto log = static_cast<std::size_t>(std::bit_width(size - 1));  // size <= 2^log
  const std::size_t middle = (std::size_t{1} << log) / 4 * 3;
  return std::min<std::size_t>(2 * (log - 4) + (size > middle ? 1 : 0), kSizeClasses - 1);
}

/// 0 when nobody knows.
std::uint32_t place_of(Address pc) {
  return pc >= kRegion && pc < kGlobalsEnd ? static_cast<std::uint32_t>(pc - kRegion) : 0;
}

Address next_free(Address block) {
  Address next = 0;
  std::memcpy(&next, reinterpret_cast<const void*>(block + sizeof(Block)), sizeof next);
  return next;
}

void set_next_free(Address block, Address next) {
  std::memcpy(reinterpret_cast<void*>(block + sizeof(Block)), &next, sizeof next);
}

std::size_t marks_size(const Block& block) { return block.has_marks ? rounded(block.room / 8) : 0; }

/// The block of that size that was freed last.
Block* reuse_newest(Heap& heap, std::size_t room, std::size_t alignment, bool has_marks) {
  if (heap.lists == nullptr || alignment > kGrain) return nullptr;
  Address* const first = &heap.lists->oldest[class_of(room)];
  Address before = 0;
  // A class has blocks of several sizes; those that were freed long ago are not looked for.
  constexpr int kMostLookedAt = 64;
  int looked_at = 0;
  for (Address found = *first; found != 0 && looked_at < kMostLookedAt; found = next_free(found), ++looked_at) {
    auto* const block = reinterpret_cast<Block*>(found);
    if (block->room == room && block->has_marks == has_marks) {
      if (before == 0)
        *first = next_free(found);
      else
        set_next_free(before, next_free(found));
      return block;
    }
    before = found;
  }
  return nullptr;
}

/// The oldest freed block of the class, if it fits and enough has been freed since.
Block* reuse_oldest(Heap& heap, std::size_t room, std::size_t alignment, bool has_marks) {
  if (heap.freed_bytes <= kQuarantine || alignment > kGrain) return nullptr;
  const std::size_t kind = class_of(room);
  const Address found = heap.lists->oldest[kind];
  if (found == 0) return nullptr;
  auto* const block = reinterpret_cast<Block*>(found);
  if (block->room < room || block->room > 2 * room || block->has_marks != has_marks) return nullptr;
  heap.lists->oldest[kind] = next_free(found);
  if (heap.lists->oldest[kind] == 0) heap.lists->newest[kind] = 0;
  return block;
}

Block* reuse(std::size_t room, std::size_t alignment, bool has_marks) {
  Machine& m = machine();
  Heap& heap = m.current().heap;
  Block* const block = m.options().reuses_heap ? reuse_newest(heap, room, alignment, has_marks)
                                               : reuse_oldest(heap, room, alignment, has_marks);
  if (block == nullptr) return nullptr;
  heap.freed_bytes -= block->room;
  std::memset(block->bytes(), 0, block->room + marks_size(*block));
  return block;
}

/// Beyond the top of the running thread's heap.
Block* extend(std::size_t room, std::size_t alignment, bool has_marks, Address pc) {
  Machine& m = machine();
  Fiber& fiber = m.current();
  alignment = std::max(alignment, kGrain);
  const Address begin = (fiber.heap.top + sizeof(Block) + alignment - 1) / alignment * alignment;
  const Address top = begin + room + (has_marks ? rounded(room / 8) : 0);
  if (top > m.heap_end(fiber.slot)) {
    const std::size_t size = m.options().heap_size / kMiB;
    m.fail(FailureKind::Limit, {"the heap of a thread is full (--heap-size is ", size, " MiB)"}, pc);
  }
  if (!m.extend_heap(fiber.slot, top)) m.fail(FailureKind::Limit, "the system has no more memory", pc);
  m.blocks(fiber.slot).add(begin - sizeof(Block), fiber.heap.top);
  fiber.heap.top = top;
  auto* const block = reinterpret_cast<Block*>(begin) - 1;
  block->room = room;
  block->has_marks = has_marks;
  return block;
}

/// What becomes of freed blocks matters to the program.
void assume_reuse() {
  machine().assume(machine().options().reuses_heap ? Assumption::OwnBlocksReused : Assumption::FreedNotReused);
}

/// Some real allocator would give this block the address of one that was freed before.
void note_allocation() {
  Machine& m = machine();
  m.assume(Assumption::MallocSucceeds);
  const Slot me = m.current().slot;
  Slot& allocated_by = m.run().allocated_by;
  allocated_by = allocated_by == kNoSlot || allocated_by == me ? me : kSeveralSlots;
  if (m.run().has_freed) assume_reuse();
}

/// The same for a block that another thread allocates: nothing explores which of the two comes first.
void note_free() {
  Machine& m = machine();
  m.run().has_freed = true;
  if (m.run().allocated_by != kNoSlot && m.run().allocated_by != m.current().slot) assume_reuse();
}

FreeLists* make_lists() { return static_cast<FreeLists*>(heap_allocate(sizeof(FreeLists), kGrain, 0)); }

/// Puts a freed block of the running thread's heap where it waits to be used again.
void put_aside(Block& block) {
  Heap& heap = machine().current().heap;
  const std::size_t kind = class_of(block.room);
  const auto freed = reinterpret_cast<Address>(&block);
  set_next_free(freed, 0);  // before the lists come to be
  if (heap.lists == nullptr) heap.lists = make_lists();
  FreeLists& lists = *heap.lists;
  heap.freed_bytes += block.room;
  if (machine().options().reuses_heap) {
    set_next_free(freed, lists.oldest[kind]);
    lists.oldest[kind] = freed;
    return;
  }
  if (lists.newest[kind] != 0) {
    set_next_free(lists.newest[kind], freed);
  } else {
    lists.oldest[kind] = freed;
  }
  lists.newest[kind] = freed;
}

}  // namespace

bool Block::is_allocated() const { return check == check_word(this, kAllocated); }
bool Block::is_freed() const { return check == check_word(this, kFreed); }

void* heap_allocate(std::size_t size, std::size_t alignment, Address pc, Allocator allocator) {
  if (size > kAbsurd || alignment > kAbsurd) {
    errno = ENOMEM;
    return nullptr;
  }
  Machine& m = machine();
  const bool has_marks = allocator != Allocator::Own && m.options().finds_uninitialised;
  const std::size_t room = rounded(size);
  // Before the first block that another thread may free: where later ones lie must not depend on who does.
  Heap& heap = m.current().heap;
  if (allocator != Allocator::Own && heap.lists == nullptr) heap.lists = make_lists();
  Block* block = reuse(room, alignment, has_marks);
  const bool is_old = block != nullptr;
  if (block == nullptr) block = extend(room, alignment, has_marks, pc);
  block->size = size;
  block->check = check_word(block, kAllocated);
  block->allocated = place_of(pc);
  block->freed = 0;
  block->freed_by = kMainSlot;
  block->allocator = allocator;
  if (is_old) {
    m.accesses().allocate(block->begin(), size, {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
  }
  if (allocator != Allocator::Own) note_allocation();
  if (has_marks) {
    std::memset(block->bytes(), kUnwrittenByte, size);
    m.accesses().always_ask(block->begin(), block->room);
  }
  return block->bytes();
}

void* heap_allocate_zeros(std::size_t size, Address pc) {
  void* const bytes = heap_allocate(size, kGrain, pc, Allocator::Malloc);
  if (bytes == nullptr) return nullptr;
  const Block* const block = static_cast<Block*>(bytes) - 1;
  if (block->has_marks) {
    std::memset(bytes, 0, size);
    mark_written(*block, block->begin(), size);
  }
  return bytes;
}

void heap_free(void* bytes, Address pc, Allocator allocator, std::size_t told_size) {
  if (bytes == nullptr) return;
  check_free(reinterpret_cast<Address>(bytes), allocator, false, pc, told_size);
  Machine& m = machine();
  if (allocator != Allocator::Own) m.note_free();
  Block* const block = static_cast<Block*>(bytes) - 1;
  m.accesses().free(block->begin(), block->size, {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
  block->check = check_word(block, kFreed);
  block->freed = place_of(pc);
  block->freed_by = m.current().slot;
  std::memset(bytes, kFreedByte, block->room);
  if (allocator != Allocator::Own) note_free();
  if (m.slot_of(block->begin()) == m.current().slot) put_aside(*block);
}

bool heap_is_block(const void* bytes) {
  const Block* const block = heap_block_at(machine(), reinterpret_cast<Address>(bytes));
  return block != nullptr && block->is_allocated() && block + 1 == bytes;
}

std::size_t heap_usable_size(const void* bytes) {
  return bytes == nullptr ? 0 : (static_cast<const Block*>(bytes) - 1)->size;
}

void* heap_reallocate(void* bytes, std::size_t size, Address pc) {
  if (bytes == nullptr) return heap_allocate(size, kGrain, pc, Allocator::Malloc);
  check_free(reinterpret_cast<Address>(bytes), Allocator::Malloc, true, pc);
  if (size == 0) {
    heap_free(bytes, pc, Allocator::Malloc);
    return nullptr;
  }
  // Always another block, so that pointers into the old one are found out.
  void* const moved = heap_allocate(size, kGrain, pc, Allocator::Malloc);
  if (moved == nullptr) return nullptr;
  const std::size_t kept = std::min(size, heap_usable_size(bytes));
  std::memcpy(moved, bytes, kept);
  copy_marks(reinterpret_cast<Address>(moved), reinterpret_cast<Address>(bytes), kept);
  heap_free(bytes, pc, Allocator::Malloc);
  return moved;
}

Block* heap_block_before(const Machine& machine, Address address) {
  if (!machine.is_slot_address(address)) return nullptr;
  const Slot slot = machine.slot_of(address);
  if (!machine.has_memory(slot) || address < machine.heap_begin(slot)) return nullptr;
  return reinterpret_cast<Block*>(machine.blocks(slot).at_or_before(address, machine.fiber(slot).heap.top));
}

const Block* heap_block_at(const Machine& machine, Address address) {
  const Block* const block = heap_block_before(machine, address);
  return block != nullptr && address >= block->begin() && address < block->begin() + block->room ? block : nullptr;
}

}  // namespace qpor::frontend::native
