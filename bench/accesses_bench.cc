// What it costs to look at plain accesses: explorations without any look at memory, such that look for memory errors
// only (--races=off), and such that look for data races too (--races=on), one after the other in the same run. The
// families of the paper, which synchronise most of the time, and programs that compute. Also how much memory the shadow
// takes.
//
//   accesses_bench                 the table
//   accesses_bench matrix SIZE=64  for one program of bench/programs

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/native_case.h"
#include "bench/table.h"
#include "engine/explorer.h"
#include "frontend/native/machine/executor.h"

namespace qpor::bench {
namespace {

using frontend::native::NativeExecutor;
using frontend::native::ProgramOptions;

constexpr const char* kDefaultCases[] = {"pol N=8 K=3", "disp S=5 R=3", "mpat K=5", "mpc P=3 W=5",
                                         "pi T=6",      "matrix",       "sort",     "histogram"};
constexpr int kRounds = 5;

enum class Look { Off, MemoryErrors, On };

ProgramOptions options_of(const std::string& text, Look look) {
  ProgramOptions options = native_options(text);
  options.machine.checks_memory = options.instrument.checks_memory = look != Look::Off;
  options.machine.races = look == Look::On ? 100 : 0;
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

  void explore(const std::string& text, Look look) {
    NativeExecutor executor(build(options_of(text, look)));  // one at a time: they have the same addresses
    const std::size_t before = resident_bytes();
    const double begin = processor_seconds();
    const auto explorer = engine::make_explorer(executor, engine::Options{});
    explorer->explore();
    seconds.push_back(processor_seconds() - begin);
    traces = explorer->statistics().traces;
    bytes = resident_bytes() - std::min(before, resident_bytes());
  }
};

void measure(const std::string& text, Table& table) {
  Side off, errors, on;
  for (int round = 0; round < kRounds; ++round) {
    off.explore(text, Look::Off);
    errors.explore(text, Look::MemoryErrors);
    on.explore(text, Look::On);
  }
  const double fast = median(off.seconds);
  std::vector<std::string> row = {text, grouped(on.traces), fixed(fast * 1e3, 1)};
  for (const Side* side : {&errors, &on}) {
    row.push_back(fixed(median(side->seconds) * 1e3, 1));
    row.push_back(fixed(median(side->seconds) / fast, 2));
  }
  for (const Side* side : {&off, &errors, &on}) row.push_back(fixed(static_cast<double>(side->bytes) / 1e6, 1));
  table.add(row);
  if (on.traces != off.traces || on.traces != errors.traces) {
    std::printf("%s: %s traces without a look, %s with one for memory errors\n", text.c_str(),
                grouped(off.traces).c_str(), grouped(errors.traces).c_str());
  }
}

}  // namespace
}  // namespace qpor::bench

int main(int argc, char** argv) {
  using namespace qpor::bench;
  std::string given;
  for (int i = 1; i < argc; ++i) given += (i > 1 ? " " : "") + std::string(argv[i]);
  Table table({"program", "traces", "off, ms", "memory errors only, ms", "ratio", "on, ms", "ratio", "off, MB",
               "memory errors only, MB", "on, MB"});
  if (!given.empty()) {
    measure(given, table);
  } else {
    for (const char* each : kDefaultCases) measure(each, table);
  }
  table.print();
}
