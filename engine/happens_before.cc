#include "engine/happens_before.h"

#include <algorithm>
#include <cassert>

#include "engine/atomic_function.h"

namespace qpor::engine {

// --- rows

/// The row under construction has no number yet: its words are those behind the last row.
void HappensBefore::learn(Row row) {
  const std::size_t own = begin_.back();
  const std::size_t from = begin_[row];
  const std::size_t count = width(row);
  if (words_.size() < own + count) words_.resize(own + count, 0);
  for (std::size_t i = 0; i < count; ++i) words_[own + i] = std::max(words_[own + i], words_[from + i]);
}

HappensBefore::Row HappensBefore::close_row() {
  begin_.push_back(words_.size());
  return static_cast<Row>(begin_.size() - 2);
}

/// REQUIRES: no row is under construction
HappensBefore::Row HappensBefore::join(Row one, Row other) {
  if (one == other || other == kEmpty) return one;
  if (one == kEmpty) return other;
  learn(one);
  learn(other);
  return close_row();
}

// --- slots

std::vector<HappensBefore::Row>& HappensBefore::rows_of(Table table) {
  return table == Table::Objects ? objects_ : table == Table::Threads ? threads_ : rounds_;
}

HappensBefore::Row HappensBefore::get(Table table, std::uint32_t slot) const {
  const std::vector<Row>& rows = const_cast<HappensBefore*>(this)->rows_of(table);
  return slot < rows.size() ? rows[slot] : kEmpty;
}

void HappensBefore::set(Table table, std::uint32_t slot, Row row) {
  std::vector<Row>& rows = rows_of(table);
  if (slot >= rows.size()) rows.resize(slot + 1, kEmpty);
  if (rows[slot] == row) return;
  undo_.push_back({table, slot, rows[slot]});
  rows[slot] = row;
}

std::uint32_t HappensBefore::round(ObjectId object, Value number) {
  const auto fresh = static_cast<std::uint32_t>(round_slots_.size());
  return round_slots_.try_emplace({index(object), number}, fresh).first->second;
}

// --- atomics

namespace {

enum class AtomicUse : std::uint8_t { Load, Store, Change };

/// Does it leave a value of 0 as it is, like weak_ptr::lock? It is then a load.
bool is_conditional(const Operation& operation) {
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

}  // namespace

// --- steps

namespace {

/// Readers, and those who post, order each other in no encoding, also where all operations on an object are exclusive.
bool is_always_shared(OperationKind kind) {
  return kind == OperationKind::ReadLock || kind == OperationKind::TryReadLock || kind == OperationKind::ReadUnlock ||
         kind == OperationKind::Post;
}

}  // namespace

void HappensBefore::push(ThreadId thread, const Operation& operation, Mode given_mode, Value result, Value parameter,
                         const Causes& causes) {
  const Mode mode = is_always_shared(operation.kind) ? Mode::Shared : given_mode;
  marks_.push_back({static_cast<std::uint32_t>(begin_.size()), static_cast<std::uint32_t>(undo_.size()),
                    static_cast<std::uint32_t>(open_.size()), words_.size(), kEmpty});
  const ObjectId object = operation.object;
  const Synchronises what = synchronises(operation.kind);
  const bool acquires_nothing = what == Synchronises::Nothing || (what == Synchronises::AcquiresIfTaken && result == 0);
  if (mode == Mode::Exclusive && object != kNoObject && !acquires_nothing) close(object);
  Row read = kEmpty;
  if (what == Synchronises::Atomic) read = read_by(operation, mode, causes);
  learn(get(Table::Threads, slot(thread, Now)));
  const std::size_t own = begin_.back() + index(thread);
  if (words_.size() <= own) words_.resize(own + 1, 0);
  ++words_[own];

  switch (what) {
    case Synchronises::Starts: learn(get(Table::Threads, slot(thread, AtCreation))); break;
    case Synchronises::Joins:
      learn(get(Table::Threads, slot(static_cast<ThreadId>(operation.argument), AtExit)));
      break;
    case Synchronises::AcquiresIfTaken:
      if (result == 0) break;
      [[fallthrough]];
    case Synchronises::Acquires: learn(get(Table::Objects, slot(object, Closed))); break;
    case Synchronises::Leaves: learn(get(Table::Rounds, round(object, operation.argument))); break;
    case Synchronises::Counts:
      if (result >= parameter) learn(get(Table::Objects, slot(object, Closed)));
      break;
    case Synchronises::Atomic:
      if (acquires_by_reading(operation, result)) learn(read);
      break;
    case Synchronises::Fences:
      if (acquires(operation.orders.success)) learn(get(Table::Threads, slot(thread, ReadRelaxed)));
      break;
    default: break;
  }

  const Row now = close_row();
  marks_.back().row = now;
  set(Table::Threads, slot(thread, Now), now);

  switch (what) {
    case Synchronises::Creates:
      set(Table::Threads, slot(static_cast<ThreadId>(operation.argument), AtCreation), now);
      break;
    case Synchronises::Exits: set(Table::Threads, slot(thread, AtExit), now); break;
    case Synchronises::Releases: release(object, mode, now, true); break;
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
  if (steps >= marks_.size()) return;
  const Mark& mark = marks_[steps];
  while (undo_.size() > mark.undo) {
    const Undo& last = undo_.back();
    rows_of(last.table)[last.slot] = last.row;
    undo_.pop_back();
  }
  begin_.resize(mark.rows);
  words_.resize(mark.words);
  open_.resize(mark.releases);
  marks_.resize(steps);
}

std::uint32_t HappensBefore::events_before(std::size_t step, ThreadId thread) const {
  assert(step < marks_.size());
  const Row row = marks_[step].row;
  return index(thread) < width(row) ? words_[begin_[row] + index(thread)] : 0;
}

// --- what operations release and acquire

/// What shared operations have released is there to be acquired by all operations from now on.
/// REQUIRES: no row is under construction
void HappensBefore::close(ObjectId object) {
  std::uint32_t each = get(Table::Objects, slot(object, Open));
  if (each == 0) return;
  learn(get(Table::Objects, slot(object, Closed)));
  for (; each != 0; each = open_[each].before) learn(open_[each].row);
  set(Table::Objects, slot(object, Closed), close_row());
  set(Table::Objects, slot(object, Open), 0);
}

/// `replaces`: what others have released before is no longer there to be acquired, or it is part of `row` anyway.
void HappensBefore::release(ObjectId object, Mode mode, Row row, bool replaces) {
  if (mode == Mode::Shared) {
    open_.push_back({get(Table::Objects, slot(object, Open)), marks_.size() - 1, row});
    set(Table::Objects, slot(object, Open), static_cast<std::uint32_t>(open_.size() - 1));
  } else {
    const Row before = get(Table::Objects, slot(object, Closed));
    set(Table::Objects, slot(object, Closed), replaces ? row : join(before, row));
  }
}

/// REQUIRES: no row is under construction
HappensBefore::Row HappensBefore::read_by(const Operation& operation, Mode mode, const Causes& causes) {
  Row row = get(Table::Objects, slot(operation.object, Closed));
  if (mode != Mode::Shared) return row;
  for (std::uint32_t each = get(Table::Objects, slot(operation.object, Open)); each != 0; each = open_[each].before) {
    if (causes.has(open_[each].step)) row = join(row, open_[each].row);
  }
  return row;
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
