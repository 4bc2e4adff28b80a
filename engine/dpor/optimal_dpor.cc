#include "engine/dpor/optimal_dpor.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

OptimalDpor::OptimalDpor(Executor& executor, const Options& options, Observer* observer)
    : SequenceExplorer(executor, options, observer), frames_{{WakeupTree::kRoot, 0}} {}

// --- the way down

SequenceExplorer::Next OptimalDpor::next(Label& label) {
  const Frame& frame = frames_.back();
  if (tree_.is_leaf(frame.tree)) {  // l. 10-14
    ThreadId thread = kNoThread;
    if (const Next how = choose_thread(thread); how != Next::Step) return how;
    if (asleep_.size() > frame.asleep) {
      if (options_.check) throw InternalError("an optimal exploration was blocked");
      return Next::Blocked;
    }
    choices_.clear();
    add_labels(thread, choices_);
    for (const Label& choice : choices_) tree_.append(frame.tree, choice);
  }
  label = tree_.label(tree_.first_child(frame.tree));
  return Next::Step;
}

/// l. 17: Sleep' of E.p, and its tree.
void OptimalDpor::pushed() {
  const Frame before = frames_.back();
  const Label& label = sequence_[static_cast<StepIndex>(execution_.size() - 1)];
  const std::size_t end = asleep_.size();
  frames_.push_back({tree_.first_child(before.tree), end});
  for (std::size_t i = before.asleep; i < end; ++i) {
    if (!are_dependent(asleep_[i], label)) asleep_.push_back(Label(asleep_[i]));
  }
}

// --- the way back

/// l. 20-21
bool OptimalDpor::find_branch(std::size_t& steps) {
  while (frames_.size() > 1) {
    asleep_.resize(frames_.back().asleep);
    frames_.pop_back();
    steps = frames_.size() - 1;
    asleep_.push_back(sequence_[static_cast<StepIndex>(steps)]);
    const WakeupTree::NodeId tree = frames_.back().tree;
    tree_.remove_first_child(tree);
    if (tree_.is_leaf(tree)) continue;
    note_ordered(steps, was_ordered_);
    return true;
  }
  return false;
}

void OptimalDpor::went_back() {
  const std::size_t steps = sequence_.size();
  if (races_up_to_.size() > steps) races_up_to_.resize(steps);
  races_.resize(steps == 0 ? 0 : races_up_to_.back());
  kept_ = steps;
}

bool OptimalDpor::well_formed() const {
  if (!SequenceExplorer::well_formed() || !tree_.well_formed()) return false;
  if (frames_.size() != sequence_.size() + 1 || frames_.front().tree != WakeupTree::kRoot) return false;
  for (StepIndex step = 0; step < sequence_.size(); ++step) {
    const WakeupTree::NodeId child = tree_.first_child(frames_[step].tree);
    if (child == WakeupTree::kNone || tree_.label(child) != sequence_[step]) return false;
    if (child != frames_[step + 1].tree || frames_[step].asleep > frames_[step + 1].asleep) return false;
  }
  return frames_.back().asleep <= asleep_.size();
}

// --- races

/// l. 2-8
void OptimalDpor::at_end(Next how) {
  if (how == Next::Blocked) return;
  find_races(how);
  note_ordered(kept_, ordered_);
  for (std::size_t i = 0; i < races_.size(); ++i) {
    const bool is_old = races_[i].second < kept_;
    if (!is_old || !has_same_rest(races_[i])) reverse(races_[i]);
  }
  execution_.statistics.wakeup_nodes = tree_.made();
  execution_.statistics.peak_wakeup_nodes = tree_.peak();
}

void OptimalDpor::find_races(Next how) {
  for (auto step = static_cast<StepIndex>(races_up_to_.size()); step < sequence_.size(); ++step) {
    races_.of_step(step, true);
    races_up_to_.push_back(races_.size());
  }
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    if (execution_.pending(thread) == kNoOperation) continue;
    if (how == Next::Truncated || execution_.is_blocked(thread)) races_.of_pending(thread);
  }
}

/// By thread: how many of its steps happen before all steps of E from number `kept` on.
void OptimalDpor::note_ordered(std::size_t kept, std::vector<std::uint32_t>& ordered) const {
  ordered.assign(vocabulary().threads.size(), kNoIndex);
  for (auto step = static_cast<StepIndex>(kept); step < sequence_.size(); ++step) {
    for (std::size_t i = 0; i < ordered.size(); ++i) {
      ordered[i] = std::min(ordered[i], execution_.causes_of(step, static_cast<ThreadId>(i)));
    }
  }
}

/// Do all steps that this execution and the one before do not share depend on the first event? Then v is what it was.
bool OptimalDpor::has_same_rest(const Race& race) const {
  const std::uint32_t thread = index(sequence_[race.first].thread);
  const std::uint32_t ordinal = sequence_.ordinal(race.first);
  return thread < was_ordered_.size() && was_ordered_[thread] > ordinal && ordered_[thread] > ordinal;
}

void OptimalDpor::reverse(const Race& race) {
  ++execution_.statistics.races;
  const Reversal v(sequence_, races_, race, sequence_.size());
  taken_.clear();
  StepIndex place = kNoStep;
  for (std::size_t i = frames_[race.first].asleep; i < frames_[race.first + 1].asleep; ++i) {
    if (is_weak_initial(asleep_[i], v, place)) return;
  }
  insert(frames_[race.first].tree, v);
}

bool OptimalDpor::is_taken(StepIndex step) const {
  return !taken_.empty() && std::find(taken_.begin(), taken_.end(), step) != taken_.end();
}

/// The first step of v in that list that depends on q, or kNoStep.
StepIndex OptimalDpor::first_dependent(const std::vector<StepIndex>& steps, const Label& q, const Reversal& v) const {
  for (auto it = std::lower_bound(steps.begin(), steps.end(), v.begin()); it != steps.end() && *it < v.end(); ++it) {
    if (are_dependent(q, sequence_[*it]) && v.holds(*it) && !is_taken(*it)) return *it;
  }
  return kNoStep;
}

/// `place`: where q is in v, v.end() for its last label; kNoStep if q is independent of all of v.
bool OptimalDpor::is_weak_initial(const Label& q, const Reversal& v, StepIndex& place) const {
  const auto is_q = [&](const Label& label) { return label.thread == q.thread && label.outcome == q.outcome; };
  place = first_dependent(sequence_.steps_of(q.thread), q, v);
  if (is_access(q.outcome.mode)) place = std::min(place, first_dependent(sequence_.accesses(q.object), q, v));
  if (place != kNoStep) return is_q(sequence_[place]);
  const Label& last = v.race().last;
  if (!are_dependent(q, last) || is_taken(static_cast<StepIndex>(v.end()))) return true;
  place = static_cast<StepIndex>(v.end());
  return is_q(last);
}

void OptimalDpor::insert(WakeupTree::NodeId tree, const Reversal& v) {
  for (WakeupTree::NodeId node = tree;;) {
    StepIndex place = kNoStep;
    WakeupTree::NodeId child = tree_.first_child(node);
    // The first branch of the tree is being explored; v ends with what depends on it.
    assert(node != tree || !is_weak_initial(tree_.label(child), v, place));
    if (node == tree) child = tree_.next_sibling(child);
    while (child != WakeupTree::kNone && !is_weak_initial(tree_.label(child), v, place)) {
      child = tree_.next_sibling(child);
    }
    if (child == WakeupTree::kNone) return append_rest(node, v);
    if (place != kNoStep) taken_.push_back(place);
    if (tree_.is_leaf(child)) return;
    node = child;
  }
}

void OptimalDpor::append_rest(WakeupTree::NodeId node, const Reversal& v) {
  ++execution_.statistics.branches;
  for (StepIndex step = v.begin(); step < v.end(); ++step) {
    if (v.holds(step) && !is_taken(step)) node = tree_.append(node, sequence_[step]);
  }
  if (!is_taken(static_cast<StepIndex>(v.end()))) tree_.append(node, v.race().last);
}

}  // namespace qpor::engine
