#include "frontend/report/outcome_tables.h"

#include <ostream>

#include "engine/program/failure_kind.h"
#include "frontend/program/assumptions.h"
#include "frontend/report/reasons.h"

namespace qpor::frontend {
namespace {

constexpr std::string_view kVerdict[] = {"docs/verdict.md"};
constexpr std::string_view kJson[] = {"docs/json.md"};
constexpr std::string_view kModels[] = {"docs/json.md", "docs/model.md"};
constexpr std::string_view kNative[] = {"docs/native.md"};

constexpr OutcomeTable kTables[] = {
    {"assumptions", kVerdict, write_assumptions_markdown},
    {"reasons", kVerdict, write_reasons_markdown},
    {"kinds of failures in models", kModels, engine::write_model_kinds_markdown},
    {"kinds of failures in C programs", kJson, engine::write_program_kinds_markdown},
    {"messages of failures", kNative, engine::write_messages_markdown},
};

}  // namespace

std::span<const OutcomeTable> outcome_tables() { return kTables; }

void write_outcomes_markdown(std::ostream& out) {
  for (const OutcomeTable& table : kTables) {
    out << kOutcomeMark << table.name << " -->\n\n";
    table.write(out);
    out << '\n';
  }
}

}  // namespace qpor::frontend
