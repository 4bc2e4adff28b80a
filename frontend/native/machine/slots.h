// Which slot of memory (layout.h) belongs to which thread. The slot follows from the threads' names (creator and
// ordinal of the create) and from nothing else, so that all that is made of it is the same in every exploration and in
// every process: addresses of stacks and blocks, pthread_t, gettid, keys, descriptors, names of barriers and latches.
//
// A thread that main creates has the slot 1 + ordinal. Every other one has a list of slots that it would take, which
// begins at a hash of its name, beyond 1 023. Where two want the same, the one with the better claim has it: the
// one with fewer ancestors, then the one whose name has the lower hash. So the slots are those of the simple rule "in
// the order of their claims, each thread takes the first free slot of its list", a function of the set of threads.
//
// Threads are found one after the other. One that finds its slot taken by a better claim goes on with its list; that is
// final, for claims to a slot only get better. One that finds it taken by a worse claim cannot evict a thread that has
// memory there: the exploration restarts with what it knows (engine::ClaimedSlot), and the other thread goes elsewhere
// from the beginning. A restart is rare: creators come before their children, and so better claims first, as a rule.
//
// Invariants
//  1. No two threads have the same slot; main has 0.
//  2. Every slot before a thread's own in its list has a better claim, of a thread or in `claims()`.
//
// Cost: O(1) for each question. A new thread: as many steps as slots of its list are taken.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/knowledge.h"
#include "engine/program/operation.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class Slots {
 public:
  Slots() : threads_(kMostThreads, engine::kNoThread) {}

  /// A new exploration, without threads.
  void begin(const std::vector<engine::ClaimedSlot>& known);

  enum class Added : std::uint8_t {
    Yes,
    TakenByWorseClaim,  ///< `claims()` has what is new; only `begin` may follow
    Full,               ///< the list of the thread is at its end
  };
  /// The next thread. REQUIRES: its creator has been added
  Added add(const engine::Thread& thread);

  /// By thread.
  const std::vector<Slot>& all() const { return slots_; }
  /// REQUIRES: the thread has been added
  Slot of(engine::ThreadId thread) const { return slots_[engine::index(thread)]; }
  /// kNoThread when it is nobody's.
  engine::ThreadId at(Slot slot) const { return threads_[index(slot)]; }

  /// For which slots threads have come up against each other, in this exploration or before.
  const std::vector<engine::ClaimedSlot>& claims() const { return known_.slots; }

  bool well_formed() const;

 private:
  /// Of the thread for which `threads_` or `claims()` has the slot.
  std::optional<engine::ClaimedSlot> best_claim(Slot slot) const;

  engine::Knowledge known_;                  // its slots only
  std::vector<Slot> slots_;                  // by thread
  std::vector<engine::ClaimedSlot> wanted_;  // by thread: its claim to its slot
  std::vector<engine::ThreadId> threads_;    // by slot
};

/// The slot with that position in the thread's list; kNoSlot behind its end.
Slot wanted_slot(const engine::Thread& thread, std::size_t position);

}  // namespace qpor::frontend::native
