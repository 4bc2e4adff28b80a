// Makes a failing program small. Greedy delta debugging: as long as something can be taken away (a thread, a proc, a
// statement, a branch, an object, the size of a constant) and the program still fails, it is taken away.

#pragma once

#include <functional>

#include "tests/support/oracle_program.h"

namespace qpor::oracle {

/// REQUIRES: validate(program) is empty and still_fails(program). So it is for the result, and no single
/// simplification of the result fails any more. `still_fails` sees only programs that satisfy `validate`.
Program shrink(Program program, const std::function<bool(const Program&)>& still_fails);

}  // namespace qpor::oracle
