#include "engine/dpor/backtracking.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

Backtracking::Backtracking(Executor& executor, const Options& options, Observer* observer, bool has_sleep_sets)
    : SequenceExplorer(executor, options, observer), has_sleep_sets_(has_sleep_sets), frames_(1), depth_(1) {}

/// Passes over what is asleep. False: nothing is left to explore there.
bool Backtracking::has_branch(Frame& frame) {
  while (frame.next < frame.backtrack.size() &&
         std::find(frame.asleep.begin(), frame.asleep.end(), frame.backtrack[frame.next]) != frame.asleep.end()) {
    ++frame.next;
  }
  return frame.next < frame.backtrack.size();
}

SequenceExplorer::Next Backtracking::next(Label& label) {
  Frame& frame = frames_[depth_ - 1];
  if (frame.backtrack.empty()) {  // l. 1
    ThreadId thread = kNoThread;
    if (const Next how = choose_thread(thread); how != Next::Step) return how;
    add_labels(thread, frame.backtrack);
  }
  const bool has_one = has_branch(frame);
  assert(has_one);
  static_cast<void>(has_one);
  label = frame.backtrack[frame.next++];
  return Next::Step;
}

/// Explores E.p: what was asleep before p and does not depend on it stays so. Then the races of p with what was before.
void Backtracking::pushed() {
  const auto step = static_cast<StepIndex>(execution_.size() - 1);
  if (frames_.size() == depth_) frames_.emplace_back();
  const Frame& before = frames_[depth_ - 1];
  Frame& frame = frames_[depth_++];
  frame.backtrack.clear();
  frame.next = 0;
  frame.asleep.clear();
  const Label& label = sequence_[step];
  for (const Label& each : before.asleep) {  // l. 9
    if (are_dependent(each, label)) {
      execution_.sleep_set().remove(each.thread, each.outcome);
    } else {
      frame.asleep.push_back(each);
    }
  }
  races_.of_step(step, false);
  for (std::size_t i = 0; i < races_.size(); ++i) reverse(races_[i], step);
  races_.resize(0);
}

/// Operations that are pending, and will not be pushed: races of Alg. 3 and 5.
void Backtracking::at_end(Next how) {
  for (std::size_t i = 0; i < execution_.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    if (execution_.pending(thread) == kNoOperation) continue;
    if (how == Next::Truncated || execution_.is_blocked(thread)) races_.of_pending(thread);
  }
  for (std::size_t i = 0; i < races_.size(); ++i) reverse(races_[i], sequence_.size());
  races_.resize(0);
}

bool Backtracking::find_branch(std::size_t& steps) {
  while (--depth_ > 0) {
    Frame& frame = frames_[depth_ - 1];
    if (has_sleep_sets_) frame.asleep.push_back(sequence_[static_cast<StepIndex>(depth_ - 1)]);  // l. 11
    if (!has_branch(frame)) continue;
    steps = depth_ - 1;
    return true;
  }
  return false;
}

void Backtracking::went_back() {
  execution_.sleep_set().clear();
  for (const Label& label : frames_[depth_ - 1].asleep) execution_.sleep_set().add(label.thread, label.outcome);
}

bool Backtracking::is_redundant() { return !has_sleep_sets_ && !seen_.insert(sequence_.trace_hash()).second; }

/// The last label that a frame has handed out is the step after its state.
bool Backtracking::well_formed() const {
  if (!SequenceExplorer::well_formed() || depth_ != sequence_.size() + 1 || depth_ > frames_.size()) return false;
  for (StepIndex step = 0; step < sequence_.size(); ++step) {
    const Frame& frame = frames_[step];
    if (frame.next == 0 || frame.next > frame.backtrack.size()) return false;
    if (frame.backtrack[frame.next - 1] != sequence_[step]) return false;
  }
  return true;
}

/// l. 6-8. `end`: notdep(e, E) is looked at up to there.
void Backtracking::reverse(const Race& race, std::size_t end) {
  ++execution_.statistics.races;
  find_initials({sequence_, races_, race, end});
  assert(!candidates_.empty());
  Frame& frame = frames_[race.first];
  const bool is_there = std::any_of(candidates_.begin(), candidates_.end(), [&](const Label& candidate) {
    return std::any_of(frame.backtrack.begin(), frame.backtrack.end(),
                       [&](const Label& label) { return label.thread == candidate.thread; });
  });
  if (is_there) return;
  add(frame, options_.thread_order == ThreadOrder::RunOn ? candidates_.back() : candidates_.front(), race.first);
}

/// With the other outcomes that it has before that step.
void Backtracking::add(Frame& frame, const Label& label, StepIndex step) {
  const Operation& operation = vocabulary().operations[label.operation];
  frame.backtrack.push_back(label);
  if (has_choice(operation.kind)) {
    Outcomes outcomes;
    execution_.outcomes_in(sequence_.state_before(label.object, step), label.thread, operation, outcomes);
    for (const Outcome outcome : outcomes) {
      if (outcome != label.outcome) frame.backtrack.push_back({label.thread, label.operation, label.object, outcome});
    }
  }
  ++execution_.statistics.branches;
}

/// Those initials of v that will do, in the order of v. What has a cause in v has one among its initials.
void Backtracking::find_initials(const Reversal& v) {
  initials_.clear();
  candidates_.clear();
  const Label& last = v.race().last;
  bool is_last_initial = true;
  for (StepIndex step = v.begin(); step < v.end(); ++step) {
    if (!v.holds(step)) continue;
    if (are_dependent(sequence_[step], last)) is_last_initial = false;
    const bool is_initial = std::none_of(initials_.begin(), initials_.end(),
                                         [&](StepIndex initial) { return sequence_.happens_before(initial, step); });
    if (!is_initial) continue;
    initials_.push_back(step);
    if (is_initial_enough(step, v)) candidates_.push_back(sequence_[step]);
  }
  if (is_last_initial) candidates_.push_back(last);
}

}  // namespace qpor::engine
