// What is to be done once: pthread_once, and for others who have such a flag (static local variables, std::call_once).
// The first to come does it, exclusively; who comes while it is being done waits; who comes later only reads that it
// has been done, which commutes.

#include <pthread.h>

#include "engine/program/semantics.h"
#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

constexpr Use kUse{"uses", a("once flag")};

}  // namespace

bool begin_once(const void* flag, Address pc) {
  return machine().visible(OperationKind::OnceBegin, once_at(flag), 0, pc) != 0;
}

void end_once(const void* flag, bool is_done, Address pc) {
  machine().visible(OperationKind::OnceEnd, once_at(flag), is_done ? engine::kOnceDone : 0, pc);
}

bool begin_once_flag(const pthread_once_t* flag, Address pc) {
  const bool is_first = begin_once(flag, pc);
  use_object(flag, kUse, pc, is_first ? AccessKind::Use : AccessKind::UseShared);
  return is_first;
}

void end_once_flag(const pthread_once_t* flag, bool is_done, Address pc) {
  end_once(flag, is_done, pc);
  use_object(flag, kUse, pc);
}

int once_call(pthread_once_t* flag, void (*function)()) {
  const Address pc = QPOR_CALLER;
  if (!begin_once_flag(flag, pc)) {
    // The engine knows a flag by its place.
    if (*flag == PTHREAD_ONCE_INIT)
      machine().fail(FailureKind::Limit, "a once flag lies where there was another one", pc);
    return 0;
  }
  try {
    function();
  } catch (...) {
    end_once_flag(flag, false, pc);
    throw;
  }
  end_once_flag(flag, true, pc);
  constexpr pthread_once_t kDone = 2;  // as in glibc
  *flag = kDone;
  return 0;
}

}  // namespace qpor::frontend::native
