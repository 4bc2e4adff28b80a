#include "frontend/native/build/compile.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "frontend/native/build/load.h"

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

/// A file in memory that holds the text.
class TextFile {
 public:
  explicit TextFile(const std::string& text) : file_(memfd_create("bitcode", MFD_CLOEXEC)) {
    std::size_t done = 0;
    while (file_ >= 0 && done < text.size()) {
      const ssize_t count = write(file_, text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    if (file_ < 0 || done < text.size() || lseek(file_, 0, SEEK_SET) != 0) {
      throw ProgramError(std::string("cannot make a file in memory: ") + std::strerror(errno));
    }
  }
  ~TextFile() { close(file_); }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  int descriptor() const { return file_; }

 private:
  int file_;
};

/// What the compiler writes to its standard output. `input` is its standard input, or null.
std::string output_of(std::vector<std::string> words, const std::string& path, const TextFile* input) {
  const std::string& compiler = words.front();
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  Pipe pipe;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe.end(1), STDOUT_FILENO);
  if (input != nullptr)
    posix_spawn_file_actions_adddup2(&actions, input->descriptor(), STDIN_FILENO);
  else
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

}  // namespace

bool asks_to_optimise(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const std::string& word) { return word.starts_with("-O") && word != "-O0"; });
}

std::string compile_to_bitcode(const std::string& path, const std::vector<std::string>& arguments) {
  // Locals are put into registers by us (instrument.cc), which, unlike what an optimiser does, changes no program that
  // has undefined behaviour.
  std::vector<std::string> words = {compiler_for(path), "-emit-llvm",          "-c",      "-g", "-O0",
                                    "-Xclang",          "-disable-O0-optnone", "-pthread"};
  // libstdc++ has its atomics, futures, latches, ... inlined even without an optimiser; as functions they can be
  // replaced. C++20 has primitives that clang's default lacks; another -std of the user's comes later and wins.
  if (is_cxx(path)) {
    // After an optimiser they are not (LoadedModule::keeps_calls), and calls would only hide what it leaves.
    if (!asks_to_optimise(arguments)) words.push_back("-D_GLIBCXX_ALWAYS_INLINE=inline __attribute__((__noinline__))");
    words.push_back("-std=gnu++20");
    // front() of an empty queue stays within memory of the queue: only the library can tell that it is wrong.
    words.push_back("-D_GLIBCXX_ASSERTIONS");
  }
  // Tells where the block of each local variable begins and ends (instrument_stack.h).
  words.insert(words.end(), {"-Xclang", "-fsanitize-address-use-after-scope"});
  words.insert(words.end(), arguments.begin(), arguments.end());
  if (asks_to_optimise(arguments)) words.insert(words.end(), {"-Xclang", "-disable-llvm-passes"});
  words.insert(words.end(), {path.starts_with("-") ? "./" + path : path, "-o", "-"});
  return output_of(std::move(words), path, nullptr);
}

std::string optimise_bitcode(const std::string& bitcode, const std::string& path,
                             const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {compiler_for(path), "-emit-llvm", "-c", "-Qunused-arguments"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  // Wide reads over gaps between what the program reads would not heed the attribute.
  words.insert(words.end(), {"-mllvm", "-enable-interleaved-mem-accesses=false", "-x", "ir", "-", "-o", "-"});
  const TextFile input(bitcode);
  return output_of(std::move(words), path, &input);
}

}  // namespace qpor::frontend::native
