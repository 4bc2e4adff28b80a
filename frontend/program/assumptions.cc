#include "frontend/program/assumptions.h"

#include <iterator>
#include <ostream>

#include "frontend/base/figures.h"

namespace qpor::frontend {
namespace {

#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted) {key, phrase, sentence, lifted},
constexpr AssumptionText kTable[] = {
#include "frontend/program/assumptions.def"
};
#undef QPOR_ASSUMPTION
static_assert(std::size(kTable) <= 32, "an AssumptionSet has 32 bits");

}  // namespace

const AssumptionText& text_of(Assumption assumption) { return kTable[static_cast<std::size_t>(assumption)]; }

std::optional<Assumption> assumption_of(std::string_view key) {
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (kTable[i].key == key) return static_cast<Assumption>(i);
  }
  return std::nullopt;
}

std::vector<Assumption> AssumptionSet::all() const {
  std::vector<Assumption> result;
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (contains(static_cast<Assumption>(i))) result.push_back(static_cast<Assumption>(i));
  }
  return result;
}

std::string phrases_of(const AssumptionSet& assumptions) {
  std::vector<std::string> phrases;
  for (const Assumption each : assumptions.all()) phrases.emplace_back(text_of(each).phrase);
  return listed(phrases);
}

std::string plain(std::string_view text) {
  std::string result(text);
  std::erase(result, '`');
  return result;
}

void write_assumptions_markdown(std::ostream& out) {
  out << "| assuming that ... | key | what is assumed, and when it is used | lifted by |\n|---|---|---|---|\n";
  for (const AssumptionText& row : kTable) {
    out << "| " << row.phrase << " | `" << row.key << "` | " << row.sentence << " | "
        << (row.lifted.empty() ? "nothing" : row.lifted) << " |\n";
  }
}

}  // namespace qpor::frontend
