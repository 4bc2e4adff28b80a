// Which qpor this is, for reports of defects in it.

#pragma once

#include <string>

namespace qpor::frontend {

/// "qpor 0.1.0 (commit 0123456789ab, LLVM 19.1.7, libstdc++ 12.20220819)"
std::string version_line();

}  // namespace qpor::frontend
