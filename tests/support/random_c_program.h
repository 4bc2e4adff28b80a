// Random programs that have a twin in C, in families that each stress one kind of object of POSIX threads. As in
// random_program.h a program is a function of its family and seed alone. Shared variables are accessed under their lock
// only, nothing is misused, and most programs have between 5 and 3000 configurations.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/c_program.h"

namespace qpor::oracle {

enum class CFamily : std::uint8_t {
  Mutex,       ///< nested critical sections, sometimes a lock leaked or locked by its owner, so deadlocks
  Recursive,   ///< recursive mutexes, relocked here and there
  Errorcheck,  ///< errors that concern nobody but the thread
  TryLock,
  TimedLock,
  Spin,
  EntangledMutex,  ///< which mutex of an array is locked depends on a value read
  EntangledTry,
  Create,        ///< t0 creates and joins
  CreateNested,  ///< creates under branches and in created threads
  CondAny,
  CondFifo,
  CondTimed,
  CondSpurious,  ///< one wake-up of each thread may be spurious
  CondTurns,     ///< threads that wait for their turn, as real programs use conditions
  Semaphore,
  TimedSemaphore,
  EntangledSem,
  RwLock,
  TryRwLock,       ///< also the timed forms
  RwSem,           ///< readers that block on a semaphore inside
  Barrier,         ///< one round, all threads
  Barrier2,        ///< two rounds, perhaps with a thread that does not take part
  BarrierOrdered,  ///< more threads than places
  Once,
  C11,    ///< threads, mutexes, conditions and flags of C11
  Mixed,  ///< everything but C11 and spurious wake-ups
};

const std::vector<CFamily>& all_c_families();
std::string name_of(CFamily family);

/// Satisfies `validate`, and `objection` has none. The name of the program is "family/seed".
CProgram random_c_program(CFamily family, std::uint64_t seed);

}  // namespace qpor::oracle
