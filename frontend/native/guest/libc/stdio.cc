#include "frontend/native/guest/libc/stdio.h"

#include <stdio_ext.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/errno_slot.h"
#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

LibraryState library_state;

namespace {

/// The streams of the process, made once: the program may keep pointers to them over a checkpoint.
std::FILE* standard_in = nullptr;
std::FILE* standard_out = nullptr;
std::FILE* standard_error = nullptr;
char unnamed_program[] = "program";

ssize_t write_standard(void*, const char* text, std::size_t size) {
  machine().write_output(text, size);
  return static_cast<ssize_t>(size);
}

/// The standard streams stay as they are, and the buffer that the program offers is not used.
int set_buffering(std::FILE* stream, char* buffer, int mode, std::size_t size) {
  if (const int descriptor = standard_descriptor(stream); descriptor >= 0) {
    library_state.stream_buffers[descriptor] = buffer;
    return 0;
  }
  return guest_file(stream) == nullptr ? 0 : std::setvbuf(stream, nullptr, mode, size);
}

ssize_t read_standard(void*, char* buffer, std::size_t size) {
  return static_cast<ssize_t>(read_standard_input(buffer, size));
}

std::FILE* open_standard(const char* mode) {
  cookie_io_functions_t functions{};
  if (*mode == 'r') {
    functions.read = &read_standard;
  } else {
    functions.write = &write_standard;
  }
  std::FILE* const stream = fopencookie(nullptr, mode, functions);
  if (stream == nullptr) std::abort();  // no memory for 500 bytes
  if (*mode == 'w') std::setvbuf(stream, nullptr, _IONBF, 0);
  // A thread that is parked inside of printf would keep the lock of the stream.
  __fsetlocking(stream, FSETLOCKING_BYCALLER);
  return stream;
}

/// The functions of glibc that know time zones look at TZ of the host's process: there is no other way to tell them.
void set_time_zone() {
  constexpr std::string_view kName = "TZ=";
  const char* zone = "UTC0";
  for (const std::string& each : machine().options().environment) {
    if (each.starts_with(kName)) zone = each.c_str() + kName.size();
  }
  const char* const before = getenv("TZ");
  if (before != nullptr && std::strcmp(before, zone) == 0) return;
  setenv("TZ", zone, 1);
  tzset();
}

void make_standard_streams() {
  standard_in = open_standard("r");
  standard_out = open_standard("w");
  standard_error = open_standard("w");
}

}  // namespace

void set_program_name(char* first_argument) {
  char* const name = first_argument == nullptr ? unnamed_program : first_argument;
  char* const slash = std::strrchr(name, '/');
  library_state.program_name = name;
  library_state.program_short_name = slash == nullptr ? name : slash + 1;
}

std::size_t read_standard_input(char* buffer, std::size_t size) {
  machine().run().uses_host = true;
  machine().assume(Assumption::FixedInput);
  const std::string& input = machine().options().input;
  std::size_t& position = library_state.input_position;
  const std::size_t count = std::min(size, input.size() - std::min(position, input.size()));
  std::memcpy(buffer, input.data() + position, count);
  position += count;
  return count;
}

int standard_descriptor(const std::FILE* stream) {
  if (stream == standard_in) return 0;
  if (stream == standard_out) return 1;
  if (stream == standard_error) return 2;
  return -1;
}

std::FILE* standard_stream(int descriptor) {
  switch (descriptor) {
    case 0: return standard_in;
    case 1: return standard_out;
    case 2: return standard_error;
    default: return nullptr;
  }
}

void rewind_standard_input() {
  if (standard_in == nullptr) return;
  __fpurge(standard_in);
  clearerr_unlocked(standard_in);
  library_state.input_position = 0;
}

void reset_streams() {
  if (standard_in == nullptr) make_standard_streams();
  set_time_zone();
  const LibraryState before = library_state;
  library_state = LibraryState{};
  library_state.environment = before.environment;  // main sets these, before anything of the program runs
  library_state.program_name = before.program_name;
  library_state.program_short_name = before.program_short_name;
  library_state.in = standard_in;
  library_state.out = standard_out;
  library_state.error = standard_error;
  clearerr_unlocked(standard_out);
  clearerr_unlocked(standard_error);
  reset_cxx_streams();
}

// --- output

int guest_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_to_stream(Touch{QPOR_CALLED_BY}, standard_stream_of(1, QPOR_CALLED_BY), format, arguments);
  va_end(arguments);
  return result;
}

int guest_vprintf(const char* format, std::va_list arguments) {
  return print_to_stream(Touch{QPOR_CALLED_BY}, standard_stream_of(1, QPOR_CALLED_BY), format, arguments);
}

int guest_printf_chk(int, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = print_to_stream(Touch{QPOR_CALLED_BY}, standard_stream_of(1, QPOR_CALLED_BY), format, arguments);
  va_end(arguments);
  return result;
}

int guest_vprintf_chk(int, const char* format, std::va_list arguments) {
  return print_to_stream(Touch{QPOR_CALLED_BY}, standard_stream_of(1, QPOR_CALLED_BY), format, arguments);
}

int guest_puts(const char* text) {
  std::FILE* const out = standard_stream_of(1, QPOR_CALLED_BY);
  use_stream(out, QPOR_CALLER);
  if (std::fputs(text, out) == EOF) return EOF;
  return std::fputc('\n', out) == EOF ? EOF : 1;
}

int guest_putchar(int character) {
  std::FILE* const out = standard_stream_of(1, QPOR_CALLED_BY);
  use_stream(out, QPOR_CALLER);
  return std::fputc(character, out);
}

/// The caller has to keep other threads away.
int guest_putchar_unlocked(int character) {
  use_stream(library_state.out, QPOR_CALLER, StreamUse::Unlocked);
  return std::fputc(character, library_state.out);
}

void guest_perror(const char* text) {
  const int error = errno;
  touch_errno(Touch{QPOR_CALLED_BY});
  char unknown[32];
  const char* message = strerrordesc_np(error);
  if (message == nullptr) {
    std::snprintf(unknown, sizeof unknown, "Unknown error %d", error);
    message = unknown;
  }
  std::FILE* const stream = standard_stream_of(2, QPOR_CALLED_BY);
  if (text != nullptr && *text != '\0') {
    std::fprintf(stream, "%s: %s\n", text, message);
  } else {
    std::fprintf(stream, "%s\n", message);
  }
}

// A buffer could not be seen from outside but in the order of stdout and stderr, and there it would be in the way.
int guest_setvbuf(std::FILE* stream, char* buffer, int mode, std::size_t size) {
  return set_buffering(stream, buffer, mode, size);
}
void guest_setbuf(std::FILE* stream, char* buffer) {
  set_buffering(stream, buffer, buffer == nullptr ? _IONBF : _IOFBF, BUFSIZ);
}
void guest_setbuffer(std::FILE* stream, char* buffer, std::size_t size) {
  set_buffering(stream, buffer, buffer == nullptr ? _IONBF : _IOFBF, size);
}
void guest_setlinebuf(std::FILE* stream) { set_buffering(stream, nullptr, _IOLBF, 0); }

// --- input

int guest_getchar() {
  std::FILE* const in = standard_stream_of(0, QPOR_CALLED_BY);
  use_stream(in, QPOR_CALLER);
  return std::fgetc(in);
}

int guest_getchar_unlocked() {
  use_stream(library_state.in, QPOR_CALLER, StreamUse::Unlocked);
  return std::fgetc(library_state.in);
}

char* guest_gets(char* buffer) {
  std::FILE* const in = standard_stream_of(0, QPOR_CALLED_BY);
  use_stream(in, QPOR_CALLER);
  std::size_t size = 0;
  int character = 0;
  while ((character = std::fgetc(in)) != EOF && character != '\n') {
    buffer[size++] = static_cast<char>(character);
  }
  if (character == EOF && size == 0) return nullptr;
  buffer[size] = '\0';
  return buffer;
}

int guest_ungetc(int character, std::FILE* stream) {
  use_stream(stream, QPOR_CALLER);
  machine().run().uses_host = true;  // the stream keeps it in memory of the host
  return std::ungetc(character, stream);
}

}  // namespace qpor::frontend::native
