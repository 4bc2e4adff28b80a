#include "engine/program/failure_kind.h"

#include <iterator>
#include <ostream>

namespace qpor::engine {
namespace {

#define QPOR_FAILURE(identifier, text, outcome, models, programs, messages) \
  {text, OutcomeClass::outcome, models, programs, messages},
constexpr FailureText kRows[] = {
#include "engine/program/failure_kinds.def"
};
#undef QPOR_FAILURE

constexpr std::string_view kClasses[] = {"defect", "limit", "refusal", "assumption", "request", "error", "redundant"};
static_assert(std::size(kClasses) == kOutcomeClasses);

}  // namespace

std::string_view text_of(OutcomeClass outcome) { return kClasses[static_cast<std::size_t>(outcome)]; }

const FailureText& row_of(FailureKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

std::optional<FailureKind> failure_kind_of(std::string_view text) {
  for (std::size_t i = 0; i < kFailureKinds; ++i) {
    if (kRows[i].text == text) return static_cast<FailureKind>(i);
  }
  return std::nullopt;
}

void write_model_kinds_markdown(std::ostream& out) {
  out << "| kind | what happened |\n|---|---|\n";
  for (const FailureText& row : kRows) {
    if (!row.models.empty()) out << "| `" << row.text << "` | " << row.models << " |\n";
  }
}

void write_program_kinds_markdown(std::ostream& out) {
  out << "| kind | what happened |\n|---|---|\n";
  for (const FailureText& row : kRows) {
    if (!row.programs.empty()) out << "| `" << row.text << "` | " << row.programs << " |\n";
  }
}

void write_messages_markdown(std::ostream& out) {
  out << "| kind | what happened | message |\n|---|---|---|\n";
  for (const FailureText& row : kRows) {
    if (row.programs.empty()) continue;
    out << "| `" << row.text << "` | " << row.programs << " | " << row.messages << " |\n";
  }
}

}  // namespace qpor::engine
