// std::cout, cerr, clog and cin of the program under test: streams of ours on top of its stdout, stderr and stdin, so
// that output of C and of C++ comes in the order of the calls.
//
// Their format (hex, precision, ...) and state are reset at the beginning of each run, but are not in a checkpoint:
// a program that sets them in one operation's wake and relies on them after the next may print otherwise after a
// restore. Only the text of the output can differ.

#include <ext/stdio_sync_filebuf.h>

#include <cstring>
#include <iostream>
#include <new>
#include <sstream>

#include "frontend/native/libc.h"
#include "frontend/native/library_state.h"
#include "frontend/native/stdio.h"

namespace qpor::frontend::native {

alignas(std::ostream) char guest_cout[sizeof(std::ostream)];
alignas(std::ostream) char guest_cerr[sizeof(std::ostream)];
alignas(std::ostream) char guest_clog[sizeof(std::ostream)];
alignas(std::istream) char guest_cin[sizeof(std::istream)];

namespace {

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;

/// They live as long as the process: the program's destructors may write after everything else is gone.
alignas(Buffer) char out_buffer[sizeof(Buffer)];
alignas(Buffer) char error_buffer[sizeof(Buffer)];
alignas(Buffer) char in_buffer[sizeof(Buffer)];
bool exists = false;

/// The streams as they are after a reset, byte for byte: most programs leave them so, and comparing is cheaper.
struct Image {
  char out[sizeof guest_cout];
  char error[sizeof guest_cerr];
  char log[sizeof guest_clog];
  char in[sizeof guest_cin];
} image;

void remember_streams() {
  std::memcpy(image.out, guest_cout, sizeof guest_cout);
  std::memcpy(image.error, guest_cerr, sizeof guest_cerr);
  std::memcpy(image.log, guest_clog, sizeof guest_clog);
  std::memcpy(image.in, guest_cin, sizeof guest_cin);
}

bool streams_are_as_remembered() {
  return std::memcmp(image.out, guest_cout, sizeof guest_cout) == 0 &&
         std::memcmp(image.error, guest_cerr, sizeof guest_cerr) == 0 &&
         std::memcmp(image.log, guest_clog, sizeof guest_clog) == 0 &&
         std::memcmp(image.in, guest_cin, sizeof guest_cin) == 0;
}

template <typename Type>
Type& in(char* place) {
  return *std::launder(reinterpret_cast<Type*>(place));
}

/// The tables that libstdc++ makes at the first use of a number format and keeps for ever. They must be made here, in
/// the host's memory: what a program allocates on its own stack is gone with the run.
void make_tables() {
  std::stringstream text;
  text << 1 << ' ' << 1.5 << ' ' << true << ' ' << static_cast<const void*>(&text);
  long number = 0;
  double fraction = 0;
  text >> number >> fraction;
}

void make_streams() {
  make_tables();
  new (out_buffer) Buffer(library_state.out);
  new (error_buffer) Buffer(library_state.error);
  new (in_buffer) Buffer(library_state.in);
  new (guest_cout) std::ostream(&in<Buffer>(out_buffer));
  new (guest_cerr) std::ostream(&in<Buffer>(error_buffer));
  new (guest_clog) std::ostream(&in<Buffer>(error_buffer));
  new (guest_cin) std::istream(&in<Buffer>(in_buffer));
  exists = true;
}

constexpr std::ios_base::fmtflags kUsual = std::ios_base::skipws | std::ios_base::dec;

void reset(std::ios& stream, Buffer& buffer, std::ios_base::fmtflags flags, std::ostream* tied) {
  stream.exceptions(std::ios_base::goodbit);
  stream.rdbuf(&buffer);  // clears the state too
  stream.flags(flags);
  stream.precision(6);
  stream.width(0);
  stream.fill(' ');
  stream.tie(tied);
}

}  // namespace

void reset_cxx_streams(bool input_was_read) {
  if (!exists) {
    make_streams();
  } else if (!input_was_read && streams_are_as_remembered()) {
    return;
  }
  auto& out = in<std::ostream>(guest_cout);
  auto& error = in<Buffer>(error_buffer);
  if (input_was_read) {  // forget the last character, which could be put back
    in<Buffer>(in_buffer).~Buffer();
    new (in_buffer) Buffer(library_state.in);
  }
  reset(out, in<Buffer>(out_buffer), kUsual, nullptr);
  reset(in<std::ostream>(guest_cerr), error, kUsual | std::ios_base::unitbuf, &out);
  reset(in<std::ostream>(guest_clog), error, kUsual, nullptr);
  reset(in<std::istream>(guest_cin), in<Buffer>(in_buffer), kUsual, &out);
  remember_streams();
}

}  // namespace qpor::frontend::native
