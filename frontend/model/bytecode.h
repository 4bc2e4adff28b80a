// What a model is compiled to, immutable and shared by all executors of it.
//
// A register machine: each thread has a frame of slots, one for each local in scope, then the temporaries of the
// expression under evaluation. The compiler knows the number of live slots at each place, so the interpreter saves
// just these when a thread stops at a visible operation; slots beyond them are written before they are read again.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/program/operation.h"
#include "frontend/model/arithmetic.h"
#include "frontend/model/source.h"

namespace qpor::frontend::model {

/// A slot of the frame when >= 0, else the constant number ~operand.
using Operand = std::int32_t;

enum class Opcode : std::uint8_t {
#define QPOR_BINARY(identifier, text, precedence) identifier,  // target = left op right
#include "frontend/model/operators.def"
#undef QPOR_BINARY
  Negate,         // target = - left
  Not,            // target = ! left
  Complement,     // target = ~ left
  Move,           // target = left
  Jump,           // to target
  JumpIfZero,     // to target when left == 0
  JumpIfNonZero,  // to target when left != 0
  Assert,         // left != 0, else assertions[target] failed
  CheckHeld,      // the thread holds the mutex of visibles[target], which a wait is about to release
  Visible,        // stop before visibles[target]
  End             // the thread has ended
};

struct Instruction {
  Opcode opcode{};
  std::int32_t target = 0;
  Operand left = 0;
  Operand right = 0;
};

/// What a visible operation does to its thread, besides giving a result.
enum class Effect : std::uint8_t { None, Hold, HoldIfTaken, Release, Arrive, Create, Join, Choose };

/// How a thread holds something: the second half of an entry in its set of holds.
enum class Hold : std::uint8_t { Mutex, Read, Write, Joined };

inline constexpr std::uint32_t kNoDeclaration = engine::kNoIndex;
inline constexpr std::int32_t kNoSlot = -1;

struct VisibleOperation {
  engine::OperationKind kind{};
  Effect effect = Effect::None;
  Hold hold = Hold::Mutex;
  bool is_constant = false;                    ///< object and arguments are the same each time
  std::uint32_t declaration = kNoDeclaration;  ///< of the object
  std::uint32_t first = 0;                     ///< its first element among the objects
  std::uint32_t count = 1;                     ///< of elements
  Operand index = 0;                           ///< of the element
  Operand argument = 0;                        ///< Create: the first slot of the child's arguments
  Operand argument2 = 0;
  std::int32_t result = kNoSlot;
  std::uint32_t site = 0;
  std::uint32_t live = 0;    ///< slots that are used after it, or by it when it takes place
  std::uint32_t callee = 0;  ///< Create: the code of the child
};

struct ObjectDeclaration {
  engine::ObjectKind kind{};
  std::string name;
  bool is_array = false;
  std::uint32_t first = 0;  ///< number of its first element
  std::uint32_t count = 1;
  engine::State initial = 0;
  Value parameter = 0;
};

/// The code of a `thread` or `proc`.
struct Code {
  std::string name;
  bool is_proc = false;
  bool is_array = false;
  std::uint32_t instances = 0;   ///< of a thread
  std::uint32_t parameters = 0;  ///< in the first slots
  std::uint32_t entry = 0;       ///< instruction
  std::uint32_t frame_size = 0;  ///< slots
};

struct Site {
  Position position;
  std::uint32_t code = 0;
};

struct Loop {
  std::uint32_t begin = 0;  ///< first instruction
  std::uint32_t end = 0;    ///< one past the last
  Position position;
};

struct Program {
  std::string file;
  std::vector<Instruction> instructions;
  std::vector<Position> positions;  ///< of each instruction
  std::vector<Value> constants;
  std::vector<VisibleOperation> visibles;
  std::vector<ObjectDeclaration> objects;
  std::vector<Code> codes;
  std::vector<Site> sites;              ///< site number minus 1
  std::vector<Loop> loops;              ///< inner ones first
  std::vector<std::string> assertions;  ///< their text, quoted
  std::uint32_t object_count = 0;       ///< elements of all declarations
  std::uint32_t thread_count = 0;       ///< instances of all threads
};

}  // namespace qpor::frontend::model
