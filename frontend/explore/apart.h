// An exploration in a process of its own: the one protocol between a process that explores and one that reports. The
// child tells what it finds (reporter.h); the parent has the outcome in every case: the child's, or what is known of it
// when it died.

#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/explore/reporter.h"
#include "frontend/options/options.h"

namespace qpor::frontend {

/// There can be no child.
class NoProcess : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The child had an internal error before it came to an outcome.
class ChildError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Apart {
  const std::vector<std::string>& programs;  ///< files
  const Options& options;
  double timeout_seconds;
  /// Called in the parent with the figures so far, now and then. May be empty.
  std::function<void(const engine::Statistics&)> on_progress{};
};

/// Forks, and calls `work` in the child. Throws what the child threw: UsageError, std::bad_alloc, or ChildError for
/// anything else; and NoProcess.
Outcome explore_apart(const Apart& how, const std::function<Outcome(Reporter&)>& work);

}  // namespace qpor::frontend
