#include "engine/program/schedule.h"

#include <set>
#include <utility>

#include "engine/program/semantics.h"

namespace qpor::engine {

std::string problem_of(const Schedule& schedule) {
  std::set<std::pair<ThreadId, std::uint32_t>> seen;
  for (std::size_t i = 0; i < schedule.threads.size(); ++i) {
    const Thread& thread = schedule.threads[i];
    if (thread.creator != kNoThread && index(thread.creator) >= i) return "a thread comes before its creator";
    if (!seen.emplace(thread.creator, thread.ordinal).second) return "a thread is there twice";
  }
  const std::size_t count = schedule.threads.size();
  for (const ScheduledStep& step : schedule.steps) {
    if (index(step.thread) >= count) return "a step is one of no thread";
    if (!step.wakes) continue;
    const bool is_lost = step.outcome == kLostSignal;
    if (!step.outcome || (!is_lost && static_cast<std::uint32_t>(*step.outcome) >= count)) {
      return "a step wakes no thread";
    }
  }
  return {};
}

Schedule in_ids_of(Vocabulary& vocabulary, Schedule schedule) {
  if (schedule.threads.empty()) return schedule;
  std::vector<ThreadId> ids;
  for (const Thread& thread : schedule.threads) {
    const ThreadId creator = thread.creator == kNoThread ? kNoThread : ids.at(index(thread.creator));
    ids.push_back(vocabulary.threads.intern(creator, thread.ordinal, thread.name));
  }
  for (ScheduledStep& step : schedule.steps) {
    step.thread = ids.at(index(step.thread));
    if (step.wakes && step.outcome != kLostSignal) {
      step.outcome = static_cast<std::int32_t>(index(ids.at(static_cast<std::size_t>(*step.outcome))));
    }
  }
  schedule.threads = vocabulary.threads.all();
  return schedule;
}

}  // namespace qpor::engine
