#include "frontend/native/guest/check/units.h"

#include <charconv>
#include <cstdio>

namespace qpor::frontend::native {

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

}  // namespace qpor::frontend::native
