// The error of a user who asked for something that cannot be: one sentence, and exit code 2.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace qpor::frontend {

/// what() is one sentence without a full stop.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A word of the user in a message; unprintable bytes are replaced, but nothing is cut off a path.
std::string in_quotes(std::string_view word);

}  // namespace qpor::frontend
