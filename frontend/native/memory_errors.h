#pragma once

#include <cstddef>

#include "frontend/native/layout.h"

namespace qpor::frontend::native {

void check_access(Address begin, std::size_t size, bool is_write, Address pc);

}  // namespace qpor::frontend::native
