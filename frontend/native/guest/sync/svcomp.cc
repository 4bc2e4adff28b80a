#include "frontend/native/guest/sync/svcomp.h"

#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

void svcomp_error_hook(Address pc) { machine().fail(FailureKind::ReachError, "the error function is reached", pc); }

void svcomp_error() { svcomp_error_hook(QPOR_CALLER); }

void svcomp_assert(int condition) {
  if (condition == 0) machine().fail(FailureKind::Assertion, "__VERIFIER_assert failed", QPOR_CALLER);
}

void svcomp_assume_hook(Address pc) { machine().cut(pc); }

std::int64_t svcomp_nondet_hook(const std::int64_t* values, std::uint32_t count, std::uint32_t number, Address pc) {
  Machine& m = machine();
  if (number != kAllValues) m.note_choice(number, pc);
  if (count == 1) return values[0];
  return values[m.visible(OperationKind::Choose, object_at(&m.current(), engine::ObjectKind::Choice), count, pc)];
}

// --- atomic blocks

/// The depth changes when the operation's turn has come.
void svcomp_enter_hook(Address pc) {
  Machine& m = machine();
  if (!in_atomic_block(m.current())) m.visible(OperationKind::Lock, kAtomicBlockObject, 0, pc);
  ++m.current().atomic_depth;
}

void svcomp_leave_hook(Address pc) {
  Machine& m = machine();
  if (!in_atomic_block(m.current())) m.fail(FailureKind::LockMisuse, "ends an atomic block that it has not begun", pc);
  if (m.current().atomic_depth == 1) m.visible(OperationKind::Unlock, kAtomicBlockObject, 0, pc);
  --m.current().atomic_depth;
}

void svcomp_atomic_begin() { svcomp_enter_hook(QPOR_CALLER); }
void svcomp_atomic_end() { svcomp_leave_hook(QPOR_CALLER); }

}  // namespace qpor::frontend::native
