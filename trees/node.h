// What the trees of this folder have in common: a node is an index that the caller chooses.

#pragma once

#include <cstdint>
#include <limits>

namespace qpor::trees {

using Node = std::uint32_t;

/// No node: the parent of a root.
inline constexpr Node kNoNode = std::numeric_limits<Node>::max();

}  // namespace qpor::trees
