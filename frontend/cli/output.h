// Files that the command writes. What is to be written is kept in memory and goes to a temporary file beside the
// target, which then takes its name: nobody ever finds half a file, and a run that dies leaves the file of the last
// one.
//
// Invariants
//  1. A file that exists is replaced only when it is empty or its first bytes are those that qpor writes for this kind
//     of output. Whether it is, and whether it can be written, is found out before the exploration: hours of it are not
//     lost to a mistyped name, and `--json main.c` leaves main.c as it is.
//  2. A file that is also an input is never written.
//  3. What is no regular file (a pipe, a device, all below /dev and /proc) is written as it is.

#pragma once

#include <iosfwd>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/cli/command_line.h"

namespace qpor::frontend {

enum class OutputKind { Json, Dot, Schedule, Csv, Svg };

/// Does qpor begin files of that kind so?
bool looks_like(OutputKind kind, std::string_view beginning);

/// The line by which pictures are known again, without what makes it a comment.
inline constexpr std::string_view kWrittenByQpor = "written by qpor";

/// A file that the command reads, and what it is: "the program".
struct InputFile {
  std::string path;
  std::string what;
};
/// The programs, the schedule that is replayed and the standard input of the program.
std::vector<InputFile> input_files(const CommandLine& line);

/// Why the file must not be written: "exists and was not written by qpor". "" when it may be.
std::string objection_to(OutputKind kind, const std::string& path, std::span<const InputFile> inputs);

class Output {
 public:
  /// Nothing when there is no path. Throws UsageError when the file cannot or must not be written.
  Output(const char* option, OutputKind kind, const Path& path, std::span<const InputFile> inputs,
         std::ostream& standard_output);

  /// Where to write, or null.
  std::ostream* stream() { return out_; }
  const std::string& path() const { return path_; }

  /// Puts the file in its place. Throws UsageError when that cannot be done; if all of it was written it stays in the
  /// temporary file, whose name the sentence tells. Without it the file stays as it was.
  void finish();

 private:
  [[noreturn]] void fail() const;
  void write_in_place(const std::string& text) const;
  void replace(const std::string& text) const;

  std::string path_;
  bool is_standard_output_ = false;
  std::ostringstream buffer_;
  std::ostream* out_ = nullptr;
};

bool is_same_file(const std::string& a, const std::string& b);
/// The same, also of files that are not there yet.
bool is_same_target(const std::string& a, const std::string& b);
/// Throws UsageError when two of the outputs are one file under two names.
void refuse_common_target(std::span<const std::pair<const char*, std::string>> outputs);
/// ": No space left on device", or "".
std::string reason_of_system();

bool wants_color(const Options& options, bool is_terminal);

}  // namespace qpor::frontend
