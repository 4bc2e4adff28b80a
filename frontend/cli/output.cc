#include "frontend/cli/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "frontend/report/schedule_file.h"

namespace qpor::frontend {
namespace {

namespace fs = std::filesystem;

constexpr OutputKind kOutputKinds[] = {OutputKind::Json, OutputKind::Dot, OutputKind::Schedule, OutputKind::Csv,
                                       OutputKind::Svg};

/// Enough for the name of a program.
constexpr std::size_t kBeginning = 8192;

/// The file itself, whatever links lead to it; it need not be there.
std::string followed(const std::string& path) {
  std::string at = path;
  constexpr int kMaxLinks = 40;  // as the kernel
  for (int i = 0; i < kMaxLinks; ++i) {
    std::error_code error;
    const fs::path target = fs::read_symlink(at, error);
    if (error) break;
    at = target.is_absolute() ? target.string() : (fs::path(at).parent_path() / target).string();
  }
  return at;
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

/// Is it written as it is, without a look at what is there?
bool is_direct(const std::string& path) {
  const std::string normal = fs::path(path).lexically_normal().string();
  if (normal.starts_with("/dev/") || normal.starts_with("/proc/")) return true;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

bool may_write(const std::string& path) { return faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0; }

/// errno says why not.
bool can_be_written(const std::string& path) {
  errno = 0;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    errno = EISDIR;
    return false;
  }
  struct stat there{};
  if (stat(path.c_str(), &there) == 0) return may_write(path);
  const std::string folder = folder_of(followed(path));
  if (stat(folder.c_str(), &there) != 0) return false;
  if (!S_ISDIR(there.st_mode)) {
    errno = ENOTDIR;
    return false;
  }
  return may_write(folder);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// A new file beside `target`, with the permissions of that, if it is there. Its name, and -1 when there can be none.
int make_beside(const std::string& target, std::string& name) {
  for (int i = 0; i < 100; ++i) {
    name = target + ".qpor-" + std::to_string(getpid()) + "-" + std::to_string(i);
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) return -1;
    struct stat old{};
    if (stat(target.c_str(), &old) == 0) {
      [[maybe_unused]] const int owner = fchown(file, old.st_uid, old.st_gid);  // as far as it is permitted
      fchmod(file, old.st_mode & 07777);
    }
    return file;
  }
  return -1;
}

}  // namespace

bool looks_like(OutputKind kind, std::string_view beginning) {
  const auto has = [&](std::string_view text) { return beginning.find(text) != std::string_view::npos; };
  switch (kind) {
    case OutputKind::Json:
      return beginning.starts_with("{\n  \"version\": ") && has(",\n  \"program\": ") &&
             (has(",\n  \"options\": {") || has(",\n  \"settings\": ["));
    case OutputKind::Schedule: return looks_like_schedule(beginning);
    case OutputKind::Csv:
      return beginning.starts_with("program,define,setting,algorithm,alt,k,policy,verdict,") ||
             beginning.starts_with("program,define,setting,alt,k,policy,verdict,");  // older ones
    case OutputKind::Dot:
      return beginning.starts_with("// " + std::string(kWrittenByQpor) + "\ndigraph ") ||
             (beginning.starts_with("digraph unfolding {\n") && has("  graph [fontname=\"Helvetica\""));  // older ones
    case OutputKind::Svg:
      return beginning.starts_with("<svg ") && has("<desc>" + std::string(kWrittenByQpor) + "</desc>");
  }
  return false;
}

std::vector<InputFile> input_files(const CommandLine& line) {
  std::vector<InputFile> inputs;
  for (const std::string& program : line.programs) {
    inputs.push_back({program, line.programs.size() == 1 ? "the program itself" : "a file of the program"});
  }
  const Options& options = line.options;
  if (options.replay.is_given()) inputs.push_back({options.replay.value, "the schedule that is replayed"});
  if (options.stdin_file.is_given()) inputs.push_back({options.stdin_file.value, "the standard input of the program"});
  return inputs;
}

std::string objection_to(OutputKind kind, const std::string& path, std::span<const InputFile> inputs) {
  if (is_direct(path)) return "";
  for (const InputFile& input : inputs) {
    if (is_same_file(path, input.path)) return "is " + input.what;
  }
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return "";
  std::ifstream file(path, std::ios::binary);
  if (!file) return "exists and cannot be read, so that qpor may not have written it";
  std::string beginning(kBeginning, '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  if (beginning.empty() || looks_like(kind, beginning)) return "";
  for (const OutputKind other : kOutputKinds) {
    if (looks_like(other, beginning)) return "exists and is another output of qpor";
  }
  return "exists and was not written by qpor";
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

bool is_same_target(const std::string& a, const std::string& b) {
  const auto target = [](const std::string& path) {
    std::error_code error;
    const fs::path result = fs::weakly_canonical(fs::absolute(followed(path)), error);
    return error ? fs::path(path) : result;
  };
  return target(a) == target(b);
}

void refuse_common_target(std::span<const std::pair<const char*, std::string>> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = i + 1; j < outputs.size(); ++j) {
      const std::string& a = outputs[i].second;
      const std::string& b = outputs[j].second;
      if (a.empty() || b.empty() || is_direct(a) || !is_same_target(a, b)) continue;
      throw UsageError(std::string(outputs[i].first) + " and " + outputs[j].first + " cannot both be written to " +
                       in_quotes(b));
    }
  }
}

std::string reason_of_system() { return errno != 0 ? std::string(": ") + std::strerror(errno) : ""; }

Output::Output(const char* option, OutputKind kind, const Path& path, std::span<const InputFile> inputs,
               std::ostream& standard_output)
    : path_(path.value), is_standard_output_(path.is_standard_output()) {
  if (!path.is_given()) return;
  out_ = &buffer_;
  if (is_standard_output_) {
    out_ = &standard_output;
  } else {
    if (const std::string why = objection_to(kind, path_, inputs); !why.empty()) {
      throw UsageError(std::string(option) + ": " + in_quotes(path_) + " " + why + "; name another file");
    }
    if (!can_be_written(path_)) fail();
  }
  if (kind == OutputKind::Dot) *out_ << "// " << kWrittenByQpor << '\n';
}

void Output::finish() {
  if (out_ == nullptr) return;
  errno = 0;
  if (is_standard_output_) {
    out_->flush();
    if (!*out_) fail();
    return;
  }
  const std::string text = buffer_.str();
  if (is_direct(path_)) {
    write_in_place(text);
  } else {
    replace(text);
  }
}

void Output::write_in_place(const std::string& text) const {
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) fail();
  const bool is_written = write_all(file, text);
  if (::close(file) != 0 || !is_written) fail();
}

void Output::replace(const std::string& text) const {
  const std::string target = followed(path_);
  std::string name;
  const int file = make_beside(target, name);
  // A file that may be written in a folder that may not: there is no other way.
  if (file < 0 && may_write(target)) return write_in_place(text);
  if (file < 0) fail();
  const bool is_written = write_all(file, text);
  const int error = errno;
  if (::close(file) != 0 || !is_written) {
    ::unlink(name.c_str());
    if (!is_written) errno = error;
    fail();
  }
  if (::rename(name.c_str(), target.c_str()) == 0) return;
  throw UsageError("cannot replace " + in_quotes(path_) + reason_of_system() + "; what belongs there is in " +
                   in_quotes(name));
}

void Output::fail() const {
  const std::string name = is_standard_output_ ? "the standard output" : in_quotes(path_);
  throw UsageError("cannot write " + name + reason_of_system());
}

bool wants_color(const Options& options, bool is_terminal) {
  if (options.color != ColorMode::Auto) return options.color == ColorMode::Always;
  return is_terminal && std::getenv("NO_COLOR") == nullptr;
}

}  // namespace qpor::frontend
