#include "engine/program/wire_values.h"

#include <cassert>
#include <limits>

#include "engine/program/semantics.h"
#include "engine/program/wire_vocabulary.h"

namespace qpor::engine {
namespace {

// How a step comes out.
enum class StepForm : std::uint8_t { Plain, Outcome, Wakes, WakesNone };

StepForm form_of(const ScheduledStep& step) {
  if (!step.outcome) return StepForm::Plain;
  if (!step.wakes) return StepForm::Outcome;
  return *step.outcome == kLostSignal ? StepForm::WakesNone : StepForm::Wakes;
}

std::int32_t outcome_in(WireReader& in) {
  using Limits = std::numeric_limits<std::int32_t>;
  const std::int64_t outcome = in.signed_number();
  if (outcome >= Limits::min() && outcome <= Limits::max()) return static_cast<std::int32_t>(outcome);
  in.refuse("an outcome is no number that can be");
  return 0;
}

ScheduledStep read_step(WireReader& in, std::size_t threads) {
  ScheduledStep step{static_cast<ThreadId>(in.number_below(threads, "a thread")), std::nullopt};
  switch (static_cast<StepForm>(in.number_below(4, "a form"))) {
    case StepForm::Plain: break;
    case StepForm::Outcome: step.outcome = outcome_in(in); break;
    case StepForm::Wakes:
      step.outcome = static_cast<std::int32_t>(in.number_below(threads, "a thread"));
      step.wakes = true;
      break;
    case StepForm::WakesNone:
      step.outcome = kLostSignal;
      step.wakes = true;
      break;
  }
  return step;
}

}  // namespace

std::string to_bytes(const Knowledge& knowledge, const Fingerprint& program) {
  WireWriter out;
  out.number(knowledge.ranges.size());
  for (const SharedRange& range : knowledge.ranges) {
    out.number(range.begin);
    out.number(range.size);
    out.flag(range.is_in_block);
  }
  out.number(knowledge.counts.size());
  for (const ObservedCount& count : knowledge.counts) {
    out.number(count.type);
    out.flag(count.has_weak_uses);
    out.flag(count.is_plain);
  }
  out.number(knowledge.slots.size());
  for (const ClaimedSlot& claim : knowledge.slots) {
    out.number(claim.slot);
    out.number(claim.ancestors);
    out.fixed(claim.name, 8);
  }
  out.number(knowledge.library_states);
  out.flag(knowledge.orders_barriers);
  return sealed(WireKind::Knowledge, program, out);
}

Received<Knowledge> knowledge_in(std::string_view bytes, const Fingerprint& program) {
  WireReader in = opened(bytes, WireKind::Knowledge, program);
  Knowledge knowledge;
  for (std::size_t count = in.count(3); in.is_good() && count > 0; --count) {
    SharedRange range;
    range.begin = in.number();
    range.size = in.number();
    range.is_in_block = in.flag("a flag");
    if (range.size > ~range.begin) in.refuse("a range goes beyond the end of memory");
    knowledge.ranges.push_back(range);
  }
  for (std::size_t count = in.count(3); in.is_good() && count > 0; --count) {
    ObservedCount each;
    each.type = in.number();
    each.has_weak_uses = in.flag("a flag");
    each.is_plain = in.flag("a flag");
    knowledge.counts.push_back(each);
  }
  constexpr std::uint64_t kNumbers = std::uint64_t{1} << 32;
  for (std::size_t count = in.count(10); in.is_good() && count > 0; --count) {
    ClaimedSlot claim;
    claim.slot = static_cast<std::uint32_t>(in.number_below(kNumbers, "a slot"));
    claim.ancestors = static_cast<std::uint32_t>(in.number_below(kNumbers, "a count of ancestors"));
    claim.name = in.fixed(8);
    knowledge.slots.push_back(claim);
  }
  knowledge.library_states = static_cast<std::uint32_t>(in.number_below(kNumbers, "a set of states"));
  knowledge.orders_barriers = in.flag("a flag");
  in.finish();
  if (!knowledge.well_formed()) in.refuse("its ranges, counts or slots are out of order");
  return in.received(std::move(knowledge));
}

std::string to_bytes(const Schedule& schedule, const Fingerprint& program) {
  assert(problem_of(schedule).empty());
  WireWriter out;
  out.number(schedule.threads.size());
  for (const Thread& thread : schedule.threads) {
    write_thread(out, thread, thread.creator == kNoThread ? 0 : std::uint64_t{index(thread.creator)} + 1);
  }
  out.number(schedule.steps.size());
  for (const ScheduledStep& step : schedule.steps) {
    out.number(index(step.thread));
    const StepForm form = form_of(step);
    out.byte(static_cast<std::uint8_t>(form));
    if (form == StepForm::Outcome) out.signed_number(*step.outcome);
    if (form == StepForm::Wakes) out.number(static_cast<std::uint64_t>(*step.outcome));
  }
  return sealed(WireKind::Schedule, program, out);
}

Received<Schedule> schedule_in(std::string_view bytes, const Fingerprint& program) {
  WireReader in = opened(bytes, WireKind::Schedule, program);
  Schedule schedule;
  schedule.threads = read_threads(in);
  for (std::size_t count = in.count(2); in.is_good() && count > 0; --count) {
    schedule.steps.push_back(read_step(in, schedule.threads.size()));
  }
  in.finish();
  assert(!in.is_good() || problem_of(schedule).empty());
  return in.received(std::move(schedule));
}

}  // namespace qpor::engine
