// The judge of every algorithm: runs each on a random program and compares all it says with the ground truth, which
// shares no code with it. Those that order what qpor orders visit every maximal configuration once; the hash of the set
// of traces is the same for all.

#pragma once

#include <string>

#include "engine/options.h"
#include "tests/support/engine_check.h"
#include "tests/support/oracle_program.h"

namespace qpor::tests {

/// Empty when every algorithm is right about the program; otherwise what is wrong, in words. Counts programs and
/// traces.
std::string check_algorithms(const oracle::Program& program, CheckCounts& counts);

}  // namespace qpor::tests
