#include "frontend/native/guest/check/accesses.h"

#include <pthread.h>
#include <smmintrin.h>

#include <algorithm>
#include <bit>

#include "frontend/native/guest/check/memory_errors.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

std::uint64_t the_segment_word = 0;

std::uint64_t bytes_between(Address from, Address to) {
  const Address cell = from / kCellSize * kCellSize;
  const auto first = static_cast<unsigned>(from - cell);
  const auto count = static_cast<unsigned>(std::min(to, cell + kCellSize) - from);
  return ((std::uint64_t{1} << count) - 1) << first;
}

/// Of the words of such an access, besides its segment and bytes.
std::uint64_t flags_of(AccessKind kind) {
  std::uint64_t flags = is_atomic(kind) ? kAtomicBit : 0;
  if (is_use(kind) && kind != AccessKind::Destroy) flags |= kUseBit;
  if (kind == AccessKind::UseLater || is_shared(kind)) flags |= kLateBit;
  if (kind == AccessKind::DoubtfulRead) flags |= kDoubtfulBit;
  return flags;
}

[[gnu::always_inline]] inline bool are_alike(const Cell* cells, std::size_t count) {
  const auto* const words = reinterpret_cast<const __m128i*>(cells);
  __m128i differences = _mm_setzero_si128();
  for (std::size_t i = 1; i < count; ++i) differences = _mm_or_si128(differences, _mm_xor_si128(words[i], words[0]));
  return _mm_testz_si128(differences, differences) != 0;
}

/// Frames come and go, which no cell knows of: is that in the stack of another thread, or where returned functions
/// were?
bool is_beyond_own_frames(const Machine& m, Address begin, Slot running, const void* frame) {
  if (!m.is_slot_address(begin)) return false;
  const Slot slot = m.slot_of(begin);
  if (begin >= m.tls_address(slot)) return false;
  return slot != running || begin < reinterpret_cast<Address>(frame);
}

}  // namespace

std::uint64_t& segment_word() { return the_segment_word; }

// --- the host's side

void Accesses::begin_run(const Machine& machine) {
  if (!is_on_) return;
  shadow_.go_back({});
  segments_.cut(0);
  count_clocks_.clear();
  std::ranges::fill(events_.all(), 0);
  std::ranges::fill(past_of_.all(), Known{});
  std::fill(std::begin(accessible_), std::end(accessible_), Extent{});
  for (std::size_t i = 0; i < asking_.size(); ++i) *cell_of(asking_[i]) = {};
  asking_.cut(0);
  ask_about_units(machine.units(), {kRegion, machine.globals_bound()});
  for (const Slot each : machine.slots_with_memory()) {
    if (machine.units().is_empty()) break;
    ask_about_units(machine.units(), {machine.stack_begin(each), machine.heap_bound(each)});
  }
  machine_ = &machine;
  begin_segment(machine.fiber(kMainSlot));
  events_[0] = segments_[0].events = 0;
}

void Accesses::begin_segment(const Fiber& fiber) {
  if (!is_on_) return;
  const std::uint32_t thread = engine::index(fiber.thread);
  if (thread >= events_.size()) make_room(thread + std::size_t{1});
  const std::size_t steps = segments_.size() == 0 ? 0 : segments_.back().steps + 1;
  segments_.push_back({steps, ++events_[thread], static_cast<std::uint16_t>(thread), false});
  running_ = &fiber;
  own_stack_end_ = machine_->tls_address(fiber);
  look_at_all(false);
}

void Accesses::make_room(std::size_t threads) {
  events_.resize(threads, 0);
  past_of_.resize(threads, {});
}

void Accesses::look_at_all(bool on) {
  is_quick_ = !on && !is_looking_ && asking_.size() == 0;
  // Without races to look for, one segment stands for all: what has been accessed once needs no second look. The word
  // of no cell has all bits.
  the_segment_word = on ? ~std::uint64_t{0} : word_of(checks_races_ ? current() : 1, false, kBytes);
}

void Accesses::go_back(const Shadow::Mark& mark, std::size_t steps) {
  if (!is_on_) return;
  shadow_.go_back(mark);
  for (; segments_.back().steps > steps; segments_.pop_back()) {
    if (!segments_.back().is_part) --events_[segments_.back().thread_number];
  }
  count_clocks_.go_back(segments_.size());
  std::ranges::fill(past_of_.all(), Known{});
  std::fill(std::begin(accessible_), std::end(accessible_), Extent{});
}

// --- the guest's side

/// How many events of the thread happened before that step or are that step.
std::uint32_t Accesses::events_before(std::size_t step, engine::ThreadId thread) const {
  return machine().ask_host(
      [&] { return by_causality_ ? past_->events_below(step, thread) : past_->events_before(step, thread); });
}

bool Accesses::is_ordered(std::uint64_t word) {
  const Segment& before = segments_[segment_of(word) - 1];
  if (before.thread() == running_->thread || past_ == nullptr || running_->quiet > 0) return true;
  Known& known = past_of_[before.thread_number];
  if (known.segment != current()) {
    const std::size_t steps = segments_.back().steps;
    known.segment = current();
    known.events = steps > 0 ? events_before(steps - 1, before.thread()) : 0;
  }
  const std::uint32_t needed = before.events + ((word & (kAtomicBit | kLateBit)) == kAtomicBit ? 0 : 1);
  return known.events >= needed || (!count_clocks_.is_empty() && is_ordered_by_counts(word));
}

bool Accesses::is_ordered_by_counts(std::uint64_t word) const {
  const std::uint64_t segment = segment_of(word);
  const Segment& before = segments_[segment - 1];
  return count_clocks_.any_acquired(running_->thread, [&](std::uint64_t released) {
    const Segment& end = segments_[released - 1];
    if (end.thread() == before.thread()) return segment <= released;
    if (end.steps == 0) return false;
    const std::uint32_t events = events_before(end.steps - 1, before.thread());
    return events >= before.events + ((word & (kAtomicBit | kLateBit)) == kAtomicBit ? 0 : 1);
  });
}

bool Accesses::has_drops_of_others(const void* count) const {
  if (!is_on_) return true;
  const engine::ThreadId thread = running_->thread;
  return count_clocks_.any_released(reinterpret_cast<Address>(count),
                                    [&](std::uint64_t segment) { return segments_[segment - 1].thread() != thread; });
}

void Accesses::drop_reference(const void* count, bool is_last) {
  if (!is_on_) return;
  const engine::ThreadId thread = running_->thread;
  const auto address = reinterpret_cast<Address>(count);
  if (is_last) return count_clocks_.acquire(address, thread, current());
  count_clocks_.release(address, thread, current());
  Segment next = segments_.back();
  next.is_part = true;
  segments_.push_back(next);
  look_at_all(machine_->counts().is_disposing());
}

bool Accesses::races_with(std::uint64_t word, std::uint64_t bytes, bool is_atomic) {
  if ((word & bytes) == 0 || (is_atomic && (word & kAtomicBit) != 0)) return false;
  return checks_races_ && !is_ordered(word);
}

bool Accesses::is_accessible(Address begin, Address end) const {
  for (const Extent& each : accessible_) {
    if (begin >= each.begin && end <= each.end) return true;
  }
  return false;
}

/// Those of another thread, or such as are gone.
bool Accesses::is_in_other_frames(Address begin, const void* frame) const {
  const bool is_own_frame = begin >= reinterpret_cast<Address>(frame) && begin < own_stack_end_;
  return begin >= kSlots && !is_own_frame && begin < machine_->tls_address(machine_->slot_of(begin));
}

bool Accesses::access_quickly(Address begin, std::size_t size, bool is_write, const void* frame) {
  if (!is_quick_ || !has_shadow(begin) || (begin & (kCellSize - 1)) + size > kCellSize) return false;
  if (begin >= kSlots && is_in_other_frames(begin, frame)) return false;
  Cell& cell = *cell_of(begin);
  if (((cell.write | cell.read) & (kAskBit | kAtomicBit | kUseBit | kDoubtfulBit)) != 0) return false;
  const std::uint64_t bytes = bytes_between(begin, begin + size);
  if (!checks_races_) {
    if (!is_accessible(begin, begin + size)) return false;
    touch(cell, bytes, {begin, size, is_write ? AccessKind::Write : AccessKind::Read, {}});
    return true;
  }
  const bool has_list = (cell.write & kListBit) != 0;
  const bool reads_more = !is_write && segment_of(cell.read) == current();
  if (has_list && !is_write && !reads_more) return false;
  // Only what is already known to be accessible, and neither races nor leaves more words than there are.
  const std::uint64_t known = has_list ? cell.read : cell.write | cell.read;
  if ((bytes & ~known) != 0 && !is_accessible(begin, begin + size)) return false;
  Cell next = cell;
  if (has_list && is_write) return write_to_list(cell, bytes);
  if (has_list) {
    const auto races = [&](std::uint64_t word) {
      if ((word & kReadBit) != 0 || (word & bytes) == 0) return false;
      return !is_ordered(word) || (notes_unordered_stores_ && (word & kAtomicBit) != 0);
    };
    if (shadow_.any_of_list(cell.write, races)) return false;
    next.read |= bytes;
    shadow_.set(cell, next);
    return true;
  }
  if ((cell.write & bytes) != 0 && !is_ordered(cell.write)) return false;
  if (is_write) {
    if ((cell.read & bytes) != 0 && !is_ordered(cell.read)) return false;
    if (segment_of(cell.write) == current()) {
      next.write |= bytes;
    } else if ((cell.write & kBytes & ~bytes) != 0) {
      next.write = shadow_.pair(cell.write & ~bytes, word_of(current(), false, bytes));
    } else {
      next.write = word_of(current(), false, bytes);
    }
    next.read &= ~bytes;
    if ((next.read & kBytes) == 0) next.read = 0;
  } else if (reads_more) {
    next.read |= bytes;
  } else {
    if (cell.read != 0 && ((cell.read & kBytes & ~bytes) != 0 || !is_ordered(cell.read))) return false;
    next.read = word_of(current(), false, bytes);
  }
  shadow_.set(cell, next);
  return true;
}

/// Where others wrote a part of the cell, as when an array is filled that somebody else has filled before.
bool Accesses::write_to_list(Cell& cell, std::uint64_t bytes) {
  if ((cell.read & bytes) != 0 && !is_ordered(cell.read)) return false;
  std::uint64_t own = word_of(current(), false, bytes);
  std::uint64_t other = 0;
  const auto is_difficult = [&](std::uint64_t word) {
    if ((word & (kReadBit | kAtomicBit | kUseBit)) != 0) return true;
    if (segment_of(word) == current()) {
      own |= word;
      return false;
    }
    if ((word & bytes) != 0 && !is_ordered(word)) return true;
    if ((word & kBytes & ~bytes) == 0) return false;
    if (other != 0) return true;
    other = word & ~bytes;
    return false;
  };
  if (shadow_.any_of_list(cell.write, is_difficult)) return false;
  Cell next{other == 0 ? own : shadow_.pair(other, own), cell.read & ~bytes};
  if ((next.read & kBytes) == 0) next.read = 0;
  shadow_.set(cell, next);
  return true;
}

void Accesses::touch(Cell& cell, std::uint64_t bytes, const Asked& access) {
  const bool writes = is_write(access.kind);
  if (!checks_races_) {
    if ((cell.write & kStackBit) != 0) shadow_.set(cell, {});
    const std::uint64_t old = writes ? cell.write : cell.read;
    const std::uint64_t use = flags_of(access.kind) & kUseBit;
    const bool has_others = (old & kListBit) == 0 && (old & kUseBit) == use;
    const std::uint64_t own = word_of(1, false, bytes) | use | (old & kAskBit) | (has_others ? old & kBytes : 0);
    shadow_.set(cell, writes ? Cell{own, cell.read} : Cell{cell.write, own});
    return;
  }
  const bool atomically = is_atomic(access.kind);
  shadow_.unpack(cell, writes_, reads_);
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    if (!races_with(writes_[i], bytes, atomically)) continue;
    if (access.kind == AccessKind::DoubtfulRead)
      note_doubtful_race(access);
    else
      meet_race(writes_[i], true, cell, bytes, access);
  }
  for (std::size_t i = 0; writes && i < reads_.size(); ++i) {
    if (!races_with(reads_[i], bytes, atomically)) continue;
    if ((reads_[i] & kDoubtfulBit) != 0)
      note_doubtful_race(access);
    else
      meet_race(reads_[i], false, cell, bytes, access);
  }
  if (notes_unordered_stores_ && !writes && !atomically) look_for_unordered_stores(bytes, access);
  if (writes) add(writes_, bytes, access.kind, true);
  add(reads_, bytes, access.kind, !writes);
  const bool asks = (cell.write & kAskBit) != 0 && (cell.write & kStackBit) == 0;
  shadow_.set(cell, shadow_.pack(writes_, reads_, asks));
}

/// Takes out what is before the access: whoever races with that races with the access as well, unless the access is
/// atomic and the other is not; but a use of a primitive after an exclusive use is ordered after that in any case.
/// With `is_new` the access joins them.
void Accesses::add(HostArray<std::uint64_t>& words, std::uint64_t bytes, AccessKind kind, bool is_new) {
  const std::uint64_t own = word_of(current(), false, 0) | flags_of(kind);
  const bool takes_plain = !is_atomic(kind) || kind == AccessKind::Use || kind == AccessKind::Destroy;
  std::uint64_t own_bytes = bytes;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t word = words[i];
    if (is_new && (word & ~kBytes) == own) {
      own_bytes |= word & kBytes;
      continue;
    }
    // A doubtful read tells less than any other access.
    const bool says_less = kind == AccessKind::DoubtfulRead && (word & kDoubtfulBit) == 0;
    if (!says_less && (takes_plain || (word & kAtomicBit) != 0) && is_ordered(word)) word &= ~bytes;
    if ((word & kBytes) != 0) words[kept++] = word;
  }
  words.cut(kept);
  if (is_new) words.push_back(own | own_bytes);
}

std::uint64_t Accesses::known_bytes(const Cell& cell) const {
  if ((cell.write & kStackBit) != 0) return 0;
  std::uint64_t known = cell.read & kBytes;
  if ((cell.write & kListBit) == 0) return known | (cell.write & kBytes);
  shadow_.any_of_list(cell.write, [&known](std::uint64_t word) {
    known |= word & kBytes;
    return false;
  });
  return known;
}

void Accesses::ask(const Asked& access) {
  Machine& m = machine();
  check_access(access.begin, access.size, is_write(access.kind), m.caller(access.caller.address, access.caller.frame),
               access.use, access.caller.frame);
  const Extent around = accessible_around(m, access.begin);
  if (around.end == 0) return;
  accessible_[next_extent_] = around;
  next_extent_ = (next_extent_ + 1) % kExtents;
}

void Accesses::access(Address begin, std::size_t size, AccessKind kind, Caller caller, bool asks) {
  constexpr std::size_t kAbsurd = std::size_t{1} << 40;  // e.g. what a function that fails returns
  if (!is_on_ || size == 0 || size > kAbsurd) return;
  if (!has_shadow(begin)) {
    begin = stream_shadow(shadowed(begin));
    if (is_stream_shadow(begin)) {
      if (machine().counts().is_disposing()) machine().counts().note_effect();
      kind = kind_of_stream_access(begin, size, kind, caller);
    }
  }
  if (!has_shadow(begin)) {
    if (machine().counts().is_disposing()) machine().counts().note_effect();
    if (asks) check_foreign_access(begin, size, is_write(kind), machine().caller(caller.address, caller.frame));
    return;
  }
  look_at({begin, size, kind, caller}, asks);
}

void Accesses::read_doubtfully(Address begin, std::size_t size, Caller caller) {
  if (!is_on_ || !has_shadow(begin)) return;
  const bool is_known = begin < kSlots && is_accessible(begin, begin + size);
  if (!is_known && check_doubtful_read(begin, size, machine().caller(caller.address, caller.frame))) return;
  access(begin, size, AccessKind::DoubtfulRead, caller, false);
}

void Accesses::look_at(const Asked& asked, bool asks) {
  const auto& [begin, size, kind, caller, use] = asked;
  Machine& m = machine();
  const Address end = begin + size;
  // Counting itself is no effect of a disposal.
  if (m.counts().is_disposing() && kind != AccessKind::UseLater) m.counts().note_access(begin, kind);
  if (is_looking_ && current() == race_.other && !race_.knows_before && begin < race_.begin + race_.size &&
      race_.begin < end && is_write(kind) == race_.other_writes && is_atomic(kind) == race_.other_is_atomic &&
      ((flags_of(kind) & kUseBit) != 0) == race_.other_is_use) {
    race_.before = seen(asked);
    race_.knows_before = true;
  }
  const bool is_plain = !is_atomic(kind) && !is_use(kind);
  if (orders_units_ && is_plain && !m.units().is_empty() && interleave(asked)) return;
  bool has_asked = !asks;
  if (asks && is_beyond_own_frames(m, begin, running_->slot, caller.frame)) {
    ask(asked);
    has_asked = true;
  }
  const bool is_long_and_plain =
      size > kCellSize && use == nullptr &&
      (kind == AccessKind::Read || kind == AccessKind::Write || kind == AccessKind::Allocate);
  for (Address at = begin; at < end; at = (at / kCellSize + 1) * kCellSize) {
    Cell& cell = *cell_of(at);
    if (is_long_and_plain &&
        access_quickly(at, std::min(end, at / kCellSize * kCellSize + kCellSize) - at, is_write(kind), caller.frame)) {
      continue;
    }
    const std::uint64_t bytes = bytes_between(at, end);
    if (!has_asked && ((cell.write & kAskBit) != 0 || (bytes & ~known_bytes(cell)) != 0)) {
      ask(asked);
      has_asked = true;
    }
    touch(cell, bytes, asked);
    if (!has_met_race_) continue;
    has_met_race_ = false;
    if (postpones_) continue;
    m.fail(FailureKind::DataRace, "two threads access the same memory, and nothing orders them",
           m.caller(caller.address, caller.frame));
  }
}

void Accesses::note_doubtful_race(const Asked& access) {
  Machine& m = machine();
  m.note_unseen(UnseenKind::DoubtfulRead, "whose value is not used",
                m.caller(access.caller.address, access.caller.frame));
}

/// A plain read of what several atomic stores have written of which none happens before the other: which of them it
/// reads is decided by an order that no operation has seen. Judged by causality all are ordered, and any such read
/// counts. REQUIRES: the words of the cell are unpacked
void Accesses::look_for_unordered_stores(std::uint64_t bytes, const Asked& access) {
  std::uint64_t once = by_causality_ ? kBytes : 0;
  std::uint64_t more_often = 0;
  for (std::size_t i = 0; i < writes_.size(); ++i) {
    const std::uint64_t word = writes_[i];
    if ((word & kAtomicBit) == 0 || (word & kUseBit) != 0) continue;
    more_often |= once & word & kBytes;
    once |= word & kBytes;
  }
  if ((more_often & bytes) == 0) return;
  Machine& m = machine();
  m.note_unseen(UnseenKind::UnorderedStores, "what several atomic stores have written",
                m.caller(access.caller.address, access.caller.frame));
}

void Accesses::meet_race(std::uint64_t word, bool other_writes, const Cell& cell, std::uint64_t bytes,
                         const Asked& access) {
  const std::uint64_t both = word & bytes & kBytes;
  const Address base = reinterpret_cast<Address>(&cell) / 2;
  const auto first = static_cast<unsigned>(std::countr_zero(both));
  const auto size = static_cast<unsigned>(std::bit_width(both)) - first;
  // Operations on primitives have an order of their own: making the others operations as well would not explore both.
  // Nor would it in a stream, whose functions are no operations.
  const bool has_own_order = is_use(access.kind) || (word & kUseBit) != 0 || is_stream_shadow(access.begin);
  if (interleaves_ && !has_own_order) {
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
  race_.now = seen(access);
  race_.other = segment_of(word);
  race_.other_writes = other_writes;
  race_.other_is_atomic = (word & kAtomicBit) != 0;
  race_.other_is_use = (word & kUseBit) != 0;
  race_.begin = base + first;
  race_.size = size;
  has_race_ = true;
}

/// With its stack: frames are chained by their frame pointers, up to where the thread began.
SeenAccess Accesses::seen(const Asked& access) const {
  const Machine& m = machine();
  SeenAccess result;
  result.thread = running_->thread;
  result.kind = access.kind;
  result.begin = access.begin;
  result.size = access.size;
  result.steps = segments_.back().steps;
  result.pc = m.caller(access.caller.address, access.caller.frame);
  if (access.use != nullptr) result.use = *access.use;
  bool has_passed = false;
  for (FrameWalk walk = m.frames(running_->slot, reinterpret_cast<Address>(access.caller.frame));
       walk.is_at_frame() && result.caller_count < kMostCallers; walk.go_up()) {
    const Address place = walk.return_address();
    const bool is_own = m.code().has_call_at(place) && m.is_own_code(place);
    if (is_own && has_passed) result.callers[result.caller_count++] = place;
    has_passed = has_passed || place == result.pc;
  }
  return result;
}

// --- operations on primitives

void Accesses::use(Address begin, std::size_t size, AccessKind kind, const Use& use, Caller caller) {
  if (is_on_ && has_shadow(begin)) look_at({begin, size, kind, caller, &use}, true);
}

/// Where all cells say the same, which is nothing or one use before this one, which takes its place. An exclusive use
/// takes the place of an initialisation, too.
[[gnu::always_inline]] inline bool Accesses::use_cells(const Extent& object, std::size_t count, std::uint64_t bytes,
                                                       AccessKind kind) {
  Cell* const cells = cell_of(object.begin);
  const std::uint64_t old = cells[0].write;
  if (cells[0].read != 0 || !are_alike(cells, count)) return false;
  if (old == 0) {
    if (!is_accessible(object.begin, object.end)) return false;
  } else {
    const std::uint64_t flags = old & ~kSegmentBits;
    const bool is_use_word = flags == (kAtomicBit | kUseBit | bytes);
    if (!is_use_word && (flags != (kUseBit | bytes) || kind != AccessKind::Use)) return false;
    const bool is_own = segments_[segment_of(old) - 1].thread() == running_->thread;
    if (!is_own && !is_ordered(old)) return false;
  }
  shadow_.set_alike(cells, count, {word_of(current(), true, bytes) | kUseBit, 0});
  return true;
}

bool Accesses::use_quickly(Address begin, std::size_t size, AccessKind kind, const void* frame) {
  if (kind != AccessKind::Use && kind != AccessKind::UseShared) return false;
  if (!is_quick_ || !checks_races_ || !has_shadow(begin)) return false;
  if (begin >= kSlots && is_in_other_frames(begin, frame)) return false;
  const Extent object{begin, begin + size};
  if (((begin | size) & (kCellSize - 1)) != 0) {
    if ((begin & (kCellSize - 1)) + size > kCellSize) return false;
    return use_cells(object, 1, bytes_between(begin, object.end), kind);
  }
  // With a constant number of cells the loops over them are unrolled.
  if (size == sizeof(pthread_mutex_t)) return use_cells(object, sizeof(pthread_mutex_t) / kCellSize, kBytes, kind);
  return size / kCellSize <= Shadow::kMaxAlike && use_cells(object, size / kCellSize, kBytes, kind);
}

void Accesses::expect(Address begin, std::size_t size, const Use& use, Caller caller) {
  if (!is_on_ || !has_shadow(begin)) return;
  bool asks = is_in_other_frames(begin, caller.frame);
  for (Address at = begin; at < begin + size && !asks; at = (at / kCellSize + 1) * kCellSize) {
    const Cell& cell = *cell_of(at);
    asks = (cell.write & kAskBit) != 0 || (bytes_between(at, begin + size) & ~known_bytes(cell)) != 0;
  }
  if (asks) ask({begin, size, AccessKind::AtomicWrite, caller, &use});
}

bool Accesses::is_in_use(Address begin, std::size_t size) const {
  if (!is_on_ || !has_shadow(begin)) return false;
  for (Address at = begin; at < begin + size; at = (at / kCellSize + 1) * kCellSize) {
    const Cell& cell = *cell_of(at);
    std::uint64_t used = 0;
    const auto note = [&used](std::uint64_t word) {
      if ((word & kUseBit) != 0) used |= word & kBytes;
      return false;
    };
    if ((cell.write & kListBit) != 0)
      shadow_.any_of_list(cell.write, note);
    else
      note(cell.write);
    if ((bytes_between(at, begin + size) & ~used) != 0) return false;
  }
  return true;
}

void Accesses::free(Address begin, std::size_t size, Caller caller) {
  access(begin, size, AccessKind::Free, caller, false);
  forget(begin, size);
  std::fill(std::begin(accessible_), std::end(accessible_), Extent{});
}

void Accesses::allocate(Address begin, std::size_t size, Caller caller) {
  access(begin, size, AccessKind::Allocate, caller, false);
}

void Accesses::end(const Extent& memory, const Use& use, Caller caller) {
  if (!is_on_ || memory.begin >= memory.end) return;
  Cell* const end = cell_of(memory.end + kCellSize - 1);
  for (Cell* cell = cell_of(memory.begin); cell < end; ++cell) {
    while (end - cell >= kCellsAtOnce && are_empty(cell)) cell += kCellsAtOnce;
    if (cell == end) break;
    if ((cell->write | cell->read) == 0) continue;
    end_cell(*cell, use, caller);
  }
}

void Accesses::end_cell(Cell& cell, const Use& use, Caller caller) {
  const bool is_mark = (cell.write & kStackBit) != 0;
  if (!is_mark || !is_quick_) {
    const bool says_nothing = ((cell.write | cell.read) & ~kAskBit) == 0;
    // The thread's own accesses are before its end.
    const bool is_own = checks_races_ && (cell.write & kAskBit) == 0 && !has_accesses_of_others(cell);
    const Address at = reinterpret_cast<Address>(&cell) / 2;
    if (!says_nothing && !is_own) look_at({at, kCellSize, AccessKind::Free, caller, &use}, false);
    if ((cell.write & kAskBit) != 0) return;
  }
  shadow_.set(cell, {});
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

// --- hooks, beside the function that they spend their time in

void read_hook(Address begin, std::size_t size) {
  Accesses& accesses = machine().accesses();
  if (accesses.access_quickly(begin, size, false, __builtin_frame_address(0))) return;
  accesses.access(begin, size, AccessKind::Read, QPOR_CALLED_BY);
}

void doubtful_read_hook(Address begin, std::size_t size) {
  machine().accesses().read_doubtfully(begin, size, QPOR_CALLED_BY);
}

void write_hook(Address begin, std::size_t size) {
  Accesses& accesses = machine().accesses();
  if (accesses.access_quickly(begin, size, true, __builtin_frame_address(0))) return;
  accesses.access(begin, size, AccessKind::Write, QPOR_CALLED_BY);
}

}  // namespace qpor::frontend::native
