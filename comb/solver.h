// The comb: a sequence of spikes, each a list of candidates, and the question whether one candidate per spike can be
// chosen such that all are pairwise compatible [QPOR Def. 6]. Here it is a search problem and nothing more; what a
// candidate is, and which are compatible, is the Problem's business. The problem is NP-complete [QPOR Thm. 3, 4], so
// this is a backtracking search with a budget.
//
// The search goes through the spikes in the order given. A spike that a chosen candidate already *covers* needs none
// of its own and is passed over, unbuilt. Otherwise its candidates are tried in the order given, and each must be
// compatible with all chosen before. Where compatibility is not a matter of pairs alone, the Problem has a function
// `bool admits(std::span<const Candidate> chosen, Candidate)` in addition, which is asked about candidates that are
// compatible with each of the chosen, and must refuse larger sets than one that it refuses. Spikes are built in
// portions, each when the search first needs it, and kept for the rest of the call; so an order that depends on what
// was chosen is that of the first need.
//
// Invariants of the search
//  1. chosen_[i] was taken from the spike of frames_[i]; the spikes of the frames ascend.
//  2. The chosen candidates are pairwise compatible, and none chosen before frames_[i] covers its spike.
//  3. The conflict set of frames_[i] is a set of levels below i. As long as the choices at these levels stand, no full
//     solution has, at frame i's spike, a candidate that the frame has already tried.
//
// Backjumping. A spike without a remaining candidate returns to the latest level in its conflict set rather than to the
// one before it: the levels between had no part in the failure, and going through their candidates only repeats it. A
// conflict set is a row of bits, one bit per refused candidate is set (the oldest choice that it is incompatible with),
// rows are joined on return. A candidate then costs more (14 ns against 9 on the dense family of bench/comb_bench.cc,
// where the mix of candidates differs too), but far fewer are tried: every family there takes less time in all.
//
// What the answers mean. A *full solution* has one candidate in every spike, covered or not, pairwise compatible.
//  - Found: the solution is pairwise compatible; in order, its members answer the spikes that no earlier one covers.
//    All spikes are then answered or covered, or the limit of choices is reached.
//  - None: there is no full solution. (Chronological: more, the search tree sketched above has no other leaf.)
//  - GaveUp: the budget is spent; nothing is known.
// So a full solution, if any, is never missed, whatever the limit of choices and whatever covers what. Covering can
// make Found of a comb without a full solution; it cannot if *whatever covers a spike is compatible with some candidate
// of that spike which is compatible with at least as much*. Then Found without a limit and a full solution are the same
// thing. Covering means "in conflict with the spike's event", and the candidate required is the cause of it that is in
// immediate conflict with that event: a smaller configuration, hence compatible with more.
// Backjumping uses no more than that: it leaves covering out of the conflict sets, so where this condition fails it may
// answer None where Chronological finds a solution that rests on covering alone.
//
// Cost: per candidate tried, at most one compatibility test per chosen candidate; per spike passed, one covering test
// per chosen candidate. Buffers are kept between calls: no allocation once they have grown. The conflict sets take
// L^2/16 bytes for L levels (1.6 MB for 5000).
//
// Thread safety: none; a solver serves one search at a time.

#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace qpor::comb {

template <class P>
concept Problem = std::is_trivially_copyable_v<typename P::Candidate> &&
                  requires(P& problem, typename P::Candidate candidate, std::size_t spike,
                           std::span<const typename P::Candidate> chosen, std::vector<typename P::Candidate>& out) {
                    /// How many spikes there are.
                    { problem.spikes() } -> std::convertible_to<std::size_t>;
                    /// Appends to the empty `out` the next candidates of the spike, the one to be tried first first;
                    /// at the first call of a search the first ones. Says whether there may be more.
                    /// Which they are in all must not depend on `chosen`; their order may.
                    { problem.candidates(spike, chosen, out) } -> std::convertible_to<bool>;
                    /// Symmetric. A candidate may stand in several spikes, so it may be asked about itself.
                    { problem.compatible(candidate, candidate) } -> std::convertible_to<bool>;
                    /// Does the choice of this candidate spare the spike one of its own?
                    { problem.covers(candidate, spike) } -> std::convertible_to<bool>;
                  };

struct Limits {
  static constexpr std::uint64_t kUnlimitedNodes = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kUnlimitedChoices = std::numeric_limits<std::size_t>::max();

  std::uint64_t nodes = kUnlimitedNodes;    ///< candidates to try before giving up
  std::size_t choices = kUnlimitedChoices;  ///< succeed as soon as so many candidates are chosen
};

enum class Answer { Found, None, GaveUp };

/// How to return from a spike without a remaining candidate. Chronological is there to be compared with.
enum class Return { Chronological, Backjump };

template <Problem P, Return kReturn = Return::Backjump>
class Solver {
 public:
  using Candidate = typename P::Candidate;

  /// Searches; `solution` holds the chosen candidates in the order of their spikes if Found, else nothing.
  Answer solve(P& problem, Limits limits, std::vector<Candidate>& solution) {
    solution.clear();
    begin(problem);
    const Answer answer = search(problem, limits);
    if (answer == Answer::Found) solution.assign(chosen_.begin(), chosen_.end());
    return answer;
  }

  /// Candidates tried in the last call.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Spike {
    std::vector<Candidate> built;  // so far
    bool is_asked = false;
    bool has_more = false;
  };
  /// A level of the search: a spike, and where we are in it.
  struct Frame {
    std::size_t spike;
    std::size_t next;       // in the spike: the first candidate not tried yet
    std::size_t conflicts;  // in conflicts_: this level's row, of one bit per level below
  };
  static constexpr std::size_t kNoLevel = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t kWordBits = 64;

  static constexpr std::size_t words(std::size_t level) { return (level + kWordBits - 1) / kWordBits; }

  void begin(P& problem) {
    nodes_ = 0;
    chosen_.clear();
    frames_.clear();
    for (const std::size_t spike : asked_) {  // the others are as new; their memory is kept
      spikes_[spike].built.clear();
      spikes_[spike].is_asked = false;
    }
    asked_.clear();
    count_ = problem.spikes();
    if (spikes_.size() < count_) spikes_.resize(count_);
  }

  Answer search(P& problem, Limits limits) {
    std::size_t spike = 0;
    for (;;) {
      assert(frames_.size() == chosen_.size());
      if (chosen_.size() >= limits.choices) return Answer::Found;
      while (spike < count_ && is_covered(problem, spike)) ++spike;
      if (spike == count_) return Answer::Found;
      enter(spike);
      while (!choose(problem, limits.nodes)) {
        if (nodes_ == limits.nodes && has_candidate(problem)) return Answer::GaveUp;
        if (!go_back()) return Answer::None;
      }
      spike = frames_.back().spike + 1;
    }
  }

  bool is_covered(P& problem, std::size_t spike) {
    for (const Candidate chosen : chosen_) {
      if (problem.covers(chosen, spike)) return true;
    }
    return false;
  }

  /// Opens the next level, at this spike.
  void enter(std::size_t spike) {
    const std::size_t level = frames_.size();
    assert(level == 0 || frames_.back().spike < spike);
    const std::size_t row = level == 0 ? 0 : frames_.back().conflicts + words(level - 1);
    frames_.push_back({spike, 0, row});
    if constexpr (kReturn == Return::Backjump) {
      if (conflicts_.size() < row + words(level)) conflicts_.resize(row + words(level));
      for (std::size_t i = 0; i < words(level); ++i) conflicts_[row + i] = 0;
    }
  }

  /// Is there an untried candidate at the last level? Builds more of its spike if need be.
  bool has_candidate(P& problem) {
    const Frame& frame = frames_.back();
    Spike& spike = spikes_[frame.spike];
    while (frame.next == spike.built.size()) {
      if (spike.is_asked && !spike.has_more) return false;
      if (!spike.is_asked) asked_.push_back(frame.spike);
      spike.is_asked = true;
      portion_.clear();
      spike.has_more = problem.candidates(frame.spike, std::span<const Candidate>(chosen_), portion_);
      spike.built.insert(spike.built.end(), portion_.begin(), portion_.end());
    }
    return true;
  }

  /// Takes the next candidate at the last level that goes with all chosen; false if there is none or the budget ends.
  bool choose(P& problem, std::uint64_t budget) {
    assert(frames_.size() == chosen_.size() + 1);
    Frame& frame = frames_.back();
    while (nodes_ < budget && has_candidate(problem)) {
      ++nodes_;
      const Candidate candidate = spikes_[frame.spike].built[frame.next++];
      const std::size_t opponent = oldest_opponent(problem, candidate);
      if (opponent == kNoLevel) {
        if (!is_admitted(problem, candidate)) {
          blame_all_levels();
          continue;
        }
        chosen_.push_back(candidate);
        return true;
      }
      if constexpr (kReturn == Return::Backjump) {
        conflicts_[frame.conflicts + opponent / kWordBits] |= std::uint64_t{1} << (opponent % kWordBits);
      }
    }
    return false;
  }

  /// The oldest, because it allows the longest jump.
  std::size_t oldest_opponent(P& problem, Candidate candidate) {
    for (std::size_t level = 0; level < chosen_.size(); ++level) {
      if (!problem.compatible(chosen_[level], candidate)) return level;
    }
    return kNoLevel;
  }

  bool is_admitted(P& problem, Candidate candidate) {
    if constexpr (requires { problem.admits(std::span<const Candidate>(chosen_), candidate); }) {
      return problem.admits(std::span<const Candidate>(chosen_), candidate);
    }
    return true;
  }

  /// Any of the choices may have a part in it that the last level's candidate is refused.
  void blame_all_levels() {
    if constexpr (kReturn == Return::Backjump) {
      const std::size_t row = frames_.back().conflicts;
      for (std::size_t level = 0; level < chosen_.size(); ++level) {
        conflicts_[row + level / kWordBits] |= std::uint64_t{1} << (level % kWordBits);
      }
    }
  }

  /// Leaves the last level, whose spike has no candidate left, for one whose choice has a part in that, and takes that
  /// choice back. False if there is no such level.
  bool go_back() {
    const std::size_t level = frames_.size() - 1;
    const std::size_t target = level_to_blame(level);
    if (target == kNoLevel) return false;
    assert(target < level);
    if constexpr (kReturn == Return::Backjump) {
      // Why this level failed is, but for the target's own choice, why the target's choice failed.
      const std::size_t from = frames_[level].conflicts;
      const std::size_t to = frames_[target].conflicts;
      for (std::size_t i = 0; i < words(target); ++i) {
        std::uint64_t bits = conflicts_[from + i];
        if (i == target / kWordBits) bits &= (std::uint64_t{1} << (target % kWordBits)) - 1;
        conflicts_[to + i] |= bits;
      }
    }
    frames_.resize(target + 1);
    chosen_.erase(chosen_.begin() + static_cast<std::ptrdiff_t>(target), chosen_.end());
    return true;
  }

  std::size_t level_to_blame(std::size_t level) const {
    if constexpr (kReturn == Return::Chronological) return level == 0 ? kNoLevel : level - 1;
    for (std::size_t i = words(level); i-- > 0;) {
      const std::uint64_t bits = conflicts_[frames_[level].conflicts + i];
      if (bits != 0) return i * kWordBits + static_cast<std::size_t>(std::bit_width(bits)) - 1;
    }
    return kNoLevel;
  }

  std::vector<Spike> spikes_;  // the first count_ are of this call
  std::size_t count_ = 0;
  std::vector<std::size_t> asked_;  // spikes built, or begun, in this call
  std::vector<Candidate> portion_;  // what a spike has just grown by
  std::vector<Frame> frames_;
  std::vector<Candidate> chosen_;
  std::vector<std::uint64_t> conflicts_;  // the rows of all levels, one after the other
  std::uint64_t nodes_ = 0;
};

}  // namespace qpor::comb
