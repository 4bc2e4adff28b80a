// What can be asked of a finished ground truth: relations by their set definitions, replay, descriptions.

#include <algorithm>
#include <cassert>

#include "tests/support/ground_truth.h"

namespace qpor::oracle {

void GroundTruth::compute_conflicts() const {
  std::vector<EventSet> direct(events_.size());
  for (EventId e = 0; e < events_.size(); ++e) {
    for (EventId f = 0; f < e; ++f) {
      if (history(e).contains(f) || !dependent(label(e), label(f))) continue;
      direct[e].insert(f);
      direct[f].insert(e);
    }
  }
  conflicts_.resize(events_.size());
  for (EventId e = 0; e < events_.size(); ++e) {
    local_configuration(e).for_each([&](EventId below) { conflicts_[e] |= direct[below]; });
  }
}

const EventSet& GroundTruth::conflicts_of(EventId event) const {
  if (conflicts_.empty()) compute_conflicts();
  return conflicts_[event];
}

bool GroundTruth::in_immediate_conflict(EventId e, EventId f) const {
  return in_conflict(e, f) && is_configuration(history(e) | local_configuration(f)) &&
         is_configuration(local_configuration(e) | history(f));
}

EventSet GroundTruth::extensions(ConfigId id) const {
  const EventSet& set = configuration(id);
  EventSet found;
  for (EventId e = 0; e < events_.size(); ++e) {
    if (!set.contains(e) && history(e).is_subset_of(set)) found.insert(e);
  }
  return found;
}

EventSet GroundTruth::enabled(ConfigId id) const {
  EventSet found;
  for (const Edge& edge : edges(id)) found.insert(edge.event);
  return found;
}

EventSet GroundTruth::conflicting_extensions(ConfigId id) const {
  EventSet found = extensions(id);
  for (const Edge& edge : edges(id)) found.erase(edge.event);
  return found;
}

std::optional<ConfigId> GroundTruth::successor(ConfigId from, EventId event) const {
  for (const Edge& edge : edges(from)) {
    if (edge.event == event) return edge.target;
  }
  return std::nullopt;
}

std::string GroundTruth::outcome_text(const Label& label) const {
  switch (label.op.kind) {
    case OpKind::Signal: return label.outcome == kLost ? "lost" : thread_name(static_cast<std::size_t>(label.outcome));
    case OpKind::Choose: return std::to_string(label.outcome);
    case OpKind::TimedWake: return label.outcome != 0 ? "woken" : "timeout";
    default: return "";
  }
}

Replay GroundTruth::replay(std::span<const Step> schedule) const {
  assert(is_complete());
  Replay result;
  result.events.reserve(schedule.size());
  ConfigId here = 0;
  for (const Step& step : schedule) {
    const auto refuse = [&](const std::string& why) {
      result.error = "step " + std::to_string(result.events.size()) + " (" + step.thread +
                     (step.outcome.empty() ? "" : " -> " + step.outcome) + "): " + why;
      return result;
    };
    const auto thread = thread_by_name_.find(step.thread);
    if (thread == thread_by_name_.end()) return refuse("no such thread in any execution");
    const Edge* chosen = nullptr;
    bool is_enabled = false;
    for (const Edge& edge : edges(here)) {
      const Label& l = label(edge.event);
      if (l.thread != thread->second) continue;
      is_enabled = true;
      if (!step.outcome.empty() && outcome_text(l) != step.outcome) continue;
      if (chosen != nullptr) return refuse("several outcomes are possible and none is named");
      chosen = &edge;
    }
    if (chosen == nullptr) {
      if (is_enabled) return refuse("that outcome is not possible here");
      const LocalState* state = local_state(here, thread->second);
      if (state == nullptr) return refuse("the thread does not exist here");
      if (state->phase == Phase::Finished) return refuse("the thread has ended");
      if (state->phase == Phase::Failed) return refuse("the thread has failed");
      return refuse("the thread is blocked in " + to_string(state->next.kind));
    }
    result.events.push_back(chosen->event);
    here = chosen->target;
  }
  result.configuration = here;
  return result;
}

std::vector<Step> GroundTruth::schedule_of(ConfigId id) const {
  std::vector<Step> schedule;
  configuration(id).for_each([&](EventId e) { schedule.push_back({thread_name_of(e), outcome_text(label(e))}); });
  return schedule;
}

std::string GroundTruth::describe(EventId event) const {
  const Label& l = label(event);
  std::string text = thread_name(static_cast<std::size_t>(l.thread)) + ' ' + to_string(l.op.kind);
  if (l.op.object != kNone) text += ' ' + interpreter_.object(static_cast<std::size_t>(l.op.object)).name;
  if (l.other != kNone) text += ' ' + thread_name(static_cast<std::size_t>(l.other));
  switch (l.op.kind) {
    case OpKind::Cas: text += ' ' + std::to_string(l.op.a) + ' ' + std::to_string(l.op.b); break;
    case OpKind::Write:
    case OpKind::Exchange:
    case OpKind::FetchAdd: text += ' ' + std::to_string(l.op.a); break;
    default: break;
  }
  switch (l.op.kind) {
    case OpKind::Cas:
    case OpKind::TryLock:
    case OpKind::TryAcquire:
    case OpKind::TryRdLock:
    case OpKind::TryWrLock: text += " -> " + std::to_string(l.outcome); break;
    default:
      if (const std::string outcome = outcome_text(l); !outcome.empty()) text += " -> " + outcome;
  }
  static constexpr const char* kModes = "LTRX";
  return text + " (" + kModes[static_cast<std::size_t>(l.mode)] + ')';
}

std::string GroundTruth::describe_configuration(ConfigId id) const {
  std::string text;
  configuration(id).for_each([&](EventId e) { text += describe(e) + '\n'; });
  return text;
}

std::string GroundTruth::commutation_error() const {
  for (ConfigId id = 0; id < configuration_count(); ++id) {
    for (const Edge& first : edges(id)) {
      for (const Edge& second : edges(id)) {
        if (first.event >= second.event || dependent(label(first.event), label(second.event))) continue;
        const auto one = successor(first.target, second.event);
        const auto other = successor(second.target, first.event);
        if (one && other && *one == *other) continue;
        return "after\n" + describe_configuration(id) + "these do not commute: " + describe(first.event) + ", " +
               describe(second.event);
      }
    }
  }
  return "";
}

}  // namespace qpor::oracle
