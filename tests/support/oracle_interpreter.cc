#include "tests/support/oracle_interpreter.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace qpor::oracle {
namespace {

constexpr int kNoHandle = -1;
constexpr int kJoinedHandle = -2;

Value evaluate(const Operand& operand, const LocalState& state) {
  return (operand.reg == kNone ? 0 : state.registers[static_cast<std::size_t>(operand.reg)]) + operand.constant;
}

bool holds(const Condition& condition, const LocalState& state) {
  const Value left = evaluate(condition.left, state);
  switch (condition.comparison) {
    case Comparison::Equal: return left == condition.right;
    case Comparison::NotEqual: return left != condition.right;
    case Comparison::Less: return left < condition.right;
  }
  return false;
}

/// How many threads may arrive at each barrier; a proc that mentions one counts as arbitrarily many.
std::vector<int> barrier_users(const Program& program) {
  std::vector<int> users(program.declarations.size(), 0);
  const auto count = [&](const Body& body, int weight) {
    std::vector<char> mentioned(program.declarations.size(), 0);
    const std::function<void(const Block&)> walk = [&](const Block& block) {
      for (const Statement& s : block) {
        if (s.kind == Kind::Arrive) mentioned[static_cast<std::size_t>(s.object.declaration)] = 1;
        walk(s.then_branch);
        walk(s.else_branch);
      }
    };
    walk(body.block);
    for (std::size_t d = 0; d < users.size(); ++d) users[d] += mentioned[d] ? weight : 0;
  };
  for (const Body& thread : program.threads) count(thread, 1);
  for (const Body& proc : program.procs) count(proc, 1 << 16);
  return users;
}

OpKind operation_of(Kind kind) {
  switch (kind) {
    case Kind::Read: return OpKind::Read;
    case Kind::Write: return OpKind::Write;
    case Kind::FetchAdd: return OpKind::FetchAdd;
    case Kind::Exchange: return OpKind::Exchange;
    case Kind::Cas: return OpKind::Cas;
    case Kind::Lock: return OpKind::Lock;
    case Kind::Unlock: return OpKind::Unlock;
    case Kind::TryLock: return OpKind::TryLock;
    case Kind::Signal: return OpKind::Signal;
    case Kind::Broadcast: return OpKind::Broadcast;
    case Kind::Post: return OpKind::Post;
    case Kind::Acquire: return OpKind::Acquire;
    case Kind::TryAcquire: return OpKind::TryAcquire;
    case Kind::SemValue: return OpKind::SemValue;
    case Kind::RdLock: return OpKind::RdLock;
    case Kind::RdUnlock: return OpKind::RdUnlock;
    case Kind::WrLock: return OpKind::WrLock;
    case Kind::WrUnlock: return OpKind::WrUnlock;
    case Kind::TryRdLock: return OpKind::TryRdLock;
    case Kind::TryWrLock: return OpKind::TryWrLock;
    case Kind::Create: return OpKind::Create;
    case Kind::Join: return OpKind::Join;
    case Kind::Choose: return OpKind::Choose;
    default: break;
  }
  assert(false && "a statement of several operations, or of none");
  return OpKind::Exit;
}

}  // namespace

std::string to_string(OpKind kind) {
  static constexpr std::array kNames = {"start",          "exit",      "create",   "join",    "read",
                                        "write",          "fetch_add", "exchange", "cas",     "lock",
                                        "unlock",         "trylock",   "enqueue",  "wake",    "timedwake",
                                        "signal",         "broadcast", "post",     "acquire", "tryacquire",
                                        "value",          "rdlock",    "rdunlock", "wrlock",  "wrunlock",
                                        "tryrdlock",      "trywrlock", "arrive",   "leave",   "arrive(ordered)",
                                        "leave(ordered)", "choose"};
  return kNames[static_cast<std::size_t>(kind)];
}

Interpreter::Interpreter(const Program& program) : thread_count_(program.threads.size()) {
  assert(validate(program).empty());
  const std::vector<int> users = barrier_users(program);
  for (std::size_t d = 0; d < program.declarations.size(); ++d) {
    const Declaration& declaration = program.declarations[d];
    first_object_.push_back(static_cast<int>(objects_.size()));
    sizes_.push_back(declaration.size);
    for (int i = 0; i < std::max(declaration.size, 1); ++i) {
      std::string name = declaration.name;
      if (declaration.size > 0) name += '[' + std::to_string(i) + ']';
      objects_.push_back({declaration.kind, declaration.initial, users[d] > declaration.initial, std::move(name)});
    }
  }
  for (const std::vector<Body>* bodies : {&program.threads, &program.procs}) {
    for (const Body& body : *bodies) {
      Code& code = codes_.emplace_back();
      compile(body.block, code);
      code.emplace_back();  // End
      assert(code.size() < std::numeric_limits<std::uint16_t>::max());
    }
  }
}

void Interpreter::compile(const Block& block, Code& code) const {
  for (const Statement& statement : block) compile(statement, code);
}

void Interpreter::compile(const Statement& s, Code& code) const {
  using Form = Instruction::Form;
  const auto emit = [&](Form form, OpKind op, const Ref& object, int target) -> Instruction& {
    Instruction instruction;
    instruction.form = form;
    instruction.op = op;
    instruction.object = object;
    instruction.mutex = s.mutex;
    instruction.target = target;
    instruction.proc = s.proc;
    instruction.x = s.x;
    instruction.y = s.y;
    instruction.condition = s.condition;
    return code.emplace_back(instruction);
  };
  const auto here = [&] { return static_cast<std::uint16_t>(code.size()); };
  switch (s.kind) {
    case Kind::Wait:
    case Kind::TimedWait:
      emit(Form::EnqueueHolding, OpKind::Enqueue, s.object, kNone);
      emit(Form::Operation, OpKind::Unlock, s.mutex, kNone);
      emit(Form::Operation, s.kind == Kind::Wait ? OpKind::Wake : OpKind::TimedWake, s.object, s.target);
      emit(Form::Operation, OpKind::Lock, s.mutex, kNone);
      break;
    case Kind::Await:
    case Kind::TimedAwait:
      emit(Form::Operation, OpKind::Enqueue, s.object, kNone);
      emit(Form::Operation, s.kind == Kind::Await ? OpKind::Wake : OpKind::TimedWake, s.object, s.target);
      break;
    case Kind::Arrive: {
      const auto declaration = static_cast<std::size_t>(s.object.declaration);
      const bool ordered = objects_[static_cast<std::size_t>(first_object_[declaration])].ordered_barrier;
      emit(Form::Operation, ordered ? OpKind::ArriveOrdered : OpKind::Arrive, s.object, kNone);
      emit(Form::Operation, ordered ? OpKind::LeaveOrdered : OpKind::Leave, s.object, kNone);
      break;
    }
    case Kind::Set: emit(Form::Set, {}, {}, s.target); break;
    case Kind::Assert: emit(Form::Assert, {}, {}, kNone); break;
    case Kind::If: {
      const std::uint16_t branch = here();
      emit(Form::Branch, {}, {}, kNone);
      compile(s.then_branch, code);
      const std::uint16_t jump = here();
      emit(Form::Jump, {}, {}, kNone);
      code[branch].jump = here();
      compile(s.else_branch, code);
      code[jump].jump = here();
      break;
    }
    default: emit(Form::Operation, operation_of(s.kind), s.object, s.target); break;
  }
}

LocalState Interpreter::initial_thread(std::size_t index) const {
  LocalState state;
  state.code = static_cast<std::uint16_t>(index);
  state.handles.fill(kNoHandle);
  run(state);
  return state;
}

LocalState Interpreter::created_thread(int proc, Value argument) const {
  LocalState state;
  state.is_created = true;
  state.code = static_cast<std::uint16_t>(thread_count_ + static_cast<std::size_t>(proc));
  state.handles.fill(kNoHandle);
  state.registers[0] = argument;
  state.next.kind = OpKind::Start;
  return state;
}

LocalState Interpreter::after(LocalState state, std::span<const Value> results) const {
  for (const Value result : results) state = step(state, result);
  return state;
}

LocalState Interpreter::step(LocalState state, Value result) const {
  assert(state.phase == Phase::Running);
  const Op op = state.next;
  if (op.kind == OpKind::Exit) {
    state.phase = Phase::Finished;
    return state;
  }
  if (op.kind == OpKind::Start) {
    run(state);
    return state;
  }
  const Instruction& instruction = codes_[state.code][state.pc];
  const std::uint32_t bit = op.object == kNone ? 0 : std::uint32_t{1} << op.object;
  std::uint8_t* count = op.object == kNone ? nullptr : &state.counts[static_cast<std::size_t>(op.object)];
  switch (op.kind) {
    case OpKind::Lock:
    case OpKind::WrLock: state.held |= bit; break;
    case OpKind::Unlock:
    case OpKind::WrUnlock: state.held &= ~bit; break;
    case OpKind::TryLock:
    case OpKind::TryWrLock: state.held |= result != 0 ? bit : 0; break;
    case OpKind::RdLock: ++*count; break;
    case OpKind::RdUnlock: --*count; break;
    case OpKind::TryRdLock: *count = static_cast<std::uint8_t>(*count + (result != 0 ? 1 : 0)); break;
    case OpKind::ArriveOrdered: state.round = result; break;
    case OpKind::Leave: ++*count; break;
    case OpKind::Create: state.handles[static_cast<std::size_t>(instruction.target)] = state.creates++; break;
    case OpKind::Join: state.handles[static_cast<std::size_t>(instruction.target)] = kJoinedHandle; break;
    default: break;
  }
  const bool has_register = op.kind != OpKind::Create && op.kind != OpKind::Join && instruction.target != kNone;
  if (has_register) state.registers[static_cast<std::size_t>(instruction.target)] = result;
  ++state.pc;
  run(state);
  return state;
}

void Interpreter::run(LocalState& state) const {
  using Form = Instruction::Form;
  const Code& code = codes_[state.code];
  while (true) {
    const Instruction& instruction = code[state.pc];
    switch (instruction.form) {
      case Form::Set:
        state.registers[static_cast<std::size_t>(instruction.target)] = evaluate(instruction.x, state);
        ++state.pc;
        break;
      case Form::Branch:
        if (holds(instruction.condition, state)) {
          ++state.pc;
        } else {
          state.pc = instruction.jump;
        }
        break;
      case Form::Jump: state.pc = instruction.jump; break;
      case Form::Assert:
        if (!holds(instruction.condition, state)) {
          state.phase = Phase::Failed;
          return;
        }
        ++state.pc;
        break;
      case Form::End:
        if (state.is_created) {
          state.next = Op{OpKind::Exit};
        } else {
          state.phase = Phase::Finished;
        }
        return;
      case Form::Operation:
      case Form::EnqueueHolding:
        if (!announce(instruction, state)) state.phase = Phase::Failed;
        return;
    }
  }
}

/// Sets state.next, or returns false if the operation would be a misuse.
bool Interpreter::announce(const Instruction& instruction, LocalState& state) const {
  Op op;
  op.kind = instruction.op;
  if (instruction.object.declaration != kNone) {
    op.object = resolve(instruction.object, state);
    if (op.object == kNone) return false;
  }
  const bool is_held = op.object != kNone && (state.held >> op.object & 1) != 0;
  const std::uint8_t count = op.object == kNone ? 0 : state.counts[static_cast<std::size_t>(op.object)];
  if (instruction.form == Instruction::Form::EnqueueHolding) {
    const int mutex = resolve(instruction.mutex, state);
    if (mutex == kNone || (state.held >> mutex & 1) == 0) return false;
  }
  switch (op.kind) {
    case OpKind::Unlock:
    case OpKind::WrUnlock:
      if (!is_held) return false;
      break;
    case OpKind::RdUnlock:
      if (count == 0) return false;
      break;
    case OpKind::Join: {
      const int handle = state.handles[static_cast<std::size_t>(instruction.target)];
      if (handle < 0) return false;
      op.a = handle;
      break;
    }
    case OpKind::Create:
      op.a = state.creates;
      op.b = instruction.proc;
      op.c = evaluate(instruction.x, state);
      break;
    case OpKind::Arrive:
    case OpKind::Leave: op.a = count; break;
    case OpKind::LeaveOrdered: op.a = state.round; break;
    case OpKind::Write:
    case OpKind::FetchAdd:
    case OpKind::Exchange:
    case OpKind::Choose: op.a = evaluate(instruction.x, state); break;
    case OpKind::Cas:
      op.a = evaluate(instruction.x, state);
      op.b = evaluate(instruction.y, state);
      break;
    default: break;
  }
  state.next = op;
  return true;
}

int Interpreter::resolve(const Ref& ref, const LocalState& state) const {
  const auto declaration = static_cast<std::size_t>(ref.declaration);
  if (sizes_[declaration] == 0) return first_object_[declaration];
  const Value index = evaluate(ref.index, state);
  if (index < 0 || index >= sizes_[declaration]) return kNone;
  return first_object_[declaration] + static_cast<int>(index);
}

}  // namespace qpor::oracle
