// An atomic access or fence of the program that asks for less than sequential consistency.

#pragma once

#include <compare>
#include <string>

namespace qpor::frontend {

struct WeakerAtomic {
  std::string file;  ///< empty when unknown
  unsigned line = 0;
  std::string order;   ///< relaxed, acquire, ...; acq_rel/relaxed for success and failure; variable
  std::string access;  ///< load, fetch_add, fence, ...

  auto operator<=>(const WeakerAtomic&) const = default;
};

}  // namespace qpor::frontend
