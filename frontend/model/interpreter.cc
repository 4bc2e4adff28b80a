#include "frontend/model/interpreter.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace qpor::frontend::model {

using engine::index;
using engine::kNoOperation;
using engine::Operation;
using engine::OperationId;
using engine::OperationKind;
using engine::ThreadId;

namespace {

constexpr std::size_t kNotHeld = std::numeric_limits<std::size_t>::max();

}  // namespace

// --- the operation takes place

void Interpreter::step(ThreadId thread, Value result) {
  assert(pending(thread) != kNoOperation);
  ThreadState* state = &threads_[index(thread)];
  const std::uint32_t at = state->at;
  const VisibleOperation& visible = program_->visibles[static_cast<std::size_t>(program_->instructions[at].target)];
  const OperationId id = pending_[index(thread)];

  StepRecord record{thread, id, at, visible.live, Change::None, 0, 0};
  const auto frame = slots_.begin() + static_cast<std::ptrdiff_t>(state->frame);
  log_.insert(log_.end(), frame, frame + visible.live);
  pending_[index(thread)] = kNoOperation;

  const Operation operation = vocabulary_->operations[id];
  switch (visible.effect) {
    case Effect::None:
    case Effect::Choose: break;
    case Effect::HoldIfTaken:
      if (result == 0) break;
      [[fallthrough]];
    case Effect::Hold:
      state->holds.push_back(key(index(operation.object), visible.hold));
      record.change = Change::HoldAdded;
      break;
    case Effect::Release: {
      const HoldKey held = key(index(operation.object), visible.hold);
      const std::size_t place = find_hold(*state, held);
      assert(place != kNotHeld);  // announce has seen to it
      state->holds[place] = state->holds.back();
      state->holds.pop_back();
      record.change = Change::HoldRemoved;
      record.place = static_cast<std::uint32_t>(place);
      record.what = held;
      break;
    }
    case Effect::Arrive:
      ++arrivals_of(*state, index(operation.object));
      record.change = Change::Arrived;
      record.what = index(operation.object);
      result = operation.argument;
      break;
    case Effect::Create: {
      const auto child = static_cast<ThreadId>(operation.argument);
      ++state->creates;
      Value* const frame = new_frame(child, visible.callee);
      state = &threads_[index(thread)];  // it may have moved, and its frame
      const Code& code = program_->codes[visible.callee];
      std::copy_n(slots_.data() + state->frame + visible.argument, code.parameters, frame);
      announce(child, code.entry);  // Start
      record.change = Change::ChildBegun;
      record.place = index(child);
      result = static_cast<Value>(vocabulary_->threads[child].name_hash >> 1 | 1);
      break;
    }
    case Effect::Join:
      state->holds.push_back(key(static_cast<std::uint32_t>(operation.argument), Hold::Joined));
      record.change = Change::HoldAdded;
      break;
  }
  steps_.push_back(record);
  if (visible.result != kNoSlot) slots_[state->frame + static_cast<std::size_t>(visible.result)] = result;
  run(thread, at + 1);
}

void Interpreter::rewind(std::size_t steps) {
  assert(steps <= steps_.size());
  while (steps_.size() > steps) {
    undo(steps_.back());
    steps_.pop_back();
  }
}

void Interpreter::undo(const StepRecord& record) {
  ThreadState& state = threads_[index(record.thread)];
  const auto saved = log_.end() - record.saved;
  std::copy(saved, log_.end(), slots_.begin() + static_cast<std::ptrdiff_t>(state.frame));
  log_.erase(saved, log_.end());
  state.at = record.at;
  if (state.failure) state.failure.reset();  // it had an operation pending, so it had not failed
  switch (record.change) {
    case Change::None: break;
    case Change::HoldAdded: state.holds.pop_back(); break;
    case Change::HoldRemoved:
      state.holds.push_back(record.what);
      std::swap(state.holds.back(), state.holds[record.place]);
      break;
    case Change::Arrived: --arrivals_of(state, static_cast<std::uint32_t>(record.what)); break;
    case Change::ChildBegun:
      --state.creates;
      pending_[record.place] = kNoOperation;
      break;
  }
  pending_[index(record.thread)] = record.pending;
}

// --- the thread runs to its next operation

void Interpreter::run(ThreadId thread, std::uint32_t at) {
  const Value* const constants = program_->constants.data();
  Value* const slots = slots_.data() + threads_[index(thread)].frame;
  const Instruction* const instructions = program_->instructions.data();
  const auto read = [&](Operand operand) { return operand >= 0 ? slots[operand] : constants[~operand]; };

  for (std::uint32_t budget = kSilentInstructionLimit; budget > 0; --budget) {
    const Instruction& instruction = instructions[at];
    switch (instruction.opcode) {
#define QPOR_BINARY(identifier, text, precedence)                                                   \
  case Opcode::identifier: {                                                                        \
    const Value right = read(instruction.right);                                                    \
    if (const char* const defect = defect_of(BinaryOperator::identifier, right); defect != nullptr) \
      return fail(thread, at, engine::FailureKind::Arithmetic, defect);                             \
    slots[instruction.target] = apply(BinaryOperator::identifier, read(instruction.left), right);   \
    break;                                                                                          \
  }
#include "frontend/model/operators.def"
#undef QPOR_BINARY
      case Opcode::Negate: slots[instruction.target] = apply(UnaryOperator::Negate, read(instruction.left)); break;
      case Opcode::Not: slots[instruction.target] = apply(UnaryOperator::Not, read(instruction.left)); break;
      case Opcode::Complement:
        slots[instruction.target] = apply(UnaryOperator::Complement, read(instruction.left));
        break;
      case Opcode::Move: slots[instruction.target] = read(instruction.left); break;
      case Opcode::Jump: at = static_cast<std::uint32_t>(instruction.target); continue;
      case Opcode::JumpIfZero:
        if (read(instruction.left) != 0) break;
        at = static_cast<std::uint32_t>(instruction.target);
        continue;
      case Opcode::JumpIfNonZero:
        if (read(instruction.left) == 0) break;
        at = static_cast<std::uint32_t>(instruction.target);
        continue;
      case Opcode::Assert:
        if (read(instruction.left) != 0) break;
        return fail(thread, at, engine::FailureKind::Assertion,
                    "assertion " + program_->assertions[static_cast<std::size_t>(instruction.target)] + " failed");
      case Opcode::CheckHeld: {
        const VisibleOperation& unlock = program_->visibles[static_cast<std::size_t>(instruction.target)];
        const Value element = read(unlock.index);
        if (element < 0 || element >= unlock.count) return fail_bounds(thread, at, unlock, element);
        const std::uint32_t mutex = object_at(unlock, element);
        if (find_hold(threads_[index(thread)], key(mutex, Hold::Mutex)) == kNotHeld) {
          return fail_release(thread, at, unlock, element);
        }
        break;
      }
      case Opcode::Visible: return announce(thread, at);
      case Opcode::End: return;
    }
    ++at;
  }
  fail_nontermination(thread, at);
}

void Interpreter::announce(ThreadId thread, std::uint32_t at) {
  ThreadState& state = threads_[index(thread)];
  const auto number = static_cast<std::size_t>(program_->instructions[at].target);
  const VisibleOperation& visible = program_->visibles[number];
  state.at = at;
  Operation operation{visible.kind, engine::kNoObject, 0, 0, visible.site};
  if (visible.declaration != kNoDeclaration) {
    const Value element = value(state, visible.index);
    if (element < 0 || element >= visible.count) return fail_bounds(thread, at, visible, element);
    const std::uint32_t object = object_at(visible, element);
    if (visible.effect == Effect::Release && find_hold(state, key(object, visible.hold)) == kNotHeld) {
      return fail_release(thread, at, visible, element);
    }
    operation.object = static_cast<engine::ObjectId>(object);
  }
  if (constant_ids_[number] != kNoOperation) {
    pending_[index(thread)] = constant_ids_[number];
    return;
  }
  switch (visible.effect) {
    case Effect::Arrive: operation.argument = arrivals_of(state, index(operation.object)); break;
    case Effect::Create:
      operation.argument = index(child_of(thread, state.creates, program_->codes[visible.callee]));
      break;
    case Effect::Join: {
      const auto it = handles_.find(value(state, visible.argument));
      if (it == handles_.end()) return fail_join(thread, at, false);
      if (find_hold(state, key(index(it->second), Hold::Joined)) != kNotHeld) return fail_join(thread, at, true);
      operation.argument = index(it->second);
      break;
    }
    case Effect::Choose:
      operation.object = choice_object(thread);
      operation.argument = value(state, visible.argument);
      break;
    default: operation.argument = value(state, visible.argument); operation.argument2 = value(state, visible.argument2);
  }
  const OperationId id = intern(operation);
  if (visible.is_constant) constant_ids_[number] = id;
  pending_[index(thread)] = id;
}

OperationId Interpreter::intern(const Operation& operation) {
  std::uint64_t hash = operation.site * 0x9e3779b97f4a7c15u + index(operation.object);
  hash = hash * 0xd6e8feb86659fd93u + static_cast<std::uint64_t>(operation.argument);
  hash = hash * 0xd6e8feb86659fd93u + static_cast<std::uint64_t>(operation.argument2);
  hash = hash * 0xd6e8feb86659fd93u + static_cast<std::uint64_t>(operation.kind);
  CacheLine& line = cache_[(hash * 0x9e3779b97f4a7c15u >> 32) & (kCacheLines - 1)];
  if (line.id == kNoOperation || !(line.operation == operation)) {
    line = {operation, vocabulary_->operations.intern(operation)};
  }
  return line.id;
}

// From the newest: locks are mostly released in the opposite order.
std::size_t Interpreter::find_hold(const ThreadState& state, HoldKey key) {
  for (std::size_t i = state.holds.size(); i-- > 0;) {
    if (state.holds[i] == key) return i;
  }
  return kNotHeld;
}

Value& Interpreter::arrivals_of(ThreadState& state, std::uint32_t barrier) {
  for (auto& [each, count] : state.arrivals) {
    if (each == barrier) return count;
  }
  return state.arrivals.emplace_back(barrier, 0).second;
}

}  // namespace qpor::frontend::model
