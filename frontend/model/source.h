// The text of a model, places in it, and the one way to reject it.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/program/executor.h"

namespace qpor::frontend::model {

/// Line and column count from 1, the column in bytes; line 0: no place (an error of the definitions).
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

/// The model cannot be accepted. what() is "file:line:column: sentence".
class ModelError : public std::runtime_error {
 public:
  ModelError(engine::Location location, const std::string& sentence);
  const engine::Location& location() const { return location_; }

 private:
  engine::Location location_;
};

struct Source {
  std::string file;
  std::string_view text;

  [[noreturn]] void reject(Position position, const std::string& sentence) const;
};

/// A piece of source text fit for a message: in quotes, one line, unprintable bytes as \xNN, long ones cut short.
std::string quoted(std::string_view text);

}  // namespace qpor::frontend::model
