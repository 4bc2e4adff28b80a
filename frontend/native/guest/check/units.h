// Ranges of bytes that are one object to the engine (engine/program/knowledge.h), for stand-ins and hooks to look up:
// what atomic accesses of several sizes share, and what plain accesses race for when those are explored too.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "engine/program/knowledge.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

using Unit = engine::SharedRange;

class Units {
 public:
  Units() = default;
  /// REQUIRES: they do not overlap and are sorted by address
  explicit Units(std::vector<Unit> units) : units_(std::move(units)) {}

  /// The first unit that has one of those bytes, or null. Cost: O(log units).
  const Unit* overlapping(Address begin, std::size_t size) const { return engine::overlapping(units_, begin, size); }
  bool is_empty() const { return units_.empty(); }
  const std::vector<Unit>& all() const { return units_; }

 private:
  std::vector<Unit> units_;
};

}  // namespace qpor::frontend::native
