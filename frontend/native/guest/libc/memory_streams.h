// Streams on memory of the program, as fmemopen makes them. They do what those of glibc do, and announce what they
// access when the stream does it: when it is flushed, or when its buffer is filled.

#pragma once

#include <cstddef>
#include <cstdio>

#include "frontend/native/guest/check/touch.h"

namespace qpor::frontend::native {

/// Null, with errno set, when there cannot be one.
std::FILE* open_memory(const Touch& touch, char* buffer, std::size_t size, const char* mode);

}  // namespace qpor::frontend::native
