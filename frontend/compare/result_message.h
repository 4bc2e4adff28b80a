// A result on its way from the process that explored to the one that compares: what a comparison needs of it, without
// traces and schedules. The process that writes has run the program under test, which may have written anywhere, so
// whatever does not read as a result is refused.

#pragma once

#include <string>
#include <vector>

#include "frontend/compare/comparison.h"

namespace qpor::frontend {

/// Memory that both processes see, made before the fork.
class ResultMessage {
 public:
  /// Throws std::runtime_error when there can be none.
  ResultMessage();
  ~ResultMessage();
  ResultMessage(const ResultMessage&) = delete;
  ResultMessage& operator=(const ResultMessage&) = delete;

  // --- written by the child, one of them, once

  void send(const Explored& explored);
  /// The child found what it was asked for impossible.
  void send_usage_error(const std::string& sentence);

  // --- read by the parent

  /// Fills in the result and the times; false when there is no message. Throws UsageError for the child.
  bool receive(Explored& explored) const;

 private:
  void write(const std::string& text);

  int file_ = -1;
};

}  // namespace qpor::frontend
