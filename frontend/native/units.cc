#include "frontend/native/units.h"

#include <algorithm>

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

}  // namespace qpor::frontend::native
