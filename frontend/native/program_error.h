// The error of a program that cannot be run, for the user.

#pragma once

#include <stdexcept>

namespace qpor::frontend::native {

/// The program cannot be used; what() is one sentence that names the thing, without a full stop.
class ProgramError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace qpor::frontend::native
