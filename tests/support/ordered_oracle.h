// What an ordered program (ordered_program.h) does, by brute force: all its interleavings under sequential consistency,
// and for each of them happens-before as C11 and C++20 define it. Shares no code with the engine or the frontend.
//
// An execution is a graph: its events, sb (sequenced before), rf (which write a read reads from), and mo (the order of
// the writes of one place, here that of the interleaving). From it, word for word:
//   release sequence [intro.races]   headed by A: A and the read-modify-writes directly after it in mo. A later store
//                                    of A's own thread is not part of it, unlike in C11
//   sw [atomics.order, atomics.fences]   from a release operation or fence to an acquire operation or fence; besides,
//                                    create -> the thread, the thread -> join, unlock -> each later lock of that mutex,
//                                    post -> each later successful wait, release of a reader-writer lock -> each later
//                                    acquisition, unless both are of readers. An attempt that fails synchronises
//                                    nothing
//   hb                               the transitive closure of sb and sw; consume is acquire
// Two accesses of a place race iff one is a write, one is not atomic, and neither happens before the other.
//
// Interleavings with the same prefix of a graph continue in the same way; one of them is followed.
// Cost: exponential in the length of the program, cubic in it for each graph.

#pragma once

#include <bitset>
#include <cstdint>
#include <set>
#include <string>

#include "tests/support/ordered_program.h"

namespace qpor::oracle {

struct OrderedTruth {
  std::bitset<kOrderedPlaces> racy;
  /// Memory, then the registers of threads that have ended, at the ends of all interleavings.
  std::set<std::string> finals;
  std::uint64_t graphs = 0;  ///< that are maximal
  bool has_deadlock = false;
  bool is_too_big = false;  ///< there are more graphs than asked for; the rest is not known

  bool is_racy() const { return racy.any(); }
};

/// `max_states` limits the number of different prefixes of graphs.
OrderedTruth ordered_truth(const OrderedProgram& program, std::uint64_t max_states = 100'000);

}  // namespace qpor::oracle
