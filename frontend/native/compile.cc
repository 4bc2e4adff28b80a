#include "frontend/native/compile.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "frontend/native/load.h"

extern char** environ;

namespace qpor::frontend::native {
namespace {

bool is_cxx(const std::string& path) {
  for (const char* ending : {".cc", ".cpp", ".cxx", ".C"}) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

/// QPOR_CLANG names another compiler; "++" is added for C++.
std::string compiler_for(const std::string& path) {
  const char* const given = std::getenv("QPOR_CLANG");
  if (given != nullptr && *given != '\0') return is_cxx(path) ? given + std::string("++") : std::string(given);
  return is_cxx(path) ? "clang++-19" : "clang-19";
}

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) throw ProgramError(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int end(int which) const { return ends_[which]; }
  void close_end(int which) {
    if (ends_[which] >= 0) close(ends_[which]);
    ends_[which] = -1;
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace

std::string compile_to_bitcode(const std::string& path, const std::vector<std::string>& arguments) {
  const std::string compiler = compiler_for(path);
  // Locals are put into registers by us (instrument.cc), which, unlike what an optimiser does, changes no program that
  // has undefined behaviour.
  std::vector<std::string> words = {compiler,  "-emit-llvm",          "-c",      "-g", "-O0",
                                    "-Xclang", "-disable-O0-optnone", "-pthread"};
  // libstdc++ has its atomics, futures, latches, ... inlined even without an optimiser; as functions they can be
  // replaced. C++20 has primitives that clang's default lacks; another -std of the user's comes later and wins.
  if (is_cxx(path)) {
    words.insert(words.end(), {"-D_GLIBCXX_ALWAYS_INLINE=inline __attribute__((__noinline__))", "-std=gnu++20"});
  }
  words.insert(words.end(), arguments.begin(), arguments.end());
  words.insert(words.end(), {path.starts_with("-") ? "./" + path : path, "-o", "-"});
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  Pipe pipe;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe.end(1), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, compiler.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw ProgramError("cannot compile '" + path + "': " + compiler + ": " + std::strerror(error) +
                       " (scripts/setup installs it; QPOR_CLANG names another one)");
  }
  pipe.close_end(1);
  std::string bitcode;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = read(pipe.end(0), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    bitcode.append(buffer, static_cast<std::size_t>(count));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw ProgramError(compiler + " could not compile '" + path + "'" +
                       (WIFEXITED(status) && WEXITSTATUS(status) == 127 ? ": it is not installed" : " (see above)"));
  }
  return bitcode;
}

}  // namespace qpor::frontend::native
