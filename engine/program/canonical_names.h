// Canonical names of operations and events, as hashes that do not depend on the order of discovery: equal in every
// exploration by every algorithm, so that sets of traces can be compared.
//
// The hash of an event folds the hashes of its operation, outcome and mode, of its thread predecessor, and of
//   X  the cut where it takes place: the last X on the object and the last R of each thread since
//   R  the last X on the object
//   T  its other causes
// The hash of a trace is the sum of the mixed hashes of its events, the same for every linear extension.

#pragma once

#include <cstdint>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

class CanonicalNames {
 public:
  explicit CanonicalNames(const Semantics& semantics) : semantics_(semantics) {}

  /// Of an operation as the program shows it, with the plain outcome.
  std::uint64_t of(OperationId operation) {
    const std::uint64_t known = index(operation) < operations_.size() ? operations_[index(operation)] : 0;
    return known != 0 ? known : made(operation);
  }
  /// Of an operation with its outcome, after the event of that hash; 0 for the first one of its thread.
  std::uint64_t of(ThreadId thread, OperationId operation, Outcome outcome, std::uint64_t predecessor) {
    std::uint64_t hash = of(operation);
    if (outcome.value != kPlainOutcome) hash = with_outcome(hash, operation, outcome.value);
    hash += static_cast<std::uint64_t>(outcome.mode);
    return fold(hash, predecessor != 0 ? predecessor : semantics_.vocabulary().threads[thread].name_hash);
  }
  /// Of an object before its first event.
  std::uint64_t bottom(ObjectId object) const {
    return fold(semantics_.vocabulary().objects[object].name_hash, 0x626f74u);
  }

 private:
  std::uint64_t made(OperationId operation);
  std::uint64_t without_outcome(OperationId operation) const;
  std::uint64_t with_outcome(std::uint64_t hash, OperationId operation, std::int32_t outcome) const;

  const Semantics& semantics_;
  std::vector<std::uint64_t> operations_;  // by id; 0 when not asked for yet
};

}  // namespace qpor::engine
