#include "frontend/cli/debugger.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "frontend/base/usage_error.h"

namespace qpor::frontend {

void debug(const SavedSchedule& saved, const std::string& schedule_file) {
  if (saved.programs.front().ends_with(".model")) throw UsageError("--gdb is for C programs, not for models");
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) throw UsageError("cannot start gdb: " + error.message());
  std::vector<std::string> words = {"gdb", "-q", "-ex", "handle SIGPROF nostop noprint pass"};
  const engine::Location& location = saved.defect.location;
  if (location.line != 0) {
    // The code is not there yet when gdb starts.
    words.insert(words.end(), {"-ex", "set breakpoint pending on", "-ex",
                               "break " + location.file + ":" + std::to_string(location.line)});
  }
  words.insert(words.end(),
               {"-ex", "run", "--args", self, "--debugger", "--no-supervise", "--replay=" + schedule_file});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv.front(), argv.data());
  throw UsageError(std::string("cannot start gdb: ") + std::strerror(errno));
}

}  // namespace qpor::frontend
