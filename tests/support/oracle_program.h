// Small concurrent programs as the tests build them: threads and procs made of statements over shared objects and a
// few registers. First station of the oracle, which judges the engine and the frontends and therefore shares no code
// with either: interpreter (oracle_interpreter.h), objects (oracle_objects.h) and unfolding (ground_truth.h) are its
// own. `to_model_text` prints a program in the model language of docs/model.md; its visible operations correspond
// one to one to those that the oracle's interpreter announces.
//
// A statement holds at most one operation with simple operands (a register plus a constant), so that the printed
// text leaves no room for questions of evaluation order. There are no loops: every program is finite.
//
// Limits, checked by `validate`: kMaxObjects objects after arrays are expanded, kRegisters registers and handles per
// thread, barriers of at most 15 participants and 15 arrivals of a thread, not in arrays.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace qpor::oracle {

using Value = std::int64_t;

inline constexpr int kNone = -1;
inline constexpr int kRegisters = 4;  ///< r0..r3, and as many handles h0..h3
inline constexpr int kMaxObjects = 32;

/// The value of a register (0 if there is none) plus a constant.
struct Operand {
  Operand(Value value = 0) : constant(value) {}  // implicit: a number is an operand
  Operand(int register_index, Value plus) : reg(register_index), constant(plus) {}
  bool operator==(const Operand&) const = default;

  int reg = kNone;
  Value constant = 0;
};
inline Operand reg(int index, Value plus = 0) { return Operand(index, plus); }

/// An object: a declaration and, if that is an array, an index.
struct Ref {
  int declaration = kNone;
  Operand index;
  bool operator==(const Ref&) const = default;
};
inline Ref at(Ref array, Operand index) { return {array.declaration, index}; }

enum class Comparison : std::uint8_t { Equal, NotEqual, Less };

struct Condition {
  Operand left;
  Comparison comparison = Comparison::Equal;
  Value right = 0;
  bool operator==(const Condition&) const = default;
};

enum class Kind : std::uint8_t {
  Read,
  Write,
  FetchAdd,
  Exchange,
  Cas,
  Lock,
  Unlock,
  TryLock,
  Wait,
  Await,
  TimedWait,
  TimedAwait,
  Signal,
  Broadcast,
  Post,
  Acquire,
  TryAcquire,
  SemValue,
  RdLock,
  RdUnlock,
  WrLock,
  WrUnlock,
  TryRdLock,
  TryWrLock,
  Arrive,
  Create,
  Join,
  Choose,
  Set,
  If,
  Assert,
};

/// Which fields count is told by the builders below.
struct Statement {
  Kind kind = Kind::Set;
  Ref object;
  Ref mutex;           ///< of the waits with a mutex
  int target = kNone;  ///< register that receives the result; for create and join the handle
  int proc = kNone;
  Operand x;
  Operand y;
  Condition condition;
  std::vector<Statement> then_branch;
  std::vector<Statement> else_branch;
  bool operator==(const Statement&) const = default;
};
using Block = std::vector<Statement>;

enum class ObjectKind : std::uint8_t { Variable, Mutex, Condition, FifoCondition, Semaphore, RwLock, Barrier };

struct Declaration {
  ObjectKind kind = ObjectKind::Variable;
  std::string name;
  int size = 0;       ///< 0: a scalar
  Value initial = 0;  ///< variable, semaphore: initial value; barrier: number of participants
  bool operator==(const Declaration&) const = default;
};

struct Body {
  std::string name;
  Block block;
  bool operator==(const Body&) const = default;
};

struct Program {
  std::string name;
  std::vector<Declaration> declarations;
  std::vector<Body> threads;  ///< run from the start; named t0, t1, ... by `add_thread`
  std::vector<Body> procs;    ///< started by create, with one argument that is the first value of r0

  Ref declare(ObjectKind kind, std::string object_name, Value initial = 0, int size = 0);
  void add_thread(Block block);
  int add_proc(Block block);  ///< the number to give to `stmt::create`
  bool operator==(const Program&) const = default;
};

/// Every statement, outer before inner, of threads and then of procs.
void for_each_statement(const Program& program, const std::function<void(const Statement&)>& visit);
void for_each_statement(Program& program, const std::function<void(Statement&)>& visit);

/// The same program without the objects that no statement names.
Program without_unused_declarations(Program program);

/// Empty, or why the program is not one that the oracle and the model language agree on.
std::string validate(const Program& program);

std::string to_model_text(const Program& program);

namespace stmt {
Statement read(int target, Ref variable);
Statement write(Ref variable, Operand value);
Statement fetch_add(int target, Ref variable, Operand summand);
Statement exchange(int target, Ref variable, Operand value);
Statement cas(int target, Ref variable, Operand expected, Operand desired);
/// Every operation on one object without operands: lock, unlock, await, signal, post, arrive, ...
Statement on(Kind kind, Ref object);
/// The same with a result: trylock, timedawait, tryacquire, value, tryrdlock, trywrlock.
Statement on(Kind kind, int target, Ref object);
Statement wait(Ref condition, Ref mutex);
Statement timed_wait(int target, Ref condition, Ref mutex);
Statement create(int handle, int proc, Operand argument = 0);
Statement join(int handle);
Statement choose(int target, Value choices);
Statement set(int target, Operand value);
Statement branch(Condition condition, Block then_branch, Block else_branch = {});
Statement check(Condition condition);  ///< assert
inline Condition equal(int reg_index, Value value) { return {reg(reg_index), Comparison::Equal, value}; }
inline Condition not_equal(int reg_index, Value value) { return {reg(reg_index), Comparison::NotEqual, value}; }
}  // namespace stmt

}  // namespace qpor::oracle
