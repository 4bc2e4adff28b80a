#include "engine/program/canonical_names.h"

namespace qpor::engine {

std::uint64_t CanonicalNames::of(OperationId operation) {
  const Vocabulary& vocabulary = semantics_.vocabulary();
  if (index(operation) >= operations_.size()) operations_.resize(vocabulary.operations.size(), 0);
  std::uint64_t& known = operations_[index(operation)];
  if (known == 0) {
    const Operation& op = vocabulary.operations[operation];
    known = static_cast<std::uint64_t>(op.kind) + 1;
    if (op.object != kNoObject) known = fold(known, vocabulary.objects[op.object].name_hash);
    const bool names_thread = op.kind == OperationKind::Create || op.kind == OperationKind::Join;
    known = fold(known, names_thread ? vocabulary.threads[static_cast<ThreadId>(op.argument)].name_hash
                                     : static_cast<std::uint64_t>(op.argument));
    known = fold(known, static_cast<std::uint64_t>(op.argument2));
    if (op.has_unless) known = fold(known, static_cast<std::uint64_t>(op.unless));
    known |= 1u;
  }
  return known;
}

std::uint64_t CanonicalNames::of(ThreadId thread, OperationId operation, Outcome outcome, std::uint64_t predecessor) {
  const Vocabulary& vocabulary = semantics_.vocabulary();
  std::uint64_t hash = of(operation);
  if (outcome.value != kPlainOutcome) {
    hash = fold(hash, semantics_.outcome_hash(vocabulary.operations[operation], outcome.value));
  }
  hash += static_cast<std::uint64_t>(outcome.mode);
  return fold(hash, predecessor != 0 ? predecessor : vocabulary.threads[thread].name_hash);
}

}  // namespace qpor::engine
