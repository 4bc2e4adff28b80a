// Happens-before of one execution, as C11, C++20 and POSIX define it: sequenced-before and synchronises-with, by vector
// clocks over the steps of the trail. The column `synchronises` of operation_kinds.def says what each operation adds.
// Race detection asks it; the exploration itself goes by dependence (semantics.h), which orders more: a relaxed load
// comes after the store that it reads, a failed trylock after the lock, and neither orders the plain accesses around
// it.
//
// A clock says for each thread how many of its events happened before. Each object has two:
//   closed   what an acquiring operation learns: all releases up to the last exclusive operation
//   open     what shared operations released since, one by one. They commute with other shared ones. A shared operation
//            on an atomic learns those that are among its causes, since they come first in every execution of the
//            trace. It must not learn the others: whether they come first is an accident of the schedule. The next
//            exclusive operation closes all, unless it acquires nothing: a failed trywrlock passes nothing on among
//            readers.
// So every clock is a function of the trace, not of the order in which the trace was executed.
//
// Operations that change an atomic but leave its value are shared, and ordered only as all executions of the trace
// order them. No race is missed. One could be reported that no single execution has, if such operations on several
// atomics cross; the random tests have met none.
//
// Atomics: a store replaces the clock of its object (it begins a release sequence or, relaxed, ends one); a
// read-modify-write adds to it, whatever its order is [C++20 intro.races]. A relaxed store after a release fence
// releases what the fence has seen; an acquire fence acquires what relaxed loads before it have read. Consume is
// acquire.
//
// An atomic that is accessed under a lock of its own (LockedAccess) does all this when the lock is given back; a load
// releases nothing. Its accesses under the lock are the lock's business, not the program's.
//
// A row is a clock. That of a step is its thread's number of events and words for the other threads, which the steps of
// the thread share until it learns something new. A clock that knows an event knows all that happened before it, so
// that one comparison tells whether the row of a step has anything new.
//
// Invariants
//  1. Rows are immutable: a clock is the number of a row, and several users share one. Row 0 is empty.
//  2. steps_[i] has the sizes of the other arrays before step i; what a step overwrote is in undo_, or in `before`.
//  3. Each clock is closed: whatever happened before an event that it counts, it counts as well.
//  4. The words of a row fill whole blocks.
//  5. Open releases of an object are a list, the newest first, that ends with 0. Its links lead to smaller numbers.
//
// Cost: constant for a step that learns nothing new; others copy a word for each thread. A shared operation on an
// atomic asks for each open release whether it is a cause.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

class HappensBefore {
 public:
  std::size_t steps() const { return steps_.size; }

  /// Which earlier steps are causes of the next one?
  class Causes {
   public:
    virtual bool has(std::size_t step) const = 0;

   protected:
    ~Causes() = default;
  };

  /// The next step of the execution. `parameter` is that of the operation's object.
  void push(ThreadId thread, const Operation& operation, Mode mode, Value result, Value parameter,
            const Causes& causes);
  /// Forgets all steps but the first ones.
  void pop_to(std::size_t steps);

  /// How many events of the thread happened before that step or are that step. REQUIRES: step < steps()
  std::uint32_t events_before(std::size_t step, ThreadId thread) const;

 private:
  /// An array that is cut by setting its size; what was there stays allocated.
  template <class T>
  struct Pile {
    std::vector<T> items;
    std::size_t size = 0;

    T& operator[](std::size_t i) { return items[i]; }
    const T& operator[](std::size_t i) const { return items[i]; }
    /// Not initialised.
    T& add() {
      if (size == items.size()) items.resize(2 * size + 64);
      return items[size++];
    }
  };

  /// 1 + the number of a step, or kJoined and a place in joined_.
  using Row = std::uint32_t;
  static constexpr Row kEmpty = 0;
  static constexpr Row kJoined = Row{1} << 31;

  /// So many words are compared at a time.
  static constexpr std::size_t kBlock = 4;
  static constexpr std::uint32_t kNoOwner = ~std::uint32_t{0};

  struct Clock {
    std::size_t begin = 0;           ///< of its words; the owner's own one may be less than `count`
    std::uint32_t width = 0;         ///< the number of words
    std::uint32_t owner = kNoOwner;  ///< the thread of the step; kNoOwner when several clocks were joined
    std::uint32_t count = 0;         ///< events of the owner
  };
  struct Step {
    Clock clock;
    Row before = kEmpty;  ///< of the thread
    std::uint32_t undo = 0;
    std::uint32_t joined = 0;
    std::uint32_t releases = 0;
    std::size_t words = 0;
  };
  struct OpenRelease {
    std::uint32_t before = 0;  ///< the one before it on the same object
    std::uint32_t step = 0;
    Row row = kEmpty;
  };
  enum class Table : std::uint8_t { Objects, Threads, Rounds };
  struct Undo {
    Table table;
    std::uint32_t slot;
    Row row;
  };
  // Slots of an object and of a thread in their tables. All are rows, but Open is the number of an open release.
  enum ObjectSlot : std::uint32_t { Closed, Open, kObjectSlots };
  enum ThreadSlot : std::uint32_t { AtCreation, ReleaseFence, ReadRelaxed, kThreadSlots };

  static std::uint32_t slot(ObjectId object, ObjectSlot which) { return index(object) * kObjectSlots + which; }
  static std::uint32_t slot(ThreadId thread, ThreadSlot which) { return index(thread) * kThreadSlots + which; }
  std::uint32_t round(ObjectId object, Value number);

  Row get(Table table, std::uint32_t slot) const {
    const std::vector<Row>& rows = tables_[static_cast<std::size_t>(table)];
    return slot < rows.size() ? rows[slot] : kEmpty;
  }
  void set(Table table, std::uint32_t slot, Row row);

  /// REQUIRES: row != kEmpty
  const Clock& clock(Row row) const { return (row & kJoined) != 0 ? joined_[row ^ kJoined] : steps_[row - 1].clock; }
  Row last_of(ThreadId thread) const { return index(thread) < last_.size() ? last_[index(thread)] : kEmpty; }
  std::uint32_t events_in(const Clock& clock, std::uint32_t thread) const {
    if (thread == clock.owner) return clock.count;
    return thread < clock.width ? words_[clock.begin + thread] : 0;
  }
  /// Adds a row to a clock.
  void learn(Clock& clock, Row row) {
    if (row == kEmpty) return;
    const Clock& other = this->clock(row);
    if (other.owner == kNoOwner || events_in(clock, other.owner) < other.count) merge(clock, other);
  }
  void merge(Clock& clock, const Clock& other);
  Row join(Row one, Row other);

  void close(ObjectId object);
  void release(ObjectId object, Mode mode, Row row, bool replaces);
  /// What an atomic operation reads from: the row of all that was released into it.
  Row read_by(const Operation& operation, Mode mode, const Causes& causes);
  /// The same for an atomic that is locked while it is accessed (LockedAccess).
  void release_locked(ThreadId thread, const Operation& operation, Mode mode, Row now);
  void release_atomic(ThreadId thread, const Operation& operation, Mode mode, Value result, Row now, Row read);

  std::vector<std::uint32_t> words_;  // of all rows
  Pile<Step> steps_;
  std::vector<Clock> joined_;
  std::vector<OpenRelease> open_{OpenRelease{}};  // the first is none
  std::size_t own_words_ = 0;                     // those from there on are of the clock that learns
  std::vector<Row> last_;                         // by thread
  std::vector<Row> tables_[3];
  std::map<std::pair<std::uint32_t, Value>, std::uint32_t> round_slots_;
  Pile<Undo> undo_;
};

}  // namespace qpor::engine
