// Programs of the oracle as C programs with POSIX threads: the twin that a native executor explores while the model and
// the ground truth say what has to come out. A statement becomes the call that performs the same operation; initial
// threads are created by main, in order.
//
// What a C program can say and a program of the oracle cannot is written into fields that the model does not look at:
//  - A try operation with x = 1 is the timed form and with x = 2 the one that names a clock: they have the same
//    outcomes. A timed wait with x = 2 names a clock.
//  - An Arrive with x = 1 looks at its result, whether this is the serial thread. Any one of the round is, even one
//  that
//    does not look (x = 2), so if one looks they all have x: the next statement is a trylock of a mutex that stands for
//    who is serial, and that nothing else uses. With x = 2 its result goes into a register that nothing reads.
//  - A Set with an object (`probe`) does nothing to its register. In C it makes calls on the object that a thread may
//    make without anybody noticing, and insists on what they return: relocking a recursive mutex, EDEADLK, EPERM,
//    EBUSY. Which calls depends on y, on the form of the object, and on whether the thread holds it.
//  - The form of a mutex, and how main begins and ends, are fields of CProgram.
//
// Variables are plain memory in C and have no events there. The traces of both twins correspond one to one because
// `objection` insists on a lock for each variable, so that its events in the model order nothing.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/support/oracle_program.h"

namespace qpor::oracle {

inline constexpr int kUnusedRegister = 2;  ///< for results that C does not have

enum class MutexForm : std::uint8_t {
  Plain,
  Recursive,
  Errorcheck,
  Spin,
  Serial,  ///< the result of a barrier, as told above
  Once,    ///< only ever tried, and never given back: pthread_once of something that leaves a mark in its thread
};

/// What main does after it has created the initial threads.
enum class Ending : std::uint8_t {
  Joins,    ///< joins them in order, so it waits for ever when one does or has failed
  Leaves,   ///< pthread_exit
  Returns,  ///< ends the process, after which nothing is a deadlock
};

struct CProgram {
  Program program;
  std::map<std::string, MutexForm> forms;  ///< by the name of the declaration; others are plain
  Ending ending = Ending::Joins;
  /// Threads, mutexes, conditions and flags of C11, and no other objects.
  bool is_c11 = false;
  /// Timed waits are untimed ones in C, which may wake up without a reason. At most one in the life of a thread, and
  /// nothing looks at its result.
  bool is_spurious = false;
  bool initialises = false;  ///< by calls, also where an initialiser would do, and destroys in the end

  MutexForm form_of(const Declaration& declaration) const;
  /// Signals wake the thread that has waited longest.
  bool has_fifo_conditions() const;
  /// Some thread looks at the result of a barrier. To qpor this is a property of all that is compiled together.
  bool looks_at_barriers() const;
};

namespace stmt {
/// Of a try operation, or of a timed wait.
Statement timed(Statement statement, bool with_clock);
Statement arrive(Ref barrier, bool looks);
Statement probe(Ref object, int which);
}  // namespace stmt

/// Empty, or why the twins might differ: something that C does not have, a misuse, a variable without a lock.
/// REQUIRES: validate(program) is empty.
std::string objection(const CProgram& twin);

/// A whole C file. REQUIRES: `objection` has none.
std::string to_c_text(const CProgram& twin);
/// One C file for all of them; its first argument is the number of the one to run, from 0.
std::string to_c_text(const std::vector<CProgram>& twins);

}  // namespace qpor::oracle
