// What the format of printf or scanf says about memory of the program. Formats are read when the call is made, so that
// it does not matter where they come from or by what way the arguments come.

#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include "frontend/native/guest/check/touch.h"

namespace qpor::frontend::native {

/// Announces what a function of printf's family reads and writes: the format, texts for "%s" as far as they are
/// printed, numbers for "%n". The list stays as it is.
void touch_format(const Touch& touch, const char* format, std::va_list arguments);
void touch_format(const Touch& touch, const wchar_t* format, std::va_list arguments);

/// The work of printf on a stream, of snprintf and of sprintf, with its accesses (printing.cc).
int print_to_stream(const Touch& touch, std::FILE* stream, const char* format, std::va_list arguments);
int print_to_text(const Touch& touch, char* to, std::size_t size, const char* format, std::va_list arguments);
int print_unbounded(const Touch& touch, char* to, const char* format, std::va_list arguments);

/// vfscanf on the stream, or vsscanf on the text when there is no stream, with its accesses: what was converted is
/// written. "%ms" allocates from the heap of the thread.
int scan(const Touch& touch, std::FILE* stream, const char* text, const char* format, std::va_list arguments);

}  // namespace qpor::frontend::native
