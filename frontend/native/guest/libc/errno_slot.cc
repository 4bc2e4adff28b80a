#include "frontend/native/guest/libc/errno_slot.h"

#include <cerrno>

namespace qpor::frontend::native {
namespace {

int& errno_of(const Machine& machine, const Fiber& fiber) {
  return *reinterpret_cast<int*>(machine.tls_address(fiber) + machine.code().errno_offset);
}

}  // namespace

Address errno_slot(const Machine& machine, Slot slot) {
  const std::size_t offset = machine.code().errno_offset;
  return offset == kNoErrnoSlot ? 0 : machine.tls_address(slot) + offset;
}

void touch_errno(const Touch& touch) {
  const Address slot = errno_slot(machine(), machine().current().slot);
  if (slot != 0) touch.read(reinterpret_cast<const void*>(slot), sizeof(int));
}

int* guest_errno_location() { return &errno_of(machine(), machine().current()); }

void errno_before_hook() {
  Fiber& me = machine().current();
  const int stored = errno_of(machine(), me);
  if (stored != me.synchronised_errno) errno = me.synchronised_errno = stored;
}

void errno_after_hook() {
  Fiber& me = machine().current();
  const int stored = errno;
  if (stored == me.synchronised_errno) return;
  int& slot = errno_of(machine(), me);
  const Touch touch{QPOR_CALLED_BY};
  touch.write(&slot, sizeof slot);
  slot = me.synchronised_errno = stored;
  errno = stored;  // what the announcement did to it
}

}  // namespace qpor::frontend::native
