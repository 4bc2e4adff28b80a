// What an exploration assumed, as a set: rows of assumptions.def. The machine notes those that an execution makes use
// of; they hold for the whole exploration, whatever it goes back to.

#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qpor::frontend {

enum class Assumption : std::uint8_t {
#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted) identifier,
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
};

/// A row of the table.
struct AssumptionText {
  std::string_view key, phrase, sentence, lifted;
};
const AssumptionText& text_of(Assumption assumption);
std::optional<Assumption> assumption_of(std::string_view key);

class AssumptionSet {
 public:
  void add(Assumption assumption) { bits_ |= bit(assumption); }
  void add(const AssumptionSet& others) { bits_ |= others.bits_; }
  bool contains(Assumption assumption) const { return (bits_ & bit(assumption)) != 0; }
  bool empty() const { return bits_ == 0; }
  /// In the order of the table.
  std::vector<Assumption> all() const;
  bool operator==(const AssumptionSet&) const = default;

 private:
  static std::uint32_t bit(Assumption assumption) { return std::uint32_t{1} << static_cast<unsigned>(assumption); }

  std::uint32_t bits_ = 0;
};

/// "malloc succeeds, clocks are virtual and freed memory is not reused"; "" for none.
std::string phrases_of(const AssumptionSet& assumptions);

/// Without the marks that the documents need.
std::string plain(std::string_view text);

/// The table of docs/verdict.md.
void write_assumptions_markdown(std::ostream& out);

}  // namespace qpor::frontend
