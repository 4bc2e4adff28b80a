#include "engine/execution/scheduler.h"

#include <bit>
#include <cassert>
#include <utility>

#include "engine/execution/execution.h"
#include "engine/execution/sleep_set.h"

namespace qpor::engine {
namespace {

constexpr std::uint64_t bit_of(ThreadId thread) { return std::uint64_t{1} << (index(thread) % 64); }

/// Calls visit(thread) in the order of the bits until it returns true. The bits may be cleared meanwhile, not set.
template <class Visit>
bool any_of(const std::vector<std::uint64_t>& set, bool highest_first, Visit&& visit) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::size_t word = highest_first ? set.size() - 1 - i : i;
    std::uint64_t bit = 0;
    for (std::uint64_t rest = set[word]; rest != 0; rest &= ~bit) {
      bit = highest_first ? std::bit_floor(rest) : rest & (~rest + 1);
      if (visit(static_cast<ThreadId>(word * 64 + static_cast<std::size_t>(std::countr_zero(bit))))) return true;
    }
  }
  return false;
}

/// What is left to do, of all threads: invariants 1 and 2 have forgotten none. For debug builds.
[[maybe_unused]] Scheduler::Found found_by_all(const Execution& execution, const SleepSet& sleep_set) {
  Scheduler::Found found = Scheduler::Found::Maximal;
  Outcomes outcomes;
  for (std::size_t i = 0; i < execution.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const OperationId pending = execution.pending(thread);
    if (pending == kNoOperation) continue;
    execution.outcomes(thread, execution.vocabulary().operations[pending], outcomes);
    for (const Outcome outcome : outcomes) {
      if (!sleep_set.holds(thread, outcome)) return Scheduler::Found::Step;
      found = Scheduler::Found::Blocked;
    }
  }
  return found;
}

}  // namespace

Scheduler::Scheduler(const Execution& execution, const SleepSet& sleep_set, bool newest_first, bool meet_first)
    : execution_(execution),
      sleep_set_(sleep_set),
      newest_first_(newest_first),
      meet_first_(meet_first),
      meetings_(execution.vocabulary()) {}

// --- who waits for what

void Scheduler::set_ready(ThreadId thread) {
  const std::size_t word = index(thread) / 64;
  if (ready_.size() <= word) {
    ready_.resize(word + 1, 0);
    for (auto& threads : patient_) threads.resize(word + 1, 0);
  }
  ready_[word] |= bit_of(thread);
}

Scheduler::Waiting& Scheduler::waiting_at(ObjectId object) {
  if (waiting_.size() <= index(object)) waiting_.resize(index(object) + 1);
  Waiting& waiting = waiting_[index(object)];
  if (waiting.blocked.empty() && waiting.patient.empty()) waited_for_.push_back(object);
  return waiting;
}

void Scheduler::wake(std::vector<ThreadId>& waiting) {
  for (const ThreadId thread : waiting) set_ready(thread);
  waiting.clear();
}

void Scheduler::wake_patient(ThreadId thread) {
  patient_[static_cast<std::size_t>(patients_[index(thread)].urgency)][index(thread) / 64] &= ~bit_of(thread);
  set_ready(thread);
}

void Scheduler::wake_patient(std::vector<ThreadId>& patient) {
  for (const ThreadId thread : patient) wake_patient(thread);
  patient.clear();
}

/// The thread has done so many events, or will do no more.
void Scheduler::wake_who_awaits(ThreadId thread, std::uint32_t events) {
  if (awaiting_.size() <= index(thread) || awaiting_[index(thread)].empty()) return;
  std::erase_if(awaiting_[index(thread)], [&](const Awaiting& each) {
    if (events < each.until) return false;
    if (patients_[index(each.patient)].awaited == thread) wake_patient(each.patient);
    return true;
  });
}

void Scheduler::set_aside(ThreadId thread, const Operation& operation) {
  ready_[index(thread) / 64] &= ~bit_of(thread);
  if (operation.object == kNoObject) {
    joining_.push_back(thread);
  } else {
    waiting_at(operation.object).blocked.push_back(thread);
  }
}

void Scheduler::make_patient(const Choice& choice, ObjectId object, const Meetings::Judgement& judgement) {
  const std::size_t thread = index(choice.thread);
  ready_[thread / 64] &= ~bit_of(choice.thread);
  patient_[static_cast<std::size_t>(judgement.urgency)][thread / 64] |= bit_of(choice.thread);
  if (patients_.size() <= thread) patients_.resize(thread + 1);
  patients_[thread] = {judgement.urgency, choice.outcome, judgement.awaited};
  waiting_at(object).patient.push_back(choice.thread);
  if (judgement.awaited == kNoThread) return;
  if (awaiting_.size() <= index(judgement.awaited)) awaiting_.resize(index(judgement.awaited) + 1);
  if (awaiting_[index(judgement.awaited)].empty()) awaited_.push_back(judgement.awaited);
  awaiting_[index(judgement.awaited)].push_back({choice.thread, judgement.until});
}

void Scheduler::rewound() {
  const std::size_t threads = execution_.thread_bound();
  ready_.assign((threads + 63) / 64, ~std::uint64_t{0});
  for (auto& patient : patient_) patient.assign(ready_.size(), 0);
  for (const ObjectId object : waited_for_) {
    waiting_[index(object)].blocked.clear();
    waiting_[index(object)].patient.clear();
  }
  waited_for_.clear();
  for (const ThreadId thread : awaited_) awaiting_[index(thread)].clear();
  awaited_.clear();
  joining_.clear();
  last_ = kNoThread;
  if (!meet_first_) return;
  for (std::size_t i = 0; i < threads; ++i) note_next_operation(static_cast<ThreadId>(i));
}

void Scheduler::step_taken(const Operation& operation, ThreadId thread) {
  set_ready(thread);
  if (operation.kind == OperationKind::Create) set_ready(static_cast<ThreadId>(operation.argument));
  if (operation.kind == OperationKind::Exit) wake(joining_);
  if (operation.object != kNoObject && index(operation.object) < waiting_.size()) {
    Waiting& waiting = waiting_[index(operation.object)];
    wake(waiting.blocked);
    wake_patient(waiting.patient);
  }
  if (!meet_first_) return;
  last_ = thread;
  note_next_operation(thread);
  if (operation.kind == OperationKind::Create) note_next_operation(static_cast<ThreadId>(operation.argument));
}

// --- meetings

void Scheduler::note_next_operation(ThreadId thread) {
  const OperationId pending = execution_.pending(thread);
  const std::uint32_t events = execution_.steps_of(thread);
  if (standing_.size() <= index(thread)) standing_.resize(index(thread) + 1);
  Standing& standing = standing_[index(thread)];
  if (standing.pending == pending && standing.events == events) return;  // as after going back, mostly
  standing.pending = pending;
  standing.events = events;
  meetings_.grow();
  if (pending == kNoOperation) {
    meetings_.leave(thread, events == 0);
    if (events != 0) wake_who_awaits(thread, kNoIndex);
    return;
  }
  const Operation& operation = execution_.vocabulary().operations[pending];
  meetings_.go_to(thread, operation, events);
  std::vector<OperationId>& noted = standing.noted;
  if (noted.size() <= events) noted.resize(events + 1, kNoOperation);
  if (std::exchange(noted[events], pending) != pending) meetings_.note_access(thread, operation, events);
  if (operation.object != kNoObject && index(operation.object) < waiting_.size()) {
    wake_patient(waiting_[index(operation.object)].patient);
  }
  wake_who_awaits(thread, events);
}

// --- choosing

Scheduler::Choice Scheduler::step_of(ThreadId thread, const Operation& operation) {
  execution_.outcomes(thread, operation, outcomes_);
  for (const Outcome outcome : outcomes_) {
    if (!sleep_set_.holds(thread, outcome)) return {Found::Step, thread, outcome};
  }
  return {outcomes_.empty() ? Found::Maximal : Found::Blocked, kNoThread, {}};
}

Scheduler::Choice Scheduler::choose_ready() {
  Choice choice;
  bool is_asleep = false;
  any_of(ready_, newest_first_, [&](ThreadId thread) {
    const OperationId pending = execution_.pending(thread);
    if (pending == kNoOperation) {
      ready_[index(thread) / 64] &= ~bit_of(thread);
      return false;
    }
    const Operation& operation = execution_.vocabulary().operations[pending];
    choice = step_of(thread, operation);
    if (choice.found == Found::Maximal) set_aside(thread, operation);
    if (choice.found == Found::Blocked) is_asleep = true;
    if (choice.found != Found::Step) return false;
    const Meetings::Judgement judgement = meet_first_ ? meetings_.judge(thread, operation) : Meetings::Judgement{};
    if (judgement.urgency == Urgency::Free) return true;
    make_patient(choice, operation.object, judgement);
    choice = {};
    return false;
  });
  if (choice.found != Found::Step) choice.found = is_asleep ? Found::Blocked : Found::Maximal;
  return choice;
}

Scheduler::Choice Scheduler::choose_patient() {
  Choice choice;
  for (const auto& threads : patient_) {
    const bool is_found = any_of(threads, newest_first_, [&](ThreadId thread) {
      choice = {Found::Step, thread, patients_[index(thread)].outcome};
      return true;
    });
    if (is_found) break;
  }
  return choice;
}

/// Whoever does what concerns nobody else may go on with it: all orders of such operations are the same.
Scheduler::Choice Scheduler::choose_last() {
  const OperationId pending = last_ == kNoThread ? kNoOperation : execution_.pending(last_);
  if (pending == kNoOperation || is_contestable(execution_.vocabulary().operations[pending])) return {};
  return step_of(last_, execution_.vocabulary().operations[pending]);
}

/// All threads in a circle.
Scheduler::Choice Scheduler::choose_in_turn(std::size_t turn) {
  const std::size_t threads = execution_.thread_bound();
  for (std::size_t i = 0; i < threads; ++i) {
    const auto thread = static_cast<ThreadId>((turn + i) % threads);
    const OperationId pending = execution_.pending(thread);
    if (pending == kNoOperation) continue;
    if (const Choice choice = step_of(thread, execution_.vocabulary().operations[pending]); choice.found == Found::Step)
      return choice;
  }
  return {};
}

Scheduler::Choice Scheduler::choose() {
  if (const std::size_t stretch = execution_.size() / kStretch; stretch % 2 == 1) {
    if (const Choice choice = choose_in_turn(stretch / 2); choice.found == Found::Step) return choice;
  }
  if (const Choice last = choose_last(); last.found == Found::Step) return last;
  Choice choice = choose_ready();
  if (choice.found != Found::Step && meet_first_) {
    const Choice patient = choose_patient();
    if (patient.found == Found::Step) choice = patient;
  }
  assert(choice.found == Found::Step || choice.found == found_by_all(execution_, sleep_set_));
  return choice;
}

Scheduler::Choice Scheduler::choose_preferring(ThreadId thread) {
  const OperationId pending = thread == kNoThread ? kNoOperation : execution_.pending(thread);
  if (pending != kNoOperation) {
    const Choice choice = step_of(thread, execution_.vocabulary().operations[pending]);
    if (choice.found == Found::Step) return choice;
  }
  return choose();
}

}  // namespace qpor::engine
