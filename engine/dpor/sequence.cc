#include "engine/dpor/sequence.h"

#include <algorithm>

namespace qpor::engine {

void Sequence::push(const Label& label) {
  const auto step = static_cast<StepIndex>(labels_.size());
  if (index(label.thread) >= steps_of_.size()) steps_of_.resize(index(label.thread) + 1);
  steps_of_[index(label.thread)].push_back(step);
  labels_.push_back(label);
  if (label.object == kNoObject) {
    places_.push_back(0);
    return;
  }
  if (index(label.object) >= accesses_.size()) accesses_.resize(index(label.object) + 1);
  std::vector<StepIndex>& accesses = accesses_[index(label.object)];
  places_.push_back(accesses.size());
  if (is_access(label.outcome.mode)) accesses.push_back(step);
}

void Sequence::pop_to(std::size_t steps) {
  while (labels_.size() > steps) {
    const Label& label = labels_.back();
    steps_of_[index(label.thread)].pop_back();
    if (is_access(label.outcome.mode)) accesses_[index(label.object)].pop_back();
    labels_.pop_back();
    places_.pop_back();
  }
  if (hashes_.size() > steps) {
    hashes_.resize(steps);
    sums_.resize(steps);
  }
}

State Sequence::state_before(ObjectId object, StepIndex step) const {
  const std::vector<StepIndex>& list = accesses(object);
  const auto next = std::lower_bound(list.begin(), list.end(), step);
  if (next != list.end()) return execution_[*next].before;
  return list.empty() ? execution_.semantics().initial(object) : execution_.state(object);
}

/// As Trace::hashes has it.
std::uint64_t Sequence::name_of(StepIndex step) const {
  const Label& label = labels_[step];
  const StepIndex before = previous(step);
  const std::uint64_t hash =
      names_.of(label.thread, label.operation, label.outcome, before == kNoStep ? 0 : hashes_[before]);
  const auto others = execution_.causal_clocks().causes(step).subspan(before == kNoStep ? 0 : 1);
  std::uint64_t sum = 0;
  if (label.outcome.mode == Mode::Token) {
    for (const StepIndex cause : others) sum += mix(hashes_[cause]);
    return fold(hash, sum);
  }
  if (!is_access(label.outcome.mode)) return hash;
  const bool has_exclusive = !others.empty() && labels_[others.front()].outcome.mode == Mode::Exclusive;
  const std::uint64_t place = has_exclusive ? hashes_[others.front()] : names_.bottom(label.object);
  const auto reads = others.subspan(has_exclusive ? 1 : 0);
  for (const StepIndex read : reads) sum += mix(hashes_[read]);
  return fold(hash, reads.empty() ? place : fold(place, sum));
}

void Sequence::name_steps() const {
  for (auto step = static_cast<StepIndex>(hashes_.size()); step < labels_.size(); ++step) {
    hashes_.push_back(name_of(step));
    sums_.push_back((step == 0 ? 0 : sums_[step - 1]) + mix(hashes_.back()));
  }
}

std::uint64_t Sequence::hash_of_last_step() const {
  name_steps();
  return hashes_.back();
}

std::uint64_t Sequence::trace_hash() const {
  name_steps();
  return sums_.empty() ? 0 : sums_.back();
}

bool Sequence::well_formed() const {
  if (labels_.size() != execution_.size() || places_.size() != labels_.size()) return false;
  std::vector<std::vector<StepIndex>> steps_of(steps_of_.size());
  std::vector<std::vector<StepIndex>> accesses(accesses_.size());
  for (StepIndex step = 0; step < labels_.size(); ++step) {
    const Label& label = labels_[step];
    const Execution::Step& there = execution_[step];
    if (label.thread != there.thread || label.operation != there.operation || label.outcome != there.outcome)
      return false;
    steps_of[index(label.thread)].push_back(step);
    if (label.object != operation(step).object) return false;
    if (label.object == kNoObject) continue;
    std::vector<StepIndex>& list = accesses[index(label.object)];
    if (places_[step] != list.size()) return false;
    if (is_access(label.outcome.mode)) list.push_back(step);
  }
  return steps_of == steps_of_ && accesses == accesses_;
}

}  // namespace qpor::engine
