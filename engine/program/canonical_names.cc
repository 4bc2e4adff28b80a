#include "engine/program/canonical_names.h"

namespace qpor::engine {

std::uint64_t CanonicalNames::made(OperationId operation) {
  const Vocabulary& vocabulary = semantics_.vocabulary();
  if (index(operation) >= operations_.size()) operations_.resize(vocabulary.operations.size(), 0);
  const Operation& op = vocabulary.operations[operation];
  std::uint64_t hash = static_cast<std::uint64_t>(op.kind) + 1;
  if (op.object != kNoObject) hash = fold(hash, vocabulary.objects[op.object].name_hash);
  const bool names_thread = op.kind == OperationKind::Create || op.kind == OperationKind::Join;
  hash = fold(hash, names_thread ? vocabulary.threads[static_cast<ThreadId>(op.argument)].name_hash
                                 : static_cast<std::uint64_t>(op.argument));
  hash = fold(hash, static_cast<std::uint64_t>(op.argument2));
  if (op.has_unless) hash = fold(hash, static_cast<std::uint64_t>(op.unless));
  return operations_[index(operation)] = hash | 1u;
}

std::uint64_t CanonicalNames::with_outcome(std::uint64_t hash, OperationId operation, std::int32_t outcome) const {
  return fold(hash, semantics_.outcome_hash(semantics_.vocabulary().operations[operation], outcome));
}

}  // namespace qpor::engine
