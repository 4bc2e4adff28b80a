// The family of scanf. All go through one check: "%ms" would hand out memory of the host, which the program could not
// free and a checkpoint would not restore.

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "frontend/native/libc.h"
#include "frontend/native/library_state.h"
#include "frontend/native/machine.h"

namespace qpor::frontend::native {

namespace {

/// Behind the set that begins at `place`, "[...]".
const char* skip_set(const char* place) {
  ++place;
  if (*place == '^') ++place;
  if (*place == ']') ++place;
  while (*place != '\0' && *place != ']') ++place;
  return place;
}

void check_format(const char* format, Address pc) {
  for (const char* place = std::strchr(format, '%'); place != nullptr; place = std::strchr(place, '%')) {
    ++place;
    while (*place == '*' || *place == '$' || *place == '\'' || std::isdigit(static_cast<unsigned char>(*place)))
      ++place;
    if (*place == 'm') refuse(pc, "a scanf with \"%%m\", which allocates: read into memory of your own");
    if (*place == '[') place = skip_set(place);
    if (*place == '\0') return;
    if (*place == '%') ++place;
  }
}

}  // namespace

int guest_scanf(const char* format, ...) {
  check_format(format, QPOR_CALLER);
  std::va_list arguments;
  va_start(arguments, format);
  const int result = std::vfscanf(library_state.in, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vscanf(const char* format, std::va_list arguments) {
  check_format(format, QPOR_CALLER);
  return std::vfscanf(library_state.in, format, arguments);
}

int guest_fscanf(std::FILE* stream, const char* format, ...) {
  check_format(format, QPOR_CALLER);
  std::va_list arguments;
  va_start(arguments, format);
  const int result = std::vfscanf(stream, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vfscanf(std::FILE* stream, const char* format, std::va_list arguments) {
  check_format(format, QPOR_CALLER);
  return std::vfscanf(stream, format, arguments);
}

int guest_sscanf(const char* text, const char* format, ...) {
  check_format(format, QPOR_CALLER);
  std::va_list arguments;
  va_start(arguments, format);
  const int result = std::vsscanf(text, format, arguments);
  va_end(arguments);
  return result;
}

int guest_vsscanf(const char* text, const char* format, std::va_list arguments) {
  check_format(format, QPOR_CALLER);
  return std::vsscanf(text, format, arguments);
}

}  // namespace qpor::frontend::native
