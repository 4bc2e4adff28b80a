// What code of the guest library asks of qpor: announcing accesses that library code makes on behalf of the program
// (accesses.h), and the libraries' own functions under their real names (link.cc), for code of ours that adds something
// to one of them. Code of the guest library itself is instrumented and announces nothing of what it does on its own.

#pragma once

#include <cstddef>

namespace qpor_guest {

void announce_read(const void* begin, std::size_t size) asm("qpor.read");
void announce_write(void* begin, std::size_t size) asm("qpor.write");

}  // namespace qpor_guest

/// The library's own function or variable of that mangled name.
#define QPOR_REAL(name) asm("qpor.real." name)
