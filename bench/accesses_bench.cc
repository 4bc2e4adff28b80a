// What it costs to look at plain accesses: explorations with --races=on against such without any look at memory, one
// after the other in the same run. The families of the paper, which synchronise most of the time, and programs that
// compute. Also how much memory the shadow takes.
//
//   accesses_bench                 the table
//   accesses_bench matrix SIZE=64  for one program of bench/programs

#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/table.h"
#include "engine/explore.h"
#include "frontend/native/executor.h"

namespace qpor::bench {
namespace {

using frontend::native::NativeExecutor;
using frontend::native::ProgramOptions;

constexpr const char* kDefaultCases[] = {"pol N=8 K=3", "disp S=5 R=3", "mpat K=5", "mpc P=3 W=5",
                                         "pi T=6",      "matrix",       "sort",     "histogram"};
constexpr int kRounds = 5;

ProgramOptions options_of(const std::string& text, bool looks) {
  std::istringstream words(text);
  std::string name;
  words >> name;
  ProgramOptions options;
  options.sources.paths = {(root() / "bench" / "programs" / (name + ".c")).string()};
  for (std::string word; words >> word;) options.sources.definitions.push_back(word);
  options.arguments = {name};
  options.machine.checks_memory = options.instrument.checks_memory = looks;
  return options;
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * 4096;
}

struct Side {
  std::vector<double> seconds;
  std::uint64_t traces = 0;
  std::size_t bytes = 0;

  void explore(const std::string& text, bool looks) {
    NativeExecutor executor(options_of(text, looks));  // one at a time: they have the same addresses
    const std::size_t before = resident_bytes();
    const double begin = processor_seconds();
    engine::Explorer explorer(executor, engine::Options{});
    explorer.explore();
    seconds.push_back(processor_seconds() - begin);
    traces = explorer.statistics().traces;
    bytes = resident_bytes() - std::min(before, resident_bytes());
  }
};

void measure(const std::string& text, Table& table) {
  Side on, off;
  for (int round = 0; round < kRounds; ++round) {
    on.explore(text, true);
    off.explore(text, false);
  }
  const double slow = median(on.seconds), fast = median(off.seconds);
  table.add({text, std::to_string(on.traces), fixed(fast * 1e3, 1), fixed(slow * 1e3, 1), fixed(slow / fast, 2),
             fixed(static_cast<double>(off.bytes) / 1e6, 1), fixed(static_cast<double>(on.bytes) / 1e6, 1)});
  if (on.traces != off.traces)
    std::printf("%s: %llu traces without a look\n", text.c_str(), static_cast<unsigned long long>(off.traces));
}

}  // namespace
}  // namespace qpor::bench

int main(int argc, char** argv) {
  using namespace qpor::bench;
  std::string given;
  for (int i = 1; i < argc; ++i) given += (i > 1 ? " " : "") + std::string(argv[i]);
  Table table({"program", "traces", "off, ms", "on, ms", "ratio", "off, MB", "on, MB"});
  if (!given.empty()) {
    measure(given, table);
  } else {
    for (const char* each : kDefaultCases) measure(each, table);
  }
  table.print();
}
