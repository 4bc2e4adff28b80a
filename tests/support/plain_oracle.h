// What a plain program (plain_program.h) does, by brute force: all interleavings of its steps, where each plain access
// is a step. Shares no code with the engine or the frontend.
//
//  * Racy are the bytes for which two threads stand before accesses of them in some reachable state, one of them a
//    write, and not both atomic.
//  * Traces are counted as if every access were an operation. Those of bytes that nobody races for are ordered by the
//    other operations anyway, so that they change no number. Bytes that threads race for form units: all accesses that
//    touch one are dependent like accesses of one variable, unless both read; a unit grows by whatever access reaches
//    beyond it.
//  * The way to count: sleep sets, which let exactly one interleaving of each trace come to its end. How many do from a
//    state with a sleep set on is a function of the two, and kept.
//
// Cost: exponential in the number of threads only, O(states * sleep sets).

#pragma once

#include <bitset>
#include <cstdint>
#include <set>
#include <string>

#include "tests/support/plain_program.h"

namespace qpor::oracle {

using PlainBytes = std::bitset<kPlainBytes>;

struct PlainTruth {
  PlainBytes racy;
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;  ///< of the traces
  /// Memory, then the registers of threads that have ended, at the ends of all traces.
  std::set<std::string> finals;
  std::uint64_t states = 0;

  bool is_racy() const { return racy.any(); }
};

PlainTruth plain_truth(const PlainProgram& program);

}  // namespace qpor::oracle
