#include "engine/execution/execution.h"

#include "engine/program/count.h"
#include "engine/program/dependence.h"

namespace qpor::engine {

/// What HappensBefore asks of the step that is being pushed.
class Execution::Causes final : public HappensBefore::Causes {
 public:
  Causes(const Execution& execution, StepIndex step) : execution_(execution), step_(step) {}
  bool has(std::size_t step) const override { return execution_.is_cause(static_cast<StepIndex>(step), step_); }

 private:
  const Execution& execution_;
  StepIndex step_;
};

Execution::Execution(Executor& executor, const Options& options)
    : executor_(executor),
      semantics_(vocabulary_, options.chain),
      tokens_(semantics_),
      scheduler_(*this, sleep_set_, options.newest_thread_first, options.meet_first),
      causal_clocks_(*this) {}

Execution::~Execution() { executor_.set_past(nullptr); }

void Execution::start() {
  executor_.set_past(this);
  asks_happens_before_ = executor_.asks_happens_before();
  executor_.start(vocabulary_);
  grow();
  scheduler_.rewound();
}

[[gnu::noinline]] void Execution::add_room() {
  steps_of_.resize(vocabulary_.threads.size(), 0);
  while (states_.size() < vocabulary_.objects.size()) {
    states_.push_back(semantics_.initial(static_cast<ObjectId>(states_.size())));
  }
  tokens_.grow();
}

void Execution::push(ThreadId thread, Outcome outcome) {
  const OperationId id = executor_.pending(thread);
  assert(id != kNoOperation);
  const Operation operation = vocabulary_.operations[id];  // a copy: the table may grow
  State before = 0;
  if (operation.object != kNoObject) {
    State& state = states_[index(operation.object)];
    before = state;
    if (outcome.mode == Mode::Exclusive ||
        (outcome.mode == Mode::Shared && Semantics::reads_count(vocabulary_.objects[operation.object].kind))) {
      state = semantics_.after(operation, thread, outcome, before);
    }
  }
  const Value result = semantics_.result(operation, outcome, before);
  const auto step = static_cast<StepIndex>(steps_.size());
  steps_.push_back({thread, id, outcome, before, steps_of_[index(thread)]++});
  if (causality_ == nullptr) causal_clocks_.push(step);
  if (Tokens::concern(operation.kind)) tokens_.push(step, thread, operation, outcome, before);
  if (asks_happens_before_ && (uses_clocks_ || !orders_what_it_causes(operation.kind, thread))) push_clock(result);
  executor_.step(thread, result);
  grow();
  scheduler_.step_taken(operation, thread);
}

void Execution::rewind(std::size_t steps) {
  while (steps_.size() > steps) {
    const Step& step = steps_.back();
    const Operation& operation = vocabulary_.operations[step.operation];
    if (Tokens::concern(operation.kind)) {
      tokens_.pop(static_cast<StepIndex>(steps_.size() - 1), step.thread, operation, step.outcome, step.before);
    }
    if (is_access(step.outcome.mode)) states_[index(operation.object)] = step.before;
    --steps_of_[index(step.thread)];
    steps_.pop_back();
  }
  if (causality_ == nullptr) causal_clocks_.pop_to(steps);
  executor_.rewind(steps);
  scheduler_.rewound();
}

// --- what can happen next

void Execution::outcomes(ThreadId thread, const Operation& operation, Outcomes& out) const {
  out.clear();
  switch (role_of(operation.kind)) {
    case Role::Local: out.push_back({kPlainOutcome, Mode::Local}); return;
    case Role::Token:
      if (!tokens_.causes(thread, operation).empty()) out.push_back({kPlainOutcome, Mode::Token});
      return;
    case Role::Either:
      if (!tokens_.causes(thread, operation).empty()) {
        out.push_back({kPlainOutcome, Mode::Token});
        return;
      }
      break;
    case Role::Access: break;
  }
  semantics_.outcomes(operation, thread, state(operation.object), out);
  const bool may_join_layer =
      operation.kind == OperationKind::AtomicCount || (layer_rule_ != nullptr && layer_rule_->has_counts);
  if (may_join_layer) [[unlikely]]
    settle_layers(thread, operation, out);
}

void Execution::outcomes_in(State state, ThreadId thread, const Operation& operation, Outcomes& out) const {
  assert(layer_rule_ == nullptr);
  semantics_.outcomes(operation, thread, state, out);
  if (operation.kind == OperationKind::AtomicCount) settle_layers(thread, operation, out);
}

/// Apart, so that all other operations are spared its stack frame.
[[gnu::noinline]] void Execution::settle_layers(ThreadId thread, const Operation& operation, Outcomes& out) const {
  if (layer_rule_ != nullptr) return layer_rule_->settle(thread, operation, out);
  for (Outcome& outcome : out) {
    if (outcome.mode == Mode::Shared && change_of(operation, outcome.value) != 0) outcome.mode = Mode::Exclusive;
  }
}

bool Execution::is_blocked(ThreadId thread) const {
  const OperationId pending = executor_.pending(thread);
  if (pending == kNoOperation) return false;
  Outcomes out;
  outcomes(thread, vocabulary_.operations[pending], out);
  return out.empty();
}

// --- happens-before

/// Of the step that was pushed last.
void Execution::push_clock(Value result) {
  const std::size_t last = steps_.size() - 1;
  if (!uses_clocks_) {
    uses_clocks_ = true;
    for (std::size_t i = 0; i < last; ++i) add_clock(i, 0);  // no result matters there
  }
  happens_before_.pop_to(last);
  add_clock(last, result);
}

void Execution::add_clock(std::size_t position, Value result) {
  const Step& step = steps_[position];
  const Operation& operation = vocabulary_.operations[step.operation];
  const Value parameter = operation.object == kNoObject ? 0 : vocabulary_.objects[operation.object].parameter;
  happens_before_.push(step.thread, operation, step.outcome.mode, result, parameter,
                       Causes(*this, static_cast<StepIndex>(position)));
}

/// Does such a step order for happens-before all that it orders for the exploration? While all do, causality answers,
/// and there are no clocks: QPOR has it in its trees anyway, and a clock for each step costs 210 instructions of about
/// 2 700. Operations on a mutex with no unlock and lock between them are of one thread. An initialisation orders its
/// object for the exploration only; beside a single thread that is the same.
bool Execution::orders_what_it_causes(OperationKind kind, ThreadId by) const {
  switch (kind) {
    case OperationKind::Create:
    case OperationKind::Start:
    case OperationKind::Exit:
    case OperationKind::Join:
    case OperationKind::Lock:
    case OperationKind::Unlock:
    case OperationKind::Destroy: return true;
    case OperationKind::Init:
      for (std::size_t i = 0; i < executor_.thread_bound(); ++i) {
        const auto thread = static_cast<ThreadId>(i);
        if (thread != by && executor_.pending(thread) != kNoOperation) return false;
      }
      return true;
    default: return false;
  }
}

// --- invariants

namespace {

/// The invariant of causal_clocks.h, with causes found by looking back along the trail. Those of tokens are believed.
bool has_right_clocks(const Execution& execution) {
  const CausalClocks& clocks = execution.causal_clocks();
  std::vector<std::vector<bool>> below(execution.size(), std::vector<bool>(execution.size(), false));
  for (StepIndex step = 0; step < execution.size(); ++step) {
    const Execution::Step& now = execution[step];
    std::vector<StepIndex> causes;
    if (!is_access(now.outcome.mode)) causes.assign(clocks.causes(step).begin(), clocks.causes(step).end());
    bool is_in_layer = is_access(now.outcome.mode);
    for (StepIndex i = step; i-- > 0;) {
      const Execution::Step& other = execution[i];
      const bool meets = is_in_layer && is_access(other.outcome.mode) &&
                         execution.operation(i).object == execution.operation(step).object;
      if (other.thread == now.thread || (meets && !commute(other.outcome.mode, now.outcome.mode))) causes.push_back(i);
      if (meets && other.outcome.mode == Mode::Exclusive) is_in_layer = false;
    }
    below[step][step] = true;
    for (const StepIndex cause : causes) {
      for (StepIndex i = 0; i <= cause; ++i) below[step][i] = below[step][i] || below[cause][i];
    }
    for (StepIndex i = 0; i <= step; ++i) {
      const bool is_below = clocks.events_below(step, execution[i].thread) > execution[i].ordinal;
      if (is_below != below[step][i]) return false;
    }
  }
  return true;
}

}  // namespace

bool Execution::well_formed() const {
  std::vector<std::uint32_t> steps_of(steps_of_.size(), 0);
  std::vector<State> last(states_.size());
  std::vector<bool> is_known(states_.size(), false);
  for (std::size_t i = steps_.size(); i > 0; --i) {
    const Step& step = steps_[i - 1];
    ++steps_of[index(step.thread)];
  }
  if (steps_of != steps_of_) return false;
  std::vector<std::uint32_t> so_far(steps_of_.size(), 0);
  for (const Step& step : steps_) {
    if (step.ordinal != so_far[index(step.thread)]++) return false;
    const Operation& operation = vocabulary_.operations[step.operation];
    if (!is_access(step.outcome.mode)) continue;
    const std::size_t object = index(operation.object);
    if (is_known[object] && last[object] != step.before) return false;
    const bool changes =
        step.outcome.mode == Mode::Exclusive || Semantics::reads_count(vocabulary_.objects[operation.object].kind);
    last[object] = changes ? const_cast<Semantics&>(semantics_).after(operation, step.thread, step.outcome, step.before)
                           : step.before;
    is_known[object] = true;
  }
  for (std::size_t object = 0; object < states_.size(); ++object) {
    if (is_known[object] && last[object] != states_[object]) return false;
  }
  return causality_ != nullptr || has_right_clocks(*this);
}

}  // namespace qpor::engine
