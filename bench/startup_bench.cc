// From the start of the command to its verdict on a program with two threads, given as bitcode: the median of 20 runs,
// by phase. Other binaries (linked in another way) and levels of code generation side by side.
//
//   startup_bench QPOR...

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure.h"
#include "bench/table.h"
#include "frontend/native/build/compile.h"

extern char** environ;

namespace qpor::bench {
namespace {

constexpr int kRuns = 20;

class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "qpor-startup-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a folder for temporary files");
    path_ = name;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Milliseconds.
double run_once(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (posix_spawn(&child, argv.front(), &actions, nullptr, argv.data(), environ) != 0) {
    throw std::runtime_error("cannot run " + words.front());
  }
  int status = 0;
  waitpid(child, &status, 0);
  const auto end = std::chrono::steady_clock::now();
  posix_spawn_file_actions_destroy(&actions);
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

void add_row(Table& table, const Scratch& scratch, const std::string& binary, const std::string& level) {
  std::vector<double> totals;
  std::map<std::string, std::vector<double>> phases;
  const std::string json = scratch.file("result.json");
  for (int i = 0; i < kRuns; ++i) {
    totals.push_back(
        run_once({binary, "--no-save-schedule", "--optimise=" + level, "--json=" + json, scratch.file("abba.bc")}));
    std::ifstream in(json);
    const auto result = nlohmann::json::parse(in);
    for (const char* name : {"load", "instrument", "link"}) {
      phases[name].push_back(result["statistics"]["phases"][name].get<double>() * 1e3);
    }
    phases["explore"].push_back(result["statistics"]["seconds"].get<double>() * 1e3);
  }
  const double total = median(totals);
  double known = 0;
  for (const auto& [name, values] : phases) known += median(values);
  table.add({binary + " --optimise=" + level, fixed(total, 1), fixed(median(phases["load"]), 2),
             fixed(median(phases["instrument"]), 2), fixed(median(phases["link"]), 2),
             fixed(median(phases["explore"]), 2), fixed(total - known, 1)});
}

int main_of(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: startup_bench QPOR...\n", stderr);
    return 2;
  }
  const Scratch scratch;
  std::ofstream(scratch.file("abba.bc"), std::ios::binary)
      << frontend::native::compile_to_bitcode((root() / "examples" / "abba.c").string(), {});
  Table table(
      {"command, times in ms", "in all", "load", "instrument", "generate and link", "explore", "process and report"});
  for (int i = 1; i < argc; ++i) {
    for (const char* level : {"0", "1", "2"}) add_row(table, scratch, argv[i], level);
  }
  table.print();
  return 0;
}

}  // namespace
}  // namespace qpor::bench

int main(int argc, char** argv) { return qpor::bench::main_of(argc, argv); }
