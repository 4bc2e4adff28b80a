// Files that the command writes. They are opened before the exploration, so that hours of it are not lost to a mistyped
// name.

#pragma once

#include <fstream>
#include <iosfwd>
#include <string>

#include "frontend/options.h"

namespace qpor::frontend {

class Output {
 public:
  /// Nothing when there is no path. Throws UsageError when it cannot be written, or is `program` or `replay`.
  Output(const Path& path, const std::string& program, const Path& replay, std::ostream& standard_output);

  std::ostream* stream() const { return out_; }

  /// Throws UsageError when something of it could not be written.
  void finish();

 private:
  [[noreturn]] void fail() const;

  const Path& path_;
  std::ofstream file_;
  std::ostream* out_ = nullptr;
};

bool is_same_file(const std::string& a, const std::string& b);
/// Throws UsageError.
void refuse_to_overwrite(const std::string& path, const std::string& program, const Path& replay);
/// ": No space left on device", or "".
std::string reason_of_system();

bool wants_color(const Options& options, bool is_terminal);

}  // namespace qpor::frontend
