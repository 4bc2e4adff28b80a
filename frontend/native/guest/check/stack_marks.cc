#include "frontend/native/guest/check/stack_marks.h"

#include <algorithm>
#include <cstring>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/check/memory_errors.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

constexpr std::uint64_t kDistanceBits = (std::uint64_t{1} << kMarkTailShift) - 1;
constexpr std::uint64_t kLocalBits = (std::uint64_t{1} << (kMarkKindShift - kMarkLocalShift)) - 1;

constexpr Address down_to_cell(Address address) { return address / kCellSize * kCellSize; }
constexpr Address up_to_cell(Address address) { return down_to_cell(address + kCellSize - 1); }
constexpr std::uint64_t first_bytes(std::size_t count) { return (std::uint64_t{1} << count) - 1; }

bool is_marked(const Cell& cell) { return (cell.write & kStackBit) != 0; }

}  // namespace

std::optional<StackMark> stack_mark_at(Address address) {
  const Cell& cell = *cell_of(address);
  if (!is_marked(cell)) return std::nullopt;
  StackMark mark;
  mark.kind = static_cast<StackMark::Kind>(cell.read >> kMarkKindShift & 3);
  mark.local = static_cast<std::uint32_t>(cell.read >> kMarkLocalShift & kLocalBits);
  mark.tail = static_cast<unsigned>(cell.read >> kMarkTailShift & (kCellSize - 1));
  const Address distance = (cell.read & kDistanceBits) * kCellSize;
  const Address at = down_to_cell(address);
  mark.variable = mark.kind == StackMark::Kind::Before ? at + distance : at - distance;
  return mark;
}

std::size_t size_before_zone(Address address, const StackMark& mark) {
  Address end = down_to_cell(address);
  for (;;) {
    const std::optional<StackMark> before = stack_mark_at(end - kCellSize);
    const bool is_zone = before && before->kind == StackMark::Kind::After && before->local == mark.local &&
                         before->variable == mark.variable;
    if (!is_zone) break;
    end -= kCellSize;
  }
  return end - mark.variable - (mark.tail == 0 ? 0 : kCellSize - mark.tail);
}

void Accesses::put_mark(Address at, StackMark::Kind kind, std::uint32_t local, Address variable, unsigned tail) {
  const Address distance = kind == StackMark::Kind::Before ? variable - at : at - variable;
  shadow_.set(*cell_of(at),
              {kAskBit | kStackBit | word_of(current(), false, 0), mark_word(kind, local, distance / kCellSize, tail)});
}

/// Marks of an earlier call stay as they are when they say the same, so that they need no way back.
void Accesses::put_zone(Address from, Address to, StackMark::Kind kind, std::uint32_t local, Address variable,
                        unsigned tail) {
  for (Address at = from; at < to; at += kCellSize) {
    const std::optional<StackMark> old = stack_mark_at(at);
    if (old && old->kind == kind && old->local == local && old->variable == variable && old->tail == tail) continue;
    put_mark(at, kind, local, variable, tail);
  }
}

/// As if the thread had just written it: whoever accessed what was there before has to be ordered before.
void Accesses::revive_cell(Cell& cell, Address at, std::uint64_t bytes) {
  if (!machine_->units().is_empty() && machine_->units().overlapping(at, kCellSize) != nullptr) {
    shadow_.set(cell, {kAskBit, kAskBit});
  } else if (checks_races_) {
    shadow_.set(cell, {word_of(current(), false, bytes), 0});
  } else {
    shadow_.set(cell, {word_of(1, false, bytes), word_of(current(), false, 0)});
  }
}

void Accesses::revive(Address begin, std::size_t size) {
  if (!is_on_ || size == 0 || !has_shadow(begin)) return;
  revive_cells(begin, size);
  // A stale red zone behind the bytes would limit accesses of their last cell to the bytes of an earlier local.
  const Address end = begin + size;
  const Address next = up_to_cell(end);
  if (!has_shadow(next)) return;
  const std::optional<StackMark> zone = stack_mark_at(next);
  if (zone && zone->tail != 0 && zone->tail != end % kCellSize) {
    put_mark(next, zone->kind, zone->local, zone->variable, 0);
  }
}

void Accesses::revive_cells(Address begin, std::size_t size) {
  const Address end = begin + size;
  for (Address at = down_to_cell(begin); at < end; at += kCellSize) {
    Cell& cell = *cell_of(at);
    const std::uint64_t bytes = end - at < kCellSize ? first_bytes(end - at) : kBytes;
    // No access can have been allowed behind the end.
    const bool is_stale =
        end - at < kCellSize && ((cell.write & kListBit) != 0 || ((cell.write | cell.read) & kBytes & ~bytes) != 0);
    if (is_marked(cell) || is_stale) revive_cell(cell, at, bytes);
  }
}

void Accesses::enter_frame(Address frame, const FrameLocals& locals) {
  if (!is_on_) return;
  Address zone = frame;
  for (std::uint32_t i = 0; i < locals.count; ++i) {
    const Address begin = frame + locals.places[i].offset;
    const Address end = up_to_cell(begin + locals.places[i].size);
    const bool is_last = i + 1 == locals.count;
    const Address next = is_last ? frame + locals.size : frame + locals.places[i + 1].offset - kCellSize;
    put_zone(zone, begin, StackMark::Kind::Before, locals.first + i, begin, 0);
    revive_cells(begin, locals.places[i].size);
    put_zone(end, next, StackMark::Kind::After, locals.first + i, begin, locals.places[i].size % kCellSize);
    zone = next;
  }
}

void Accesses::enter_local(Address begin, std::size_t size, std::uint32_t local) {
  if (!is_on_) return;
  put_zone(begin - kLeastZone, begin, StackMark::Kind::Before, local, begin, 0);
  revive_cells(begin, size);
  const Address end = up_to_cell(begin + size);
  put_zone(end, end + kLeastZone, StackMark::Kind::After, local, begin, size % kCellSize);
}

bool Accesses::has_accesses_of_others(const Cell& cell) const {
  const engine::ThreadId running = running_->thread;
  const auto is_others = [&](std::uint64_t word) {
    return (word & kBytes) != 0 && segments_[segment_of(word) - 1].thread() != running;
  };
  if (is_others(cell.read)) return true;
  if ((cell.write & kListBit) == 0) return is_others(cell.write);
  return shadow_.any_of_list(cell.write, is_others);
}

void Accesses::leave(Address begin, std::size_t size, std::uint32_t local, StackMark::Kind kind, Caller caller) {
  if (!is_on_ || size == 0 || !has_shadow(begin)) return;
  const Address end = begin + size;
  for (Address at = begin; at < end; at += kCellSize) {
    Cell& cell = *cell_of(at);
    if (is_marked(cell)) {
      // The block of a function's outermost locals ends right before the function.
      const std::optional<StackMark> mark = stack_mark_at(at);
      if (kind == StackMark::Kind::FunctionReturned && mark->kind == StackMark::Kind::BlockEnded) {
        put_mark(at, kind, local, begin, 0);
      }
      continue;
    }
    if ((cell.write & kAskBit) != 0 || (checks_races_ && has_accesses_of_others(cell))) {
      access(at, std::min(end - at, kCellSize), AccessKind::Leave, caller, false);
    }
    if (at - begin < kMostMarked / 2 || end - at <= kMostMarked / 2) put_mark(at, kind, local, begin, 0);
  }
}

void Accesses::leave_frames(Address begin, Address end, bool marks, Caller caller) {
  if (!is_on_ || begin >= end || !has_shadow(begin) || !has_shadow(end - 1)) return;
  for (Address at = down_to_cell(begin); at < end; at += kCellSize) {
    if (!marks && at + kCellsAtOnce * kCellSize <= end && are_empty(cell_of(at))) {
      at += (kCellsAtOnce - 1) * kCellSize;
      continue;
    }
    const Cell& cell = *cell_of(at);
    if (is_marked(cell) || (!marks && (cell.write | cell.read) == 0)) continue;
    if ((cell.write & kAskBit) != 0 || (checks_races_ && has_accesses_of_others(cell))) {
      access(at, kCellSize, AccessKind::Leave, caller, false);
    }
    if (marks) put_mark(at, StackMark::Kind::FunctionReturned, 0, at, 0);
  }
}

// --- hooks

void landed_hook() {
  const Caller caller = QPOR_CALLED_BY;
  Fiber& fiber = machine().current();
  const Address end = reinterpret_cast<Address>(__builtin_frame_address(0)) + 2 * sizeof(Address);
  if (fiber.unwound_from >= machine().stack_begin(fiber.slot) && fiber.unwound_from < end) {
    machine().accesses().leave_frames(fiber.unwound_from, end, true, caller);
  }
  fiber.unwound_from = end;  // a cleanup may have been reached, after which the exception goes on from here
}

void enter_frame_hook(Address frame, const LocalPlace* places, std::uint32_t count, std::uint32_t first,
                      std::uint32_t size) {
  machine().accesses().enter_frame(frame, {places, count, first, size});
}

void enter_local_hook(Address begin, std::size_t size, std::uint32_t local) {
  machine().accesses().enter_local(begin, size, local);
}

void revive_hook(Address begin, std::size_t size) { machine().accesses().revive(begin, size); }

void clear_local_hook(Address begin, std::size_t size) { std::memset(reinterpret_cast<void*>(begin), 0, size); }

void leave_block_hook(Address begin, std::size_t size, std::uint32_t local) {
  machine().accesses().leave(begin, size, local, StackMark::Kind::BlockEnded, QPOR_CALLED_BY);
}

void leave_function_hook(Address begin, std::size_t size, std::uint32_t local) {
  machine().accesses().leave(begin, size, local, StackMark::Kind::FunctionReturned, QPOR_CALLED_BY);
}

void outgoing_hook(std::size_t size) {
  // Room for the arguments is there already, or they are pushed below.
  const auto end_of_frame = reinterpret_cast<Address>(__builtin_frame_address(0)) + 2 * sizeof(Address);
  machine().accesses().revive(end_of_frame - size, 2 * size);
}

void outside_hook(Address begin, std::size_t size, std::uint32_t is_write, Address variable, std::size_t variable_size,
                  std::uint32_t local) {
  const Caller caller = QPOR_CALLED_BY;
  fail_outside_of_local(begin, size, is_write != 0, {variable, variable_size, local},
                        machine().caller(caller.address, caller.frame));
}

}  // namespace qpor::frontend::native
