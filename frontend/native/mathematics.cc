// lgamma and its like, which set `signgam`: one variable of the process. The write is no data race with another lgamma,
// for the C++ library calls it in distributions that the standard lets threads use at the same time; but it is one with
// a read of `signgam` that nothing orders.

#include <cmath>

#include "frontend/native/libc.h"
#include "frontend/native/machine.h"
#include "frontend/native/uses.h"

namespace qpor::frontend::native {
namespace {

int* sign_place(Address pc) {
  int* const place = &process_state().gamma_sign;
  use_bytes(place, sizeof *place, {"sets", {"signgam"}, false}, AccessKind::UseLater, pc);
  machine().run().uses_process_state = true;
  return place;
}

}  // namespace

double guest_lgamma(double value) { return ::lgamma_r(value, sign_place(QPOR_CALLER)); }
float guest_lgammaf(float value) { return ::lgammaf_r(value, sign_place(QPOR_CALLER)); }
long double guest_lgammal(long double value) { return ::lgammal_r(value, sign_place(QPOR_CALLER)); }

}  // namespace qpor::frontend::native
