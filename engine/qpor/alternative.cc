#include "engine/qpor/alternative.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <span>

#include "comb/solver.h"
#include "engine/qpor/groups.h"
#include "engine/unfolding/immediate_conflict.h"

namespace qpor::engine {
namespace {

/// The comb of a search for alternatives [QPOR Def. 6]: a spike per unjustified event of D, with the events that are
/// in immediate conflict with it and could be part of an alternative. The paper takes all conflicting events of U;
/// whatever conflicts with d has a cause in immediate conflict with d or with something d needs, and the latter is
/// in C, so immediate conflicts suffice. Where conflict is not binary there are also groups of events (groups.h), and
/// the chosen ones must be consistent all together.
class AlternativeComb {
 public:
  using Candidate = EventId;

  AlternativeComb(const Options& options, const EventStructure& structure, const Configuration& configuration,
                  const Disabled& disabled)
      : options_(options),
        structure_(structure),
        configuration_(configuration),
        disabled_(disabled),
        views_(structure),
        siblings_(structure, configuration, options.long_list),
        consistency_(structure, configuration),
        group_search_(structure, configuration) {}

  /// Begins a search with at most so many spikes. The newest event of D comes first: it must be answered.
  void prepare(std::size_t most) {
    assert(!disabled_.unjustified().empty());
    siblings_.begin_question();
    spikes_ = std::min(most, disabled_.unjustified().size());
    for (const std::size_t spike : begun_) cursors_[spike].reset();
    begun_.clear();
    groups_.clear();
    if (cursors_.size() < spikes_) cursors_.resize(spikes_);
  }

  std::size_t spikes() const { return spikes_; }

  /// A portion at a time: mostly one of the first few will do, and a layer can be very large.
  bool candidates(std::size_t spike, std::span<const EventId>, std::vector<EventId>& out) {
    ConflictCursor& cursor = cursor_of(spike);
    const std::uint64_t enough = cursor.passed() + kPassed;
    EventId f = kNoEvent;
    while (out.size() < kPortion && (out.empty() || cursor.passed() < enough) && (f = cursor.next()) != kNoEvent) {
      // All of D counts, not only the events that have a spike: an answer must avoid them too.
      if (configuration_.can_avoid_disabled_to(f)) out.push_back(f);
    }
    if (options_.cover_most_first && out.size() > 1 && disabled_.unjustified().size() > 1) put_best_cover_first(out);
    if (f != kNoEvent) return true;
    if (!may_have_groups(spike)) return false;
    if (!out.empty()) return true;  // groups are the last portion
    add_groups(spike, out);
    return false;
  }

  bool compatible(EventId f, EventId g) const {
    if (!is_group(f) && !is_group(g)) return !structure_.in_conflict(f, g);
    for (const EventId a : events_of(f)) {
      for (const EventId b : events_of(g)) {
        if (structure_.in_conflict(a, b)) return false;
      }
    }
    return true;
  }
  bool covers(EventId f, std::size_t spike) const {
    const EventId u = event_of(spike);
    if (!is_group(f)) return disables(f, u);
    const auto events = events_of(f);
    if (std::any_of(events.begin(), events.end(), [&](EventId event) { return disables(event, u); })) return true;
    return is_counted_read(u) && consistency_.rule_out_together(events, u);
  }
  bool admits(std::span<const EventId> chosen, EventId candidate) {
    if (!structure_.has_counts() || chosen.empty()) return true;
    together_.clear();
    for (const EventId each : chosen) append_events(each, together_);
    for (const EventId event : events_of(candidate)) {
      if (!consistency_.admits(together_, event)) return false;
      together_.push_back(event);
    }
    return true;
  }

  /// The events that a candidate stands for.
  void append_events(const EventId& candidate, std::vector<EventId>& out) const {
    const auto events = events_of(candidate);
    out.insert(out.end(), events.begin(), events.end());
  }

 private:
  static constexpr std::uint32_t kGroupBit = 1u << 31;  // of a candidate: the rest is a number of groups_
  static constexpr std::size_t kPortion = 16;           // candidates that a portion has at most
  static constexpr std::uint64_t kPassed = 256;         // events looked at for one, unless it would be empty

  struct Rank {
    std::size_t covered;
    std::size_t place;  // among the candidates as they came
    EventId event;
  };

  EventId event_of(std::size_t spike) const {
    const auto unjustified = disabled_.unjustified();  // oldest first
    if (spike == 0) return unjustified.back();
    return options_.spike_order == SpikeOrder::OldestFirst ? unjustified[spike - 1]
                                                           : unjustified[unjustified.size() - 1 - spike];
  }

  static bool is_group(EventId candidate) { return (index(candidate) & kGroupBit) != 0; }
  std::span<const EventId> events_of(const EventId& candidate) const {
    if (is_group(candidate)) return groups_[index(candidate) & ~kGroupBit];
    return {&candidate, 1};
  }
  bool is_counted_read(EventId event) const {
    return structure_.has_counts() && structure_[event].mode == Mode::Shared &&
           structure_.is_counted(structure_[event].object);
  }
  bool may_have_groups(std::size_t spike) const { return is_counted_read(event_of(spike)); }

  void add_groups(std::size_t spike, std::vector<EventId>& out) {
    const std::size_t first = groups_.size();
    group_search_.find(event_of(spike), groups_);
    for (std::size_t i = first; i < groups_.size(); ++i) {
      out.push_back(static_cast<EventId>(static_cast<std::uint32_t>(i) | kGroupBit));
    }
  }

  ConflictCursor& cursor_of(std::size_t spike) {
    std::optional<ConflictCursor>& cursor = cursors_[spike];
    if (!cursor) {
      begun_.push_back(spike);
      const EventId d = event_of(spike);
      // Wide spikes pay where one choice is all there is: what it covers by the way is then all that it covers.
      const bool is_single =
          options_.alt == AltKind::FirstEvent || (options_.alt == AltKind::Partial && options_.k == 1);
      const bool is_wide = options_.wide_spikes && is_single;
      cursor.emplace(structure_, d, is_wide ? Reach::Layer : Reach::Adjacent, &views_, filter_for(d), &siblings_);
    }
    return *cursor;
  }

  /// C is in d's layer, so an X event of that layer fits only if it has seen the reads of C. And none of D: what
  /// another thread reads next in this layer is its event of D, if it has one. (With more than 64 threads a bit stands
  /// for several of them and cannot forbid.)
  ReadFilter filter_for(EventId d) const {
    const ObjectId object = structure_[d].object;
    ReadFilter filter{threads_of(structure_, configuration_.cut(object).reads), 0};
    if (structure_.vocabulary().threads.size() > 64) return filter;
    for (const EventId u : disabled_.unjustified()) {
      const Event& event = structure_[u];
      if (event.mode == Mode::Shared && event.object == object)
        filter.forbidden |= std::uint64_t{1} << index(event.thread);
    }
    filter.forbidden &= ~filter.required;
    return filter;
  }

  /// Is f in conflict with u? As f is compatible with C, [u) is in C and u is not below f, only u's own object decides.
  bool disables(EventId f, EventId u) const {
    const Event& event = structure_[u];
    const CutView known = structure_.known_cut(f, event.object);
    if (known.exclusive == kNoEvent) return false;
    const EventId before = structure_.exclusive_predecessor(u);
    const std::uint32_t depth = structure_.object_depth(before);
    const std::uint32_t depth_known = structure_.object_depth(known.exclusive);
    if (depth_known != depth) return depth_known > depth;
    if (event.mode == Mode::Shared) return is_counted_read(u) && consistency_.rule_out_together({&f, 1}, u);
    const auto seen = structure_.cut_reads(event.place);
    if (known.newest != kNoEvent && !structure_.holds_read(seen, known.newest)) return true;
    return std::any_of(known.reads.begin(), known.reads.end(),
                       [&](EventId read) { return !structure_.holds_read(seen, read); });
  }

  void put_best_cover_first(std::vector<EventId>& out) {
    ranked_.clear();
    for (const EventId f : out) {
      std::size_t covered = 0;
      for (const EventId u : disabled_.unjustified()) covered += disables(f, u) ? 1 : 0;
      ranked_.push_back({covered, ranked_.size(), f});
    }
    std::sort(ranked_.begin(), ranked_.end(), [](const Rank& a, const Rank& b) {
      return a.covered != b.covered ? a.covered > b.covered : a.place < b.place;
    });
    std::transform(ranked_.begin(), ranked_.end(), out.begin(), [](const Rank& rank) { return rank.event; });
  }

  const Options& options_;
  const EventStructure& structure_;
  const Configuration& configuration_;
  const Disabled& disabled_;
  LayerViews views_;
  SiblingViews siblings_;
  Consistency consistency_;
  Groups group_search_;
  std::vector<Groups::Group> groups_;  // of this search
  std::vector<EventId> together_;
  std::size_t spikes_ = 0;
  std::vector<std::optional<ConflictCursor>> cursors_;  // by spike: where its events come from
  std::vector<std::size_t> begun_;                      // the spikes that have a cursor
  std::vector<Rank> ranked_;
};

/// Alternatives by comb, for every k and for infinity.
class CombAlt final : public AltFunction {
 public:
  CombAlt(const Options& options, const EventStructure& structure, const Configuration& configuration,
          const Disabled& disabled, Statistics& statistics)
      : options_(options),
        structure_(structure),
        comb_(options, structure, configuration, disabled),
        statistics_(statistics) {}

  bool is_hopeless(EventId event) const override { return !structure_.has_rival(event); }

  bool find(Alternative& answer) override {
    ++statistics_.alt_calls;
    answer.first_event_only = options_.alt == AltKind::FirstEvent;
    const std::size_t k = options_.alt == AltKind::Optimal   ? kUnlimited
                          : options_.alt == AltKind::Partial ? std::max<std::size_t>(options_.k, 1)
                                                             : 1;
    // Adaptive: look at all of D and stop when k events are chosen. Otherwise: k spikes, as in the paper.
    comb_.prepare(options_.adaptive ? kUnlimited : k);
    const comb::Answer found = solve({.nodes = options_.comb_budget, .choices = k}, answer);
    if (found != comb::Answer::GaveUp) return found == comb::Answer::Found;
    // A 1-partial alternative costs one spike and exists whenever any alternative does: complete, a weaker clue.
    ++statistics_.comb_gave_up;
    comb_.prepare(1);
    return solve({.choices = 1}, answer) == comb::Answer::Found;
  }

 private:
  comb::Answer solve(comb::Limits limits, Alternative& answer) {
    const comb::Answer found = solver_.solve(comb_, limits, chosen_);
    answer.chosen.clear();
    for (const EventId& candidate : chosen_) comb_.append_events(candidate, answer.chosen);
    statistics_.comb_nodes += solver_.nodes();
    return found;
  }

  const Options& options_;
  const EventStructure& structure_;
  AlternativeComb comb_;
  comb::Solver<AlternativeComb> solver_;
  std::vector<EventId> chosen_;
  Statistics& statistics_;
};

/// No look-ahead: always try again, with nothing but the sleep set to avoid repetitions.
class NoAlt final : public AltFunction {
 public:
  explicit NoAlt(Statistics& statistics) : statistics_(statistics) {}
  bool is_hopeless(EventId) const override { return false; }
  bool find(Alternative& answer) override {
    ++statistics_.alt_calls;
    answer.chosen.clear();
    return true;
  }

 private:
  Statistics& statistics_;
};

}  // namespace

std::unique_ptr<AltFunction> make_alt(const Options& options, const EventStructure& structure,
                                      const Configuration& configuration, const Disabled& disabled,
                                      Statistics& statistics) {
  if (options.alt == AltKind::None) return std::make_unique<NoAlt>(statistics);
  return std::make_unique<CombAlt>(options, structure, configuration, disabled, statistics);
}

}  // namespace qpor::engine
