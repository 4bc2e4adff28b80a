// The regression gate behind `scripts/bench --check`: counts compared exactly, times as ratios to the yardstick of
// measure.h, both against a file (bench/baseline.json) that an earlier build has written.
//
//   baseline_bench --write FILE   measures and writes it
//   baseline_bench --check FILE   measures, says what differs, and exits with 1 when counts changed or a time is more
//                                 than a quarter above its baseline; 2 when the file cannot be used
//   --counts-only                 leaves the times out; each program is explored once
//   --quick                       only the smallest programs, for the tests
//
// The ratio of a program is the median time of its explorations over the median of the yardstick, in operations of
// the yardstick; it does not depend on the clock of the processor, and roughly not on the machine. What looks slower
// is measured again, more often, before it is said to be. The spread is the distance between the quartiles of the
// times, and says how far to believe a small difference.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure.h"
#include "bench/native_case.h"
#include "bench/program_case.h"
#include "bench/table.h"

namespace {

using namespace qpor::bench;
using Json = nlohmann::ordered_json;
using qpor::engine::Statistics;

constexpr double kTolerance = 1.25;
constexpr int kRounds = 5;
constexpr int kMoreRounds = 10;  // for what looks slower

struct Case {
  const char* kind;  // "C" or "model"
  const char* text;
  const char* alt;
  bool is_quick;
};

/// 30 to 200 ms each: long enough for a steady time, short enough to be repeated.
constexpr std::array kCases = {
    Case{"C", "disp S=5 R=4", "optimal", false},
    Case{"C", "disp S=5 R=3", "k=1", true},
    Case{"C", "mpat K=5", "optimal", false},
    Case{"C", "mpc P=3 W=5", "optimal", false},
    Case{"C", "pi T=7", "optimal", true},
    Case{"C", "pol N=7 K=3", "optimal", false},
    Case{"C", "pol N=7 K=3", "k=2", false},
    Case{"C", "ssbexp N=120", "optimal", false},
    Case{"C", "lastzero N=10", "k=1", false},
    Case{"model", "lastzero N=12", "optimal", false},
    Case{"model", "readers N=12", "optimal", false},
    Case{"model", "fig1 N=250", "optimal", false},
    Case{"model", "semaphore N=6", "optimal", true},
    Case{"model", "wakeup_stress N=6", "optimal", false},
    Case{"model", "bounded_buffer P=1 C=1 ITEMS=7 CAPACITY=1", "optimal", false},
};

std::string name_of(const Case& which) { return std::string(which.kind) + " " + which.text + ", " + which.alt; }

Run explore(const Case& which) {
  if (std::string_view(which.kind) == "model") return explore(load(which.text), options_for(which.alt));
  qpor::frontend::native::NativeExecutor executor(build(native_options(which.text)));
  const double begin = processor_seconds();
  const auto explorer = qpor::engine::make_explorer(executor, options_for(which.alt));
  const bool is_complete = explorer->explore() == qpor::engine::Ending::Complete;
  return {explorer->statistics(), explorer->trace_set_hash(), is_complete, processor_seconds() - begin};
}

Json counts_of(const Statistics& statistics) {
  return {{"traces", statistics.traces}, {"blocked", statistics.blocked},       {"executions", statistics.executions},
          {"events", statistics.events}, {"comb_nodes", statistics.comb_nodes}, {"steps", statistics.steps}};
}

struct Measured {
  Case which;
  Json counts;
  std::vector<double> seconds;

  void add(const Run& run) {
    const Json again = counts_of(run.statistics);
    if (!counts.is_null() && counts != again)
      throw std::runtime_error(name_of(which) + ": counts differ between two runs");
    counts = again;
    seconds.push_back(run.seconds);
  }
  double spread() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return (sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4]) / median(seconds);
  }
};

class Session {
 public:
  explicit Session(bool quick) {
    for (const Case& which : kCases) {
      if (which.is_quick || !quick) all_.push_back({which, {}, {}});
    }
  }

  /// Interleaved, with the yardstick between, so that a busy minute of the machine does not hit one program alone.
  void measure(int rounds, const std::vector<Measured*>& which) {
    for (int round = 0; round < rounds; ++round) {
      for (Measured* const each : which) {
        yardsticks_.push_back(yardstick_.measure());
        each->add(explore(each->which));
      }
    }
  }
  std::vector<Measured*> all() {
    std::vector<Measured*> pointers;
    for (Measured& each : all_) pointers.push_back(&each);
    return pointers;
  }
  double operation() const { return median(yardsticks_); }
  /// In operations of the yardstick.
  double ratio(const Measured& measured) const { return median(measured.seconds) * 1e9 / operation(); }

 private:
  std::vector<Measured> all_;
  Yardstick yardstick_;
  std::vector<double> yardsticks_;
};

void write(const std::string& file, bool quick, bool counts_only) {
  Session session(quick);
  session.measure(counts_only ? 1 : kRounds + kMoreRounds, session.all());
  Json programs = Json::array();
  for (const Measured* const each : session.all()) {
    Json one = {{"program", name_of(each->which)}, {"counts", each->counts}};
    if (!counts_only) one["yardstick_operations"] = static_cast<std::uint64_t>(session.ratio(*each) + 0.5);
    programs.push_back(std::move(one));
  }
  const Json json = {{"about", "counts exactly, times in operations of the yardstick; scripts/bench --write-baseline"},
                     {"programs", std::move(programs)}};
  std::ofstream out(file);
  out << json.dump(2) << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
  std::printf("wrote %s: %zu programs\n", file.c_str(), session.all().size());
}

Json read(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  Json json = Json::parse(in, nullptr, false);
  if (!json.is_object() || !json["programs"].is_array()) throw std::runtime_error(file + " is not a baseline");
  return json;
}

/// What the baseline says of a program.
const Json* find(const Json& baseline, const std::string& program) {
  for (const Json& each : baseline["programs"]) {
    if (each.value("program", "") == program) return &each;
  }
  return nullptr;
}

/// Prints the counts that differ; tells whether any does.
bool counts_differ(const Measured& measured, const Json& known) {
  bool differ = false;
  for (const auto& [name, value] : measured.counts.items()) {
    const Json before = known.value("counts", Json::object()).value(name, Json());
    if (before == value) continue;
    std::printf("CHANGED: %s: %s %s, was %s\n", name_of(measured.which).c_str(), value.dump().c_str(), name.c_str(),
                before.dump().c_str());
    differ = true;
  }
  return differ;
}

/// The number of things that are wrong.
int check(const std::string& file, bool quick, bool counts_only) {
  const Json baseline = read(file);
  Session session(quick);
  session.measure(counts_only ? 1 : kRounds, session.all());
  std::vector<std::pair<Measured*, double>> known;  // with the ratio of the baseline; 0: none
  int wrong = 0;
  for (Measured* const each : session.all()) {
    const Json* const before = find(baseline, name_of(each->which));
    if (before == nullptr) {
      std::printf("CHANGED: %s is not in the baseline\n", name_of(each->which).c_str());
      ++wrong;
      continue;
    }
    if (counts_differ(*each, *before)) ++wrong;
    known.emplace_back(each, before->value("yardstick_operations", 0.0));
  }
  if (counts_only) {
    std::printf("%zu programs, times left out, %d with changed counts\n", session.all().size(), wrong);
    return wrong;
  }
  std::vector<Measured*> doubtful;
  for (const auto& [each, before] : known) {
    if (before > 0 && session.ratio(*each) > before * kTolerance) doubtful.push_back(each);
  }
  session.measure(kMoreRounds, doubtful);

  Table table({"program", "ms", "baseline", "now", "ratio", "spread", ""});
  double most_spread = 0;
  std::vector<double> moved;
  for (const auto& [each, before] : known) {
    const double now = session.ratio(*each);
    most_spread = std::max(most_spread, each->spread());
    if (before <= 0) {
      std::printf("CHANGED: %s has no time in the baseline\n", name_of(each->which).c_str());
      ++wrong;
      continue;
    }
    moved.push_back(now / before);
    const char* verdict = "";
    if (now > before * kTolerance) verdict = "SLOWER", ++wrong;
    if (now * kTolerance < before) verdict = "faster";
    table.add({name_of(each->which), three_digits(median(each->seconds) * 1e3), three_digits(before), three_digits(now),
               fixed(now / before, 2), percent(each->spread()), verdict});
  }
  table.print();
  std::printf(
      "One operation of the yardstick took %s ns; times spread by up to %s. Slower or faster: by more than %s.\n",
      three_digits(session.operation()).c_str(), percent(most_spread).c_str(), percent(kTolerance - 1).c_str());
  if (!moved.empty()) {
    std::printf("The median of the ratios is %s", fixed(median(moved), 2).c_str());
    const bool is_common = median(moved) > 1.1 || median(moved) < 0.9;
    std::puts(is_common ? ": all moved together, by something that they share or by the machine." : ".");
  }
  if (most_spread > kTolerance - 1) std::puts("The machine is too busy for times to say much.");
  std::printf("%d of %zu programs slower or with changed counts\n", wrong, session.all().size());
  return wrong;
}

int run(const std::vector<std::string>& arguments) {
  std::string action, file;
  bool quick = false, counts_only = false;
  for (const std::string& argument : arguments) {
    if (argument == "--quick") {
      quick = true;
    } else if (argument == "--counts-only") {
      counts_only = true;
    } else if (action.empty() && (argument == "--write" || argument == "--check")) {
      action = argument;
    } else if (!action.empty() && file.empty() && !argument.starts_with("--")) {
      file = argument;
    } else {
      throw std::invalid_argument("unknown argument '" + argument + "'; see the top of bench/baseline_bench.cc");
    }
  }
  if (file.empty()) throw std::invalid_argument("needs --write FILE or --check FILE");
  if (action == "--write") return write(file, quick, counts_only), 0;
  return check(file, quick, counts_only) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "baseline_bench: %s\n", error.what());
    return 2;
  }
}
