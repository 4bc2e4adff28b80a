// What exploring costs, by program family, under `optimal`. Sections, all of them when none is named:
//
//   speed   traces/s, ns per executed event, the same as a ratio to the yardstick of measure.h, and where the time goes
//   memory  bytes per event of U, the most events kept at a time, and how many it would be without pruning
//   growth  how the cost of a trace and of an event grows with the program, as fitted exponents
//
// Options
//   --repetitions=N         how often each program is explored; medians are reported (default 5; growth takes 3)
//   --check-counts[=quick]  measures nothing: explores what expected_counts.csv lists (or only its quick part) and
//                           exits with 1 when traces differ, a run of `optimal` was blocked, or two Alt functions
//                           visited different traces. Blocked runs and comb nodes depend on the order of the search;
//                           there a difference is only reported.
//   --write-counts          prints what expected_counts.csv should hold

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/program_case.h"
#include "bench/table.h"

namespace {

using namespace qpor::bench;
using qpor::engine::Options;
using qpor::engine::Statistics;

/// One size per family, for 0.05 to 1 s each.
const std::vector<std::string> kPrograms = {
    "fig1 N=300",
    "ssbexp N=200",
    "readers N=12",
    "lastzero N=12",
    "fig10 N=200",
    "wakeup_stress N=6",
    "indexer T=15",
    "filesystem T=22",
    "philosophers N=12",
    "bounded_buffer P=1 C=1 ITEMS=7 CAPACITY=1",
    "readers_writers R=7 W=2",
    "semaphore N=6",
    "barrier N=7",
    "pi T=7",
    "mpat K=5",
    "pol N=8 K=3",
    "disp S=5 R=3",
    "mpc P=3 W=5",
};

std::vector<ProgramCase> load_all(const std::vector<std::string>& texts) {
  std::vector<ProgramCase> programs;
  for (const std::string& text : texts) programs.push_back(load(text));
  return programs;
}

/// The same program must give the same counts each time; a bench of something else would be worthless.
void expect_same(const ProgramCase& program, const Statistics& a, const Statistics& b) {
  if (a.traces != b.traces || a.blocked != b.blocked || a.steps != b.steps || a.comb_nodes != b.comb_nodes) {
    throw std::runtime_error(program.text + ": two explorations differ in their counts");
  }
}

void speed(int repetitions) {
  const std::vector<ProgramCase> programs = load_all(kPrograms);
  struct Figures {
    Statistics first;
    Statistics sum;
    std::vector<double> seconds;
  };
  std::vector<Figures> figures(programs.size());
  std::vector<double> yardsticks;
  Yardstick yardstick;
  // Interleaved, so that a busy minute of the machine does not hit one program alone.
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      yardsticks.push_back(yardstick.measure());
      const Run run = explore(programs[i], Options{});
      Figures& known = figures[i];
      if (repetition == 0) known.first = run.statistics;
      expect_same(programs[i], known.first, run.statistics);
      known.sum += run.statistics;
      known.seconds.push_back(run.seconds);
    }
  }
  // Of medians: single measurements of the yardstick are shorter and noisier than what they would be held against.
  const double operation = median(yardsticks);
  std::printf("One operation of the yardstick took %s ns (median of %zu).\n\n", three_digits(operation).c_str(),
              yardsticks.size());
  Table table({"program", "traces", "blocked", "events per trace", "traces/s", "ns per event", "ratio", "comb nodes",
               "execute", "extend", "alternative", "prune", "twin"});
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Statistics& counts = figures[i].first;
    const double seconds = median(figures[i].seconds);
    const double nanoseconds = seconds * 1e9 / static_cast<double>(counts.steps);
    double all_phases = 0;
    for (const double phase : figures[i].sum.phase_seconds) all_phases += phase;
    std::vector<std::string> row = {programs[i].text,
                                    grouped(counts.traces),
                                    grouped(counts.blocked),
                                    grouped(counts.longest_trace),
                                    three_digits(static_cast<double>(counts.traces) / seconds),
                                    three_digits(nanoseconds),
                                    three_digits(nanoseconds / operation),
                                    grouped(counts.comb_nodes)};
    for (const double phase : figures[i].sum.phase_seconds) row.push_back(percent(phase / all_phases));
    table.add(row);
  }
  table.print();
}

void memory() {
  Table table({"program", "bytes per event", "peak events", "not pruned", "kept", "prunings", "discovered twice"});
  for (const ProgramCase& program : load_all(kPrograms)) {
    const Statistics pruned = explore(program, Options{}).statistics;
    Options keeping;
    keeping.prune = false;
    const Statistics whole = explore(program, keeping).statistics;
    if (pruned.traces != whole.traces) throw std::runtime_error(program.text + ": pruning changes the traces");
    const auto peak = static_cast<double>(pruned.peak_events);
    table.add({program.text, three_digits(static_cast<double>(pruned.peak_structure_bytes) / peak),
               grouped(pruned.peak_events), grouped(whole.peak_events),
               percent(peak / static_cast<double>(whole.peak_events)), grouped(pruned.prunings),
               percent(static_cast<double>(pruned.events) / static_cast<double>(whole.events) - 1)});
  }
  table.print();
}

struct Series {
  std::string model;
  std::string constant;
  int first;
  int last;
};

const std::vector<Series> kSeries = {
    {"readers", "N", 8, 14},
    {"lastzero", "N", 6, 15},
    {"ssbexp", "N", 4, 24},
    // The hardest for us: many events at one place of an object, of which few fit the present configuration.
    {"wakeup_stress", "N", 3, 7},
    {"mpat", "K", 2, 6},
};

/// Explored as often as 30 ms allow; the time of one exploration.
double seconds_of(const ProgramCase& program, Statistics& statistics) {
  std::vector<double> seconds;
  const double begin = processor_seconds();
  do {
    const Run run = explore(program, Options{});
    statistics = run.statistics;
    seconds.push_back(run.seconds);
  } while (processor_seconds() - begin < 0.03);
  return median(seconds);
}

void growth() {
  constexpr int kRepetitions = 3;
  Table fits({"series", "time per trace ~ (events per trace)^a: a", "R^2", "time per event ~ traces^b: b", "R^2"});
  for (const Series& series : kSeries) {
    std::vector<ProgramCase> programs;
    for (int n = series.first; n <= series.last; ++n) {
      programs.push_back(load(series.model + " " + series.constant + "=" + std::to_string(n)));
    }
    std::vector<Statistics> counts(programs.size());
    std::vector<std::vector<double>> seconds(programs.size());
    for (int repetition = 0; repetition < kRepetitions; ++repetition) {
      for (std::size_t i = 0; i < programs.size(); ++i) seconds[i].push_back(seconds_of(programs[i], counts[i]));
    }
    Table table({"program", "traces", "events per trace", "us per trace", "ns per event"});
    std::vector<double> traces, lengths, per_trace, per_event;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      const double time = median(seconds[i]);
      traces.push_back(static_cast<double>(counts[i].traces));
      lengths.push_back(static_cast<double>(counts[i].longest_trace));
      per_trace.push_back(time / traces.back());
      per_event.push_back(time / static_cast<double>(counts[i].steps));
      table.add({programs[i].text, grouped(counts[i].traces), grouped(counts[i].longest_trace),
                 three_digits(per_trace.back() * 1e6), three_digits(per_event.back() * 1e9)});
    }
    table.print();
    const Fit a = fit_power(lengths, per_trace);
    const Fit b = fit_power(traces, per_event);
    fits.add({series.model + "(" + std::to_string(series.first) + ".." + std::to_string(series.last) + ")",
              fixed(a.exponent, 2), fixed(a.r_squared, 2), fixed(b.exponent, 2), fixed(b.r_squared, 2)});
  }
  fits.print();
}

// --- counts

/// Explored in each run of the tests, under every Alt function.
const std::vector<std::string> kQuick = {
    "fig1 N=6",
    "ssbexp N=8",
    "readers N=7",
    "lastzero N=7",
    "fig10 N=2",
    "wakeup_stress N=4",
    "indexer T=12",
    "filesystem T=16",
    "philosophers N=6",
    "bounded_buffer P=1 C=1 ITEMS=3 CAPACITY=1",
    "readers_writers R=3 W=2",
    "semaphore N=4",
    "barrier N=5",
    "pi T=5",
    "mpat K=3",
    "pol N=4 K=2",
    "disp S=3 R=2",
    "mpc P=2 W=3",
};
/// Also under k = 1, 2, 3.
const std::vector<std::string> kOfThePaper = {
    "disp S=5 R=2", "disp S=5 R=3", "mpc P=2 W=5", "mpc P=3 W=5", "pol N=7 K=3", "mpat K=4", "pi T=6",
};

constexpr const char* kHead = "part,program,alt,traces,blocked,comb_nodes";

void write_counts() {
  std::puts(kHead);
  const auto write = [](const char* part, const std::string& text, const std::vector<std::string>& alts) {
    const ProgramCase program = load(text);
    for (const std::string& alt : alts) {
      const Run run = explore(program, options_for(alt), 200'000);
      if (!run.is_complete) continue;
      std::printf("%s,%s,%s,%s,%s,%s\n", part, text.c_str(), alt.c_str(), std::to_string(run.statistics.traces).c_str(),
                  std::to_string(run.statistics.blocked).c_str(), std::to_string(run.statistics.comb_nodes).c_str());
      std::fflush(stdout);
    }
  };
  for (const std::string& text : kQuick) write("quick", text, {"none", "first-event", "k=1", "k=2", "k=3", "optimal"});
  for (const std::string& text : kOfThePaper) write("full", text, {"k=1", "k=2", "k=3", "optimal"});
  for (const std::string& text : kPrograms) {
    const bool is_there = std::find(kOfThePaper.begin(), kOfThePaper.end(), text) != kOfThePaper.end();
    if (!is_there) write("full", text, {"optimal"});
  }
}

/// The number of differences that are wrong.
int check_counts(bool only_quick) {
  const std::string file = (root() / "bench" / "expected_counts.csv").string();
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != kHead) throw std::runtime_error(file + " does not begin with: " + kHead);
  int wrong = 0;
  int checked = 0;
  std::map<std::string, std::uint64_t> hashes;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string part, text, alt;
    Statistics expected;
    char comma = 0;
    std::getline(fields, part, ',');
    std::getline(fields, text, ',');
    std::getline(fields, alt, ',');
    if (!(fields >> expected.traces >> comma >> expected.blocked >> comma >> expected.comb_nodes)) {
      throw std::runtime_error(file + ": not a line of counts: " + line);
    }
    if (only_quick && part != "quick") continue;
    const Run run = explore(load(text), options_for(alt));
    ++checked;
    const auto compare = [&](const char* what, std::uint64_t is, std::uint64_t should, bool matters) {
      if (is == should) return;
      if (matters) ++wrong;
      std::printf("%s: %s under %s: %s %s, expected %s\n", matters ? "WRONG" : "changed", text.c_str(), alt.c_str(),
                  grouped(is).c_str(), what, grouped(should).c_str());
    };
    compare("traces", run.statistics.traces, expected.traces, true);
    compare("blocked", run.statistics.blocked, expected.blocked, alt == "optimal");
    compare("comb nodes", run.statistics.comb_nodes, expected.comb_nodes, false);
    const auto [known, is_new] = hashes.emplace(text, run.trace_set_hash);
    if (!is_new && known->second != run.trace_set_hash) {
      ++wrong;
      std::printf("WRONG: %s: %s visits other traces than the Alt functions before\n", text.c_str(), alt.c_str());
    }
  }
  std::printf("%d explorations, %d wrong counts\n", checked, wrong);
  if (checked == 0) throw std::runtime_error(file + " lists nothing to check");
  return wrong;
}

int run(const std::vector<std::string>& arguments) {
  int repetitions = 5;
  std::vector<std::string> sections;
  for (const std::string& argument : arguments) {
    if (argument == "--check-counts") return check_counts(false) == 0 ? 0 : 1;
    if (argument == "--check-counts=quick") return check_counts(true) == 0 ? 0 : 1;
    if (argument == "--write-counts") return write_counts(), 0;
    if (argument.starts_with("--repetitions=")) {
      repetitions = std::max(1, std::stoi(argument.substr(std::strlen("--repetitions="))));
    } else if (argument == "speed" || argument == "memory" || argument == "growth") {
      sections.push_back(argument);
    } else {
      throw std::invalid_argument("unknown argument '" + argument + "'; see the top of bench/explore_bench.cc");
    }
  }
  if (sections.empty()) sections = {"speed", "memory", "growth"};
  for (const std::string& section : sections) {
    std::printf("### %c%s\n\n", section[0] - 'a' + 'A', section.c_str() + 1);
    if (section == "speed") speed(repetitions);
    if (section == "memory") memory();
    if (section == "growth") growth();
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "explore_bench: %s\n", error.what());
    return 2;
  }
}
