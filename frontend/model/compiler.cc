#include "frontend/model/compiler.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace qpor::frontend::model {

using engine::OperationKind;

Program compile_syntax(const Source& source, const Syntax& syntax, const Definitions& definitions) {
  Program program;
  program.file = source.file;
  Symbols symbols(source, program, definitions, syntax);
  Compiler compiler(source, program, symbols);
  for (const Declaration& declaration : syntax) {
    symbols.declare(declaration);
    const bool has_body = declaration.kind == Declaration::Kind::Thread || declaration.kind == Declaration::Kind::Proc;
    if (has_body) compiler.compile(declaration, static_cast<std::uint32_t>(program.codes.size() - 1));
  }
  if (program.thread_count == 0) source.reject({}, "expected at least one thread, found none");
  compiler.link_barriers();
  return program;
}

Compiler::Compiler(const Source& source, Program& program, const Symbols& symbols)
    : source_(source), program_(program), symbols_(symbols) {}

void Compiler::compile(const Declaration& declaration, std::uint32_t code) {
  code_ = code;
  locals_.clear();
  program_.codes[code].entry = here();
  scope_ = 0;
  for (const Name& parameter : declaration.parameters) declare_local(parameter, true);
  temporary(depth());
  if (program_.codes[code].is_proc) {
    const Position position = declaration.name.position;
    emit_visible(visible(OperationKind::Start, site(position), depth()), position);
  }
  for (const auto& each : declaration.body.statements) statement(*each);
  end_thread(declaration.body.end);
}

void Compiler::link_barriers() {
  for (VisibleOperation& visible : program_.visibles) {
    if (visible.kind != OperationKind::Arrive && visible.kind != OperationKind::Leave) continue;
    const auto participants = static_cast<std::uint64_t>(program_.objects[visible.declaration].parameter);
    if (barrier_users_[visible.declaration] <= participants) continue;
    const bool arrives = visible.kind == OperationKind::Arrive;
    visible.kind = arrives ? OperationKind::ArriveOrdered : OperationKind::LeaveOrdered;
    visible.effect = Effect::None;
  }
}

// --- statements

void Compiler::block(const Block& block) {
  const std::size_t outer = std::exchange(scope_, locals_.size());
  for (const auto& each : block.statements) statement(*each);
  locals_.resize(scope_);
  scope_ = outer;
}

void Compiler::statement(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::Local: declare_locals(statement); break;
    case Statement::Kind::Assign: assign(statement); break;
    case Statement::Kind::If: if_chain(statement); break;
    case Statement::Kind::While: loop(statement); break;
    case Statement::Kind::Break:
      if (open_loops_.empty())
        source_.reject(statement.position, "expected 'break' inside of a loop, found it outside");
      open_loops_.back().exits.push_back(emit(Opcode::Jump, 0, 0, 0, statement.position));
      break;
    case Statement::Kind::Continue:
      if (open_loops_.empty()) {
        source_.reject(statement.position, "expected 'continue' inside of a loop, found it outside");
      }
      emit(Opcode::Jump, static_cast<std::int32_t>(open_loops_.back().begin), 0, 0, statement.position);
      break;
    case Statement::Kind::Return: end_thread(statement.position); break;
    case Statement::Kind::Assert: {
      const Operand operand = expression(*statement.value, depth());
      emit(Opcode::Assert, static_cast<std::int32_t>(program_.assertions.size()), operand, 0, statement.position);
      program_.assertions.push_back(quoted(statement.value->text));
      break;
    }
    case Statement::Kind::Evaluate:
      if (statement.value->kind == Expression::Kind::Call) {
        call(*statement.value, depth(), kNoSlot, false);
      } else {
        expression(*statement.value, depth());
      }
      break;
    case Statement::Kind::Block: block(statement.body); break;
  }
}

void Compiler::declare_locals(const Statement& statement) {
  for (const Statement::Item& item : statement.items) {
    const std::int32_t slot = temporary(depth());
    if (item.initial) {
      expression_into(*item.initial, slot, slot);
    } else {
      emit(Opcode::Move, slot, constant_operand(0), 0, item.name.position);
    }
    declare_local(item.name, false);  // known only behind its own initial value
  }
}

void Compiler::assign(const Statement& statement) {
  const Expression& target = *statement.target;
  const std::string name = quoted(target.name.text);
  if (const LocalName* const local = find_local(target.name.text); local != nullptr) {
    if (target.kind == Expression::Kind::Index) {
      source_.reject(target.position, "expected an array before '[', " + name + " is a local");
    }
    if (local->is_parameter) {
      source_.reject(target.position, "expected a local or a var before '=', " + name + " is a parameter");
    }
    expression_into(*statement.value, slot_of(local), depth());
    return;
  }
  const Symbol* const symbol = symbols_.find(target.name.text);
  if (symbol != nullptr &&
      (symbol->kind != Symbol::Kind::Object || program_.objects[symbol->index].kind != engine::ObjectKind::Variable)) {
    source_.reject(target.position,
                   "expected a local or a var before '=', " + name + " is " + std::string(symbols_.kind_of(*symbol)));
  }
  std::int32_t next = depth();
  const Reference reference = object(target, "assignment", engine::ObjectKind::Variable, next);
  VisibleOperation store = visible_on(OperationKind::Store, reference, site(target.position), depth());
  store.argument = expression(*statement.value, next);
  emit_visible(store, target.position);
}

void Compiler::if_chain(const Statement& statement) {
  Jumps ends;
  for (std::size_t i = 0; i < statement.arms.size(); ++i) {
    const Statement::Arm& arm = statement.arms[i];
    Jumps skip;
    if (arm.condition) branch(*arm.condition, false, depth(), skip);
    block(arm.body);
    if (i + 1 < statement.arms.size()) ends.push_back(emit(Opcode::Jump, 0, 0, 0, arm.body.end));
    land(skip);
  }
  land(ends);
}

void Compiler::loop(const Statement& statement) {
  open_loops_.push_back({here(), {}});
  branch(*statement.value, false, depth(), open_loops_.back().exits);
  block(statement.body);
  const OpenLoop done = std::move(open_loops_.back());
  open_loops_.pop_back();
  emit(Opcode::Jump, static_cast<std::int32_t>(done.begin), 0, 0, statement.position);
  land(done.exits);
  program_.loops.push_back({done.begin, here(), statement.position});
}

void Compiler::end_thread(Position position) {
  if (program_.codes[code_].is_proc) emit_visible(visible(OperationKind::Exit, site(position), 0), position);
  emit(Opcode::End, 0, 0, 0, position);
}

void Compiler::declare_local(Name name, bool is_parameter) {
  for (std::size_t i = scope_; i < locals_.size(); ++i) {
    if (locals_[i].text == name.text) {
      source_.reject(name.position, "expected a new name, " + quoted(name.text) + " is already " +
                                        (locals_[i].is_parameter ? "a parameter" : "a local") + " of this block");
    }
  }
  locals_.push_back({name.text, is_parameter});
}

const Compiler::LocalName* Compiler::find_local(std::string_view name) const {
  const auto it =
      std::find_if(locals_.rbegin(), locals_.rend(), [&](const LocalName& each) { return each.text == name; });
  return it == locals_.rend() ? nullptr : &*it;
}

// --- emission

std::size_t Compiler::emit(Opcode opcode, std::int32_t target, Operand left, Operand right, Position position) {
  program_.instructions.push_back({opcode, target, left, right});
  program_.positions.push_back(position);
  return program_.instructions.size() - 1;
}

void Compiler::land(const Jumps& jumps) {
  for (const std::size_t jump : jumps) program_.instructions[jump].target = static_cast<std::int32_t>(here());
}

Operand Compiler::constant_operand(Value value) {
  const auto [it, is_new] = constant_operands_.try_emplace(value, ~static_cast<Operand>(program_.constants.size()));
  if (is_new) program_.constants.push_back(value);
  return it->second;
}

std::int32_t Compiler::temporary(std::int32_t slot) {
  Code& code = program_.codes[code_];
  code.frame_size = std::max(code.frame_size, static_cast<std::uint32_t>(slot) + 1);
  return slot;
}

std::uint32_t Compiler::site(Position position) {
  program_.sites.push_back({position, code_});
  return static_cast<std::uint32_t>(program_.sites.size());
}

}  // namespace qpor::frontend::model
