// Why a verdict is not `safe`: rows of reasons.def, program/unseen.def and assumptions.def, with their values. Made
// where it is found out, sent to other processes as it is, and made a sentence by text_of, for reports only: code that
// wants to know asks for the kind.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/failure_kind.h"
#include "engine/program/message.h"
#include "frontend/program/assumptions.h"
#include "frontend/program/unseen_kind.h"

namespace qpor::frontend {

/// One for each row of the tables: its own, Unseen... and Assumes....
enum class ReasonKind : std::uint8_t {
#define QPOR_STOP(identifier, key, outcome, text, sentence) identifier,
#define QPOR_GAP(identifier, key, outcome, text, sentence) identifier,
#include "frontend/report/reasons.def"
#undef QPOR_STOP
#undef QPOR_GAP
#define QPOR_UNSEEN(identifier, key, before, after, sentence) Unseen##identifier,
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted) Assumes##identifier,
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
};

ReasonKind reason_of(UnseenKind kind);
ReasonKind reason_of(Assumption assumption);

/// A row of the tables.
struct ReasonText {
  std::string_view key;
  engine::OutcomeClass outcome;
  std::string_view text;
  std::string_view sentence;
  bool is_stop;  ///< it ended the exploration
};
std::size_t reason_kinds();
const ReasonText& row_of(ReasonKind kind);
std::optional<ReasonKind> reason_kind_of(std::string_view key);

struct Reason {
  ReasonKind kind{};
  std::vector<engine::Message> values{};  ///< as many as its text has places for
  bool operator==(const Reason&) const = default;
};

bool has(const std::vector<Reason>& reasons, ReasonKind kind);

/// "stopped by --max-traces=5"
std::string text_of(const Reason& reason);
std::vector<std::string> texts_of(const std::vector<Reason>& reasons);

/// The table of docs/verdict.md.
void write_reasons_markdown(std::ostream& out);

}  // namespace qpor::frontend
