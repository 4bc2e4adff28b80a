// What a process that explores tells while it does: the sending end of its Channel, and its flight recorder. A defect
// is told as soon as it is found, so that none is lost when the process dies.

#pragma once

#include <chrono>

#include "frontend/explore/channel.h"
#include "frontend/program/flight_recorder.h"
#include "frontend/report/wire_result.h"

namespace qpor::frontend {

class Reporter {
 public:
  /// Both outlive the reporter.
  Reporter(FlightRecorder& recorder, Channel& channel) : recorder_(recorder), channel_(channel) {}

  FlightRecorder& recorder() { return recorder_; }

  void begin(const engine::Fingerprint& program, const engine::Knowledge& knowledge);
  void found(const Defect& defect, const engine::Schedule& schedule);
  /// After each execution; seldom more than a clock is looked at.
  void progress(const engine::Statistics& statistics, std::uint64_t trace_set_hash);
  void end(const Outcome& outcome) { channel_.send(to_bytes(outcome)); }
  void end(const NoOutcome& error) { channel_.send(to_bytes(error)); }

 private:
  /// Seconds between two messages of progress.
  static constexpr double kInterval = 0.1;

  FlightRecorder& recorder_;
  Channel& channel_;
  std::uint64_t defects_ = 0;
  double next_progress_ = kInterval;
};

}  // namespace qpor::frontend
