#include "frontend/cli/version.h"

namespace qpor::frontend {

std::string version_line() {
  return std::string("qpor ") + QPOR_VERSION + " (commit " + QPOR_COMMIT + ", LLVM " + QPOR_LLVM_VERSION +
         ", libstdc++ " + std::to_string(_GLIBCXX_RELEASE) + "." + std::to_string(__GLIBCXX__) + ")";
}

}  // namespace qpor::frontend
