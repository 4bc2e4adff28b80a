// What the C library remembers between calls and shows to the program in variables: the standard streams, the
// environment, where getopt stands. All of it is plain data in one place, which a checkpoint saves and restores with
// `Run`. What several threads may use is told of by process_state.h.
//
// The library's memory that a checkpoint cannot bring back, buffers of files above all, is behind `Run::uses_host`.

#pragma once

#include <cstdio>
#include <type_traits>

#include "frontend/native/guest/check/parked_message.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

struct LibraryState {
  std::FILE* in = nullptr;  ///< `stdin`
  std::FILE* out = nullptr;
  std::FILE* error = nullptr;
  char** environment = nullptr;  ///< `environ`
  char* program_name = nullptr;
  char* program_short_name = nullptr;
  std::size_t input_position = 0;  ///< of MachineOptions::input, what has been read
  Slot input_user = kNoSlot;       ///< of the standard input, as use_shared_state has it

  Slot exit_user = kNoSlot;  ///< of atexit, likewise
  Slot terminate_user = kNoSlot;

  std::uint64_t random = 1;       ///< of rand, as if srand(1) had been called
  Slot random_user = kNoSlot;     ///< of the thread that called rand or srand, or kSeveralSlots
  bool random_is_seeded = false;  ///< some thread called srand

  char* option_argument = nullptr;  ///< `optarg`
  char* option_letters = nullptr;   ///< the rest of a word of several letters
  int option_first = 1;             ///< where the word with these letters will be moved to
  int option_place = 1;             ///< and where it is
  int option_index = 1;
  int option_errors = 1;
  int option_unknown = '?';

  bool is_synchronised = true;     ///< std::ios_base::sync_with_stdio
  std::size_t next_locale_id = 0;  ///< one less than the next std::locale::id will hold

  char* stream_buffers[3] = {};  ///< what the program gave to the standard streams, which use none

  char is_single_threaded = 0;  ///< `__libc_single_threaded`: reference counts in C++ are atomic unless it is set
};
static_assert(std::is_trivially_copyable_v<LibraryState>);

/// A variable and not a function of the machine: the program is linked to the addresses of its members.
extern LibraryState library_state;

// --- for stand-ins, on the stack of a fiber

/// Parks the thread with a call that qpor does not run; the text tells the call and why.
[[noreturn]] void refuse_call(Address pc, const ParkedMessage& message);
template <class... Parts>
[[noreturn, gnu::noinline, gnu::cold]] void refuse(Address pc, const Parts&... parts) {
  refuse_call(pc, {parts...});
}

/// What strerror and strsignal return for unknown numbers: a block in the heap of the calling thread, another one each
/// time. The one before is gone then, and the last one when the thread ends.
char* message_buffer(Address pc);
void free_message_buffer(Address pc);

/// Numbers that depend on the thread's name and on how many it got.
std::uint64_t next_random();

/// The calling thread's clock, in nanoseconds since the beginning; asking for it takes a microsecond.
std::int64_t ask_clock();
void advance_clock(std::int64_t nanoseconds);
/// rdtsc and its like: the same clock, at 3 GHz.
std::int64_t cycles_hook();

}  // namespace qpor::frontend::native
