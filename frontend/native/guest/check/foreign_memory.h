// Memory outside of the program's own range of addresses: which of it may the program access? Library functions hand
// out data of the libraries (std::cout, stdin, tables of locales, types and virtual functions). The rest of the process
// is qpor's, and a pointer to it was made of something that is no pointer.
//
// Cost: a few comparisons where the last accesses were, else a walk over the loaded libraries.

#pragma once

#include <cstddef>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

enum class ForeignPlace {
  Library,  ///< data of a library, or of this executable
  Nowhere,  ///< no memory is there: the access itself fails
  Code,     ///< of this executable
  Unknown,  ///< other memory of qpor; a library function may have handed it out
};

/// Runs on the stack of a fiber.
ForeignPlace foreign_place(Address begin, std::size_t size);

}  // namespace qpor::frontend::native
