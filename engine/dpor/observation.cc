#include "engine/dpor/observation.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

Use Uses::of(const Label& label) const {
  if (!is_access(label.outcome.mode)) return Use::Nothing;
  if (!is_variable(label.object)) return Use::Ordered;
  if (label.outcome.mode == Mode::Shared) return Use::Read;
  const Object& object = vocabulary_.objects[label.object];
  const OperationKind kind = vocabulary_.operations[label.operation].kind;
  const bool is_store = kind == OperationKind::Store || kind == OperationKind::AtomicStore;
  // A hidden value counts the writes, so that the engine's own state depends on their number.
  const bool is_hidden = object.kind == ObjectKind::Atomic && object.parameter == kHiddenValue;
  return is_store && !is_hidden ? Use::Write : Use::Update;
}

bool Uses::learn(OperationId id) {
  const Operation& operation = vocabulary_.operations[id];
  if (!operation.has_unless && operation.kind != OperationKind::Await) return false;
  if (!is_variable(operation.object)) return false;
  is_ordered_.resize(std::max<std::size_t>(is_ordered_.size(), index(operation.object) + 1));
  is_ordered_[index(operation.object)] = true;
  orders_all_ = ++ordered_ > kMaxOrdered;
  return true;
}

void Observation::read_off() {
  width_ = sequence_.execution().vocabulary().threads.size();
  find_readers();
  words_.assign(size() * width_, 0);
  for (Joins& joins : joins_) {
    joins.reads.clear();
    joins.writes.clear();
  }
  for (StepIndex step = 0; step < size(); ++step) add_row(step);
}

void Observation::find_readers() {
  const std::size_t steps = sequence_.size();
  uses_.clear();
  write_before_.assign(steps, kNoStep);
  for (std::vector<StepIndex>& readers : readers_) readers.clear();
  readers_.resize(std::max(steps, readers_.size()));
  last_write_.assign(sequence_.execution().vocabulary().objects.size(), kNoStep);
  for (StepIndex step = 0; step < steps; ++step) {
    const Use use = object_uses_.of(sequence_[step]);
    uses_.push_back(use);
    if (use == Use::Nothing || use == Use::Ordered) continue;
    StepIndex& last = last_write_[index(sequence_[step].object)];
    write_before_[step] = last;
    if (use != Use::Write && last != kNoStep) readers_[last].push_back(step);
    if (use != Use::Read) last = step;
  }
}

void Observation::join(std::uint32_t* into, const std::uint32_t* other) const {
  for (std::size_t i = 0; i < width_; ++i) into[i] = std::max(into[i], other[i]);
}

Observation::Joins& Observation::joins_of(ObjectId object) {
  if (index(object) >= joins_.size()) joins_.resize(index(object) + 1);
  Joins& joins = joins_[index(object)];
  if (joins.reads.empty()) {
    joins.reads.assign(width_, 0);
    joins.writes.assign(width_, 0);
  }
  return joins;
}

void Observation::add_row(StepIndex step) {
  std::uint32_t* const now = words_.data() + step * width_;
  const auto learn = [&](StepIndex cause) {
    if (cause != kNoStep) join(now, row(cause).data());
  };
  const Label& label = sequence_[step];
  learn(sequence_.previous(step));
  switch (uses_[step]) {
    case Use::Nothing:
    case Use::Ordered:
      for (const StepIndex cause : sequence_.execution().causal_clocks().causes(step)) learn(cause);
      break;
    case Use::Read: learn(write_before_[step]); break;
    case Use::Update: learn(write_before_[step]); [[fallthrough]];
    case Use::Write: {
      const Joins& joins = joins_of(label.object);
      join(now, joins.reads.data());
      if (is_observed(step)) join(now, joins.writes.data());
      break;
    }
  }
  now[index(label.thread)] = sequence_.ordinal(step) + 1;
  if (uses_[step] == Use::Read || uses_[step] == Use::Update) join(joins_of(label.object).reads.data(), now);
  if (uses_[step] == Use::Write || uses_[step] == Use::Update) join(joins_of(label.object).writes.data(), now);
}

void Observation::add_observers(StepIndex write, std::vector<StepIndex>& observers) const {
  const std::vector<StepIndex>& all = readers(write);
  for (const StepIndex reader : all) {
    const bool is_minimal = std::none_of(
        all.begin(), all.end(), [&](StepIndex other) { return other < reader && happens_before(other, reader); });
    if (is_minimal) observers.push_back(reader);
  }
}

std::uint64_t Observation::hash() const {
  std::uint64_t sum = 0;
  for (StepIndex step = 0; step < size(); ++step) {
    const Label& label = sequence_[step];
    std::uint64_t name = fold(fold(index(label.thread), sequence_.ordinal(step)), index(label.operation));
    name = fold(fold(name, static_cast<std::uint64_t>(label.outcome.value)),
                static_cast<std::uint64_t>(label.outcome.mode));
    const std::span<const std::uint32_t> clock = row(step);
    for (std::size_t i = 0; i < clock.size(); ++i) {
      if (clock[i] != 0) name = fold(fold(name, i), clock[i]);  // threads that come later leave the hash as it is
    }
    sum += mix(name);
  }
  return sum;
}

}  // namespace qpor::engine
