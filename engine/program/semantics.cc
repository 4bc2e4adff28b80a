#include "engine/program/semantics.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"

namespace qpor::engine {
namespace {

State owned_by(ThreadId thread) { return static_cast<State>(index(thread)) + 1; }

constexpr Outcome kExclusive{kPlainOutcome, Mode::Exclusive};
constexpr Outcome kShared{kPlainOutcome, Mode::Shared};
constexpr Outcome kTaken{1, Mode::Exclusive};
constexpr Outcome kBusy{0, Mode::Shared};

/// Two's complement addition: programs under test may overflow, the engine must not.
State wrapping_add(State a, State b) {
  return static_cast<State>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

WaitQueues::WaitQueues() { intern({}); }

State WaitQueues::intern(std::vector<ThreadId> queue) {
  const auto [it, is_new] = numbers_.try_emplace(queue, static_cast<State>(queues_.size()));
  if (is_new) queues_.push_back(std::move(queue));
  return it->second;
}

bool WaitQueues::contains(State queue, ThreadId thread) const {
  const auto& members = (*this)[queue];
  return std::find(members.begin(), members.end(), thread) != members.end();
}

State WaitQueues::with(State queue, ThreadId thread, bool keep_order) {
  std::vector<ThreadId> members = (*this)[queue];
  const auto position = keep_order ? members.end() : std::lower_bound(members.begin(), members.end(), thread);
  members.insert(position, thread);
  return intern(std::move(members));
}

State WaitQueues::without(State queue, ThreadId thread) {
  std::vector<ThreadId> members = (*this)[queue];
  members.erase(std::remove(members.begin(), members.end(), thread), members.end());
  return intern(std::move(members));
}

State AtomicStates::number(std::uint64_t value, State queue) {
  const auto twice = static_cast<State>(value << 1);
  if (queue == 0 && static_cast<std::uint64_t>(twice >> 1) == value) return twice;
  const auto [it, is_new] = numbers_.try_emplace({value, queue}, static_cast<State>(pairs_.size()) * 2 + 1);
  if (is_new) pairs_.push_back({value, queue});
  return it->second;
}

State Semantics::initial(ObjectId object) {
  const State given = vocabulary_.objects[object].initial;
  return is_atomic(object) ? atomics_.number(static_cast<std::uint64_t>(given), 0) : given;
}

State Semantics::with_queue(ObjectId object, State state, State queue) {
  return is_atomic(object) ? atomics_.number(atomics_.value(state), queue) : queue;
}

/// REQUIRES: the operation is one of those on atomics that may write, and a compare-exchange finds what it expects.
std::uint64_t Semantics::value_after(const Operation& operation, std::uint64_t before) const {
  const auto argument = static_cast<std::uint64_t>(operation.argument);
  switch (operation.kind) {
    case OperationKind::AtomicStore: return argument;
    case OperationKind::AtomicChange:
      return changed(function_in(operation.argument2), bytes_in(operation.argument2), before, argument);
    case OperationKind::AtomicCompareExchange: return static_cast<std::uint64_t>(operation.argument2);
    default: return before + 1;
  }
}

State Semantics::with_added(State state, unsigned bytes, std::int64_t sum) {
  const std::uint64_t value =
      changed(AtomicFunction::Add, bytes, atomics_.value(state), static_cast<std::uint64_t>(sum));
  return atomics_.number(value, atomics_.queue(state));
}

State Semantics::without_waiter(ObjectId object, State state, ThreadId thread) {
  return with_queue(object, state, queues_.without(queue_in(object, state), thread));
}

void Semantics::outcomes(const Operation& operation, ThreadId thread, State state, Outcomes& out) const {
  out.clear();
  add_outcomes(operation, thread, state, out);
  if (!is_chain_) return;
  for (Outcome& outcome : out) {
    if (outcome.mode == Mode::Shared) outcome.mode = Mode::Exclusive;
  }
}

namespace {

/// REQUIRES: it has_unless
bool is_waiting(const Operation& operation, std::uint64_t value) {
  if (operation.kind != OperationKind::AtomicCount) return value == static_cast<std::uint64_t>(operation.unless);
  return (passes(operation.argument2, value) ? 1 : 0) == operation.unless;
}

/// More than there are threads.
constexpr State kOneWaitingWriter = State{1} << 32;

bool admits_readers(State rwlock) { return rwlock >= 0 && rwlock < kOneWaitingWriter; }

/// A writer that has not announced itself comes after those that have.
bool admits_writer(const Operation& operation, State rwlock) {
  return operation.argument == 0 ? rwlock == 0 : rwlock >= 0 && rwlock % kOneWaitingWriter == 0;
}

}  // namespace

void Semantics::add_outcomes(const Operation& operation, ThreadId thread, State state, Outcomes& out) const {
  if (operation.has_unless && is_waiting(operation, atomics_.value(state))) return;
  switch (operation.kind) {
    case OperationKind::Create:
    case OperationKind::Exit:
    case OperationKind::Fence:
    case OperationKind::Start:
    case OperationKind::Join:
    case OperationKind::Wake:
    case OperationKind::Leave:
    case OperationKind::LeaveOrdered: assert(false && "local and token operations do not ask an object"); return;

    case OperationKind::Lock:
      if (state == 0) out.push_back(kExclusive);
      return;
    case OperationKind::TryLock: out.push_back(state == 0 ? kTaken : kBusy); return;

    case OperationKind::Load: out.push_back(kShared); return;
    case OperationKind::CompareExchange: out.push_back(state == operation.argument ? kTaken : kBusy); return;
    case OperationKind::Await:
      if (state == operation.argument) out.push_back(kShared);
      return;

    case OperationKind::AtomicLoad: out.push_back(kShared); return;
    case OperationKind::AtomicChange: {
      const std::uint64_t value = atomics_.value(state);
      out.push_back(value_after(operation, value) == value ? kShared : kExclusive);
      return;
    }
    case OperationKind::AtomicCount: {
      // The last drop ends the layer: what comes after it is told something else (stable_layer.h).
      const bool is_passed = passes(operation.argument2, atomics_.value(state));
      const bool ends_layer =
          is_passed && operation.argument != 0 && count_test_in(operation.argument2) == CountTest::Equals;
      out.push_back({is_passed ? 1 : 0, ends_layer ? Mode::Exclusive : Mode::Shared});
      return;
    }
    case OperationKind::AtomicCompareExchange:
      if (atomics_.value(state) != static_cast<std::uint64_t>(operation.argument)) {
        out.push_back(kBusy);
      } else {
        out.push_back(operation.argument == operation.argument2 ? Outcome{1, Mode::Shared} : kTaken);
      }
      return;
    case OperationKind::EnqueueIf:
      out.push_back({atomics_.value(state) == static_cast<std::uint64_t>(operation.argument) ? 1 : 0, Mode::Shared});
      return;

    case OperationKind::Post: out.push_back(kShared); return;
    case OperationKind::Acquire:
      if (state > 0) out.push_back(kExclusive);
      return;
    case OperationKind::TryAcquire: out.push_back({state > 0 ? 1 : 0, Mode::Exclusive}); return;

    case OperationKind::ReadLock:
      if (admits_readers(state)) out.push_back(kShared);
      return;
    case OperationKind::ReadUnlock: out.push_back(kShared); return;
    case OperationKind::TryReadLock: out.push_back({admits_readers(state) ? 1 : 0, Mode::Shared}); return;
    case OperationKind::WriteLock:
      if (admits_writer(operation, state)) out.push_back(kExclusive);
      return;
    case OperationKind::TryWriteLock:
      if (operation.argument != 0) {  // no longer waits either way
        out.push_back({admits_writer(operation, state) ? 1 : 0, Mode::Exclusive});
        return;
      }
      // Failing on readers must be exclusive: one reader more or less decides.
      out.push_back(state == 0 ? kTaken : state < 0 ? kBusy : Outcome{0, Mode::Exclusive});
      return;

    case OperationKind::OnceBegin:
      if (state == 0) out.push_back(kTaken);
      if (state == kOnceDone) out.push_back(kBusy);
      return;

    case OperationKind::Enqueue: out.push_back(is_fifo(operation) ? kExclusive : kShared); return;
    case OperationKind::Signal: {
      const auto& queue = waiting_at(operation.object, state);
      if (queue.empty()) {
        out.push_back({kLostSignal, Mode::Exclusive});
      } else if (is_fifo(operation)) {
        out.push_back({static_cast<std::int32_t>(index(queue.front())), Mode::Exclusive});
      } else {
        for (const ThreadId waiter : queue) out.push_back({static_cast<std::int32_t>(index(waiter)), Mode::Exclusive});
      }
      return;
    }
    case OperationKind::TimedWake:
      if (queues_.contains(queue_in(operation.object, state), thread)) out.push_back({0, Mode::Exclusive});
      return;

    case OperationKind::Arrive: out.push_back(kShared); return;

    case OperationKind::Choose:
      for (Value choice = 0; choice < operation.argument; ++choice) {
        out.push_back({static_cast<std::int32_t>(choice), Mode::Exclusive});
      }
      return;

    case OperationKind::Unlock:
    case OperationKind::Init:
    case OperationKind::Destroy:
    case OperationKind::Store:
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
    case OperationKind::AtomicStore:
    case OperationKind::AtomicWrite:
    case OperationKind::GetValue:
    case OperationKind::AwaitWrite:
    case OperationKind::WriteUnlock:
    case OperationKind::OnceEnd:
    case OperationKind::Broadcast:
    case OperationKind::CountArrivals:
    case OperationKind::ArriveOrdered: out.push_back(kExclusive); return;
  }
}

State Semantics::after(const Operation& operation, ThreadId thread, Outcome outcome, State before) {
  switch (operation.kind) {
    case OperationKind::Create:
    case OperationKind::Exit:
    case OperationKind::Fence:
    case OperationKind::Start:
    case OperationKind::Join:
    case OperationKind::Wake:
    case OperationKind::Leave:
    case OperationKind::LeaveOrdered:
    case OperationKind::CountArrivals:
    case OperationKind::Load:
    case OperationKind::Await:
    case OperationKind::AtomicLoad:
    case OperationKind::GetValue:
    case OperationKind::Choose: return before;

    case OperationKind::Lock: return owned_by(thread);
    case OperationKind::Unlock: return 0;
    case OperationKind::Init:
    case OperationKind::Destroy: return operation.argument;
    case OperationKind::TryLock: return outcome.value != 0 ? owned_by(thread) : before;

    case OperationKind::Store:
    case OperationKind::Exchange: return operation.argument;
    case OperationKind::FetchAdd: return wrapping_add(before, operation.argument);
    case OperationKind::CompareExchange: return outcome.value != 0 ? operation.argument2 : before;

    case OperationKind::AtomicCompareExchange:
      if (outcome.value == 0) return before;
      [[fallthrough]];
    case OperationKind::AtomicStore:
    case OperationKind::AtomicChange:
    case OperationKind::AtomicWrite:
      return atomics_.number(value_after(operation, atomics_.value(before)), atomics_.queue(before));
    case OperationKind::AtomicCount:
      return with_added(before, count_bytes_in(operation.argument2), change_of(operation, outcome.value));
    case OperationKind::EnqueueIf:
      if (outcome.value == 0) return before;
      return with_queue(operation.object, before,
                        queues_.with(queue_in(operation.object, before), thread, is_fifo(operation)));

    case OperationKind::Post: return wrapping_add(before, wrapping_add(operation.argument, 1));
    case OperationKind::Acquire: return before - 1;
    case OperationKind::TryAcquire: return outcome.value != 0 ? before - 1 : before;

    case OperationKind::ReadLock: return before + 1;
    case OperationKind::ReadUnlock: return before - 1;
    case OperationKind::TryReadLock: return outcome.value != 0 ? before + 1 : before;
    case OperationKind::AwaitWrite: return before < 0 ? before - kOneWaitingWriter : before + kOneWaitingWriter;
    case OperationKind::WriteUnlock: return before < 0 ? -before / kOneWaitingWriter * kOneWaitingWriter : 0;
    case OperationKind::TryWriteLock:
      if (outcome.value == 0) {
        const State withdrawn = operation.argument != 0 ? kOneWaitingWriter : 0;
        return before < 0 ? before + withdrawn : before - withdrawn;
      }
      [[fallthrough]];
    case OperationKind::WriteLock: {
      assert(before >= 0);
      const State others = before / kOneWaitingWriter - (operation.argument != 0 ? 1 : 0);
      return -(owned_by(thread) + others * kOneWaitingWriter);
    }

    case OperationKind::Enqueue: return queues_.with(before, thread, is_fifo(operation));
    case OperationKind::OnceBegin: return outcome.value != 0 ? owned_by(thread) : before;
    case OperationKind::OnceEnd: return operation.argument;
    case OperationKind::Signal:
      if (outcome.value == kLostSignal) return before;
      return without_waiter(operation.object, before, static_cast<ThreadId>(outcome.value));
    case OperationKind::Broadcast: return with_queue(operation.object, before, 0);
    case OperationKind::TimedWake:
      return outcome.mode == Mode::Exclusive ? without_waiter(operation.object, before, thread) : before;

    case OperationKind::Arrive:
    case OperationKind::ArriveOrdered: return before + 1;
  }
  return before;
}

Value Semantics::result(const Operation& operation, Outcome outcome, State before) const {
  switch (operation.kind) {
    case OperationKind::Load:
    case OperationKind::FetchAdd:
    case OperationKind::Exchange:
    case OperationKind::CountArrivals:
    case OperationKind::GetValue: return before;
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicChange: return static_cast<Value>(atomics_.value(before));
    case OperationKind::Signal: return outcome.value == kLostSignal ? 0 : 1;
    case OperationKind::Broadcast: return static_cast<Value>(waiting_at(operation.object, before).size());
    case OperationKind::AtomicCount:
    case OperationKind::EnqueueIf:
    case OperationKind::OnceBegin:
    case OperationKind::TryLock:
    case OperationKind::CompareExchange:
    case OperationKind::AtomicCompareExchange:
    case OperationKind::TryAcquire:
    case OperationKind::TryReadLock:
    case OperationKind::TryWriteLock:
    case OperationKind::Choose: return outcome.value;
    case OperationKind::TimedWake: return outcome.mode == Mode::Token ? 1 : 0;
    case OperationKind::ArriveOrdered: return before / vocabulary_.objects[operation.object].parameter;
    default: return 0;
  }
}

std::uint64_t Semantics::outcome_hash(const Operation& operation, std::int32_t outcome) const {
  if (operation.kind == OperationKind::Signal && outcome != kLostSignal) {
    return vocabulary_.threads[static_cast<ThreadId>(outcome)].name_hash;
  }
  return static_cast<std::uint64_t>(outcome);
}

}  // namespace qpor::engine
