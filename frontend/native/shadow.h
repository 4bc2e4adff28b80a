// What the heap tells the shadow of plain memory.

#pragma once

#include <cstddef>

#include "frontend/native/layout.h"

namespace qpor::frontend::native {

/// Accesses go to the slow path from now on.
void shadow_poison(Address begin, std::size_t size);
/// Fresh: nobody has accessed it.
void shadow_unpoison(Address begin, std::size_t size);
/// Counts as a write of all bytes by the running thread, and then poisons them.
void shadow_free(Address begin, std::size_t size, Address pc);

}  // namespace qpor::frontend::native
