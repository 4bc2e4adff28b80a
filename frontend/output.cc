#include "frontend/output.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <ostream>

namespace qpor::frontend {

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

void refuse_to_overwrite(const std::string& path, const std::string& program, const Path& replay) {
  if (is_same_file(path, program)) throw UsageError("cannot write " + in_quotes(path) + ": it is the program itself");
  if (replay.is_given() && is_same_file(path, replay.value)) {
    throw UsageError("cannot write " + in_quotes(path) + ": it is the schedule that is replayed");
  }
}

std::string reason_of_system() { return errno != 0 ? std::string(": ") + std::strerror(errno) : ""; }

Output::Output(const Path& path, const std::string& program, const Path& replay, std::ostream& standard_output)
    : path_(path) {
  if (!path.is_given()) return;
  out_ = &standard_output;
  if (path.is_standard_output()) return;
  refuse_to_overwrite(path.value, program, replay);
  errno = 0;
  file_.open(path.value, std::ios::binary | std::ios::trunc);
  if (!file_) fail();
  out_ = &file_;
}

void Output::finish() {
  if (out_ == nullptr) return;
  errno = 0;
  out_->flush();
  if (!*out_) fail();
}

void Output::fail() const {
  const std::string name = path_.is_standard_output() ? "the standard output" : in_quotes(path_.value);
  throw UsageError("cannot write " + name + reason_of_system());
}

bool wants_color(const Options& options, bool is_terminal) {
  if (options.color != ColorMode::Auto) return options.color == ColorMode::Always;
  return is_terminal && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace qpor::frontend
