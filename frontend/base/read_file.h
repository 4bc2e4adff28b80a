// The whole of a file.

#pragma once

#include <string>

namespace qpor::frontend {

/// Throws UsageError when it cannot be read.
std::string read_file(const std::string& path);

}  // namespace qpor::frontend
