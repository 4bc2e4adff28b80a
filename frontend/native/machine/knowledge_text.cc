#include "frontend/native/machine/knowledge_text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {
namespace {

constexpr const char* kStateNames[] = {"random", "files", "handlers"};
static_assert(std::size(kStateNames) == kOrderedStates);

}  // namespace

std::string text_of(const std::vector<Unit>& units) {
  std::string text;
  for (const Unit& unit : units) {
    char part[64];
    std::snprintf(part, sizeof part, "%s%lx:%zu%s", text.empty() ? "" : ",", unit.begin - kRegion, unit.size,
                  unit.is_in_block ? "b" : "");
    text += part;
  }
  return text;
}

std::optional<Unit> unit_of(std::string_view text) {
  Unit unit;
  unit.is_in_block = text.ends_with('b');
  if (unit.is_in_block) text.remove_suffix(1);
  const char* const end = text.data() + text.size();
  Address offset = 0;
  const auto [colon, error] = std::from_chars(text.data(), end, offset, 16);
  if (error != std::errc() || colon == end || *colon != ':') return std::nullopt;
  const auto [rest, size_error] = std::from_chars(colon + 1, end, unit.size);
  if (size_error != std::errc() || rest != end || unit.size == 0) return std::nullopt;
  if (offset >= kSlotsEnd - kRegion || unit.size > kSlotsEnd - kRegion - offset) return std::nullopt;
  unit.begin = kRegion + offset;
  return unit;
}

std::string text_of(const std::vector<engine::ObservedCount>& counts) {
  std::string text;
  for (const engine::ObservedCount& each : counts) {
    char part[32];
    std::snprintf(part, sizeof part, "%s%lx%s%s", text.empty() ? "" : ",", each.type - kRegion,
                  each.has_weak_uses ? "w" : "", each.is_plain ? "p" : "");
    text += part;
  }
  return text;
}

std::optional<std::vector<engine::ObservedCount>> counts_of(std::string_view text) {
  std::vector<engine::ObservedCount> counts;
  while (!text.empty()) {
    std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const bool is_plain = part.ends_with('p');
    if (is_plain) part.remove_suffix(1);
    const bool has_weak_uses = part.ends_with('w');
    if (has_weak_uses) part.remove_suffix(1);
    Address offset = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), offset, 16);
    if (error != std::errc() || end != part.data() + part.size() || offset >= kGlobalsEnd - kRegion) {
      return std::nullopt;
    }
    counts.push_back({kRegion + offset, has_weak_uses, is_plain});
  }
  return counts;
}

std::string text_of(const OrderedStates& states) {
  std::string text;
  for (std::size_t i = 0; i < kOrderedStates; ++i) {
    if (!states.contains(static_cast<OrderedState>(i))) continue;
    if (!text.empty()) text += ',';
    text += kStateNames[i];
  }
  return text;
}

bool add_states(std::string_view text, OrderedStates& states) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    std::size_t i = 0;
    while (i < kOrderedStates && word != kStateNames[i]) ++i;
    if (i == kOrderedStates) return false;
    states.add(static_cast<OrderedState>(i));
  }
  return true;
}

}  // namespace qpor::frontend::native
