// How much memory this process takes.

#pragma once

#include <cstdint>

namespace qpor::frontend {

/// The most so far.
std::uint64_t peak_memory();
/// Now; 0 when the system does not say.
std::uint64_t resident_memory();

}  // namespace qpor::frontend
