// The part of the compiler that evaluates: left to right, each shared variable read at the place of its name.

#include <utility>

#include "frontend/model/compiler.h"

namespace qpor::frontend::model {

using engine::ObjectKind;
using engine::OperationKind;

// The value of the expression: a constant, a local where it stands, or the slot `target` (the slot `depth` when there
// is no target). The target may be a local that the expression reads: it is written last.
Operand Compiler::expression(const Expression& expression, std::int32_t depth, std::int32_t target) {
  const std::int32_t result = target != kNoSlot ? target : depth;
  switch (expression.kind) {
    case Expression::Kind::Number: return constant_operand(expression.number);
    case Expression::Kind::Name:
    case Expression::Kind::Index: return name_or_element(expression, depth, target);
    case Expression::Kind::Call: return call(expression, depth, target, true);
    case Expression::Kind::Create: return create(expression, depth, target);
    case Expression::Kind::Binary: return binary(expression, depth, target);
    case Expression::Kind::Unary: {
      const Operand operand = this->expression(*expression.operands[0], depth);
      if (is_constant(operand)) return constant_operand(apply(expression.unary, constant_value(operand)));
      const Opcode opcode = expression.unary == UnaryOperator::Negate ? Opcode::Negate
                            : expression.unary == UnaryOperator::Not  ? Opcode::Not
                                                                      : Opcode::Complement;
      emit(opcode, temporary(result), operand, 0, expression.position);
      return result;
    }
    case Expression::Kind::AndThen:
    case Expression::Kind::OrElse: {
      Jumps is_false;
      branch(expression, false, depth, is_false);
      emit(Opcode::Move, temporary(result), constant_operand(1), 0, expression.position);
      const Jumps end = {emit(Opcode::Jump, 0, 0, 0, expression.position)};
      land(is_false);
      emit(Opcode::Move, result, constant_operand(0), 0, expression.position);
      land(end);
      return result;
    }
  }
  return result;
}

void Compiler::expression_into(const Expression& expression, std::int32_t slot, std::int32_t depth) {
  const Operand operand = this->expression(expression, depth, temporary(slot));
  if (operand != slot) emit(Opcode::Move, slot, operand, 0, expression.position);
}

// Jumps when the truth of the expression is `sense`, else falls through.
void Compiler::branch(const Expression& expression, bool sense, std::int32_t depth, Jumps& jumps) {
  if (expression.kind == Expression::Kind::AndThen || expression.kind == Expression::Kind::OrElse) {
    const bool decides = expression.kind == Expression::Kind::OrElse;  // the truth of the left side that decides
    Jumps past;
    branch(*expression.operands[0], decides, depth, decides == sense ? jumps : past);
    branch(*expression.operands[1], sense, depth, jumps);
    land(past);
  } else if (expression.kind == Expression::Kind::Unary && expression.unary == UnaryOperator::Not) {
    branch(*expression.operands[0], !sense, depth, jumps);
  } else {
    const Operand operand = this->expression(expression, depth);
    jumps.push_back(emit(sense ? Opcode::JumpIfNonZero : Opcode::JumpIfZero, 0, operand, 0, expression.position));
  }
}

Operand Compiler::binary(const Expression& expression, std::int32_t depth, std::int32_t target) {
  const Operand left = this->expression(*expression.operands[0], depth);
  const Operand right = this->expression(*expression.operands[1], left == depth ? depth + 1 : depth);
  const bool is_defect = is_constant(right) && defect_of(expression.binary, constant_value(right)) != nullptr;
  if (is_constant(left) && is_constant(right) && !is_defect) {
    return constant_operand(apply(expression.binary, constant_value(left), constant_value(right)));
  }
  const std::int32_t result = temporary(target != kNoSlot ? target : depth);
  emit(static_cast<Opcode>(expression.binary), result, left, right, expression.sign);  // the same table, same order
  return result;
}

Operand Compiler::name_or_element(const Expression& expression, std::int32_t depth, std::int32_t target) {
  const std::string name = quoted(expression.name.text);
  const bool has_index = expression.kind == Expression::Kind::Index;
  if (const LocalName* const local = find_local(expression.name.text); local != nullptr) {
    if (has_index) {
      source_.reject(expression.position, "expected an array before '[', " + name + " is " +
                                              (local->is_parameter ? "a parameter" : "a local"));
    }
    return slot_of(local);
  }
  const Symbol* const symbol = symbols_.find(expression.name.text);
  if (symbol != nullptr && symbol->kind == Symbol::Kind::Const) {
    if (has_index) source_.reject(expression.position, "expected an array before '[', " + name + " is a const");
    return constant_operand(symbol->value);
  }
  if (symbol != nullptr &&
      (symbol->kind != Symbol::Kind::Object || program_.objects[symbol->index].kind != ObjectKind::Variable)) {
    source_.reject(expression.position, "expected a value, " + name + " is " + std::string(symbols_.kind_of(*symbol)));
  }
  std::int32_t next = depth;
  const Reference reference = object(expression, "reading", ObjectKind::Variable, next);
  VisibleOperation load = visible_on(OperationKind::Load, reference, site(expression.position), depth);
  load.result = temporary(target != kNoSlot ? target : depth);
  emit_visible(load, expression.position);
  return load.result;
}

Operand Compiler::create(const Expression& expression, std::int32_t depth, std::int32_t target) {
  const std::string name = quoted(expression.name.text);
  const Symbol* const symbol = symbols_.find(expression.name.text);
  if (symbol == nullptr || find_local(expression.name.text) != nullptr) {
    const std::string found = symbol == nullptr ? " is not declared before this place" : " is a local";
    source_.reject(expression.name.position, "create expects a proc, " + name + found);
  }
  if (symbol->kind != Symbol::Kind::Proc) {
    source_.reject(expression.name.position,
                   "create expects a proc, " + name + " is " + std::string(symbols_.kind_of(*symbol)));
  }
  const std::uint32_t wanted = program_.codes[symbol->index].parameters;
  if (expression.operands.size() != wanted) {
    source_.reject(expression.position, "proc " + name + " expects " + std::to_string(wanted) + " arguments, found " +
                                            std::to_string(expression.operands.size()));
  }
  std::int32_t next = depth;
  for (const ExpressionPointer& argument : expression.operands) {
    expression_into(*argument, next, next);
    ++next;
  }
  // The arguments stay live until the create takes place, when the child takes them.
  VisibleOperation result = visible(OperationKind::Create, site(expression.position), next);
  result.effect = Effect::Create;
  result.argument = depth;
  result.callee = symbol->index;
  result.result = temporary(target != kNoSlot ? target : depth);
  emit_visible(result, expression.position);
  return result.result;
}

}  // namespace qpor::frontend::model
