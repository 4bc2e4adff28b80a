// How many runs are blocked under each Alt function, and what the choices that Options leaves open do to them. Counts
// are exact and the same on every machine; only the times of `policies` are not. Sections, both when none is named:
//
//   blocked   per program: blocked runs under none, source, k = 1, 2, 3 and optimal; beside them, where there is one,
//             the figure of [QPOR Table 1]. Cells that explode are stopped after a number of executions.
//   policies  blocked runs and time under k = 1, 2, 3 with one choice changed at a time (--all: every combination)
//
// Exits with 1 when two Alt functions that came to an end visited different traces, or `optimal` was blocked.

#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/measure.h"
#include "bench/program_case.h"
#include "bench/table.h"

namespace {

using namespace qpor::bench;
using qpor::engine::Options;
using qpor::engine::SpikeOrder;
using qpor::engine::Statistics;

// POL(9,3) at k = 1 needs some 90 000 executions; the weaker functions say all they have to say earlier.
constexpr std::uint64_t kMostExecutions = 120'000;
constexpr std::uint64_t kMostOfSource = 40'000;
constexpr std::uint64_t kMostOfNone = 10'000;

struct Row {
  std::string program;
  std::array<const char*, 3> paper;  // at k = 1, 2, 3
};

const std::vector<Row> kOfThePaper = {
    {"disp S=5 R=2", {"1 039", "43", "0"}},
    {"disp S=5 R=3", {"11 167", "595", "1"}},
    {"disp S=5 R=4", {"105 971", "6 353", "213"}},
    {"mpc P=2 W=5", {"560", "0", "0"}},
    {"mpc P=3 W=5", {"50 664", "2 578", "0"}},
    {"pol N=7 K=3", {"72 022", "1 271", "6"}},
    {"pol N=8 K=3", {"214 737", "2 771", "10"}},
    {"pol N=9 K=3", {"592 219", "4 659", "15"}},
    {"mpat K=4", {"0", "", ""}},
    {"mpat K=5", {"0", "", ""}},
    {"pi T=5", {"0", "", ""}},
    {"pi T=6", {"0", "", ""}},
};

const std::vector<std::string> kOthers = {
    "fig1 N=8",
    "fig1 N=12",
    "ssbexp N=8",
    "ssbexp N=12",
    "readers N=8",
    "lastzero N=5",
    "lastzero N=10",
    "fig10 N=1",
    "fig10 N=5",
    "wakeup_stress N=5",
    "indexer T=12",
    "indexer T=15",
    "filesystem T=16",
    "filesystem T=19",
    "philosophers N=8",
    "bounded_buffer P=1 C=1 ITEMS=4 CAPACITY=1",
    "bounded_buffer P=2 C=2 ITEMS=1 CAPACITY=1",
    "readers_writers R=4 W=2",
    "semaphore N=5",
    "barrier N=6",
};

/// The blocked runs of one program under one Alt function after the other; holds them to the same traces.
class Cells {
 public:
  explicit Cells(const std::string& text) : program_(load(text)), optimal_(explore(program_, options_for("optimal"))) {
    if (optimal_.statistics.blocked != 0) throw std::logic_error(text + ": optimal was blocked");
  }

  std::string traces() const { return grouped(optimal_.statistics.traces); }
  std::string optimal() const { return grouped(optimal_.statistics.blocked); }

  std::string under(const std::string& alt, std::uint64_t most_executions) const {
    const Run run = explore(program_, options_for(alt), most_executions);
    if (!run.is_complete) return "> " + grouped(run.statistics.blocked) + " (stopped)";
    if (run.trace_set_hash != optimal_.trace_set_hash || run.statistics.traces != optimal_.statistics.traces) {
      throw std::logic_error(program_.text + ": " + alt + " and optimal visit different traces");
    }
    return grouped(run.statistics.blocked);
  }

 private:
  ProgramCase program_;
  Run optimal_;
};

void blocked() {
  Table of_the_paper(
      {"program", "traces", "none", "first-event", "k=1", "paper", "k=2", "paper", "k=3", "paper", "optimal"});
  for (const Row& row : kOfThePaper) {
    const Cells cells(row.program);
    of_the_paper.add({row.program, cells.traces(), cells.under("none", kMostOfNone),
                      cells.under("first-event", kMostOfSource), cells.under("k=1", kMostExecutions), row.paper[0],
                      cells.under("k=2", kMostExecutions), row.paper[1], cells.under("k=3", kMostExecutions),
                      row.paper[2], cells.optimal()});
  }
  std::puts("The families of [QPOR Table 1]; \"paper\" is what that table reports for the k to its left.\n");
  of_the_paper.print();

  Table others({"program", "traces", "none", "first-event", "k=1", "k=2", "k=3", "optimal"});
  for (const std::string& text : kOthers) {
    const Cells cells(text);
    others.add({text, cells.traces(), cells.under("none", kMostOfNone), cells.under("first-event", kMostOfSource),
                cells.under("k=1", kMostExecutions), cells.under("k=2", kMostExecutions),
                cells.under("k=3", kMostExecutions), cells.optimal()});
  }
  std::puts("The other models.\n");
  others.print();
  std::printf(
      "Stopped after %s executions (source: %s, none: %s). Every exploration that came to an end visited the\n"
      "same traces as optimal did.\n\n",
      grouped(kMostExecutions).c_str(), grouped(kMostOfSource).c_str(), grouped(kMostOfNone).c_str());
}

struct Policy {
  std::string name;
  Options choices;  // alt and k are set later
};

constexpr unsigned kChoices = 6;
constexpr unsigned kWideSpikes = 1u << 2;  // a choice that the paper makes as we do

/// Each bit turns one choice away from its default.
Policy policy(unsigned changed) {
  Policy made;
  const Options usual;
  const auto note = [&](unsigned bit, const char* on, const char* off, bool is_on) {
    if ((changed >> bit & 1) == 0) return is_on;
    if (!made.name.empty()) made.name += ", ";
    made.name += is_on ? off : on;
    return !is_on;
  };
  const bool oldest = note(0, "oldest spike first", "newest spike first", usual.spike_order == SpikeOrder::OldestFirst);
  made.choices.spike_order = oldest ? SpikeOrder::OldestFirst : SpikeOrder::NewestFirst;
  made.choices.cover_most_first = note(1, "best cover first", "no cover order", usual.cover_most_first);
  made.choices.wide_spikes = note(2, "wide spikes", "narrow spikes", usual.wide_spikes);
  made.choices.adaptive = note(3, "adaptive", "exactly k spikes", usual.adaptive);
  made.choices.meet_first = note(4, "meetings", "no meetings", usual.meet_first);
  made.choices.newest_thread_first = note(5, "newest thread first", "oldest thread first", usual.newest_thread_first);
  if (changed == 0) made.name = "the defaults";
  return made;
}

/// The median of three for what is short.
std::pair<Run, double> timed(const ProgramCase& program, const Options& options) {
  Run run = explore(program, options, kMostExecutions);
  std::vector<double> seconds = {run.seconds};
  if (run.seconds < 0.3) {
    for (int i = 0; i < 2; ++i) seconds.push_back(explore(program, options, kMostExecutions).seconds);
  }
  return {std::move(run), median(seconds)};
}

void policies(bool all) {
  for (const char* text : {"lastzero N=10", "pol N=7 K=3", "disp S=5 R=3", "mpc P=3 W=5"}) {
    const ProgramCase program = load(text);
    Table table({text, "k=1 blocked", "ms", "k=2 blocked", "ms", "k=3 blocked", "ms"});
    for (unsigned changed = 0; changed < 1u << kChoices; ++changed) {
      const bool is_simple = (changed & (changed - 1)) == 0 || changed == ((1u << kChoices) - 1 - kWideSpikes);
      if (!all && !is_simple) continue;
      const Policy chosen = policy(changed);
      std::vector<std::string> row = {chosen.name};
      for (std::size_t k = 1; k <= 3; ++k) {
        Options options = chosen.choices;
        options.alt = qpor::engine::AltKind::Partial;
        options.k = k;
        const auto [run, seconds] = timed(program, options);
        row.push_back((run.is_complete ? "" : "> ") + grouped(run.statistics.blocked));
        row.push_back((run.is_complete ? "" : "> ") + three_digits(seconds * 1e3));
      }
      table.add(row);
    }
    table.print();
  }
}

int run(const std::vector<std::string>& arguments) {
  bool all = false;
  std::vector<std::string> sections;
  for (const std::string& argument : arguments) {
    if (argument == "--all") {
      all = true;
    } else if (argument == "blocked" || argument == "policies") {
      sections.push_back(argument);
    } else {
      throw std::invalid_argument("unknown argument '" + argument + "'; see the top of bench/blocked_runs_bench.cc");
    }
  }
  if (sections.empty()) sections = {"blocked", "policies"};
  for (const std::string& section : sections) {
    if (section == "blocked") {
      std::puts("### Blocked runs\n");
      blocked();
    } else {
      std::puts("### Policies\n");
      policies(all);
    }
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::logic_error& error) {  // bad arguments too: both are for a person to look at
    std::fprintf(stderr, "blocked_runs_bench: %s\n", error.what());
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "blocked_runs_bench: %s\n", error.what());
    return 2;
  }
}
