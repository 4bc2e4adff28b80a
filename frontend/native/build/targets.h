// Which functions a program may call through pointers without a note (guest/check/gate.h): what it got by name when it
// was linked, what stands in for library functions, and virtual functions of objects that the C++ library hands out.

#pragma once

#include <vector>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// Sorted, with those that were linked.
std::vector<Address> allowed_targets(std::vector<Address> linked);

}  // namespace qpor::frontend::native
