// The part of the compiler that turns the operations of builtins.def into visible ones.

#include <limits>
#include <utility>

#include "frontend/model/compiler.h"

namespace qpor::frontend::model {

using engine::ObjectKind;
using engine::OperationKind;

namespace {

struct HoldRow {
  Effect effect;
  Hold hold;
};

// What the thread holds, or no longer holds, when the operation has taken place.
HoldRow hold_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::Lock: return {Effect::Hold, Hold::Mutex};
    case OperationKind::TryLock: return {Effect::HoldIfTaken, Hold::Mutex};
    case OperationKind::Unlock: return {Effect::Release, Hold::Mutex};
    case OperationKind::ReadLock: return {Effect::Hold, Hold::Read};
    case OperationKind::TryReadLock: return {Effect::HoldIfTaken, Hold::Read};
    case OperationKind::ReadUnlock: return {Effect::Release, Hold::Read};
    case OperationKind::WriteLock: return {Effect::Hold, Hold::Write};
    case OperationKind::TryWriteLock: return {Effect::HoldIfTaken, Hold::Write};
    case OperationKind::WriteUnlock: return {Effect::Release, Hold::Write};
    case OperationKind::Arrive: return {Effect::Arrive, Hold::Mutex};
    case OperationKind::Join: return {Effect::Join, Hold::Joined};
    case OperationKind::Choose: return {Effect::Choose, Hold::Mutex};
    default: return {Effect::None, Hold::Mutex};
  }
}

}  // namespace

Operand Compiler::call(const Expression& expression, std::int32_t depth, std::int32_t target, bool wants_value) {
  const std::string name(expression.name.text);
  const Builtin* const builtin = find_builtin(name);
  if (builtin == nullptr) source_.reject(expression.position, "expected an operation, found " + quoted(name));
  if (wants_value && !builtin->has_value) {
    source_.reject(expression.position, "expected a value, the operation " + quoted(name) + " has none");
  }
  const std::size_t wanted = builtin->objects() + builtin->values;
  if (expression.operands.size() != wanted) {
    source_.reject(expression.position, name + " expects " + std::to_string(wanted) +
                                            (wanted == 1 ? " argument" : " arguments") + ", found " +
                                            std::to_string(expression.operands.size()));
  }
  switch (builtin->form) {
    case Builtin::Form::Plain: return plain_call(expression, *builtin, depth, target);
    case Builtin::Form::Wait: return wait_call(expression, *builtin, depth);
    case Builtin::Form::Arrive: arrive_call(expression, depth); return kNoSlot;
    case Builtin::Form::Join: {
      VisibleOperation join = visible(OperationKind::Join, site(expression.position), depth);
      join.argument = this->expression(*expression.operands[0], depth);
      emit_visible(join, expression.position);
      return kNoSlot;
    }
    case Builtin::Form::Choose: break;
  }
  const Value choices = symbols_.constant_between(*expression.operands[0], "the number of choices", 1, kMostChoices);
  VisibleOperation choose = visible(OperationKind::Choose, site(expression.position), depth);
  choose.argument = constant_operand(choices);
  choose.result = temporary(target != kNoSlot ? target : depth);
  emit_visible(choose, expression.position);
  return choose.result;
}

Operand Compiler::plain_call(const Expression& expression, const Builtin& builtin, std::int32_t depth,
                             std::int32_t target) {
  std::int32_t next = depth;
  const Reference reference = object(*expression.operands[0], builtin.name, builtin.object, next);
  VisibleOperation result = visible_on(builtin.operation, reference, site(expression.position), depth);
  if (builtin.values > 0) {
    result.argument = this->expression(*expression.operands[1], next);
    if (result.argument == next) ++next;
  }
  if (builtin.values > 1) result.argument2 = this->expression(*expression.operands[2], next);
  if (builtin.has_value) result.result = temporary(target != kNoSlot ? target : depth);
  emit_visible(result, expression.position);
  return result.result;
}

// The indices are used by several operations, so they stay live from the first to the last. The result comes before
// the last and has a slot of its own: a local target could be an index that is still needed.
Operand Compiler::wait_call(const Expression& expression, const Builtin& builtin, std::int32_t depth) {
  const std::int32_t result = temporary(depth);
  std::int32_t live = depth + 1;
  const bool has_mutex = builtin.second_object != ObjectKind::None;
  const Reference condition = object(*expression.operands[0], builtin.name, builtin.object, live);
  const Reference mutex =
      has_mutex ? object(*expression.operands[1], builtin.name, builtin.second_object, live) : condition;
  const Position position = expression.position;
  const std::uint32_t place = site(position);
  const auto emit_step = [&](OperationKind kind, const Reference& reference, std::int32_t slot) {
    VisibleOperation step = visible_on(kind, reference, place, live);
    step.result = slot;
    emit_visible(step, position);
  };
  if (has_mutex) {
    const std::size_t unlock = program_.visibles.size() + 1;  // the one after Enqueue
    emit(Opcode::CheckHeld, static_cast<std::int32_t>(unlock), 0, 0, position);
  }
  emit_step(OperationKind::Enqueue, condition, kNoSlot);
  if (has_mutex) emit_step(OperationKind::Unlock, mutex, kNoSlot);
  emit_step(builtin.operation, condition, builtin.has_value ? result : kNoSlot);
  if (has_mutex) emit_step(OperationKind::Lock, mutex, kNoSlot);
  return result;
}

// The slot carries from the arrival to the leave what names the round.
void Compiler::arrive_call(const Expression& expression, std::int32_t depth) {
  const std::int32_t round = temporary(depth);
  std::int32_t live = depth + 1;
  const Reference barrier = object(*expression.operands[0], "arrive", ObjectKind::Barrier, live);
  VisibleOperation arrive = visible_on(OperationKind::Arrive, barrier, site(expression.position), live);
  VisibleOperation leave = arrive;
  arrive.result = round;
  emit_visible(arrive, expression.position);
  leave.kind = OperationKind::Leave;
  leave.effect = Effect::None;
  leave.argument = round;
  emit_visible(leave, expression.position);

  barrier_users_.resize(program_.objects.size());
  barrier_mentioned_.resize(program_.objects.size());
  if (std::exchange(barrier_mentioned_[barrier.declaration], code_ + 1) == code_ + 1) return;
  const Code& code = program_.codes[code_];
  constexpr std::uint64_t kUnbounded = std::uint64_t{1} << 63;  // and any sum with it, for there are few codes
  std::uint64_t& users = barrier_users_[barrier.declaration];
  users = code.is_proc ? kUnbounded : users + code.instances;
}

// Checks that the expression names an object of that kind; moves `depth` beyond the index if it needs a temporary.
Compiler::Reference Compiler::object(const Expression& expression, std::string_view user, ObjectKind kind,
                                     std::int32_t& depth) {
  const bool has_index = expression.kind == Expression::Kind::Index;
  const std::string expects = std::string(user) + " expects " + std::string(with_article(kind)) + ", ";
  if (!has_index && expression.kind != Expression::Kind::Name) {
    source_.reject(expression.position, expects + "found " + quoted(expression.text));
  }
  const std::string name = quoted(expression.name.text);
  if (const LocalName* const local = find_local(expression.name.text); local != nullptr) {
    source_.reject(expression.position, expects + name + " is " + (local->is_parameter ? "a parameter" : "a local"));
  }
  const Symbol* const symbol = symbols_.find(expression.name.text);
  if (symbol == nullptr) {
    source_.reject(expression.position,
                   "expected a declared name, found " + name + ", which is not declared before this place");
  }
  if (symbol->kind != Symbol::Kind::Object || program_.objects[symbol->index].kind != kind) {
    source_.reject(expression.position, expects + name + " is " + std::string(symbols_.kind_of(*symbol)));
  }
  const ObjectDeclaration& declaration = program_.objects[symbol->index];
  if (declaration.is_array && !has_index) {
    source_.reject(expression.position, "expected '[' and an index after " + name + ", which is an array");
  }
  if (!declaration.is_array && has_index) {
    source_.reject(expression.position, "expected an array before '[', " + name + " is a single " +
                                            std::string(with_article(kind)).substr(with_article(kind).find(' ') + 1));
  }
  if (!has_index) return {symbol->index, constant_operand(0)};
  const Operand index = this->expression(*expression.operands[0], depth);
  if (index == depth) ++depth;
  return {symbol->index, index};
}

VisibleOperation Compiler::visible(OperationKind kind, std::uint32_t site, std::int32_t live) {
  VisibleOperation result;
  result.kind = kind;
  result.effect = hold_of(kind).effect;
  result.hold = hold_of(kind).hold;
  result.index = result.argument = result.argument2 = constant_operand(0);
  result.site = site;
  result.live = static_cast<std::uint32_t>(live);
  return result;
}

VisibleOperation Compiler::visible_on(OperationKind kind, const Reference& reference, std::uint32_t site,
                                      std::int32_t live) {
  VisibleOperation result = visible(kind, site, live);
  const ObjectDeclaration& declaration = program_.objects[reference.declaration];
  result.declaration = reference.declaration;
  result.first = declaration.first;
  result.count = declaration.count;
  result.index = reference.index;
  return result;
}

void Compiler::emit_visible(VisibleOperation visible, Position position) {
  const bool depends_on_thread = visible.effect == Effect::Arrive || visible.effect == Effect::Create ||
                                 visible.effect == Effect::Join || visible.effect == Effect::Choose;
  visible.is_constant = !depends_on_thread && is_constant(visible.index) && is_constant(visible.argument) &&
                        is_constant(visible.argument2);
  emit(Opcode::Visible, static_cast<std::int32_t>(program_.visibles.size()), 0, 0, position);
  program_.visibles.push_back(visible);
}

}  // namespace qpor::frontend::model
