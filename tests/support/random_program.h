// Random programs for the engine's fuzz tests, in families that each stress one kind of object or one difficulty.
// A program is a function of its family and seed alone, on every platform. Sizes are chosen so that most programs
// have between 5 and 3000 configurations.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/oracle_program.h"

namespace qpor::oracle {

enum class Family : std::uint8_t {
  Mutex,     ///< nested critical sections, sometimes a lock leaked, so deadlocks
  RawMutex,  ///< lock, unlock and trylock anywhere: misuse and self-deadlock
  Atomic,    ///< reads, writes, read-modify-writes, branches on what was read
  TryLock,
  CondAny,  ///< waits with and without mutex; a signal wakes any waiter
  CondFifo,
  CondTimed,
  CondMix,  ///< waits without mutex, timed or not, signals under branches
  Semaphore,
  RwLock,
  RawRwLock,       ///< read and write locks taken and released anywhere: misuse and self-deadlock
  RwSem,           ///< readers that block on a semaphore inside: what makes wrlock hard
  Barrier,         ///< one round, all threads
  Barrier2,        ///< two rounds, perhaps with a thread that does not take part
  BarrierOrdered,  ///< more threads than places
  Create,          ///< t0 creates and joins
  CreateNested,    ///< creates under branches and in created threads, wrong joins
  Choice,
  ReadStress,    ///< many reads of few variables
  EntangledVar,  ///< the object of a later access depends on a value read: what makes k matter
  EntangledMutex,
  EntangledTry,
  EntangledSem,
  Mixed,  ///< everything
};

const std::vector<Family>& all_families();
std::string name_of(Family family);

/// Satisfies `validate`. Its name is "family/seed".
Program random_program(Family family, std::uint64_t seed);

}  // namespace qpor::oracle
