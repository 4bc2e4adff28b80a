// err(3), warn(3) and error(3): a line on stderr, and the end of the program for some of them.

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "frontend/native/guest/libc/errno_slot.h"
#include "frontend/native/guest/libc/formats.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr int kNoError = -1;
constexpr int kThisError = -2;  ///< that of the thread

void print_message(const Touch& touch, const char* name, int error, const char* format, std::va_list arguments) {
  if (error == kThisError) {
    error = errno;
    touch_errno(touch);
  }
  std::FILE* const stream = library_state.error;
  std::fprintf(stream, "%s: ", name);
  if (format != nullptr) print_to_stream(touch, stream, format, arguments);
  if (error != kNoError) {
    const char* const message = ::strerrordesc_np(error);
    std::fprintf(stream, "%s%s", format == nullptr ? "" : ": ", message == nullptr ? "Unknown error" : message);
  }
  std::fputc('\n', stream);
}

void print(const Touch& touch, int error, const char* format, std::va_list arguments) {
  print_message(touch, library_state.program_short_name, error, format, arguments);
}

}  // namespace

void guest_vwarn(const char* format, std::va_list arguments) {
  print(Touch{QPOR_CALLED_BY}, kThisError, format, arguments);
}
void guest_vwarnx(const char* format, std::va_list arguments) {
  print(Touch{QPOR_CALLED_BY}, kNoError, format, arguments);
}

void guest_warn(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print(Touch{QPOR_CALLED_BY}, kThisError, format, arguments);
  va_end(arguments);
}

void guest_warnx(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print(Touch{QPOR_CALLED_BY}, kNoError, format, arguments);
  va_end(arguments);
}

void guest_verr(int status, const char* format, std::va_list arguments) {
  print(Touch{QPOR_CALLED_BY}, kThisError, format, arguments);
  end_process(status, QPOR_CALLER, true);
}

void guest_verrx(int status, const char* format, std::va_list arguments) {
  print(Touch{QPOR_CALLED_BY}, kNoError, format, arguments);
  end_process(status, QPOR_CALLER, true);
}

void guest_err(int status, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print(Touch{QPOR_CALLED_BY}, kThisError, format, arguments);
  va_end(arguments);
  end_process(status, QPOR_CALLER, true);
}

void guest_errx(int status, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print(Touch{QPOR_CALLED_BY}, kNoError, format, arguments);
  va_end(arguments);
  end_process(status, QPOR_CALLER, true);
}

void guest_error(int status, int error, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  print_message(Touch{QPOR_CALLED_BY}, library_state.program_name, error == 0 ? kNoError : error, format, arguments);
  va_end(arguments);
  if (status != 0) end_process(status, QPOR_CALLER, true);
}

}  // namespace qpor::frontend::native
