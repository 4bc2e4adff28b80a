// What a sequence makes observable [Observers Sec. 2.2]. Two plain stores of one variable need no order as long as no
// operation reads the second: the happens-before relation of this file has, besides program order, tokens, and the
// usual dependence on every object that is no variable, for each variable
//
//   the last write before a read -> the read
//   every earlier write of the variable -> a write that is read
//   a read -> every later write
//
// A read-modify-write reads and writes; one that leaves the value as it is only reads. A variable that some operation
// waits for to have another value is ordered like every other object: what such an operation has seen while it was
// blocked is part of no sequence. Which these are is found out on the way (`Uses::learn`).
//
// The relation is one of whole sequences: a read that comes later orders writes that were not ordered before it. So
// nothing is kept in step with an execution; `read_off` reads it off one that has come to its end.
//
// Invariants
//  1. `happens_before` holds only of steps in the order of the sequence, and is transitively closed.
//  2. `readers(w)` are the reads whose last write is w, in the order of the sequence.
//
// Cost: read_off is linear in the steps, times the threads; then O(1) per question.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/dpor/label.h"
#include "engine/dpor/sequence.h"

namespace qpor::engine {

/// What a label does, as far as observation goes.
enum class Use : std::uint8_t {
  Nothing,  ///< no access
  Read,     ///< of a variable
  Write,    ///< of a variable, and nothing else: a plain store
  Update,   ///< of a variable, which it reads and writes
  Ordered,  ///< an access of another object
};

/// Which objects are variables whose stores may be left without an order, and what labels do to them.
class Uses {
 public:
  explicit Uses(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  Use of(const Label& label) const;
  bool is_variable(ObjectId object) const {
    const ObjectKind kind = vocabulary_.objects[object].kind;
    if (kind != ObjectKind::Variable && kind != ObjectKind::Atomic) return false;
    return !orders_all_ && (index(object) >= is_ordered_.size() || !is_ordered_[index(object)]);
  }
  /// From now on the variable of an operation that waits for a value is ordered; returns whether that is new.
  bool learn(OperationId operation);

  const Vocabulary& vocabulary() const { return vocabulary_; }

 private:
  /// So many variables are told apart, for each costs a restart; with the next one all variables are ordered.
  static constexpr int kMaxOrdered = 8;

  const Vocabulary& vocabulary_;
  std::vector<bool> is_ordered_;  // by object
  int ordered_ = 0;
  bool orders_all_ = false;
};

class Observation {
 public:
  /// REQUIRES: the sequence and the uses outlive this.
  Observation(const Sequence& sequence, const Uses& uses) : sequence_(sequence), object_uses_(uses) {}

  /// Of the whole sequence.
  void read_off();

  std::size_t size() const { return uses_.size(); }
  Use use(StepIndex step) const { return uses_[step]; }
  bool happens_before(StepIndex e, StepIndex f) const {
    return row(f)[index(sequence_[e].thread)] > sequence_.ordinal(e);
  }
  /// For each thread, how many of its steps happen before that one or are it.
  std::span<const std::uint32_t> row(StepIndex step) const { return {words_.data() + step * width_, width_}; }
  std::size_t threads() const { return width_; }

  /// Of a write.
  const std::vector<StepIndex>& readers(StepIndex write) const { return readers_[write]; }
  bool is_observed(StepIndex write) const { return !readers_[write].empty(); }
  /// Those of its readers before which no other of them happens [Observers: observers(e, e')].
  void add_observers(StepIndex write, std::vector<StepIndex>& observers) const;
  /// The write before that access of a variable in the sequence, or kNoStep.
  StepIndex write_before(StepIndex access) const { return write_before_[access]; }

  /// The same for all sequences with this happens-before relation.
  std::uint64_t hash() const;

 private:
  void find_readers();
  void add_row(StepIndex step);
  void join(std::uint32_t* into, const std::uint32_t* other) const;

  /// Clocks of the reads and of the writes of a variable so far.
  struct Joins {
    std::vector<std::uint32_t> reads;
    std::vector<std::uint32_t> writes;
  };
  Joins& joins_of(ObjectId object);

  const Sequence& sequence_;
  const Uses& object_uses_;
  std::size_t width_ = 0;
  std::vector<std::uint32_t> words_;
  std::vector<Use> uses_;
  std::vector<StepIndex> write_before_;
  std::vector<std::vector<StepIndex>> readers_;
  std::vector<StepIndex> last_write_;  // by object; of find_readers
  std::vector<Joins> joins_;           // by object
};

}  // namespace qpor::engine
