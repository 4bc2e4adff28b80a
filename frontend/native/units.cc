#include "frontend/native/units.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace qpor::frontend::native {

const Unit* Units::overlapping(Address begin, std::size_t size) const {
  const auto found =
      std::partition_point(units_.begin(), units_.end(), [begin](const Unit& unit) { return unit.end() <= begin; });
  return found != units_.end() && found->begin < begin + size ? &*found : nullptr;
}

bool Units::add(Address begin, std::size_t size, bool is_in_block) {
  Address end = begin + size;
  const auto first =
      std::partition_point(units_.begin(), units_.end(), [begin](const Unit& unit) { return unit.end() <= begin; });
  auto last = first;
  for (; last != units_.end() && last->begin < end; ++last) {
    if (last->begin <= begin && last->end() >= end && (last->is_in_block || !is_in_block)) return false;
    is_in_block |= last->is_in_block;
    begin = std::min(begin, last->begin);
    end = std::max(end, last->end());
  }
  const auto place = units_.erase(first, last);
  units_.insert(place, {begin, end - begin, is_in_block});
  return true;
}

std::string text_of(const Units& units) {
  std::string text;
  for (const Unit& unit : units.all()) {
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
