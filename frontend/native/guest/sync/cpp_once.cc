// Static local variables and the flags of std::call_once; what happens once is in once.cc.

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

void remember(const std::uint64_t* guard) {
  own_record(Record::Kind::Initialised, reinterpret_cast<Address>(guard)).value = 1;
}

}  // namespace

/// A flag that is no global variable may lie where another one was.
void cpp_once_flag_construct(std::once_flag* flag) {
  machine().visible(engine::OperationKind::Init, once_at(flag), 0, QPOR_CALLER);
  construct_object(flag, a("once flag"), QPOR_CALLER);
  *reinterpret_cast<pthread_once_t*>(flag) = PTHREAD_ONCE_INIT;
}

// The program asks each time (instrument_cpp.cc); what a thread has once found initialised it need not ask for again.
int cxa_guard_acquire(std::uint64_t* guard) {
  if (find_record(machine().current(), Record::Kind::Initialised, reinterpret_cast<Address>(guard)) != nullptr)
    return 0;
  if (begin_once(guard, QPOR_CALLER)) return 1;
  remember(guard);
  return 0;
}

void cxa_guard_release(std::uint64_t* guard) {
  end_once(guard, true, QPOR_CALLER);
  *reinterpret_cast<unsigned char*>(guard) = 1;  // as compilers and debuggers know it
  remember(guard);
}

void cxa_guard_abort(std::uint64_t* guard) { end_once(guard, false, QPOR_CALLER); }

}  // namespace qpor::frontend::native
