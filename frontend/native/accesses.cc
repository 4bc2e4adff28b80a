#include "frontend/native/accesses.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "frontend/native/machine.h"
#include "frontend/native/memory_errors.h"
#include "frontend/native/objects.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

std::uint64_t the_segment_word = 0;

std::uint64_t bytes_between(Address from, Address to) {
  const Address cell = from / kCellSize * kCellSize;
  const auto first = static_cast<unsigned>(from - cell);
  const auto count = static_cast<unsigned>(std::min(to, cell + kCellSize) - from);
  return ((std::uint64_t{1} << count) - 1) << first;
}

/// Frames come and go, which no cell knows of: is that in the stack of another thread, or where returned functions
/// were?
bool is_beyond_own_frames(const Machine& m, Address begin, std::uint32_t running, const void* frame) {
  if (!m.is_slot_address(begin)) return false;
  const std::uint32_t thread = m.thread_of(begin);
  if (begin >= m.tls_address(thread)) return false;
  return thread != running || begin < reinterpret_cast<Address>(frame);
}

}  // namespace

std::uint64_t& segment_word() { return the_segment_word; }

// --- the host's side

void Accesses::begin_run(const Machine& machine) {
  if (!is_on_) return;
  shadow_.go_back({});
  segments_.clear();
  std::fill(events_.begin(), events_.end(), 0);
  std::fill(past_of_.begin(), past_of_.end(), Known{});
  for (const Address each : asking_) *cell_of(each) = {};
  asking_.clear();
  for (const Unit& unit : machine.units().all()) {
    for (Address at = unit.begin / kCellSize * kCellSize; at < unit.end(); at += kCellSize) {
      // The stack of a thread that no run has had yet has no shadow; it is made when the thread is.
      if (machine.is_slot_address(at) && machine.thread_of(at) >= machine.thread_bound()) continue;
      *cell_of(at) = {kAskBit, kAskBit};
      asking_.push_back(at);
    }
  }
  begin_segment(0);
  events_[0] = segments_[0].events = 0;
}

void Accesses::begin_segment(std::uint32_t thread) {
  if (!is_on_) return;
  if (thread >= events_.size()) {
    events_.resize(thread + 1, 0);
    past_of_.resize(thread + 1);
  }
  segments_.push_back({thread, ++events_[thread]});
  // Without races to look for, one segment stands for all: what has been accessed once needs no second look.
  the_segment_word = word_of(checks_races_ ? current() : 1, false, kBytes);
}

void Accesses::go_back(const Shadow::Mark& mark, std::size_t steps) {
  if (!is_on_) return;
  shadow_.go_back(mark);
  for (; segments_.size() > steps + 1; segments_.pop_back()) --events_[segments_.back().thread];
  std::fill(past_of_.begin(), past_of_.end(), Known{});
}

// --- the guest's side

bool Accesses::is_ordered(std::uint64_t word) {
  const Segment& before = segments_[segment_of(word) - 1];
  const std::uint32_t running = segments_.back().thread;
  if (before.thread == running || past_ == nullptr || machine().current().quiet > 0) return true;
  Known& known = past_of_[before.thread];
  if (known.segment != current()) {
    const bool has_event = current() >= 2;
    known.segment = current();
    known.events = has_event ? past_->events_below(current() - 2, static_cast<engine::ThreadId>(before.thread)) : 0;
  }
  return known.events >= before.events + ((word & kAtomicBit) != 0 ? 0 : 1);
}

bool Accesses::races_with(std::uint64_t word, std::uint64_t bytes, bool is_atomic) {
  if ((word & bytes) == 0 || (is_atomic && (word & kAtomicBit) != 0)) return false;
  return checks_races_ && !is_ordered(word);
}

void Accesses::touch(Cell& cell, std::uint64_t bytes, const SeenAccess& access) {
  const bool writes = is_write(access.kind);
  const bool is_plain = !is_atomic(access.kind);
  if (!checks_races_) {
    const std::uint64_t old = writes ? cell.write : cell.read;
    const std::uint64_t own = word_of(1, false, bytes) | (old & kAskBit) | ((old & kListBit) != 0 ? 0 : old & kBytes);
    shadow_.set(cell, writes ? Cell{own, cell.read} : Cell{cell.write, own});
    return;
  }
  // Most cells have one write and one read at most, of the same bytes, and belong to one thread.
  if (((cell.write | cell.read) & (kListBit | kAskBit)) != 0 || !is_plain) {
    touch_in_general(cell, bytes, access);
    return;
  }
  if (races_with(cell.write, bytes, false)) meet_race(cell.write, true, cell, bytes, access);
  const std::uint64_t own = word_of(current(), false, bytes);
  if (writes) {
    if (races_with(cell.read, bytes, false)) meet_race(cell.read, false, cell, bytes, access);
    const bool is_same = segment_of(cell.write) == current() && (cell.write & kAtomicBit) == 0;
    if (!is_same && (cell.write & kBytes & ~bytes) != 0) {
      touch_in_general(cell, bytes, access);
      return;
    }
    std::uint64_t read = cell.read & ~bytes;
    if ((read & kBytes) == 0) read = 0;
    shadow_.set(cell, {is_same ? cell.write | bytes : own, read});
    return;
  }
  const bool is_same = segment_of(cell.read) == current() && (cell.read & kAtomicBit) == 0;
  if (!is_same && cell.read != 0 && ((cell.read & kBytes & ~bytes) != 0 || !is_ordered(cell.read))) {
    touch_in_general(cell, bytes, access);
    return;
  }
  shadow_.set(cell, {cell.write, is_same ? cell.read | bytes : own});
}

void Accesses::touch_in_general(Cell& cell, std::uint64_t bytes, const SeenAccess& access) {
  const bool writes = is_write(access.kind);
  const bool atomically = is_atomic(access.kind);
  const bool asks = (cell.write & kAskBit) != 0;
  shadow_.unpack(cell.write, writes_);
  shadow_.unpack(cell.read, reads_);
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    if (races_with(writes_[i], bytes, atomically)) meet_race(writes_[i], true, cell, bytes, access);
  }
  for (std::size_t i = 0; writes && i < reads_.size(); ++i) {
    if (races_with(reads_[i], bytes, atomically)) meet_race(reads_[i], false, cell, bytes, access);
  }
  Cell next;
  if (writes) add(writes_, bytes, atomically, true);
  next.write = writes ? shadow_.pack(writes_, asks) : cell.write;
  add(reads_, bytes, atomically, !writes);
  next.read = shadow_.pack(reads_, asks);
  shadow_.set(cell, next);
}

/// Takes out what is before the access: whoever races with that races with the access as well, unless the access is
/// atomic and the other is not. With `is_new` the access joins them.
void Accesses::add(HostArray<std::uint64_t>& words, std::uint64_t bytes, bool is_atomic, bool is_new) {
  const std::uint64_t own = word_of(current(), is_atomic, 0);
  std::uint64_t own_bytes = bytes;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t word = words[i];
    if (is_new && (word & ~kBytes) == own) {
      own_bytes |= word & kBytes;
      continue;
    }
    if ((!is_atomic || (word & kAtomicBit) != 0) && is_ordered(word)) word &= ~bytes;
    if ((word & kBytes) != 0) words[kept++] = word;
  }
  words.cut(kept);
  if (is_new) words.push_back(own | own_bytes);
}

std::uint64_t Accesses::known_bytes(const Cell& cell) {
  if (((cell.write | cell.read) & kListBit) == 0) return (cell.write | cell.read) & kBytes;
  std::uint64_t known = 0;
  for (const std::uint64_t word : {cell.write, cell.read}) {
    shadow_.unpack(word, reads_);
    for (std::size_t i = 0; i < reads_.size(); ++i) known |= reads_[i] & kBytes;
  }
  return known;
}

void Accesses::access(Address begin, std::size_t size, AccessKind kind, Address pc, const void* frame, bool asks) {
  constexpr std::size_t kAbsurd = std::size_t{1} << 40;  // e.g. what a function that fails returns
  if (!is_on_ || size == 0 || size > kAbsurd || !has_shadow(begin)) return;
  Machine& m = machine();
  SeenAccess seen;
  seen.thread = m.current().thread;
  seen.kind = kind;
  seen.begin = begin;
  seen.size = size;
  seen.steps = current() - 1;
  seen.pc = pc;
  if (is_looking_ && current() == race_.other && !race_.knows_before && begin < race_.begin + race_.size &&
      race_.begin < begin + size && is_write(kind) == race_.other_writes && is_atomic(kind) == race_.other_is_atomic) {
    race_.before = seen;
    see(race_.before, frame);
    race_.knows_before = true;
  }
  if (!is_atomic(kind) && !m.units().is_empty() && interleave(seen)) return;
  bool has_asked = !asks;
  if (asks && is_beyond_own_frames(m, begin, seen.thread, frame)) {
    check_access(begin, size, is_write(kind), pc);
    has_asked = true;
  }
  const Address end = begin + size;
  for (Address at = begin; at < end; at = (at / kCellSize + 1) * kCellSize) {
    Cell& cell = *cell_of(at);
    const std::uint64_t bytes = bytes_between(at, end);
    if (!has_asked && ((cell.write & kAskBit) != 0 || (bytes & ~known_bytes(cell)) != 0)) {
      check_access(begin, size, is_write(kind), pc);
      has_asked = true;
    }
    touch(cell, bytes, seen);
    if (!has_met_race_) continue;
    has_met_race_ = false;
    if (race_.now.pc == pc && race_.now.caller_count == 0) see(race_.now, frame);
    if (postpones_) continue;
    m.fail("data-race", "two threads access the same memory, and nothing orders them", pc);
  }
}

void Accesses::meet_race(std::uint64_t word, bool other_writes, const Cell& cell, std::uint64_t bytes,
                         const SeenAccess& access) {
  const std::uint64_t both = word & bytes & kBytes;
  const Address base = reinterpret_cast<Address>(&cell) / 2;
  const auto first = static_cast<unsigned>(std::countr_zero(both));
  const auto size = static_cast<unsigned>(std::bit_width(both)) - first;
  if (interleaves_) {
    constexpr std::size_t kLargestScalar = 16;
    if (access.size <= kLargestScalar)
      machine().want_unit(access.begin, access.size);
    else
      machine().want_unit(base + first, size);
    return;
  }
  if (has_met_race_) return;
  has_met_race_ = true;
  if (is_looking_ || has_race_) return;  // the same again
  race_ = {};
  race_.now = access;
  race_.other = segment_of(word);
  race_.other_writes = other_writes;
  race_.other_is_atomic = (word & kAtomicBit) != 0;
  race_.begin = base + first;
  race_.size = size;
  has_race_ = true;
}

/// Frames are chained by their frame pointers, up to where the thread began.
void Accesses::see(SeenAccess& access, const void* frame) const {
  const Machine& m = machine();
  const Address begin = m.stack_begin(access.thread), end = m.tls_address(access.thread);
  auto at = reinterpret_cast<Address>(frame);
  bool has_passed = false;
  access.caller_count = 0;
  while (at >= begin && at + 2 * sizeof(Address) <= end && at % sizeof(Address) == 0 &&
         access.caller_count < kMostCallers) {
    const auto* const words = reinterpret_cast<const Address*>(at);
    const Address place = words[1];
    const bool is_code = place > m.code().code_begin && place <= m.code().code_end;
    if (is_code && has_passed && m.is_own_code(place)) access.callers[access.caller_count++] = place;
    has_passed = has_passed || place == access.pc;
    if (words[0] <= at) break;
    at = words[0];
  }
}

void Accesses::free(Address begin, std::size_t size, Address pc) {
  access(begin, size, AccessKind::Free, pc, __builtin_frame_address(0), false);
  forget(begin, size);
}

void Accesses::forget(Address begin, std::size_t size) {
  if (!is_on_ || !has_shadow(begin)) return;
  for (Address at = begin / kCellSize * kCellSize; at < begin + size; at += kCellSize) {
    Cell& cell = *cell_of(at);
    if ((cell.write & kAskBit) == 0) shadow_.set(cell, {});
  }
}

void Accesses::always_ask(Address begin, std::size_t size) {
  if (!is_on_ || !has_shadow(begin)) return;
  for (Address at = begin / kCellSize * kCellSize; at < begin + size; at += kCellSize) {
    shadow_.set(*cell_of(at), {kAskBit, kAskBit});
  }
}

// --- accesses that are operations

/// True when the access is one of a unit, and its turn has come.
bool Accesses::interleave(const SeenAccess& access) {
  Machine& m = machine();
  const Unit* const unit = m.units().overlapping(access.begin, access.size);
  if (unit == nullptr) return false;
  if (access.kind == AccessKind::Free) return false;
  if (access.begin < unit->begin || access.begin + access.size > unit->end()) {
    constexpr std::size_t kLargestScalar = 16;
    if (access.size > kLargestScalar) {
      m.fail("limit", "a library function accesses memory that threads race for, which is not interleaved", access.pc);
    }
    m.ask_for_unit(access.begin, access.size);
  }
  const bool writes = is_write(access.kind);
  m.visible(writes ? OperationKind::AtomicWrite : OperationKind::AtomicLoad, unit_at(unit->begin), 0, access.pc);
  return true;
}

// --- hooks

#define QPOR_ACCESS(begin, size, kind) \
  machine().accesses().access(begin, size, kind, QPOR_CALLER, __builtin_frame_address(0))

void read_hook(Address begin, std::size_t size) { QPOR_ACCESS(begin, size, AccessKind::Read); }
void write_hook(Address begin, std::size_t size) { QPOR_ACCESS(begin, size, AccessKind::Write); }

namespace {

/// Copies piece by piece where some of the bytes are units: each is accessed when its turn has come.
bool copy_in_pieces(Address to, Address from, std::size_t size, bool is_set, int value, Address pc, const void* frame) {
  Machine& m = machine();
  const Units& units = m.units();
  const bool has_source = !is_set;
  if (units.is_empty() || size == 0 ||
      (units.overlapping(to, size) == nullptr && (!has_source || units.overlapping(from, size) == nullptr))) {
    return false;
  }
  const auto piece_at = [&units](Address at, std::size_t most) {
    const Unit* const unit = units.overlapping(at, most);
    if (unit == nullptr) return most;
    return std::min(most, unit->begin > at ? unit->begin - at : unit->end() - at);
  };
  const bool is_backwards = has_source && to > from && to < from + size;
  for (std::size_t done = 0; done < size;) {
    std::size_t piece = 1;
    std::size_t at = size - 1 - done;
    if (!is_backwards) {
      at = done;
      piece = piece_at(to + at, size - at);
      if (has_source) piece = piece_at(from + at, piece);
    }
    if (has_source) m.accesses().access(from + at, piece, AccessKind::Read, pc, frame);
    // What is read now is written when that has its turn; short pieces only wait for it.
    char bytes[16];
    const bool waits = has_source && piece <= sizeof bytes;
    if (waits) std::memcpy(bytes, reinterpret_cast<const void*>(from + at), piece);
    m.accesses().access(to + at, piece, AccessKind::Write, pc, frame);
    auto* const target = reinterpret_cast<void*>(to + at);
    if (is_set)
      std::memset(target, value, piece);
    else
      std::memmove(target, waits ? bytes : reinterpret_cast<const void*>(from + at), piece);
    done += piece;
  }
  return true;
}

}  // namespace

void move_hook(void* to, const void* from, std::size_t size) {
  const Address pc = QPOR_CALLER;
  const void* const frame = __builtin_frame_address(0);
  const auto target = reinterpret_cast<Address>(to), source = reinterpret_cast<Address>(from);
  if (copy_in_pieces(target, source, size, false, 0, pc, frame)) return;
  const bool knows_unwritten = machine().options().finds_uninitialised;
  if (knows_unwritten) copy_access(target, source, size, pc);
  machine().accesses().access(source, size, AccessKind::Read, pc, frame, !knows_unwritten);
  machine().accesses().access(target, size, AccessKind::Write, pc, frame, !knows_unwritten);
  std::memmove(to, from, size);
}

void set_hook(void* to, int value, std::size_t size) {
  const Address pc = QPOR_CALLER;
  const void* const frame = __builtin_frame_address(0);
  const auto target = reinterpret_cast<Address>(to);
  if (copy_in_pieces(target, 0, size, true, value, pc, frame)) return;
  machine().accesses().access(target, size, AccessKind::Write, pc, frame);
  std::memset(to, value, size);
}

std::size_t string_size_hook(const char* text, std::size_t most) {
  if (!has_shadow(reinterpret_cast<Address>(text))) return 0;
  const std::size_t length = strnlen(text, most);
  return length < most ? length + 1 : length;
}

void quiet_begin_hook() { ++machine().current().quiet; }
void quiet_end_hook() { --machine().current().quiet; }

void check_read(const void* begin, std::size_t size, Address pc) {
  machine().accesses().access(reinterpret_cast<Address>(begin), size, AccessKind::Read, pc, __builtin_frame_address(0));
}

void check_write(const void* begin, std::size_t size, Address pc) {
  machine().accesses().access(reinterpret_cast<Address>(begin), size, AccessKind::Write, pc,
                              __builtin_frame_address(0));
}

void check_atomic(const volatile void* begin, std::size_t size, bool is_write, Address pc) {
  machine().accesses().access(reinterpret_cast<Address>(begin), size,
                              is_write ? AccessKind::AtomicWrite : AccessKind::AtomicRead, pc,
                              __builtin_frame_address(0));
}

}  // namespace qpor::frontend::native
