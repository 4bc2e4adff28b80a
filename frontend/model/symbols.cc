#include "frontend/model/symbols.h"

#include <algorithm>
#include <limits>

#include "frontend/model/builtins.h"

namespace qpor::frontend::model {

using engine::ObjectKind;

namespace {

ObjectKind object_kind(Declaration::Kind kind) {
  switch (kind) {
    case Declaration::Kind::Var: return ObjectKind::Variable;
    case Declaration::Kind::Mutex: return ObjectKind::Mutex;
    case Declaration::Kind::Cond:
    case Declaration::Kind::FifoCond: return ObjectKind::Condition;
    case Declaration::Kind::Sem: return ObjectKind::Semaphore;
    case Declaration::Kind::RwLock: return ObjectKind::RwLock;
    case Declaration::Kind::Barrier: return ObjectKind::Barrier;
    case Declaration::Kind::Const:
    case Declaration::Kind::Thread:
    case Declaration::Kind::Proc: break;
  }
  return ObjectKind::None;
}

}  // namespace

Symbols::Symbols(const Source& source, Program& program, const Definitions& definitions, const Syntax& syntax)
    : source_(source), program_(program) {
  for (const auto& [name, value] : definitions) {
    if (!definitions_.try_emplace(name, value).second) {
      source_.reject({}, "expected one definition of " + quoted(name) + ", found two");
    }
    const bool is_const = std::any_of(syntax.begin(), syntax.end(), [&](const Declaration& declaration) {
      return declaration.kind == Declaration::Kind::Const && declaration.name.text == name;
    });
    if (!is_const) source_.reject({}, "expected the name of a const to define, found " + quoted(name));
  }
}

const Symbol* Symbols::find(std::string_view name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

std::string_view Symbols::kind_of(const Symbol& symbol) const {
  switch (symbol.kind) {
    case Symbol::Kind::Const: return "a const";
    case Symbol::Kind::Thread: return "a thread";
    case Symbol::Kind::Proc: return "a proc";
    case Symbol::Kind::Object: break;
  }
  return with_article(program_.objects[symbol.index].kind);
}

void Symbols::declare(const Declaration& declaration) {
  const auto [name, position] = declaration.name;
  if (const Symbol* const earlier = find(name); earlier != nullptr) {
    source_.reject(position, "expected a new name, " + quoted(name) + " is already " + std::string(kind_of(*earlier)));
  }
  switch (declaration.kind) {
    case Declaration::Kind::Const: {
      Value value = constant(*declaration.initial, "the value of " + quoted(name));
      if (const auto it = definitions_.find(name); it != definitions_.end()) value = it->second;
      symbols_[name] = {Symbol::Kind::Const, value, 0};
      break;
    }
    case Declaration::Kind::Thread:
    case Declaration::Kind::Proc: declare_code(declaration); break;
    default: declare_object(declaration);
  }
}

void Symbols::declare_object(const Declaration& declaration) {
  const auto [name, position] = declaration.name;
  ObjectDeclaration result;
  result.kind = object_kind(declaration.kind);
  result.name = name;
  result.first = program_.object_count;
  if (declaration.size) {
    result.is_array = true;
    const Value size = constant_between(*declaration.size, "the size of " + quoted(name), 1, kLargestArray);
    result.count = static_cast<std::uint32_t>(size);
  }
  if (Value{program_.object_count} + result.count > kMostObjects) {
    source_.reject(position, "expected at most " + std::to_string(kMostObjects) + " objects in all, found more with " +
                                 quoted(name));
  }
  program_.object_count += result.count;
  constexpr Value kMost = std::numeric_limits<Value>::max();
  if (result.kind == ObjectKind::Variable && declaration.initial) {
    result.initial = constant(*declaration.initial, "the initial value of " + quoted(name));
  } else if (result.kind == ObjectKind::Semaphore && declaration.initial) {
    result.initial = constant_between(*declaration.initial, "the initial count of " + quoted(name), 0, kMost);
  } else if (result.kind == ObjectKind::Barrier) {
    result.parameter = constant_between(*declaration.initial, "the participants of " + quoted(name), 1, kMost);
  } else if (declaration.kind == Declaration::Kind::FifoCond) {
    result.parameter = 1;
  }
  symbols_[name] = {Symbol::Kind::Object, 0, static_cast<std::uint32_t>(program_.objects.size())};
  program_.objects.push_back(std::move(result));
}

void Symbols::declare_code(const Declaration& declaration) {
  const auto [name, position] = declaration.name;
  Code code;
  code.name = name;
  code.is_proc = declaration.kind == Declaration::Kind::Proc;
  code.parameters = static_cast<std::uint32_t>(declaration.parameters.size());
  if (!code.is_proc) {
    code.instances = 1;
    if (declaration.size) {
      code.is_array = true;
      const Value count = constant_between(*declaration.size, "the number of threads " + quoted(name), 1, kMostThreads);
      code.instances = static_cast<std::uint32_t>(count);
    }
    if (Value{program_.thread_count} + code.instances > kMostThreads) {
      source_.reject(position, "expected at most " + std::to_string(kMostThreads) +
                                   " threads in all, found more with " + quoted(name));
    }
    program_.thread_count += code.instances;
  }
  const Symbol::Kind kind = code.is_proc ? Symbol::Kind::Proc : Symbol::Kind::Thread;
  symbols_[name] = {kind, 0, static_cast<std::uint32_t>(program_.codes.size())};
  program_.codes.push_back(std::move(code));
}

Value Symbols::constant(const Expression& expression, const std::string& what) const {
  const auto operand = [&](std::size_t i) { return constant(*expression.operands[i], what); };
  switch (expression.kind) {
    case Expression::Kind::Number: return expression.number;
    case Expression::Kind::Name: {
      const Symbol* const symbol = find(expression.name.text);
      if (symbol != nullptr && symbol->kind == Symbol::Kind::Const) return symbol->value;
      const std::string found =
          symbol == nullptr ? "which is not declared before this place" : "which is " + std::string(kind_of(*symbol));
      source_.reject(expression.position,
                     "expected a constant for " + what + ", found " + quoted(expression.text) + ", " + found);
    }
    case Expression::Kind::Unary: return apply(expression.unary, operand(0));
    case Expression::Kind::Binary: {
      const Value left = operand(0);
      const Value right = operand(1);
      if (const char* const defect = defect_of(expression.binary, right); defect != nullptr) {
        source_.reject(expression.sign, "expected a constant for " + what + ", found a " + defect);
      }
      return apply(expression.binary, left, right);
    }
    case Expression::Kind::AndThen: {
      const Value left = operand(0);
      return operand(1) != 0 && left != 0;
    }
    case Expression::Kind::OrElse: {
      const Value left = operand(0);
      return operand(1) != 0 || left != 0;
    }
    case Expression::Kind::Index:
    case Expression::Kind::Call:
    case Expression::Kind::Create: break;
  }
  source_.reject(expression.position, "expected a constant for " + what + ", found " + quoted(expression.text));
}

Value Symbols::constant_between(const Expression& expression, const std::string& what, Value least, Value most) const {
  const Value value = constant(expression, what);
  if (value < least || value > most) {
    const std::string range = most == std::numeric_limits<Value>::max()
                                  ? "at least " + std::to_string(least)
                                  : std::to_string(least) + " to " + std::to_string(most);
    source_.reject(expression.position, "expected " + what + " to be " + range + ", found " + std::to_string(value));
  }
  return value;
}

}  // namespace qpor::frontend::model
