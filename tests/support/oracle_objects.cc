#include "tests/support/oracle_objects.h"

#include <bit>
#include <cassert>

namespace qpor::oracle {
namespace {

constexpr Value bit(int thread) { return Value{1} << thread; }

int queue_front(Value queue) { return static_cast<int>(queue & 15) - 1; }

Value queue_push(Value queue, int thread) {
  int place = 0;
  while ((queue >> place & 15) != 0) place += 4;
  return queue | Value{thread + 1} << place;
}

Value queue_remove(Value queue, int thread) {
  Value rest = 0;
  for (; queue != 0; queue >>= 4) {
    if (queue_front(queue) != thread) rest = queue_push(rest, queue_front(queue));
  }
  return rest;
}

Value queue_members(Value queue) {
  Value members = 0;
  for (; queue != 0; queue >>= 4) members |= bit(queue_front(queue));
  return members;
}

/// The threads that wait on a condition, as a set.
Value waiting(const Interpreter::Object& object, const ObjectState& state) {
  return object.kind == ObjectKind::FifoCondition ? queue_members(state.a) : state.a;
}

void remove_waiting(const Interpreter::Object& object, int thread, ObjectState& state) {
  if (object.kind == ObjectKind::FifoCondition) {
    state.a = queue_remove(state.a, thread);
  } else {
    state.a &= ~bit(thread);
  }
}

bool token_depends_on(const Label& token, const Label& other) {
  switch (token.op.kind) {
    case OpKind::Start: return other.op.kind == OpKind::Create && other.other == token.thread;
    case OpKind::Join: return other.op.kind == OpKind::Exit && other.thread == token.other;
    case OpKind::Wake:
    case OpKind::TimedWake:
      if (other.op.object != token.op.object) return false;
      if (other.op.kind == OpKind::Signal) return other.outcome == token.thread;
      return other.op.kind == OpKind::Broadcast && (other.outcome & bit(token.thread)) != 0;
    case OpKind::Leave:
      return other.op.kind == OpKind::Arrive && other.op.object == token.op.object && other.op.a == token.op.a;
    case OpKind::LeaveOrdered:
      return other.op.kind == OpKind::ArriveOrdered && other.op.object == token.op.object &&
             other.outcome == 2 * token.op.a + 1;
    default: assert(false && "not a token"); return true;
  }
}

}  // namespace

void outcomes(const Interpreter::Object& object, const Op& op, int thread, const ObjectState& state,
              std::vector<Outcome>& result) {
  const auto add = [&](Value value, Mode mode) { result.push_back({value, mode}); };
  switch (op.kind) {
    case OpKind::Lock:
      if (state.a == 0) add(0, Mode::X);
      break;
    case OpKind::Unlock:
    case OpKind::Write:
    case OpKind::FetchAdd:
    case OpKind::Exchange:
    case OpKind::SemValue:
    case OpKind::WrUnlock: add(0, Mode::X); break;
    case OpKind::TryLock: state.a == 0 ? add(1, Mode::X) : add(0, Mode::R); break;
    case OpKind::Read:
    case OpKind::Post:
    case OpKind::RdUnlock:
    case OpKind::Arrive: add(0, Mode::R); break;
    case OpKind::Cas: state.a == op.a ? add(1, Mode::X) : add(0, Mode::R); break;
    case OpKind::Enqueue: add(0, object.kind == ObjectKind::FifoCondition ? Mode::X : Mode::R); break;
    case OpKind::Wake:
      if ((state.b & bit(thread)) != 0) add(1, Mode::T);
      break;
    case OpKind::TimedWake:
      if ((state.b & bit(thread)) != 0) {
        add(1, Mode::T);
      } else if ((waiting(object, state) & bit(thread)) != 0) {
        add(0, Mode::X);
      }
      break;
    case OpKind::Signal:
      if (state.a == 0) {
        add(kLost, Mode::X);
      } else if (object.kind == ObjectKind::FifoCondition) {
        add(queue_front(state.a), Mode::X);
      } else {
        for (int waiter = 0; waiter < kMaxThreads; ++waiter) {
          if ((state.a & bit(waiter)) != 0) add(waiter, Mode::X);
        }
      }
      break;
    case OpKind::Broadcast: add(waiting(object, state), Mode::X); break;
    case OpKind::Acquire:
      if (state.a > 0) add(0, Mode::X);
      break;
    case OpKind::TryAcquire: add(state.a > 0 ? 1 : 0, Mode::X); break;
    case OpKind::RdLock:
      if (state.a == 0) add(0, Mode::R);
      break;
    case OpKind::WrLock:
      if (state.a == 0 && state.b == 0) add(0, Mode::X);
      break;
    case OpKind::TryRdLock: add(state.a == 0 ? 1 : 0, Mode::R); break;
    case OpKind::TryWrLock:
      if (state.a != 0) {
        add(0, Mode::R);
      } else {
        add(state.b == 0 ? 1 : 0, Mode::X);
      }
      break;
    case OpKind::Leave:
      if ((state.a >> (4 * op.a) & 15) == object.initial) add(0, Mode::T);
      break;
    case OpKind::ArriveOrdered:
      add(2 * (state.a / object.initial) + ((state.a + 1) % object.initial == 0 ? 1 : 0), Mode::X);
      break;
    case OpKind::LeaveOrdered:
      if (state.a >= (op.a + 1) * object.initial) add(0, Mode::T);
      break;
    case OpKind::Choose:
      for (Value choice = 0; choice < op.a; ++choice) add(choice, Mode::X);
      break;
    case OpKind::Start:
    case OpKind::Exit:
    case OpKind::Create:
    case OpKind::Join: assert(false && "touches no object"); break;
  }
}

Value apply(const Interpreter::Object& object, const Op& op, int thread, const Outcome& outcome, ObjectState& state) {
  const Value old = state.a;
  switch (op.kind) {
    case OpKind::Lock:
    case OpKind::WrLock: state.a = thread + 1; return 0;
    case OpKind::Unlock:
    case OpKind::WrUnlock: state.a = 0; return 0;
    case OpKind::TryLock:
    case OpKind::TryWrLock:
      if (outcome.value != 0) state.a = thread + 1;
      return outcome.value;
    case OpKind::Read:
    case OpKind::SemValue: return old;
    case OpKind::Write: state.a = op.a; return 0;
    case OpKind::FetchAdd: state.a += op.a; return old;
    case OpKind::Exchange: state.a = op.a; return old;
    case OpKind::Cas:
      if (outcome.value != 0) state.a = op.b;
      return outcome.value;
    case OpKind::Enqueue:
      state.a = object.kind == ObjectKind::FifoCondition ? queue_push(state.a, thread) : state.a | bit(thread);
      return 0;
    case OpKind::Signal:
      if (outcome.value != kLost) {
        remove_waiting(object, static_cast<int>(outcome.value), state);
        state.b |= bit(static_cast<int>(outcome.value));
      }
      return 0;
    case OpKind::Broadcast:
      state.a = 0;
      state.b |= outcome.value;
      return 0;
    case OpKind::Wake:
    case OpKind::TimedWake:
      if (outcome.mode == Mode::T) {
        state.b &= ~bit(thread);
      } else {
        remove_waiting(object, thread, state);
      }
      return outcome.value;
    case OpKind::Post: ++state.a; return 0;
    case OpKind::Acquire: --state.a; return 0;
    case OpKind::TryAcquire: state.a -= outcome.value; return outcome.value;
    case OpKind::RdLock: ++state.b; return 0;
    case OpKind::RdUnlock: --state.b; return 0;
    case OpKind::TryRdLock: state.b += outcome.value; return outcome.value;
    case OpKind::Arrive: state.a += Value{1} << (4 * op.a); return 0;
    case OpKind::ArriveOrdered: ++state.a; return outcome.value / 2;
    case OpKind::Leave:
    case OpKind::LeaveOrdered: return 0;
    case OpKind::Choose: return outcome.value;
    case OpKind::Start:
    case OpKind::Exit:
    case OpKind::Create:
    case OpKind::Join: break;
  }
  assert(false && "touches no object");
  return 0;
}

bool dependent(const Label& left, const Label& right) {
  if (left.thread == right.thread) return true;
  if (left.mode == Mode::T) return right.mode != Mode::T && token_depends_on(left, right);
  if (right.mode == Mode::T) return token_depends_on(right, left);
  if (left.mode == Mode::L || right.mode == Mode::L) return false;
  if (left.op.object == kNone || left.op.object != right.op.object) return false;  // kNone: a private choice
  return left.mode == Mode::X || right.mode == Mode::X;
}

}  // namespace qpor::oracle
