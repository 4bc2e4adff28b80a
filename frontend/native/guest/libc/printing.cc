// The family of printf, but for the standard streams (stdio.cc), descriptors (descriptors.cc) and checked variants
// (fortify.cc).

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cwchar>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

int print_to_stream(const Touch& touch, std::FILE* stream, const char* format, std::va_list arguments) {
  expect_open(stream, touch.pc());
  use_stream(stream, touch.pc());
  touch_format(touch, format, arguments);
  return std::vfprintf(stream, format, arguments);
}

int print_to_text(const Touch& touch, char* to, std::size_t size, const char* format, std::va_list arguments) {
  touch_format(touch, format, arguments);
  const int length = std::vsnprintf(to, size, format, arguments);
  if (length >= 0) touch.write(to, std::min(size, static_cast<std::size_t>(length) + 1));
  return length;
}

int print_unbounded(const Touch& touch, char* to, const char* format, std::va_list arguments) {
  touch_format(touch, format, arguments);
  std::va_list copy;
  va_copy(copy, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  if (length >= 0) touch.write(to, static_cast<std::size_t>(length) + 1);
  return std::vsprintf(to, format, arguments);
}

namespace {

/// A negative result means that there was no room: all of it was written then.
int print_wide(const Touch& touch, wchar_t* to, std::size_t size, const wchar_t* format, std::va_list arguments) {
  touch_format(touch, format, arguments);
  const int length = std::vswprintf(to, size, format, arguments);
  touch.write(to, (length < 0 ? size : static_cast<std::size_t>(length) + 1) * sizeof(wchar_t));
  return length;
}

}  // namespace

int guest_fprintf(std::FILE* stream, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_to_stream(Touch{QPOR_CALLED_BY}, stream, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vfprintf(std::FILE* stream, const char* format, std::va_list arguments) {
  return print_to_stream(Touch{QPOR_CALLED_BY}, stream, format, arguments);
}

int guest_fprintf_chk(std::FILE* stream, int, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_to_stream(Touch{QPOR_CALLED_BY}, stream, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vfprintf_chk(std::FILE* stream, int, const char* format, std::va_list arguments) {
  return print_to_stream(Touch{QPOR_CALLED_BY}, stream, format, arguments);
}

int guest_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_unbounded(Touch{QPOR_CALLED_BY}, to, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vsprintf(char* to, const char* format, std::va_list arguments) {
  return print_unbounded(Touch{QPOR_CALLED_BY}, to, format, arguments);
}

int guest_snprintf(char* to, std::size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_to_text(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments) {
  return print_to_text(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
}

int guest_swprintf(wchar_t* to, std::size_t size, const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_wide(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vswprintf(wchar_t* to, std::size_t size, const wchar_t* format, std::va_list arguments) {
  return print_wide(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
}

int guest_swprintf_chk(wchar_t* to, std::size_t size, int, std::size_t room, const wchar_t* format, ...) {
  if (size > room) overflow("swprintf", QPOR_CALLER);
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_wide(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vswprintf_chk(wchar_t* to, std::size_t size, int, std::size_t room, const wchar_t* format,
                        std::va_list arguments) {
  if (size > room) overflow("swprintf", QPOR_CALLER);
  return print_wide(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
}

}  // namespace qpor::frontend::native
