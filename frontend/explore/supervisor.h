// A process of its own for the exploration of a native program, which may do anything to the process that it runs in:
// write over qpor's memory, end by a raw system call, use up the memory. The parent stays outside, waits, and tells
// what is known when the child cannot: the run that was under way and the figures so far (flight_recorder.h).
//
// Only a child that says so at the very end (Stage::Finished) has ended in an orderly way; an exit status of 0 alone
// may be the program's doing.
//
// Signals: the first SIGINT or SIGTERM, to the parent, the child or both, asks for an end, and the child reports. One
// that the parent gets later than kOneWish ends the child at once. A child whose parent dies is killed.
// Limit: processes that the program started by raw system calls are left alone.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "frontend/options/options.h"
#include "frontend/program/flight_recorder.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// --timeout ends a run at its next operation or tick of the timer. A program that takes longer by this many seconds
/// waits in a system call of its own, and is killed. Where qpor itself is at work there may be a long search under way,
/// which --comb-budget ends; beyond that the program has broken something.
inline constexpr double kGrace = 5;
inline constexpr double kSearchGrace = 60;
/// Seconds. Ctrl-C reaches every process of a group, and coreutils' timeout signals process and group: several signals
/// in a short time are one wish.
inline constexpr double kOneWish = 0.2;

struct ChildEnd {
  enum class Kind : std::uint8_t { Orderly, Died, TimedOut, Interrupted };
  Kind kind = Kind::Died;
  int exit_code = 0;        ///< of an orderly end
  engine::Message how;      ///< "was killed by SIGKILL (Killed)"
  bool was_killed = false;  ///< by SIGKILL: from outside, or for want of memory
  std::uint64_t peak_memory_bytes = 0;
};

/// Forks, which takes a fraction of a millisecond as long as the process is small. The child does `work`, which returns
/// the exit code; nothing that it leaves in buffers is written. The parent calls `listen` now and then while it waits,
/// at least every second. Throws std::runtime_error when there can be no child.
ChildEnd run_in_child(FlightRecorder& recorder, double timeout_seconds, const std::function<int()>& work,
                      const std::function<void()>& listen);

/// LLVM believes what it reads, and breaks on files that no compiler has written: the UsageError for a child that died
/// of one.
void refuse_corrupt_input(const ChildEnd& end, const FlightRecorder& recorder,
                          const std::vector<std::string>& programs);

/// What is known of an exploration that did not end in an orderly way.
Result result_of(const ChildEnd& end, const FlightRecorder& recorder, const std::string& program,
                 const Options& options);

}  // namespace qpor::frontend
