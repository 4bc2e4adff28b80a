// lgamma and its like, which set `signgam`: one variable of the process, and a data race with whatever else sets or
// reads it. The distributions of the C++ library, which threads may use at the same time, leave it alone
// (instrument_cpp.cc).

#include <cmath>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

int* sign_place(const Touch& touch) {
  int* const place = &process_state().gamma_sign;
  touch.write(place, sizeof *place);
  machine().run().uses_process_state = true;
  return place;
}

}  // namespace

double guest_lgamma(double value) { return ::lgamma_r(value, sign_place(Touch{QPOR_CALLED_BY})); }
float guest_lgammaf(float value) { return ::lgammaf_r(value, sign_place(Touch{QPOR_CALLED_BY})); }
long double guest_lgammal(long double value) { return ::lgammal_r(value, sign_place(Touch{QPOR_CALLED_BY})); }

}  // namespace qpor::frontend::native
