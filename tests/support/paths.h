// Where the tree and its build folder are. Functions rather than macros, so that only paths.cc is compiled for one
// place: compiler caches then serve all clones.

#pragma once

#include <string>

namespace qpor::tests {

/// The top of the tree that the tests were built from.
std::string source_dir();
/// Where bitcode of test programs is kept (support/cached-clang).
std::string bitcode_dir();

}  // namespace qpor::tests
