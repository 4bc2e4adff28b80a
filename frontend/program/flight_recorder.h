// What a process that may die at any moment leaves behind: the run that is under way, step by step, and the figures so
// far, in memory that it shares with its parent (supervisor.h). Made before the fork; the child writes, the parent
// reads when the child is gone.
//
// The program under test runs in the process that writes, and may write here too. So nothing that is read is believed:
// `read` checks every length and index, drops what cannot be, and makes names printable. Figures that are wrong but
// possible it cannot tell from right ones.
//
// Invariants
//  1. steps[0 .. min(length, kMostSteps)) are the steps of the current execution, the one under way included.
//  2. names[0 .. name_count) are the names of the threads in the schedule, ended by a zero where they are shorter.
//
// Cost: two stores per step and two per stretch of the program's code; 200 bytes per execution. Pages that nobody
// writes take no memory.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/execution/statistics.h"
#include "engine/program/operation.h"
#include "frontend/program/run_under_way.h"

namespace qpor::frontend {

/// Of an exploration with --keep-going. Each keeps a schedule, so there must be an end.
inline constexpr std::size_t kMostDefects = 1000;

/// What the parent reads.
struct FlightRecord {
  RunUnderWay run;
  std::string running_thread;  ///< whose code was on the processor; "" when it was qpor's own
  engine::Statistics statistics;
  std::uint64_t trace_set_hash = 0;
  std::uint64_t defects = 0;
};

class FlightRecorder {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Stage : std::uint32_t { Loading, Exploring, Reporting, Finished };

  /// Of longer runs the beginning is kept, and their length. 32 MiB, where it is used.
  static constexpr std::size_t kMostSteps = std::size_t{1} << 22;
  /// No program has more threads (native/machine/layout.h). Longer names are cut.
  static constexpr std::size_t kMostNames = 4096;
  static constexpr std::size_t kLongestName = 1024;

  /// Throws std::runtime_error when there is no memory.
  FlightRecorder();
  ~FlightRecorder();
  FlightRecorder(const FlightRecorder&) = delete;
  FlightRecorder& operator=(const FlightRecorder&) = delete;

  // --- written by the child

  /// The time of the first Exploring is kept.
  void set_stage(Stage stage);
  /// Begins a vocabulary of its own: thread numbers mean something else from now on.
  void forget_threads();
  void name_thread(std::uint32_t thread, std::string_view name);
  bool has_name(std::uint32_t thread) const {
    return thread < shared_->name_count && thread < kMostNames && shared_->names[thread][0] != '\0';
  }

  /// Step number `position` is about to take place.
  void record(std::size_t position, std::uint32_t thread, engine::OperationKind kind, engine::Value result) {
    if (position < kMostSteps) shared_->steps[position] = packed(thread, kind, result);
    shared_->length.store(position + 1, std::memory_order_release);
  }
  void rewind(std::size_t steps) { shared_->length.store(steps, std::memory_order_release); }
  /// Code of the program gets the processor, and gives it back.
  void enter(std::uint32_t thread) { shared_->running.store(thread + 1, std::memory_order_release); }
  void leave() { shared_->running.store(0, std::memory_order_release); }

  /// Not atomic: who dies in the middle leaves figures of two neighbouring executions.
  void note(const engine::Statistics& statistics, std::uint64_t trace_set_hash) {
    shared_->statistics = statistics;
    shared_->trace_set_hash = trace_set_hash;
  }
  void note_defects(std::uint64_t count) { shared_->defects = count; }

  // --- written by the parent

  void ask_for_end() { shared_->end_is_wanted.store(1, std::memory_order_release); }
  bool is_end_wanted() const { return shared_->end_is_wanted.load(std::memory_order_acquire) != 0; }

  // --- read by the parent

  /// What is none of them counts as Exploring.
  Stage stage() const;
  /// When the exploration began; between `earliest` and now, whatever was written.
  Clock::time_point began(Clock::time_point earliest) const;
  bool is_in_program() const { return shared_->running.load(std::memory_order_acquire) != 0; }
  FlightRecord read() const;

  /// For tests: all that a program could write to.
  std::span<std::byte> memory() { return {reinterpret_cast<std::byte*>(shared_), sizeof(Shared)}; }

 private:
  struct Shared {
    std::atomic<std::uint32_t> stage;
    std::atomic<std::uint32_t> end_is_wanted;
    std::atomic<std::uint32_t> running;  ///< thread + 1, or 0
    std::atomic<std::uint64_t> length;
    std::atomic<Clock::rep> began;
    std::uint64_t defects = 0;
    std::uint64_t trace_set_hash = 0;
    engine::Statistics statistics;
    std::uint32_t name_count = 0;
    char names[kMostNames][kLongestName];
    std::uint64_t steps[kMostSteps];
  };

  /// thread : 16 | kind : 16 | result : 32. A result is kept where it is a choice, which has 32 bits (Outcome).
  static std::uint64_t packed(std::uint32_t thread, engine::OperationKind kind, engine::Value result) {
    return std::uint64_t{thread & 0xffff} | std::uint64_t{static_cast<std::uint8_t>(kind)} << 16 |
           std::uint64_t{static_cast<std::uint32_t>(result)} << 32;
  }
  static_assert(kMostNames <= 0x10000);

  std::string name(std::uint32_t thread) const;

  Shared* shared_ = nullptr;
};

}  // namespace qpor::frontend
