#include "frontend/native/guest/check/uses.h"

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// Where the frames of functions are, which come and go without telling the shadow.
bool is_in_stack(const Machine& m, Address address) {
  return m.is_slot_address(address) && address < m.tls_address(m.slot_of(address));
}

}  // namespace

void use_bytes(const volatile void* object, std::size_t size, const Use& use, AccessKind kind, Address pc) {
  Accesses& accesses = machine().accesses();
  const auto begin = reinterpret_cast<Address>(object);
  if (accesses.use_quickly(begin, size, kind, __builtin_frame_address(0))) return;
  accesses.use(begin, size, kind, use, {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
}

void expect_bytes(const volatile void* object, std::size_t size, const Use& use, Address pc) {
  machine().accesses().expect(reinterpret_cast<Address>(object), size, use,
                              {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)});
}

void initialise_bytes(const volatile void* object, std::size_t size, Noun what, Address pc) {
  Machine& m = machine();
  const auto address = reinterpret_cast<Address>(object);
  if (!is_in_stack(m, address) && m.accesses().is_in_use(address, size)) {
    m.fail(FailureKind::LockMisuse, {"initialises ", what, " that was initialised or used before, and not destroyed"},
           pc);
  }
  use_bytes(object, size, {"initialises", what}, AccessKind::Initialise, pc);
}

}  // namespace qpor::frontend::native
