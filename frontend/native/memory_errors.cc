#include "frontend/native/memory_errors.h"

namespace qpor::frontend::native {

void check_access(Address, std::size_t, bool, Address) {}

}  // namespace qpor::frontend::native
