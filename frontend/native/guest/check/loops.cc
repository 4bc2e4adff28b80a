#include "frontend/native/guest/check/loops.h"

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

void loop_limit_hook(const char* message) { machine().fail(FailureKind::Limit, message, QPOR_CALLER); }

}  // namespace qpor::frontend::native
