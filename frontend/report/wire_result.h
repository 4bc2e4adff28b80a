// A result and what comes before it as bytes (engine/program/wire.h), on their way from the process that explores to
// the one that reports.
//
// Cost: linear. A member that is added to one of these values is added to `members_of` in wire_result.cc, which both
// directions are made of; tests/frontend/wire_result_test.cc fails for one that was forgotten.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/execution/statistics.h"
#include "engine/program/fingerprint.h"
#include "engine/program/knowledge.h"
#include "engine/program/schedule.h"
#include "engine/program/wire.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// An exploration begins, or restarts: the program, and what is known of it.
struct Begin {
  engine::Fingerprint program;
  engine::Knowledge knowledge;
};

/// A defect that was found, as it is then.
struct FoundDefect {
  Defect defect;
  engine::Schedule schedule;  ///< as a replay needs it
};

/// All that an exploration came to.
struct Outcome {
  Result result;
  engine::Fingerprint program;
  std::string picture;          ///< in the language of Graphviz; "" when there is none
  std::vector<double> seconds;  ///< of each exploration, where it was repeated
};

/// Why there is none.
struct NoOutcome {
  enum class Kind : std::uint8_t { UsageError, OutOfMemory, InternalError };
  Kind kind{};
  std::string sentence;
};

std::string to_bytes(const Begin& begin);
std::string to_bytes(const FoundDefect& found);
std::string to_bytes(const engine::Statistics& progress);
std::string to_bytes(const Outcome& outcome);
std::string to_bytes(const NoOutcome& error);

engine::Received<Begin> begin_in(std::string_view bytes);
engine::Received<FoundDefect> defect_in(std::string_view bytes);
engine::Received<engine::Statistics> progress_in(std::string_view bytes);
engine::Received<Outcome> outcome_in(std::string_view bytes);
engine::Received<NoOutcome> no_outcome_in(std::string_view bytes);

}  // namespace qpor::frontend
