// The whole unfolding of a small program, by brute force: breadth-first search over all configurations. Nothing here
// is clever, so that it can judge what is. An event is a label together with the set of all events before it, and a
// configuration is a set of events; causality, conflict and conflicting extensions are read off these sets.
//
// Invariants of a complete ground truth
//  1. Every configuration of the program is listed once; number 0 is the empty one.
//  2. A configuration has one state, whatever order of its events led there (checked during the search).
//  3. Events are numbered in a causal order.
//
// Cost: configurations * enabled events * events per configuration; about a microsecond per edge. Conflicts are
// computed when first asked for, quadratic in the number of events.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/support/event_set.h"
#include "tests/support/oracle_interpreter.h"
#include "tests/support/oracle_objects.h"

namespace qpor::oracle {

using ConfigId = std::uint32_t;

struct Limits {
  std::size_t configurations = 20000;
  std::size_t events = kMaxEvents;  ///< at most kMaxEvents
};

/// One step of a schedule. `thread`: name of an initial thread, or that of its creator, a dot and the ordinal of the
/// create: "t0", "t0.0", "t0.0.1". `outcome` may be empty where only one thing can happen; otherwise
/// signal: the woken thread's name or "lost"; choose: the number; timed wake: "woken" or "timeout".
struct Step {
  std::string thread;
  std::string outcome;
};

struct Replay {
  std::optional<ConfigId> configuration;  ///< none: `error` says at which step and why
  std::vector<EventId> events;            ///< one for each step that could be taken
  std::string error;
};

class GroundTruth {
 public:
  enum class Status : std::uint8_t { Complete, TooBig, NotCommuting };

  /// REQUIRES: validate(program) is empty. Keeps no reference to the program.
  explicit GroundTruth(const Program& program, Limits limits = {});

  Status status() const { return status_; }
  bool is_complete() const { return status_ == Status::Complete; }
  /// Why the status is not Complete.
  const std::string& message() const { return message_; }

  // All that follows REQUIRES is_complete().

  std::size_t configuration_count() const { return sets_.size(); }
  std::size_t event_count() const { return events_.size(); }
  std::size_t thread_count() const { return threads_.size(); }

  const EventSet& configuration(ConfigId id) const { return sets_[id]; }
  std::optional<ConfigId> find(const EventSet& set) const;
  bool is_configuration(const EventSet& set) const { return find(set).has_value(); }

  /// The maximal configurations, in the order of the search.
  const std::vector<ConfigId>& maximal() const { return maximal_; }
  /// Some thread still has an operation pending. For maximal configurations this is a deadlock.
  bool has_pending_thread(ConfigId id) const { return !pending_threads(id).empty(); }
  std::vector<std::string> pending_threads(ConfigId id) const;
  std::vector<std::string> failed_threads(ConfigId id) const;
  std::size_t deadlock_count() const { return deadlocks_; }                ///< among the maximal
  std::size_t failed_configuration_count() const { return with_failed_; }  ///< maximal ones with a failed thread

  const Label& label(EventId event) const { return events_[event].label; }
  const EventSet& history(EventId event) const { return events_[event].history; }            ///< without the event
  const EventSet& local_configuration(EventId event) const { return events_[event].local; }  ///< with it
  const std::string& thread_name(std::size_t thread) const { return threads_[thread].name; }
  const std::string& thread_name_of(EventId event) const {
    return thread_name(static_cast<std::size_t>(label(event).thread));
  }
  std::string describe(EventId event) const;              ///< "t1 signal c -> t0"
  std::string describe_configuration(ConfigId id) const;  ///< its events, one per line, in a causal order

  /// e = f or e causes f.
  bool causes_or_equals(EventId e, EventId f) const { return local_configuration(f).contains(e); }
  /// Hereditary: some e' <= e and f' <= f are dependent and neither is in the past of the other.
  bool in_conflict(EventId e, EventId f) const { return conflicts_of(e).intersects(local_configuration(f)); }
  /// In conflict, while [e) + [f] and [e] + [f) are configurations.
  bool in_immediate_conflict(EventId e, EventId f) const;

  /// Events outside C whose history lies in C: ex(C).
  EventSet extensions(ConfigId id) const;
  /// Those that C can perform: en(C).
  EventSet enabled(ConfigId id) const;
  /// ex(C) without en(C): cex(C).
  EventSet conflicting_extensions(ConfigId id) const;

  /// Cost: one hash lookup per step.
  Replay replay(std::span<const Step> schedule) const;
  /// The configuration reached by this event from there, if it is enabled.
  std::optional<ConfigId> successor(ConfigId from, EventId event) const;
  /// A schedule that reaches the configuration, in the order of event numbers.
  std::vector<Step> schedule_of(ConfigId id) const;

  /// Empty, or the first pair of steps, enabled together and independent, that do not commute. Looks at every pair in
  /// every configuration.
  std::string commutation_error() const;

 private:
  struct Event {
    Label label;
    EventSet history;
    EventSet local;
    std::uint64_t hash = 0;
  };
  struct Edge {
    EventId event;
    ConfigId target;
  };
  struct ThreadInfo {
    std::string name;
    std::int16_t creator = kNone;
    Value ordinal = 0;
  };
  /// A local state, with those that follow from each result.
  struct Node {
    LocalState state;
    std::vector<std::pair<Value, std::uint32_t>> next;
  };
  struct Root {
    Value proc;
    Value argument;
    std::uint32_t node;
  };

  void search(const Limits& limits);
  bool expand(ConfigId id, const Limits& limits);
  bool take(ConfigId from, const Label& label, const Outcome& outcome, const Limits& limits);
  void enabled_outcomes(ConfigId id, int thread, const Op& op, int other, std::vector<Outcome>& result) const;
  std::optional<EventId> intern_event(const Label& label, const EventSet& history, const Limits& limits);
  int child_of(int creator, Value ordinal);
  std::uint32_t root_node(Value proc, Value argument);
  std::uint32_t next_node(std::uint32_t node, Value result);
  const LocalState* local_state(ConfigId id, int thread) const;
  const EventSet& conflicts_of(EventId event) const;
  void compute_conflicts() const;
  std::string outcome_text(const Label& label) const;
  std::span<const Edge> edges(ConfigId id) const;
  bool fail(Status status, std::string message);
  void finish();

  Interpreter interpreter_;
  Status status_ = Status::Complete;
  std::string message_;

  std::vector<ThreadInfo> threads_;
  std::unordered_map<std::string, int> thread_by_name_;
  std::vector<Node> nodes_;  // 0: the thread does not exist
  std::vector<Root> roots_;

  std::vector<Event> events_;
  std::vector<std::uint32_t> event_table_;   // open addressing, entry + 1
  std::vector<std::uint32_t> config_table_;  // likewise

  std::vector<EventSet> sets_;
  std::vector<std::uint64_t> set_hashes_;
  std::vector<std::uint32_t> locals_;  // kMaxThreads nodes for each configuration
  std::vector<ObjectState> objects_;   // object_count() for each configuration
  std::vector<std::uint32_t> first_edge_;
  std::vector<Edge> edges_;
  std::vector<ConfigId> maximal_;
  std::size_t deadlocks_ = 0;
  std::size_t with_failed_ = 0;

  mutable std::vector<EventSet> conflicts_;  // per event: dependent with something in its local configuration
};

}  // namespace qpor::oracle
