#include "tests/support/paths.h"

namespace qpor::tests {

std::string source_dir() { return QPOR_SOURCE_DIR; }
std::string bitcode_dir() { return QPOR_TEST_BITCODE; }

}  // namespace qpor::tests
