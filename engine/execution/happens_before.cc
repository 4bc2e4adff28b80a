#include "engine/execution/happens_before.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"

namespace qpor::engine {

// --- rows

void HappensBefore::merge(Clock& clock, const Clock& other) {
  const bool has_owner = other.owner != kNoOwner;
  const std::size_t needed = std::max<std::size_t>({clock.width, other.width, has_owner ? other.owner + 1 : 0});
  const std::size_t width = (needed + kBlock - 1) / kBlock * kBlock;
  words_.resize(own_words_ + width);
  std::uint32_t* const to = words_.data() + own_words_;
  if (clock.begin != own_words_) std::copy_n(words_.data() + clock.begin, clock.width, to);
  clock.begin = own_words_;
  clock.width = static_cast<std::uint32_t>(width);
  const std::uint32_t* const from = words_.data() + other.begin;
  for (std::size_t i = 0; i < other.width; i += kBlock) {
    for (std::size_t j = i; j < i + kBlock; ++j) to[j] = std::max(to[j], from[j]);
  }
  if (has_owner) to[other.owner] = std::max(to[other.owner], other.count);
}

/// REQUIRES: no clock is learning
HappensBefore::Row HappensBefore::join(Row one, Row other) {
  if (one == other || other == kEmpty) return one;
  if (one == kEmpty) return other;
  own_words_ = words_.size();
  Clock both;
  merge(both, clock(one));
  merge(both, clock(other));
  joined_.push_back(both);
  return static_cast<Row>(joined_.size() - 1) | kJoined;
}

// --- slots

void HappensBefore::set(Table table, std::uint32_t slot, Row row) {
  std::vector<Row>& rows = tables_[static_cast<std::size_t>(table)];
  if (slot >= rows.size()) rows.resize(slot + 1, kEmpty);
  if (rows[slot] == row) return;
  undo_.add() = {table, slot, rows[slot]};
  rows[slot] = row;
}

std::uint32_t HappensBefore::round(ObjectId object, Value number) {
  const auto fresh = static_cast<std::uint32_t>(round_slots_.size());
  return round_slots_.try_emplace({index(object), number}, fresh).first->second;
}

// --- atomics, and operations that commute

namespace {

enum class AtomicUse : std::uint8_t { Load, Store, Change };

/// Does it leave a value of 0 as it is, like weak_ptr::lock? It is then a load.
bool is_conditional(const Operation& operation) {
  if (operation.kind == OperationKind::AtomicCount) return count_test_in(operation.argument2) == CountTest::Above;
  return operation.kind == OperationKind::AtomicChange &&
         function_in(operation.argument2) == AtomicFunction::AddUnlessZero;
}

AtomicUse access_of(const Operation& operation, Value result) {
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::Await:
    case OperationKind::AtomicLoad: return AtomicUse::Load;
    case OperationKind::Store:
    case OperationKind::AtomicStore: return AtomicUse::Store;
    case OperationKind::CompareExchange:
    case OperationKind::AtomicCompareExchange: return result != 0 ? AtomicUse::Change : AtomicUse::Load;
    case OperationKind::AtomicWrite: return operation.argument != 0 ? AtomicUse::Store : AtomicUse::Change;
    case OperationKind::AtomicChange:
      return is_conditional(operation) && result == 0 ? AtomicUse::Load : AtomicUse::Change;
    case OperationKind::AtomicCount:  // without a test an addition of 0 is one all the same: it may release
      return change_of(operation, static_cast<std::int32_t>(result)) == 0 &&
                     count_test_in(operation.argument2) != CountTest::None
                 ? AtomicUse::Load
                 : AtomicUse::Change;
    default: return AtomicUse::Change;
  }
}

/// Of a compare-exchange that has failed, the order of its load.
MemoryOrder order_of(const Operation& operation, AtomicUse access) {
  const bool may_fail = operation.kind == OperationKind::CompareExchange ||
                        operation.kind == OperationKind::AtomicCompareExchange || is_conditional(operation);
  return access == AtomicUse::Load && may_fail ? operation.orders.failure : operation.orders.success;
}

bool acquires_by_reading(const Operation& operation, Value result) {
  const AtomicUse access = access_of(operation, result);
  return access != AtomicUse::Store && acquires(order_of(operation, access));
}

/// Readers, and those who post, order each other in no encoding, also where all operations on an object are exclusive.
bool is_always_shared(OperationKind kind) {
  return kind == OperationKind::ReadLock || kind == OperationKind::TryReadLock || kind == OperationKind::ReadUnlock ||
         kind == OperationKind::Post;
}

LockedAccess locked_access(const Operation& operation) { return static_cast<LockedAccess>(operation.argument2); }
bool reads(LockedAccess access) { return access == LockedAccess::Load || access == LockedAccess::Change; }

}  // namespace

// --- steps

void HappensBefore::push(ThreadId thread, const Operation& operation, Mode given_mode, Value result, Value parameter,
                         const Causes& causes) {
  const Mode mode = is_always_shared(operation.kind) ? Mode::Shared : given_mode;
  Step& step = steps_.add();
  const auto now = static_cast<Row>(steps_.size);
  if (index(thread) >= last_.size()) last_.resize(index(thread) + 1, kEmpty);
  step.before = std::exchange(last_[index(thread)], now);
  step.undo = static_cast<std::uint32_t>(undo_.size);
  step.joined = static_cast<std::uint32_t>(joined_.size());
  step.releases = static_cast<std::uint32_t>(open_.size());
  step.words = words_.size();
  const ObjectId object = operation.object;
  const Synchronises what = synchronises(operation.kind);
  const bool acquires_nothing = what == Synchronises::Nothing || (what == Synchronises::AcquiresIfTaken && result == 0);
  if (mode == Mode::Exclusive && object != kNoObject && !acquires_nothing) close(object);
  const Row read = what == Synchronises::Atomic ? read_by(operation, mode, causes) : kEmpty;
  own_words_ = words_.size();
  Clock& clock = step.clock;
  clock = step.before == kEmpty ? Clock{} : steps_[step.before - 1].clock;
  clock.owner = index(thread);
  ++clock.count;

  switch (what) {
    case Synchronises::Starts: learn(clock, get(Table::Threads, slot(thread, AtCreation))); break;
    case Synchronises::Joins: learn(clock, last_of(static_cast<ThreadId>(operation.argument))); break;  // its exit
    case Synchronises::AcquiresIfTaken:
      if (result == 0) break;
      [[fallthrough]];
    case Synchronises::Acquires:
      if (locked_access(operation) == LockedAccess::None) learn(clock, get(Table::Objects, slot(object, Closed)));
      break;
    case Synchronises::Releases:
      if (reads(locked_access(operation)) && acquires(operation.orders.success)) {
        learn(clock, get(Table::Objects, slot(object, Closed)));
      }
      break;
    case Synchronises::Leaves: learn(clock, get(Table::Rounds, round(object, operation.argument))); break;
    case Synchronises::Counts:
      if (result >= parameter) learn(clock, get(Table::Objects, slot(object, Closed)));
      break;
    case Synchronises::Atomic:
      if (acquires_by_reading(operation, result)) learn(clock, read);
      break;
    case Synchronises::Fences:
      if (acquires(operation.orders.success)) learn(clock, get(Table::Threads, slot(thread, ReadRelaxed)));
      break;
    default: break;
  }

  switch (what) {
    case Synchronises::Creates:
      set(Table::Threads, slot(static_cast<ThreadId>(operation.argument), AtCreation), now);
      break;
    case Synchronises::Releases:
      if (locked_access(operation) == LockedAccess::None)
        release(object, mode, now, true);
      else
        release_locked(thread, operation, mode, now);
      break;
    case Synchronises::Arrives: {
      const std::uint32_t number =
          round(object, operation.kind == OperationKind::ArriveOrdered ? result : operation.argument);
      set(Table::Rounds, number, join(get(Table::Rounds, number), now));
      release(object, mode, now, false);
      break;
    }
    case Synchronises::Atomic: release_atomic(thread, operation, mode, result, now, read); break;
    case Synchronises::Fences:
      if (releases(operation.orders.success)) set(Table::Threads, slot(thread, ReleaseFence), now);
      break;
    default: break;
  }
}

void HappensBefore::pop_to(std::size_t steps) {
  if (steps >= steps_.size) return;
  for (std::size_t i = steps_.size; i > steps; --i) last_[steps_[i - 1].clock.owner] = steps_[i - 1].before;
  const Step& mark = steps_[steps];
  for (std::size_t i = undo_.size; i > mark.undo; --i) {
    const Undo& last = undo_[i - 1];
    tables_[static_cast<std::size_t>(last.table)][last.slot] = last.row;
  }
  undo_.size = mark.undo;
  joined_.resize(mark.joined);
  open_.resize(mark.releases);
  words_.resize(mark.words);
  steps_.size = steps;
}

std::uint32_t HappensBefore::events_before(std::size_t step, ThreadId thread) const {
  assert(step < steps_.size);
  return events_in(steps_[step].clock, index(thread));
}

// --- what operations release and acquire

/// What shared operations have released is there to be acquired by all operations from now on.
/// REQUIRES: no clock is learning
void HappensBefore::close(ObjectId object) {
  std::uint32_t each = get(Table::Objects, slot(object, Open));
  if (each == 0) return;
  Row row = get(Table::Objects, slot(object, Closed));
  for (; each != 0; each = open_[each].before) row = join(row, open_[each].row);
  set(Table::Objects, slot(object, Closed), row);
  set(Table::Objects, slot(object, Open), 0);
}

/// `replaces`: what others have released before is no longer there to be acquired, or it is part of `row` anyway.
void HappensBefore::release(ObjectId object, Mode mode, Row row, bool replaces) {
  if (mode == Mode::Shared) {
    open_.push_back({get(Table::Objects, slot(object, Open)), static_cast<std::uint32_t>(steps_.size - 1), row});
    set(Table::Objects, slot(object, Open), static_cast<std::uint32_t>(open_.size() - 1));
  } else {
    const Row before = get(Table::Objects, slot(object, Closed));
    set(Table::Objects, slot(object, Closed), replaces ? row : join(before, row));
  }
}

/// REQUIRES: no clock is learning
HappensBefore::Row HappensBefore::read_by(const Operation& operation, Mode mode, const Causes& causes) {
  Row row = get(Table::Objects, slot(operation.object, Closed));
  if (mode != Mode::Shared) return row;
  for (std::uint32_t each = get(Table::Objects, slot(operation.object, Open)); each != 0; each = open_[each].before) {
    if (causes.has(open_[each].step)) row = join(row, open_[each].row);
  }
  return row;
}

/// REQUIRES: no operation under the lock of readers has released anything, so that all is closed
void HappensBefore::release_locked(ThreadId thread, const Operation& operation, Mode mode, Row now) {
  const LockedAccess access = locked_access(operation);
  const MemoryOrder order = operation.orders.success;
  if (reads(access) && !acquires(order)) {
    const Row read = get(Table::Objects, slot(operation.object, Closed));
    const std::uint32_t known = slot(thread, ReadRelaxed);
    if (read != kEmpty) set(Table::Threads, known, join(get(Table::Threads, known), read));
  }
  if (access == LockedAccess::Load) return;
  const Row released = releases(order) ? now : get(Table::Threads, slot(thread, ReleaseFence));
  if (released != kEmpty || access == LockedAccess::Store) {
    release(operation.object, mode, released, access == LockedAccess::Store);
  }
}

void HappensBefore::release_atomic(ThreadId thread, const Operation& operation, Mode mode, Value result, Row now,
                                   Row read) {
  const AtomicUse access = access_of(operation, result);
  const MemoryOrder order = order_of(operation, access);
  if (access != AtomicUse::Store && !acquires(order)) {
    const std::uint32_t known = slot(thread, ReadRelaxed);
    if (read != kEmpty) set(Table::Threads, known, join(get(Table::Threads, known), read));
  }
  if (access == AtomicUse::Load) return;
  const Row released = releases(order) ? now : get(Table::Threads, slot(thread, ReleaseFence));
  if (released != kEmpty || access == AtomicUse::Store) {
    release(operation.object, mode, released, access == AtomicUse::Store);
  }
}

}  // namespace qpor::engine
