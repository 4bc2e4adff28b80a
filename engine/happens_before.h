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
// Invariants
//  1. Rows are immutable: a clock is the number of a row, and several users share one. Row 0 is empty.
//  2. marks_[i] has the sizes of the arrays before step i; what a step overwrote is in undo_.
//  3. Open releases of an object are a list, the newest first, that ends with 0. Its links lead to smaller numbers.
//
// Cost: a step copies one row of as many words as there are threads; an acquiring shared one asks for each open release
// whether it is a cause.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/ids.h"
#include "engine/operation.h"
#include "engine/semantics.h"

namespace qpor::engine {

class HappensBefore {
 public:
  std::size_t steps() const { return marks_.size(); }

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
  using Row = std::uint32_t;
  static constexpr Row kEmpty = 0;

  struct Mark {
    std::uint32_t rows;
    std::uint32_t undo;
    std::uint32_t releases;
    std::size_t words;
    Row row;  ///< the clock of the thread after the step
  };
  struct OpenRelease {
    std::uint32_t before;  ///< the one before it on the same object
    std::size_t step;
    Row row;
  };
  enum class Table : std::uint8_t { Objects, Threads, Rounds };
  struct Undo {
    Table table;
    std::uint32_t slot;
    Row row;
  };
  // Slots of an object and of a thread in their tables. All are rows, but Open is the number of an open release.
  enum ObjectSlot : std::uint32_t { Closed, Open, kObjectSlots };
  enum ThreadSlot : std::uint32_t { Now, AtCreation, AtExit, ReleaseFence, ReadRelaxed, kThreadSlots };

  static std::uint32_t slot(ObjectId object, ObjectSlot which) { return index(object) * kObjectSlots + which; }
  static std::uint32_t slot(ThreadId thread, ThreadSlot which) { return index(thread) * kThreadSlots + which; }
  std::uint32_t round(ObjectId object, Value number);

  Row get(Table table, std::uint32_t slot) const;
  void set(Table table, std::uint32_t slot, Row row);
  std::vector<Row>& rows_of(Table table);

  std::size_t width(Row row) const { return begin_[row + 1] - begin_[row]; }
  /// Adds a row to the one under construction, which is the last.
  void learn(Row row);
  Row join(Row one, Row other);
  Row close_row();

  void close(ObjectId object);
  void release(ObjectId object, Mode mode, Row row, bool replaces);
  /// What an atomic operation reads from: the row of all that was released into it.
  Row read_by(const Operation& operation, Mode mode, const Causes& causes);
  void release_atomic(ThreadId thread, const Operation& operation, Mode mode, Value result, Row now, Row read);

  std::vector<std::uint32_t> words_;      // of all rows
  std::vector<std::size_t> begin_{0, 0};  // by row; one more than there are
  std::vector<Row> objects_, threads_, rounds_;
  std::map<std::pair<std::uint32_t, Value>, std::uint32_t> round_slots_;
  std::vector<OpenRelease> open_{OpenRelease{}};  // the first is none
  std::vector<Undo> undo_;
  std::vector<Mark> marks_;
};

}  // namespace qpor::engine
