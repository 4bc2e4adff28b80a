#include "engine/execution/trace.h"

#include <algorithm>
#include <utility>

#include "engine/program/canonical_names.h"
#include "engine/program/dependence.h"
#include "engine/program/text.h"

namespace qpor::engine {
namespace {

/// The last accesses of an object along the steps seen so far.
struct LastAccesses {
  StepIndex exclusive = kNoStep;
  std::vector<StepIndex> reads;  // since, the last of each thread
};

}  // namespace

Trace::Trace(const Execution& execution) : execution_(execution) {
  steps_.reserve(execution.size());
  first_cause_.reserve(execution.size() + 1);
  Tokens tokens(execution.semantics());
  tokens.grow();
  std::vector<StepIndex> last(vocabulary().threads.size(), kNoStep);
  std::vector<LastAccesses> objects(vocabulary().objects.size());
  for (StepIndex i = 0; i < execution.size(); ++i) {
    const Step& step = execution[i];
    steps_.push_back(step);
    first_cause_.push_back(causes_.size());
    const Operation& operation = execution.operation(i);
    if (StepIndex& before = last[index(step.thread)]; before != kNoStep) causes_.push_back(before);
    last[index(step.thread)] = i;
    if (step.outcome.mode == Mode::Token) {
      const auto causes = tokens.causes(step.thread, operation);
      causes_.insert(causes_.end(), causes.begin(), causes.end());
    }
    tokens.push(i, step.thread, operation, step.outcome, step.before);
    if (!is_access(step.outcome.mode)) continue;
    LastAccesses& object = objects[index(operation.object)];
    if (object.exclusive != kNoStep) causes_.push_back(object.exclusive);
    if (step.outcome.mode == Mode::Exclusive) {
      causes_.insert(causes_.end(), object.reads.begin(), object.reads.end());
      object.exclusive = i;
      object.reads.clear();
      continue;
    }
    const auto own = std::find_if(object.reads.begin(), object.reads.end(),
                                  [&](StepIndex read) { return steps_[read].thread == step.thread; });
    if (own == object.reads.end()) {
      object.reads.push_back(i);
    } else {
      *own = i;
    }
  }
  first_cause_.push_back(causes_.size());
}

std::vector<StepIndex> Trace::all() const {
  std::vector<StepIndex> steps(size());
  for (StepIndex i = 0; i < size(); ++i) steps[i] = i;
  return steps;
}

std::vector<StepIndex> Trace::causal_past(std::span<const StepIndex> roots) const {
  std::vector<bool> belongs(size(), false);
  for (const StepIndex root : roots) belongs[root] = true;
  std::vector<StepIndex> past;
  for (std::size_t i = size(); i-- > 0;) {  // effects before causes
    if (!belongs[i]) continue;
    past.push_back(static_cast<StepIndex>(i));
    for (const StepIndex cause : causes(i)) belongs[cause] = true;
  }
  std::reverse(past.begin(), past.end());
  return past;
}

StepIndex Trace::last_of(ThreadId thread) const {
  for (std::size_t i = size(); i-- > 0;) {
    if (steps_[i].thread == thread) return static_cast<StepIndex>(i);
  }
  return kNoStep;
}

std::vector<StepIndex> Trace::last_accesses(ObjectId object) const {
  std::vector<StepIndex> accesses;
  std::vector<bool> has_read(vocabulary().threads.size(), false);
  for (std::size_t i = size(); i-- > 0;) {
    const Step& step = steps_[i];
    if (!is_access(step.outcome.mode) || operation(i).object != object) continue;
    const bool is_exclusive = step.outcome.mode == Mode::Exclusive;
    if (is_exclusive || !has_read[index(step.thread)]) accesses.push_back(static_cast<StepIndex>(i));
    if (is_exclusive) break;
    has_read[index(step.thread)] = true;
  }
  return accesses;
}

std::string Trace::text(std::size_t i) const {
  const Step& step = steps_[i];
  return performed_text(execution_.semantics(), step.operation, step.outcome, step.before);
}

std::vector<std::uint64_t> Trace::hashes() const {
  CanonicalNames names(execution_.semantics());
  std::vector<std::uint64_t> hashes(size());
  std::vector<StepIndex> last(vocabulary().threads.size(), kNoStep);
  for (std::size_t i = 0; i < size(); ++i) {
    const Step& step = steps_[i];
    const StepIndex before = std::exchange(last[index(step.thread)], static_cast<StepIndex>(i));
    std::uint64_t hash = names.of(step.thread, step.operation, step.outcome, before == kNoStep ? 0 : hashes[before]);
    const auto others = causes(i).subspan(before == kNoStep ? 0 : 1);
    if (is_access(step.outcome.mode)) {
      const ObjectId object = operation(i).object;
      const bool has_exclusive = !others.empty() && steps_[others.front()].outcome.mode == Mode::Exclusive;
      std::uint64_t place = has_exclusive ? hashes[others.front()] : names.bottom(object);
      const auto reads = others.subspan(has_exclusive ? 1 : 0);
      if (!reads.empty()) {
        std::uint64_t sum = 0;
        for (const StepIndex read : reads) sum += mix(hashes[read]);
        place = fold(place, sum);
      }
      hash = fold(hash, place);
    } else if (step.outcome.mode == Mode::Token) {
      std::uint64_t sum = 0;
      for (const StepIndex cause : others) sum += mix(hashes[cause]);
      hash = fold(hash, sum);
    }
    hashes[i] = hash;
  }
  return hashes;
}

std::uint64_t Trace::hash() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t hash : hashes()) sum += mix(hash);
  return sum;
}

Schedule schedule_of(const Trace& trace, std::span<const StepIndex> steps) {
  Schedule schedule{trace.vocabulary().threads.all(), {}};
  for (const StepIndex i : steps) {
    ScheduledStep step{trace[i].thread, std::nullopt};
    if (has_choice(trace.operation(i).kind)) step.outcome = trace[i].outcome.value;
    step.wakes = trace.operation(i).kind == OperationKind::Signal;
    schedule.steps.push_back(step);
  }
  return schedule;
}

}  // namespace qpor::engine
