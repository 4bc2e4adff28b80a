// Third stage, second half: checks the bodies of threads and procs against the declarations and turns them into
// bytecode, one pass over the tree. See bytecode.h for the machine.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/model/builtins.h"
#include "frontend/model/bytecode.h"
#include "frontend/model/symbols.h"
#include "frontend/model/syntax.h"

namespace qpor::frontend::model {

/// Throws ModelError at the first statement that means nothing.
Program compile_syntax(const Source& source, const Syntax& syntax, const Definitions& definitions);

/// The bytecode of one body after the other. `depth` is always the number of slots in use, which is where a new
/// temporary goes; no expression assigns to a local, so a local is used where it stands and never copied.
class Compiler {
 public:
  Compiler(const Source& source, Program& program, const Symbols& symbols);

  void compile(const Declaration& declaration, std::uint32_t code);

  /// Chooses the encoding of each barrier, when all bodies are known: arrivals commute unless more threads than
  /// participants may come.
  void link_barriers();

 private:
  struct LocalName {
    std::string_view text;
    bool is_parameter;
  };
  struct Reference {  // an object, with its index if it is an element
    std::uint32_t declaration;
    Operand index;
  };
  using Jumps = std::vector<std::size_t>;  // instructions whose target is still open
  struct OpenLoop {
    std::uint32_t begin;
    Jumps exits;
  };

  // statements (compiler.cc)
  void block(const Block& block);
  void statement(const Statement& statement);
  void declare_locals(const Statement& statement);
  void assign(const Statement& statement);
  void if_chain(const Statement& statement);
  void loop(const Statement& statement);
  void end_thread(Position position);
  void declare_local(Name name, bool is_parameter);
  const LocalName* find_local(std::string_view name) const;
  std::int32_t slot_of(const LocalName* local) const { return static_cast<std::int32_t>(local - locals_.data()); }

  // expressions (compile_expression.cc)
  Operand expression(const Expression& expression, std::int32_t depth, std::int32_t target = kNoSlot);
  void expression_into(const Expression& expression, std::int32_t slot, std::int32_t depth);
  void branch(const Expression& expression, bool sense, std::int32_t depth, Jumps& jumps);
  Operand binary(const Expression& expression, std::int32_t depth, std::int32_t target);
  Operand name_or_element(const Expression& expression, std::int32_t depth, std::int32_t target);
  Operand create(const Expression& expression, std::int32_t depth, std::int32_t target);

  // operations (compile_operation.cc)
  Operand call(const Expression& expression, std::int32_t depth, std::int32_t target, bool wants_value);
  Operand plain_call(const Expression& expression, const Builtin& builtin, std::int32_t depth, std::int32_t target);
  Operand wait_call(const Expression& expression, const Builtin& builtin, std::int32_t depth);
  void arrive_call(const Expression& expression, std::int32_t depth);
  Reference object(const Expression& expression, std::string_view user, engine::ObjectKind kind, std::int32_t& depth);
  VisibleOperation visible_on(engine::OperationKind kind, const Reference& reference, std::uint32_t site,
                              std::int32_t live);
  VisibleOperation visible(engine::OperationKind kind, std::uint32_t site, std::int32_t live);
  void emit_visible(VisibleOperation visible, Position position);

  // emission (compiler.cc)
  std::size_t emit(Opcode opcode, std::int32_t target, Operand left, Operand right, Position position);
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_.instructions.size()); }
  void land(const Jumps& jumps);
  Operand constant_operand(Value value);
  bool is_constant(Operand operand) const { return operand < 0; }
  Value constant_value(Operand operand) const { return program_.constants[static_cast<std::size_t>(~operand)]; }
  std::int32_t temporary(std::int32_t slot);
  std::uint32_t site(Position position);
  std::int32_t depth() const { return static_cast<std::int32_t>(locals_.size()); }

  const Source& source_;
  Program& program_;
  const Symbols& symbols_;
  std::unordered_map<Value, Operand> constant_operands_;
  std::vector<std::uint64_t> barrier_users_;      // per object declaration: threads that may arrive
  std::vector<std::uint32_t> barrier_mentioned_;  // per object declaration: last code (plus 1) that mentions it
  std::uint32_t code_ = 0;
  std::vector<LocalName> locals_;  // in scope; the position is the slot
  std::size_t scope_ = 0;          // the first local of the innermost block
  std::vector<OpenLoop> open_loops_;
};

}  // namespace qpor::frontend::model
