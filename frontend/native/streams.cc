// std::cout, cerr, clog and cin of the program under test: streams of ours on top of its stdout, stderr and stdin, so
// that output of C and of C++ comes in the order of the calls.
//
// Their format (hex, precision, ...) and state are reset at the beginning of each run, but are not in a checkpoint:
// a program that sets them in one operation's wake and relies on them after the next may print otherwise after a
// restore. Only the text of the output can differ.

#include <ext/stdio_sync_filebuf.h>

#include <algorithm>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>

#include "frontend/native/accesses.h"
#include "frontend/native/layout.h"
#include "frontend/native/libc.h"
#include "frontend/native/library_state.h"
#include "frontend/native/machine.h"
#include "frontend/native/stdio.h"

namespace qpor::frontend::native {

alignas(std::ostream) char guest_cout[sizeof(std::ostream)];
alignas(std::ostream) char guest_cerr[sizeof(std::ostream)];
alignas(std::ostream) char guest_clog[sizeof(std::ostream)];
alignas(std::istream) char guest_cin[sizeof(std::istream)];

namespace {

/// What the program hands over to be written is read by it, and what it reads arrives in its memory. Calls that the
/// host's own code makes, when it formats numbers, are about memory of that code.
class Buffer final : public __gnu_cxx::stdio_sync_filebuf<char> {
 public:
  using stdio_sync_filebuf::stdio_sync_filebuf;

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    announce(text, size, AccessKind::Read, QPOR_CALLED_BY);
    return stdio_sync_filebuf::xsputn(text, size);
  }
  int_type underflow() override {
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::underflow();
  }
  int_type uflow() override {
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::uflow();
  }
  int_type pbackfail(int_type character) override {
    take_turn(QPOR_CALLER);
    return stdio_sync_filebuf::pbackfail(character);
  }
  std::streamsize xsgetn(char* to, std::streamsize size) override {
    const Caller caller = QPOR_CALLED_BY;
    take_turn(QPOR_CALLER);
    std::streamsize done = 0;
    while (done < size) {  // only what arrives is written
      char bytes[256];
      const std::streamsize wanted = std::min<std::streamsize>(size - done, sizeof bytes);
      const std::streamsize count = stdio_sync_filebuf::xsgetn(bytes, wanted);
      announce(to + done, count, AccessKind::Write, caller);
      std::memcpy(to + done, bytes, static_cast<std::size_t>(count));
      done += count;
      if (count < wanted) break;
    }
    return done;
  }

 private:
  /// Other threads may read between two characters.
  void take_turn(Address pc) { use_stream(file(), pc); }

  static void announce(const char* begin, std::streamsize size, AccessKind kind, Caller caller) {
    const auto pc = reinterpret_cast<Address>(caller.address);
    if (size <= 0 || !has_machine() || pc < kCode || pc >= kReadOnly || !machine().accesses().is_on()) return;
    machine().accesses().access(reinterpret_cast<Address>(begin), static_cast<std::size_t>(size), kind, caller);
  }
};

/// They live as long as the process: the program's destructors may write after everything else is gone.
alignas(Buffer) char out_buffer[sizeof(Buffer)];
alignas(Buffer) char error_buffer[sizeof(Buffer)];
alignas(Buffer) char in_buffer[sizeof(Buffer)];
bool exists = false;

/// The streams as they are at the beginning of a run, byte for byte.
struct Image {
  char out[sizeof guest_cout];
  char error[sizeof guest_cerr];
  char log[sizeof guest_clog];
  char in[sizeof guest_cin];
} image;

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
  auto& out = in<std::ostream>(guest_cout);
  in<std::ostream>(guest_cerr).setf(std::ios_base::unitbuf);
  in<std::ostream>(guest_cerr).tie(&out);
  in<std::istream>(guest_cin).tie(&out);
  for (char* each : {guest_cout, guest_cerr, guest_clog}) in<std::ostream>(each).fill();  // makes the character
  in<std::istream>(guest_cin).fill();
  std::memcpy(image.out, guest_cout, sizeof guest_cout);
  std::memcpy(image.error, guest_cerr, sizeof guest_cerr);
  std::memcpy(image.log, guest_clog, sizeof guest_clog);
  std::memcpy(image.in, guest_cin, sizeof guest_cin);
  exists = true;
}

}  // namespace

void reset_cxx_streams(bool input_was_read) {
  if (!exists) make_streams();
  if (input_was_read) {  // forget the last character, which could be put back
    in<Buffer>(in_buffer).~Buffer();
    new (in_buffer) Buffer(library_state.in);
  }
  std::memcpy(guest_cout, image.out, sizeof guest_cout);
  std::memcpy(guest_cerr, image.error, sizeof guest_cerr);
  std::memcpy(guest_clog, image.log, sizeof guest_clog);
  std::memcpy(guest_cin, image.in, sizeof guest_cin);
}

}  // namespace qpor::frontend::native
