// What an exploration can be told. The command line (frontend/options/options.def) fills it in; defaults are those of
// the library.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace qpor::engine {

/// Who explores.
enum class Algorithm : std::uint8_t {
  Qpor,         ///< the unfolding (engine/qpor)
  Dpor,         ///< persistent sets, found on the way (this one and those below: engine/dpor)
  DporNoSleep,  ///< the same without sleep sets
  SourceDpor,   ///< source sets
  OptimalDpor,  ///< wakeup trees: no run is ever blocked
  Observers,    ///< the same, where writes are ordered only if something reads the difference
};

struct AlgorithmText {
  Algorithm algorithm;
  std::string_view name;  ///< as on the command line
  std::string_view text;  ///< one line for people
};
inline constexpr AlgorithmText kAlgorithms[] = {
    {Algorithm::Qpor, "qpor", "quasi-optimal partial-order reduction by unfoldings"},
    {Algorithm::Dpor, "dpor", "dynamic partial-order reduction with persistent sets and sleep sets"},
    {Algorithm::DporNoSleep, "dpor-no-sleep", "the same without sleep sets"},
    {Algorithm::SourceDpor, "source-dpor", "source sets and sleep sets"},
    {Algorithm::OptimalDpor, "optimal-dpor", "source sets, sleep sets and wakeup trees"},
    {Algorithm::Observers, "observers", "optimal-dpor that orders writes only if something reads the difference"},
};
constexpr std::string_view text_of(Algorithm algorithm) {
  return kAlgorithms[static_cast<std::size_t>(algorithm)].name;
}

/// Which thread goes first where an algorithm of engine/dpor may choose.
enum class ThreadOrder : std::uint8_t {
  Meetings,     ///< free running as in QPOR: meet_first and newest_thread_first
  RunOn,        ///< the last thread as long as it can, else the lowest-numbered
  FirstThread,  ///< the lowest-numbered
  LastThread,   ///< the highest-numbered
};

/// Which Alt function Explore asks [QPOR Alg. 1, l. 11].
enum class AltKind : std::uint8_t {
  None,        ///< no look-ahead: sleep sets only
  FirstEvent,  ///< the first event of a 1-partial alternative
  Partial,     ///< k-partial alternatives [QPOR Def. 5]
  Optimal,     ///< k = infinity: no run is ever blocked
};

/// In which order the unjustified events of D get a spike, after the newest one.
enum class SpikeOrder : std::uint8_t {
  OldestFirst,  ///< ours
  NewestFirst,  ///< the paper's
};

/// Which traces are run a second time in another order of their steps (twins.cc).
enum class Twins : std::uint8_t {
  Off,
  First,  ///< the first that can be
  Auto,   ///< the first, and others as long as that takes at most kTwinShare of the time
  All,
};
inline constexpr double kTwinShare = 0.03;

inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

struct Options {
  Algorithm algorithm = Algorithm::Qpor;
  ThreadOrder thread_order = ThreadOrder::Meetings;  ///< of engine/dpor

  AltKind alt = AltKind::Optimal;
  std::size_t k = 1;  ///< for AltKind::Partial; at least 1

  SpikeOrder spike_order = SpikeOrder::OldestFirst;
  bool cover_most_first = true;  ///< try first the candidates that conflict with most of D
  bool wide_spikes = false;      ///< for k = 1: conflicts that are not immediate too, which may cover more of D
  bool adaptive = true;          ///< a spike that is covered anyway does not count towards k
  /// Threads that meet others where they are about to go come first, those whose rivals are still to come last
  /// (meetings.h): MPAT(7) holds 786 events at most instead of 841 715.
  bool meet_first = true;
  /// Among equals the newest thread goes first. It leaves fewer runs blocked where k is small (MPC(3,5), k = 1, without
  /// meetings: 2 630 instead of 16 691), for it lets those go on last that were created to be there for others.
  bool newest_thread_first = true;
  std::uint64_t comb_budget = 10'000'000;  ///< candidates tried in one comb before a weaker clue is taken

  /// Operations on counts that change the value are exclusive: as for algorithms that know pairs of operations only.
  bool exclusive_counts = false;
  bool chain = false;  ///< every access is exclusive: one plain chain of events per object, to compare with

  bool graft_always = false;   ///< see EventStructure; for tests
  std::size_t long_list = 48;  ///< events at one place from which on those that C rules out are kept apart

  /// Steps of the tree of executions that are kept for write_dot (report/execution_tree.h); 0: there is none. Not of
  /// QPOR, whose picture is the unfolding.
  std::size_t tree_steps = 0;

  bool prune = true;                  ///< forget events of U that no alternative can need
  std::size_t prune_threshold = 512;  ///< events that U must have grown by before pruning is worth a look
  unsigned skip_step = 4;             ///< of the trees [QPOR 5.2]
  bool check = false;                 ///< validate every run (see explore.h)
  Twins twins = Twins::Auto;

  std::size_t max_traces = kUnlimited;
  std::size_t max_steps = 10'000'000;  ///< events in one execution
  /// In one execution; kUnlimited for none. A change of thread counts where the thread that is left could have gone on:
  /// one that is forced needs no decision of a scheduler, and a bound that counted it would never see a program end.
  std::size_t max_context_switches = kUnlimited;
  double timeout_seconds = std::numeric_limits<double>::infinity();
};

}  // namespace qpor::engine
