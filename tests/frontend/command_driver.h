// Runs the command in this process and keeps what it wrote.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "frontend/command.h"
#include "tests/support/paths.h"

namespace qpor::frontend {

/// Test programs are compiled once, whatever settings they are explored with; the caller's QPOR_CLANG wins.
inline const bool keeps_bitcode = [] {
  setenv("QPOR_CLANG", (tests::source_dir() + "/tests/support/cached-clang").c_str(), 0);
  setenv("QPOR_TEST_BITCODE", tests::bitcode_dir().c_str(), 0);
  return true;
}();

struct Ran {
  int code = -1;
  std::string out;
  std::string err;
};

/// As a user would: with a defect it leaves a schedule in the current folder.
inline Ran run_plainly(const std::vector<std::string>& arguments, const InterruptFlag* interrupt = nullptr,
                       bool is_terminal = false) {
  std::vector<const char*> argv = {"qpor"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out;
  std::ostringstream err;
  Ran ran;
  ran.code = run_command(static_cast<int>(argv.size()), argv.data(), {out, err, is_terminal, is_terminal, interrupt});
  ran.out = out.str();
  ran.err = err.str();
  return ran;
}

/// Leaves nothing behind.
inline Ran run_with(std::vector<std::string> arguments, const InterruptFlag* interrupt = nullptr,
                    bool is_terminal = false) {
  arguments.insert(arguments.begin(), "--no-save-schedule");
  return run_plainly(arguments, interrupt, is_terminal);
}

/// A file of its own for the time of a test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending, const std::string& text = "") {
    static std::atomic<int> count = 0;
    path_ = testing::TempDir() + "qpor-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ending;
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::string text() const {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

 private:
  std::string path_;
};

class ModelFile : public TemporaryFile {
 public:
  explicit ModelFile(const std::string& text) : TemporaryFile(".model", text) {}
};

class CFile : public TemporaryFile {
 public:
  explicit CFile(const std::string& text) : TemporaryFile(".c", text) {}
};

inline std::string repository_file(const std::string& path) {
  return tests::source_dir() + "/" + path;  // not by __FILE__, which a compiler cache may make relative
}

/// Those that counts are compared for. Compiling a program of C++ takes a second each time, so that where fewer random
/// programs are run, with sanitizers, it is the two ends only.
inline std::vector<std::string> values_of_k() {
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  if (percent != nullptr && std::atoi(percent) < 100) return {"1", "optimal"};
  return {"1", "2", "3", "optimal"};
}

/// The JSON that the command writes to its standard output.
inline nlohmann::json json_of(std::vector<std::string> arguments) {
  arguments.insert(std::find(arguments.begin(), arguments.end(), "--"), "--json=-");  // what follows is the program's
  const Ran ran = run_with(arguments);
  const auto json = nlohmann::json::parse(ran.out, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << ran.out << ran.err;
  return json;
}

inline constexpr const char* kSafe = "var x; thread a { x = 1; } thread b { x = 2; }";
inline constexpr const char* kEmpty = "var x; thread a {}";
inline constexpr const char* kSelf = "mutex m; thread a { lock(m); lock(m); }";
inline constexpr const char* kAbba =
    "mutex m, n;\n"
    "thread a { lock(m); lock(n); unlock(n); unlock(m); }\n"
    "thread b { lock(n); lock(m); unlock(m); unlock(n); }\n";
inline constexpr const char* kRace =
    "var x, done;\n"
    "proc add() { local old = x; x = old + 1; }\n"
    "thread main {\n"
    "  local a = create add(), b = create add();\n"
    "  join(a); join(b);\n"
    "  assert(x == 2);\n"
    "}\n"
    "thread bystander { done = 1; }\n";
inline constexpr const char* kEndless = "var x; thread a { while (1) { x = x + 1; } } thread b { x = 0; }";

}  // namespace qpor::frontend
