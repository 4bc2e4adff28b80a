// Ranges of bytes that are one object to the engine: what atomic accesses of several sizes share, and what plain
// accesses race for when those are explored too. They are found out by running the program, and kept when the
// exploration then begins anew.
//
// Invariant: units do not overlap; they are sorted by address.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/native/layout.h"

namespace qpor::frontend::native {

struct Unit {
  Address begin = 0;
  std::size_t size = 0;
  bool is_in_block = false;  ///< some access of it is made within an atomic block (svcomp.h)

  Address end() const { return begin + size; }
  bool operator==(const Unit&) const = default;
};

class Units {
 public:
  /// The first unit that has one of those bytes, or null. Cost: O(log units).
  const Unit* overlapping(Address begin, std::size_t size) const;
  /// Makes these bytes a unit, together with all units that have some of them. False when there was such a unit.
  bool add(Address begin, std::size_t size, bool is_in_block = false);
  bool is_empty() const { return units_.empty(); }
  const std::vector<Unit>& all() const { return units_; }
  void clear() { units_.clear(); }

 private:
  std::vector<Unit> units_;
};

// --- as --interleaved takes them: "20000040:4,20000048:8b"

/// The addresses as hexadecimal offsets in the program's memory; `b` when some access is within an atomic block.
std::string text_of(const Units& units);
/// The other way round, for one of them; nothing when the text is none.
std::optional<Unit> unit_of(std::string_view text);

}  // namespace qpor::frontend::native
