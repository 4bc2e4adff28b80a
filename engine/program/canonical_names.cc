#include "engine/program/canonical_names.h"

namespace qpor::engine {

std::uint64_t CanonicalNames::made(OperationId operation) {
  const Vocabulary& vocabulary = semantics_.vocabulary();
  if (index(operation) >= operations_.size()) operations_.resize(vocabulary.operations.size(), 0);
  std::uint64_t hash = without_outcome(operation);
  // A signal has no plain outcome: what looks like one wakes the thread of number 0, which is another one elsewhere.
  const Operation& op = vocabulary.operations[operation];
  if (op.kind == OperationKind::Signal) hash = fold(hash, semantics_.outcome_hash(op, kPlainOutcome));
  return operations_[index(operation)] = hash | 1u;
}

std::uint64_t CanonicalNames::without_outcome(OperationId operation) const {
  const Vocabulary& vocabulary = semantics_.vocabulary();
  const Operation& op = vocabulary.operations[operation];
  std::uint64_t hash = static_cast<std::uint64_t>(op.kind) + 1;
  if (op.object != kNoObject) hash = fold(hash, vocabulary.objects[op.object].name_hash);
  const bool names_thread = op.kind == OperationKind::Create || op.kind == OperationKind::Join;
  hash = fold(hash, names_thread ? vocabulary.threads[static_cast<ThreadId>(op.argument)].name_hash
                                 : static_cast<std::uint64_t>(op.argument));
  hash = fold(hash, static_cast<std::uint64_t>(op.argument2));
  if (op.has_unless) hash = fold(hash, static_cast<std::uint64_t>(op.unless));
  return hash | 1u;
}

std::uint64_t CanonicalNames::with_outcome(std::uint64_t hash, OperationId operation, std::int32_t outcome) const {
  const Operation& op = semantics_.vocabulary().operations[operation];
  if (op.kind != OperationKind::Signal) return fold(hash, semantics_.outcome_hash(op, outcome));
  return fold(without_outcome(operation), semantics_.outcome_hash(op, outcome)) | 1u;
}

}  // namespace qpor::engine
