// One thread of an oracle program, run from visible operation to visible operation. What a thread does next is a
// function of the results it has got; the interpreter knows nothing of other threads, schedules or object states.
//
// A thread that misuses something stops there, has no next operation and counts as failed: a failed assertion, an
// index out of range, unlock of a mutex or rwlock that it does not hold in that way (including the mutex of a wait),
// join of what is no handle or was joined before.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tests/support/oracle_program.h"

namespace qpor::oracle {

enum class OpKind : std::uint8_t {
  Start,
  Exit,
  Create,
  Join,
  Read,
  Write,
  FetchAdd,
  Exchange,
  Cas,
  Lock,
  Unlock,
  TryLock,
  Enqueue,
  Wake,
  TimedWake,
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
  Leave,
  ArriveOrdered,
  LeaveOrdered,
  Choose,
};
std::string to_string(OpKind kind);

struct Op {
  OpKind kind{};
  int object = kNone;  ///< number of the object, arrays expanded
  /// Write, Exchange: value. FetchAdd: summand. Cas: expected, desired. Arrive, Leave: round. LeaveOrdered: round.
  /// Choose: number of choices. Create: ordinal, proc, argument. Join: ordinal of the child.
  Value a = 0;
  Value b = 0;
  Value c = 0;
  bool operator==(const Op&) const = default;
};

enum class Phase : std::uint8_t { Running, Finished, Failed };

/// Everything a thread remembers. `next` counts while `phase` is Running.
struct LocalState {
  Phase phase = Phase::Running;
  bool is_created = false;
  std::uint16_t code = 0;  // threads first, then procs
  std::uint16_t pc = 0;
  std::uint16_t creates = 0;
  std::array<Value, kRegisters> registers{};
  std::array<int, kRegisters> handles{};           // ordinal of the child, or one of the two marks in the .cc
  std::uint32_t held = 0;                          // mutexes and write locks, one bit per object
  std::array<std::uint8_t, kMaxObjects> counts{};  // read locks held, or barrier rounds completed
  Value round = 0;                                 // of the ordered barrier being left
  Op next;
};

class Interpreter {
 public:
  /// REQUIRES: validate(program) is empty. Keeps no reference to the program.
  explicit Interpreter(const Program& program);

  LocalState initial_thread(std::size_t index) const;
  LocalState created_thread(int proc, Value argument) const;

  /// REQUIRES: state.phase == Running. Its next operation takes place with this result.
  LocalState step(LocalState state, Value result) const;

  /// The state after these results: what the thread does next as a function of what it was told.
  LocalState after(LocalState state, std::span<const Value> results) const;

  std::size_t object_count() const { return objects_.size(); }
  struct Object {
    ObjectKind kind;
    Value initial;
    bool ordered_barrier;  ///< more threads may arrive than there are places: every arrival is exclusive
    std::string name;
  };
  const Object& object(std::size_t index) const { return objects_[index]; }

 private:
  struct Instruction {
    enum class Form : std::uint8_t { Operation, Set, Branch, Jump, Assert, EnqueueHolding, End };
    Form form = Form::End;
    OpKind op{};
    Ref object;
    Ref mutex;
    int target = kNone;
    int proc = kNone;
    Operand x;
    Operand y;
    Condition condition;
    std::uint16_t jump = 0;  // of Jump, and of Branch when the condition is false
  };
  using Code = std::vector<Instruction>;

  void compile(const Block& block, Code& code) const;
  void compile(const Statement& statement, Code& code) const;
  void run(LocalState& state) const;
  bool announce(const Instruction& instruction, LocalState& state) const;
  int resolve(const Ref& ref, const LocalState& state) const;

  std::vector<Code> codes_;
  std::size_t thread_count_ = 0;
  std::vector<int> first_object_;  // of each declaration
  std::vector<int> sizes_;
  std::vector<Object> objects_;
};

}  // namespace qpor::oracle
