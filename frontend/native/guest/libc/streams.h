// std::cout, cerr, clog and cin of the program under test: streams of ours on top of its stdout, stderr and stdin, so
// that output of C and of C++ comes in the order of the calls.
//
// Invariants
//  1. All that the program can change of them (format, state, exceptions, buffer, locale, tied stream, iword) is in the
//     bytes of CxxStreams, or in the program's heap where these point to.
//  2. At the beginning of a run CxxStreams holds the same bytes every time, and a checkpoint saves and restores it.
//
// Their bytes are outside of the program's memory. Accesses of them are looked at as if they were at kStreamsShadow:
// state of a stream that threads use without order is a data race, as in any other object. Only the functions that
// write and read (operator<<, put, getline, ...) may be called concurrently ([iostream.objects.overview]), until
// sync_with_stdio(false) takes that away and their buffers are plain memory as well.
//
// Locales are libstdc++'s own. Its built-in facets count references, and it numbers facets: neither may depend on
// earlier runs (forget_locales).
//
// Cost: nothing for programs that use neither streams nor locales (Code::uses_cxx_streams). For others 1.3 KB are
// compared for each checkpoint, and copied when the program has changed them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <ostream>
#include <string_view>

#include <ext/stdio_sync_filebuf.h>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

struct CxxStreams {
  alignas(16) char out[sizeof(std::ostream)];
  alignas(16) char error[sizeof(std::ostream)];
  alignas(16) char log[sizeof(std::ostream)];
  alignas(16) char in[sizeof(std::istream)];
  alignas(16) char out_buffer[sizeof(__gnu_cxx::stdio_sync_filebuf<char>)];
  alignas(16) char error_buffer[sizeof(__gnu_cxx::stdio_sync_filebuf<char>)];
  alignas(16) char in_buffer[sizeof(__gnu_cxx::stdio_sync_filebuf<char>)];
};
/// A variable and not a function: the program is linked to the addresses of its members.
extern CxxStreams cxx_streams;

/// Where accesses of them are looked at: addresses of the program that no object of the program is at.
inline constexpr Address kStreamsShadow = kProcessState + kPage / 2;
static_assert(sizeof(ProcessState) + 16 <= kPage / 2 && kStreamsShadow + sizeof(CxxStreams) <= kCode);

/// At the beginning of a run: as a new process finds them.
void reset_cxx_streams();
/// Are they as at the beginning of a run?
bool are_cxx_streams_unchanged();
/// The library's counts of references to its own facets, which a run has changed, no longer matter. REQUIRES:
/// reset_cxx_streams has been called.
void forget_locales();

/// Does a program that refers to a symbol of that name use streams or locales?
bool is_of_cxx_streams(std::string_view symbol);
/// Is that one of the functions of std::ostream and std::istream that threads may call concurrently?
bool is_stream_function(std::string_view symbol);

/// The address that an access of the streams is looked at, or the same address.
inline Address stream_shadow(Address address) {
  const Address offset = address - reinterpret_cast<Address>(&cxx_streams);
  return offset < sizeof(CxxStreams) ? kStreamsShadow + offset : address;
}
inline bool is_stream_shadow(Address address) { return address - kStreamsShadow < sizeof(CxxStreams); }
/// The stream or buffer that the address is in, likewise.
ProcessStatePart stream_part(Address shadow);
/// What an access of a stream is: within one of its functions it races with none of another thread's.
AccessKind kind_of_stream_access(Address shadow, std::size_t size, AccessKind kind, Caller caller);

}  // namespace qpor::frontend::native
