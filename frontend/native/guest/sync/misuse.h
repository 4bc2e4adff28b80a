// Defects of the kind LockMisuse: a primitive that is not there any more, or not yet.

#pragma once

#include "frontend/native/guest/check/noun.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// What the memory of a primitive says of it.
enum class Fitness { Usable, Destroyed, Absent };

/// Parks the thread unless the primitive is usable: "locks a mutex that was destroyed".
void check_fitness(Fitness fitness, const char* verb, Noun primitive, Address pc);

}  // namespace qpor::frontend::native
