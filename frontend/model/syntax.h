// The tree that the parser builds and the compiler reads. Names are parts of the source text, which outlives it.
//
// Invariant: no expression is higher, and no block nested deeper, than kDeepestNesting, so that recursion over the
// tree is safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "frontend/model/arithmetic.h"
#include "frontend/model/source.h"

namespace qpor::frontend::model {

inline constexpr unsigned kDeepestNesting = 1000;

struct Name {
  std::string_view text;
  Position position;
};

struct Expression {
  enum class Kind : std::uint8_t {
    Number,
    Name,    ///< name
    Index,   ///< name [ operand ]
    Call,    ///< name ( operands )
    Create,  ///< create name ( operands )
    Unary,   ///< unary, one operand
    Binary,  ///< binary, two operands
    AndThen,
    OrElse
  };

  Kind kind{};
  Position position;      ///< of the first token
  Position sign;          ///< of the operator of a Binary
  std::string_view text;  ///< all of it, for messages
  Name name;
  Value number = 0;
  UnaryOperator unary{};
  BinaryOperator binary{};
  std::vector<std::unique_ptr<Expression>> operands;
  unsigned height = 1;
};

using ExpressionPointer = std::unique_ptr<Expression>;

struct Statement;

struct Block {
  std::vector<std::unique_ptr<Statement>> statements;
  Position end;  ///< of the closing brace
};

struct Statement {
  enum class Kind : std::uint8_t { Local, Assign, If, While, Break, Continue, Return, Assert, Evaluate, Block };

  struct Item {
    Name name;
    ExpressionPointer initial;  ///< may be null
  };
  struct Arm {
    ExpressionPointer condition;  ///< null for the last `else`
    Block body;
  };

  Kind kind{};
  Position position;
  std::vector<Item> items;   ///< Local
  ExpressionPointer target;  ///< Assign: a Name or an Index
  ExpressionPointer value;   ///< Assign, While (the condition), Assert, Evaluate
  std::vector<Arm> arms;     ///< If, with all its `else if`s
  Block body;                ///< While, Block
};

struct Declaration {
  enum class Kind : std::uint8_t { Const, Var, Mutex, Cond, FifoCond, Sem, RwLock, Barrier, Thread, Proc };

  Kind kind{};
  Name name;
  ExpressionPointer size;     ///< of an array; may be null
  ExpressionPointer initial;  ///< the value, initial value or number of participants; may be null
  std::vector<Name> parameters;
  Block body;
};

using Syntax = std::vector<Declaration>;

}  // namespace qpor::frontend::model
