// What can become of the program under test, and of an exploration, as enums: the rows of failure_kinds.def, and the
// classes that these and the reasons of an incomplete exploration (frontend/report/reasons.def) fall into. Code decides
// by these; their texts are for people and files.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>

namespace qpor::engine {

enum class OutcomeClass : std::uint8_t {
  Defect,      ///< of the program under test
  Limit,       ///< of qpor, or one that the user has set: something was not explored
  Refusal,     ///< the program does something that qpor does not run, see or control
  Assumption,  ///< one of several behaviours was explored
  Request,     ///< the user wanted no more
  Error,       ///< of qpor or its surroundings
  Redundant,   ///< what would come adds nothing to what other executions show
};
inline constexpr std::size_t kOutcomeClasses = static_cast<std::size_t>(OutcomeClass::Redundant) + 1;

/// "defect", "limit", ...
std::string_view text_of(OutcomeClass outcome);

enum class FailureKind : std::uint8_t {
#define QPOR_FAILURE(identifier, text, outcome, models, programs, messages) identifier,
#include "engine/program/failure_kinds.def"
#undef QPOR_FAILURE
};

inline constexpr std::size_t kFailureKinds = 0
#define QPOR_FAILURE(identifier, text, outcome, models, programs, messages) +1
#include "engine/program/failure_kinds.def"
#undef QPOR_FAILURE
    ;

/// A row of the table.
struct FailureText {
  std::string_view text;
  OutcomeClass outcome;
  std::string_view models, programs, messages;
};
const FailureText& row_of(FailureKind kind);

inline std::string_view text_of(FailureKind kind) { return row_of(kind).text; }
inline OutcomeClass class_of(FailureKind kind) { return row_of(kind).outcome; }
/// Nothing for a text that no kind has.
std::optional<FailureKind> failure_kind_of(std::string_view text);

/// The tables of the documents: kinds in models, in C programs, and the latter with their messages.
void write_model_kinds_markdown(std::ostream& out);
void write_program_kinds_markdown(std::ostream& out);
void write_messages_markdown(std::ostream& out);

}  // namespace qpor::engine
