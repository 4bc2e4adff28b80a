// What _FORTIFY_SOURCE calls. glibc would abort the process, which is qpor's; here the thread is
// parked with a defect at the line of the call.

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

void overflow(const char* function, Address pc) {
  machine().fail(FailureKind::Bounds, {"buffer overflow: ", function, " writes beyond the end of its destination"}, pc);
}

void guest_chk_fail() { machine().fail(FailureKind::Bounds, "buffer overflow", QPOR_CALLER); }

void* guest_memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) overflow("memcpy", QPOR_CALLER);
  return std::memcpy(to, from, size);
}

void* guest_mempcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) overflow("mempcpy", QPOR_CALLER);
  return ::mempcpy(to, from, size);
}

void* guest_memmove_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  if (size > room) overflow("memmove", QPOR_CALLER);
  return std::memmove(to, from, size);
}

void* guest_memset_chk(void* to, int byte, std::size_t size, std::size_t room) {
  if (size > room) overflow("memset", QPOR_CALLER);
  return std::memset(to, byte, size);
}

char* guest_strcpy_chk(char* to, const char* from, std::size_t room) {
  const std::size_t size = std::strlen(from) + 1;
  if (size > room) overflow("strcpy", QPOR_CALLER);
  return static_cast<char*>(std::memcpy(to, from, size));
}

char* guest_stpcpy_chk(char* to, const char* from, std::size_t room) {
  const std::size_t size = std::strlen(from) + 1;
  if (size > room) overflow("stpcpy", QPOR_CALLER);
  return static_cast<char*>(std::memcpy(to, from, size)) + size - 1;
}

char* guest_strncpy_chk(char* to, const char* from, std::size_t size, std::size_t room) {
  if (size > room) overflow("strncpy", QPOR_CALLER);
  const std::size_t length = ::strnlen(from, size);
  std::memcpy(to, from, length);
  std::memset(to + length, 0, size - length);
  return to;
}

char* guest_strcat_chk(char* to, const char* from, std::size_t room) {
  const Touch touch{QPOR_CALLED_BY};
  const std::size_t length = std::strlen(to);
  const std::size_t size = std::strlen(from) + 1;
  if (length + size > room) overflow("strcat", QPOR_CALLER);
  touch.read(to, length + 1);
  touch.read(from, size);
  touch.write(to + length, size);
  std::memcpy(to + length, from, size);
  return to;
}

char* guest_strncat_chk(char* to, const char* from, std::size_t most, std::size_t room) {
  const std::size_t length = std::strlen(to);
  const std::size_t size = ::strnlen(from, most);
  if (length + size + 1 > room) overflow("strncat", QPOR_CALLER);
  const Touch touch{QPOR_CALLED_BY};
  touch.read(to, length + 1);
  touch.read_text(from, most);
  touch.write(to + length, size + 1);
  std::memcpy(to + length, from, size);
  to[length + size] = '\0';
  return to;
}

int guest_vsprintf_chk(char* to, int, std::size_t room, const char* format, std::va_list arguments) {
  const int length = print_to_text(Touch{QPOR_CALLED_BY}, to, room, format, arguments);
  if (length >= 0 && static_cast<std::size_t>(length) >= room) overflow("sprintf", QPOR_CALLER);
  return length;
}

int guest_sprintf_chk(char* to, int, std::size_t room, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to_text(Touch{QPOR_CALLED_BY}, to, room, format, arguments);
  va_end(arguments);
  if (length >= 0 && static_cast<std::size_t>(length) >= room) overflow("sprintf", QPOR_CALLER);
  return length;
}

int guest_vsnprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format, std::va_list arguments) {
  if (size > room) overflow("snprintf", QPOR_CALLER);
  return print_to_text(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
}

int guest_snprintf_chk(char* to, std::size_t size, int, std::size_t room, const char* format, ...) {
  if (size > room) overflow("snprintf", QPOR_CALLER);
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_to_text(Touch{QPOR_CALLED_BY}, to, size, format, arguments);
  va_end(arguments);
  return length;
}

char* guest_fgets_chk(char* to, std::size_t room, int size, std::FILE* stream) {
  if (size > 0 && static_cast<std::size_t>(size) > room) overflow("fgets", QPOR_CALLER);
  use_stream(stream, QPOR_CALLER);
  expect_open(stream, QPOR_CALLER);
  return std::fgets(to, size, stream);
}

std::size_t guest_fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count, std::FILE* stream) {
  if (size != 0 && count > room / size) overflow("fread", QPOR_CALLER);
  use_stream(stream, QPOR_CALLER);
  expect_open(stream, QPOR_CALLER);
  return std::fread(to, size, count, stream);
}

}  // namespace qpor::frontend::native
