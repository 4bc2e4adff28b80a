#include "frontend/report/reasons.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <ostream>

#include "engine/report/message_text.h"

namespace qpor::frontend {
namespace {

using engine::OutcomeClass;

constexpr std::string_view kAssumed = "with `--strict` only: the assumption of that name, [above](#assumptions)";

/// The lines of weaker atomics are a warning of their own, so that the reason counts them.
constexpr std::string_view text_of_assumption(Assumption assumption, std::string_view assumed) {
  return assumption == Assumption::WeakerAtomics ? "accesses weaker than seq_cst at % were explored as seq_cst"
                                                 : assumed;
}

constexpr ReasonText kRows[] = {
#define QPOR_STOP(identifier, key, outcome, text, sentence) {key, OutcomeClass::outcome, text, sentence, true},
#define QPOR_GAP(identifier, key, outcome, text, sentence) {key, OutcomeClass::outcome, text, sentence, false},
#include "frontend/report/reasons.def"
#undef QPOR_STOP
#undef QPOR_GAP
#define QPOR_UNSEEN(identifier, key, before, after, sentence) \
  {"unseen-" key, OutcomeClass::Refusal, before "%" after "%", sentence, false},
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted)                                               \
  {"assumes-" key, OutcomeClass::Assumption, text_of_assumption(Assumption::identifier, "assumes that " phrase), \
   kAssumed, false},
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
};

constexpr std::size_t kOwn = 0
#define QPOR_STOP(identifier, key, outcome, text, sentence) +1
#define QPOR_GAP(identifier, key, outcome, text, sentence) +1
#include "frontend/report/reasons.def"
#undef QPOR_STOP
#undef QPOR_GAP
    ;
constexpr std::size_t kUnseen = 0
#define QPOR_UNSEEN(identifier, key, before, after, sentence) +1
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
    ;

/// The text with its values as they are written in the documents: "stopped by --max-traces=...".
std::string example_of(const ReasonText& row) {
  std::string text;
  char last = '\0';
  for (const char c : row.text) {
    if (c != '%') text += c;
    if (c == '%' && last != '%') text += "...";
    last = c;
  }
  return text;
}

}  // namespace

ReasonKind reason_of(UnseenKind kind) { return static_cast<ReasonKind>(kOwn + static_cast<std::size_t>(kind)); }

ReasonKind reason_of(Assumption assumption) {
  return static_cast<ReasonKind>(kOwn + kUnseen + static_cast<std::size_t>(assumption));
}

std::size_t reason_kinds() { return std::size(kRows); }

const ReasonText& row_of(ReasonKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

std::optional<ReasonKind> reason_kind_of(std::string_view key) {
  for (std::size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].key == key) return static_cast<ReasonKind>(i);
  }
  return std::nullopt;
}

bool has(const std::vector<Reason>& reasons, ReasonKind kind) {
  return std::any_of(reasons.begin(), reasons.end(), [kind](const Reason& reason) { return reason.kind == kind; });
}

std::string text_of(const Reason& reason) {
  std::string text;
  std::size_t next = 0;
  for (const char c : row_of(reason.kind).text) {
    if (c != '%') {
      text += c;
    } else if (next < reason.values.size()) {
      text += engine::text_of(reason.values[next++]);
    }
  }
  return text;
}

std::vector<std::string> texts_of(const std::vector<Reason>& reasons) {
  std::vector<std::string> texts;
  for (const Reason& reason : reasons) texts.push_back(text_of(reason));
  return texts;
}

void write_reasons_markdown(std::ostream& out) {
  out << "| reason | key | class | what happened |\n|---|---|---|---|\n";
  for (const ReasonText& row : kRows) {
    out << "| `" << example_of(row) << "` | `" << row.key << "` | " << engine::text_of(row.outcome) << " | "
        << row.sentence << " |\n";
  }
}

}  // namespace qpor::frontend
