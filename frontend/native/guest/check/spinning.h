// Spin loops while they run. A round of a loop that changed nothing and begins the next one with the same values will
// do the same again, as long as it reads the same: so the next round waits, in its last read of an atomic, until there
// is another value. The loop then costs as many rounds as there are values to see, and a thread that nobody wakes
// shows at the end of the execution: a livelock.
//
// A lock that is tried takes part: that it is busy is a read like that of an atomic. Where it would be the last one,
// the thread waits for the lock instead (try_in_loop). Tries that fail in exclusive operations (semaphores, write locks
// that readers hold) do not take part: they publish.
//
// instrument_loops.h finds the loops, keeps a SpinLoop in the frame of each, where checkpoints save it, and calls the
// hooks here. What a round reads is noted by the stand-ins for atomics; any other visible operation is an effect.
//
// Why that is right. Let round i have no effect and leave the values that the loop carries along as they were. Round
// i+1 computes from these, from plain memory, and from the values of its atomic reads. Plain memory that it reads has
// not changed, or there is a data race: the thread has published nothing since round i, so no write of another thread
// can be ordered after that round's reads. If therefore all its reads but the last give what they gave before, and so
// would the last, round i+1 is like round i, and leaving it out leaves out nothing but the waste of time.
//
// An execution in which a thread waits in its last read although an earlier read of the same round would by now give
// something else is no livelock: the thread would see that in its next round. Another execution has it read later, so
// this one is cut (`reads_are_stale`).
//
// The chain of loops that a thread is in (Fiber::spinning, SpinLoop::outer) goes through frames of the program. A loop
// is taken out of it where it is left; who leaves by an exception cuts the chain where it lands, and the loops further
// out come back to it at their heads. A program that uses longjmp has no spin loops.
//
// Limits: a loop that reads more than kMostReads atomics in a round is not recognised, nor one that changes something
// in each round, such as a counter of rounds that somebody looks at.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/machine/fiber.h"

namespace qpor::frontend::native {

/// In the frame of the function that has the loop. All of it is set when the loop is entered.
struct SpinLoop {
  static constexpr std::size_t kMostReads = 32;

  // Set by the instrumented code.
  std::uint8_t is_first;    ///< the loop is about to be entered
  std::uint8_t has_effect;  ///< this round has changed something

  bool is_armed;  ///< so far this round has read what the round before has
  std::uint32_t count;
  std::uint32_t previous_count;
  SpinLoop* outer;  ///< the loop that the thread was in already
  Address places[kMostReads];
  std::uint32_t sizes[kMostReads];
  std::uint64_t contents[kMostReads];  ///< of the memory there
  std::int64_t values[kMostReads];     ///< as the engine has them
  std::int64_t previous[kMostReads];   ///< those of the round before
};

// --- hooks

/// At the head of the loop. `is_same`: it carries along what it did a round ago. True when the round that ends there
/// has done nothing.
bool spin_head_hook(SpinLoop* loop, bool is_same);
/// The loop is left, if the thread was in it.
void spin_leave_hook(const SpinLoop* loop);
/// An exception has landed somewhere.
void spin_landed_hook();
/// A loop without atomics has done nothing in a round, and will so for ever.
void spin_idle_hook();
/// Memory is copied in a round: has it an effect?
void spin_copy_hook(std::uint8_t* has_effect, const void* to, const void* from, std::size_t size);

// --- for stand-ins

/// The value with which the atomic read that comes next would make the round like the one before, if that is all that
/// is missing: it has to wait for another one.
Unless spin_wait(Fiber& fiber);
/// It has given that value.
void note_spin_read(Fiber& fiber, const volatile void* place, std::uint32_t size, std::int64_t value);
/// Something else has happened.
void note_spin_effect(Fiber& fiber);
/// Does `tries` (result: 1 taken, 0 busy), or `waits` in its place when a busy lock would make the round like the one
/// before. `state`: up to eight bytes that change with the holder. True when the lock is taken. REQUIRES: to fail is a
/// shared operation.
bool try_in_loop(engine::OperationKind tries, engine::OperationKind waits, const ObjectRef& object, const void* state,
                 std::uint32_t size, Address pc);

// --- for the host

/// REQUIRES: the fiber waits because of `spin_wait`.
bool reads_are_stale(const Fiber& fiber);

}  // namespace qpor::frontend::native
