// What the operators mean, for the constant evaluator and the interpreter alike: 64-bit two's complement that wraps
// around; division by zero and shifts by less than 0 or more than 63 are defects.

#pragma once

#include <cstdint>

#include "engine/program/ids.h"

namespace qpor::frontend::model {

using engine::Value;

enum class BinaryOperator : std::uint8_t {
#define QPOR_BINARY(identifier, text, precedence) identifier,
#include "frontend/model/operators.def"
#undef QPOR_BINARY
};

enum class UnaryOperator : std::uint8_t { Negate, Not, Complement };

/// Why the operator has no value for this right operand, as a sentence; null when it has one.
constexpr const char* defect_of(BinaryOperator op, Value right) {
  switch (op) {
    case BinaryOperator::Divide:
    case BinaryOperator::Remainder: return right == 0 ? "division by zero" : nullptr;
    case BinaryOperator::ShiftLeft:
    case BinaryOperator::ShiftRight: return right < 0 || right > 63 ? "shift by less than 0 or more than 63" : nullptr;
    default: return nullptr;
  }
}

/// REQUIRES: defect_of(op, right) is null.
constexpr Value apply(BinaryOperator op, Value left, Value right) {
  const auto a = static_cast<std::uint64_t>(left);
  const auto b = static_cast<std::uint64_t>(right);
  switch (op) {
    case BinaryOperator::BitOr: return left | right;
    case BinaryOperator::BitXor: return left ^ right;
    case BinaryOperator::BitAnd: return left & right;
    case BinaryOperator::Equal: return left == right;
    case BinaryOperator::NotEqual: return left != right;
    case BinaryOperator::Less: return left < right;
    case BinaryOperator::LessEqual: return left <= right;
    case BinaryOperator::Greater: return left > right;
    case BinaryOperator::GreaterEqual: return left >= right;
    case BinaryOperator::ShiftLeft: return static_cast<Value>(a << b);
    case BinaryOperator::ShiftRight: return left >> right;
    case BinaryOperator::Add: return static_cast<Value>(a + b);
    case BinaryOperator::Subtract: return static_cast<Value>(a - b);
    case BinaryOperator::Multiply: return static_cast<Value>(a * b);
    case BinaryOperator::Divide: return right == -1 ? static_cast<Value>(0 - a) : left / right;  // INT64_MIN / -1 wraps
    case BinaryOperator::Remainder: return right == -1 ? 0 : left % right;
  }
  return 0;
}

constexpr Value apply(UnaryOperator op, Value operand) {
  switch (op) {
    case UnaryOperator::Negate: return static_cast<Value>(0 - static_cast<std::uint64_t>(operand));
    case UnaryOperator::Not: return operand == 0;
    case UnaryOperator::Complement: return ~operand;
  }
  return 0;
}

}  // namespace qpor::frontend::model
