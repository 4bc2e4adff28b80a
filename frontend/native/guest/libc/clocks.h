// The virtual clocks of the threads: the time, and the processor time. Both of a thread go on by a microsecond whenever
// one is asked; the time also goes on by what the thread slept. Neither is ever behind a clock that was read earlier in
// the causal past: before they are read or advanced they take over the latest of all clocks at the events below the
// thread's last one (engine::Past). So a time that was passed on by create, join, a lock or an atomic is never later
// than the present, and what a thread reads is a function of its causal past.
//
// Clocks of threads that nothing orders are unrelated: the one that comes later in the schedule may show less.
//
// Invariants
//  1. Readings of one thread are chained, the newest first, and neither `events` nor a time grows along the chain.
//  2. A thread has one reading at most for each of its segments.
//
// Cost: nothing for a step. The first reading in a segment asks for the past of every thread that has a reading.

#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/program/executor.h"
#include "frontend/native/guest/host_array.h"

namespace qpor::frontend::native {

class Machine;
struct Fiber;

/// Nanoseconds since the beginning.
struct ClockTimes {
  std::int64_t time = 0;
  std::int64_t busy = 0;  ///< processor time
};

class Clocks {
 public:
  // --- the host's side

  void set_past(const engine::Past* past) { past_ = past; }
  /// A new run: the main thread is before its first event.
  void begin_run();
  /// The running thread's last event is that of the step with this number, as engine::Past numbers them.
  void begin_segment(std::size_t step) { events_so_far_ = step + 1; }
  std::size_t journal_size() const { return readings_.size(); }
  /// Back to when there were so many readings.
  void undo_to(std::size_t journal_size) { readings_.cut(journal_size); }

  // --- the guest's side

  /// The running thread's clocks.
  ClockTimes now(const Machine& machine, const Fiber& running) const;
  void set(Fiber& running, ClockTimes times);

 private:
  struct Reading {
    ClockTimes times;
    std::uint32_t events;  ///< of the thread, up to then
    std::uint32_t before;  ///< 1 + the index of the thread's reading before, or 0
  };

  const Reading* newest(const Fiber& fiber) const;

  const engine::Past* past_ = nullptr;
  std::size_t events_so_far_ = 0;  ///< 1 + the step of the running thread's last event, or 0
  HostArray<Reading> readings_;
};

}  // namespace qpor::frontend::native
