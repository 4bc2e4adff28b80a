// The virtual clocks of the threads. A thread's clock goes on by a microsecond whenever it is asked and by the time
// that the thread slept, and it is never behind a clock that was read earlier in the causal past: before it is read or
// advanced it takes over the latest of all clocks at the events below the thread's last one (engine::Past). So a time
// that was passed on by create, join, a lock or an atomic is never later than the present, and what a thread reads is a
// function of its causal past.
//
// Clocks of threads that nothing orders are unrelated: the one that comes later in the schedule may show less.
//
// Invariants
//  1. Readings of one thread are chained, the newest first, and neither `events` nor `nanoseconds` grows along the
//  chain.
//  2. A thread has one reading at most for each of its segments.
//
// Cost: nothing for a step. The first reading in a segment asks for the past of every thread that has a reading.

#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/program/executor.h"
#include "frontend/native/host_array.h"

namespace qpor::frontend::native {

class Machine;
struct Fiber;

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

  /// The running thread's clock: nanoseconds since the beginning.
  std::int64_t now(const Machine& machine, const Fiber& running) const;
  void set(Fiber& running, std::int64_t nanoseconds);

 private:
  struct Reading {
    std::int64_t nanoseconds;
    std::uint32_t events;  ///< of the thread, up to then
    std::uint32_t before;  ///< 1 + the index of the thread's reading before, or 0
  };

  const Reading* newest(const Fiber& fiber) const;

  const engine::Past* past_ = nullptr;
  std::size_t events_so_far_ = 0;  ///< 1 + the step of the running thread's last event, or 0
  HostArray<Reading> readings_;
};

}  // namespace qpor::frontend::native
