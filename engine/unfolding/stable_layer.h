// Stable layers: when operations on a counted atomic commute. A layer is a set of shared events after one exclusive
// event x. It is *stable* iff each member is told the same after every causally closed part of the layer that holds its
// causes and not itself. Copies and drops of references form a stable layer as long as no part of it comes down to the
// last reference. An operation joins the last layer (R) iff the layer with it is stable; else it is X after it.
//
// So conflict on such an object is not binary: with 3 references any two of three drops may be in one layer ("not the
// last"), all three may not. A set of events is consistent iff no two of them are in conflict and all its layers are
// stable; all else of the event structure stays as it is.
//
// Two tests, the second where the first does not do. Bounds of the value before a member r:
//   lo(r) = value after x + changes of r's thread in the layer before r
//           + sum over the other threads of the least sum of their changes, from what is below r on
//   hi(r) = the same with the greatest
// They take threads for independent: where main makes a copy for each thread that it creates, a drop seems possible
// before the copy for it. (8 drops after 7 creations: 5988 traces by bounds alone, 8 in truth.) So then the exact least
// and greatest value, over all causally closed parts: a closure of greatest profit, by maximum flow.
// r is safe iff its test has one result on [lo(r), hi(r)]. Loads and all else that depends on the value: lo(r) = hi(r).
// A stable layer may be called unstable; then there are more traces, never fewer.
//
// Rules for a replacement
//  1. It depends on the layer alone (x, its members, what is below each of them).
//  2. A layer that it calls unstable stays so when it grows.
//
// Cost: members * threads of the layer by bounds, O(1) while it is of one thread. Exactly: a flow for each member that
// is not safe by bounds, in layers of at most 96 entries. A layer of several threads has at most kMaxMembers: beyond
// that it is called unstable, so that long executions do not take quadratic time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

class EventStructure;

/// What an operation of a layer does to the value, and how what it is told depends on it.
struct CountEffect {
  enum class Test : std::uint8_t { None, Equals, Above, Value };
  std::int64_t change = 0;
  Test test = Test::Value;
  std::int64_t constant = 0;

  /// Is it told the same for all values from `lowest` to `highest`?
  bool is_safe(std::int64_t lowest, std::int64_t highest) const;
  bool operator==(const CountEffect&) const = default;
};
CountEffect count_effect(const Operation& operation, std::int32_t outcome);

/// An operation that might become a member.
struct Newcomer {
  ThreadId thread = kNoThread;
  const Operation* operation = nullptr;
  Outcome outcome;
  std::span<const EventId> below;  ///< members in its history, the last of each thread, by thread
};

class StableLayer {
 public:
  /// Is the layer of `exclusive` with these last events (by thread), and the newcomer if there is one, stable?
  /// REQUIRES: the set is causally closed. `bytes`: size of the atomic.
  bool is_stable(const EventStructure& structure, unsigned bytes, EventId exclusive, std::span<const EventId> last,
                 const Newcomer* newcomer = nullptr);

  /// Sums that wrap around are none of a count. Of 4 bytes and more only one half of them are, so that a constant can
  /// be added before they are compared (frontend/native/instrument/instrument_counters.h).
  static bool are_counts(unsigned bytes, std::int64_t lowest, std::int64_t highest) {
    const std::int64_t most = (std::int64_t{1} << (8 * bytes - (bytes >= 4 ? 2 : 1))) - 1;
    return lowest >= -most - 1 && highest <= most;
  }

 private:
  static constexpr std::size_t kMaxMembers = 2048;
  struct Member {
    EventId event;  ///< kNoEvent: the newcomer
    CountEffect effect;
    std::int64_t before;  ///< changes of its thread in the layer before it
    std::int64_t least;   ///< of the sums up to here and up to each later member of the thread
    std::int64_t greatest;
  };
  /// The members of one thread, and an entry for what comes after all of them.
  struct Chain {
    ThreadId thread;
    std::size_t begin;
    std::size_t end;  ///< of the members; the entry is there
  };
  void add_member(EventId event, const Operation& operation, std::int32_t outcome);
  void end_chain(std::size_t begin, ThreadId thread);
  bool is_safe(const EventStructure& structure, const Chain& chain, const Member& member,
               std::span<const EventId> below, std::int64_t value) const;
  std::size_t first_not_below(const EventStructure& structure, const Chain& chain,
                              std::span<const EventId> below) const;

  std::vector<Member> members_;
  std::vector<Chain> chains_;
  std::vector<EventId> backwards_;
  std::int64_t sum_ = 0;  // of the chain that is being made
  bool has_change_ = false;
  bool has_test_ = false;
};

}  // namespace qpor::engine
