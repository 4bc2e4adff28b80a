// Functions on text that remember something or hand out memory: theirs is the heap of the calling thread.

#include <sys/types.h>
#include <unistd.h>

#include <inttypes.h>
#include <signal.h>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr std::size_t kAlignment = 16;

/// Null, with errno set, when there cannot be so much memory.
char* allocate(std::size_t size, Address pc) {
  auto* const block = static_cast<char*>(heap_allocate(size, kAlignment, pc, Allocator::Malloc));
  if (block == nullptr) errno = ENOMEM;
  return block;
}

char* copy_text(const char* text, std::size_t length, Address pc) {
  char* const copy = allocate(length + 1, pc);
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

int print_allocated(const Touch& touch, char** result, const char* format, std::va_list arguments) {
  touch_format(touch, format, arguments);
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, arguments);
  char* const text = length < 0 ? nullptr : allocate(static_cast<std::size_t>(length) + 1, touch.pc());
  if (text != nullptr) std::vsnprintf(text, static_cast<std::size_t>(length) + 1, format, again);
  va_end(again);
  touch.write(result, sizeof *result);
  *result = text;
  return text == nullptr ? -1 : length;
}

ssize_t read_delimited(const Touch& touch, char** line, std::size_t* room, int delimiter, std::FILE* stream) {
  if (line == nullptr || room == nullptr) {
    errno = EINVAL;
    return -1;
  }
  use_stream(stream, touch.pc());
  expect_open(stream, touch.pc());
  touch.read(line, sizeof *line);
  touch.read(room, sizeof *room);
  const auto has_room = [&](std::size_t wanted) {
    if (*line != nullptr && wanted <= *room) return true;
    const std::size_t larger = *line == nullptr || *room < 60 ? 120 : *room * 2;
    auto* const block = static_cast<char*>(heap_reallocate(*line, larger, touch.pc()));
    if (block == nullptr) return false;
    touch.write(line, sizeof *line);
    touch.write(room, sizeof *room);
    *line = block;
    *room = larger;
    return true;
  };
  const auto fails = [] {
    errno = ENOMEM;
    return -1;
  };
  if (!has_room(1)) return fails();  // before anything is read, as in glibc
  std::size_t size = 0;
  while (true) {
    const int character = std::fgetc(stream);
    if (character == EOF && (size == 0 || std::ferror(stream) != 0)) return -1;
    if (!has_room(size + 2)) return fails();
    if (character != EOF) {
      touch.write(*line + size, 1);
      (*line)[size++] = static_cast<char>(character);
    }
    if (character == EOF || character == delimiter) break;
  }
  touch.write(*line + size, 1);
  (*line)[size] = '\0';
  return static_cast<ssize_t>(size);
}

char* resolve_path(const char* path, char* result, Address pc) {
  char found[PATH_MAX];
  if (::realpath(path, found) == nullptr) return nullptr;
  return result == nullptr ? copy_text(found, std::strlen(found), pc) : std::strcpy(result, found);
}

constexpr std::size_t kMessageRoom = 64;

}  // namespace

char* message_buffer(Address pc) {
  free_message_buffer(pc);
  return machine().current().message_buffer = static_cast<char*>(heap_allocate(kMessageRoom, kAlignment, pc));
}

void free_message_buffer(Address pc) {
  char*& buffer = machine().current().message_buffer;
  if (buffer != nullptr) heap_free(buffer, pc);
  buffer = nullptr;
}

// --- copies

char* guest_strdup(const char* text) { return copy_text(text, std::strlen(text), QPOR_CALLER); }

char* guest_strndup(const char* text, std::size_t most) { return copy_text(text, ::strnlen(text, most), QPOR_CALLER); }

wchar_t* guest_wcsdup(const wchar_t* text) {
  const std::size_t size = (std::wcslen(text) + 1) * sizeof(wchar_t);
  char* const copy = allocate(size, QPOR_CALLER);
  return copy == nullptr ? nullptr : static_cast<wchar_t*>(std::memcpy(copy, text, size));
}

int guest_asprintf(char** result, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_allocated(Touch{QPOR_CALLED_BY}, result, format, arguments);
  va_end(arguments);
  return length;
}

int guest_vasprintf(char** result, const char* format, std::va_list arguments) {
  return print_allocated(Touch{QPOR_CALLED_BY}, result, format, arguments);
}

int guest_asprintf_chk(char** result, int, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = print_allocated(Touch{QPOR_CALLED_BY}, result, format, arguments);
  va_end(arguments);
  return length;
}

int guest_vasprintf_chk(char** result, int, const char* format, std::va_list arguments) {
  return print_allocated(Touch{QPOR_CALLED_BY}, result, format, arguments);
}

ssize_t guest_getdelim(char** line, std::size_t* room, int delimiter, std::FILE* stream) {
  return read_delimited(Touch{QPOR_CALLED_BY}, line, room, delimiter, stream);
}

ssize_t guest_getline(char** line, std::size_t* room, std::FILE* stream) {
  return read_delimited(Touch{QPOR_CALLED_BY}, line, room, '\n', stream);
}

// --- paths

char* guest_realpath(const char* path, char* result) { return resolve_path(path, result, QPOR_CALLER); }

char* guest_canonicalize_file_name(const char* path) { return resolve_path(path, nullptr, QPOR_CALLER); }

char* guest_getcwd(char* buffer, std::size_t size) {
  if (buffer != nullptr) return ::getcwd(buffer, size);
  char found[PATH_MAX];
  if (::getcwd(found, sizeof found) == nullptr) return nullptr;
  return copy_text(found, std::strlen(found), QPOR_CALLER);
}

char* guest_get_current_dir_name() {
  char found[PATH_MAX];
  if (::getcwd(found, sizeof found) == nullptr) return nullptr;
  return copy_text(found, std::strlen(found), QPOR_CALLER);
}

// --- state

/// glibc writes unknown numbers into a buffer of the thread, which for the library is the only one there is.
static char* unknown_number(const char* format, int number, const Touch& touch) {
  char* const text = message_buffer(touch.pc());
  touch.write(text, kMessageRoom);
  std::snprintf(text, kMessageRoom, format, number);
  return text;
}

static char* describe_error(int error, Caller caller) {
  if (const char* const known = ::strerrordesc_np(error)) return const_cast<char*>(known);
  return unknown_number("Unknown error %d", error, Touch{caller});
}

char* guest_strerror(int error) { return describe_error(error, QPOR_CALLED_BY); }
char* guest_strerror_l(int error, const void*) { return describe_error(error, QPOR_CALLED_BY); }

char* guest_strsignal(int signal) {
  if (const char* const known = ::sigdescr_np(signal)) return const_cast<char*>(known);
  return unknown_number("Unknown signal %d", signal, Touch{QPOR_CALLED_BY});
}

}  // namespace qpor::frontend::native
