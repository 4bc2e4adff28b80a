// State of the C library that the process has once, and that all threads share.
//
// Two kinds, by what the manual of glibc says of the functions that use it:
//  - `MT-Unsafe race:...` (strtok, gmtime, asctime, localeconv, mblen, drand48, getopt): bytes in memory of the
//  program, at a fixed place
//    below its code. The stand-ins announce what they access, so that uses which nothing orders are data races, and so
//    is reading a static buffer while another thread calls the function again.
//  - `MT-Safe`, because a lock is inside (rand and srand; reading a stream or a descriptor; atexit and
//    std::set_terminate): each call is an exclusive operation on one object, so that every order is explored. Only
//    where two threads of one run use the state: until then the calls are no operations, and when the second thread
//    comes, the exploration restarts (OrderedStates).
//
// Cost: nothing for programs that do not use it; a comparison for each call as long as one thread does.

#pragma once

#include <clocale>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/fiber.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

// --- bytes

/// Each member is what one group of functions races for.
struct ProcessState {
  alignas(16) char* strtok_place;
  alignas(16) std::tm time;  ///< what gmtime and localtime return
  alignas(16) char time_text[64];
  alignas(16) std::uint64_t random48;      ///< of drand48, lrand48, mrand48
  alignas(16) unsigned short old_seed[3];  ///< what seed48 returns
  alignas(16) char options;                ///< stands for all that getopt keeps
  alignas(16) int gamma_sign;              ///< `signgam`
  alignas(16) std::lconv conventions;      ///< what localeconv returns
  alignas(
      16) char conversions[16];  ///< the states that mblen, mbrtowc, ... keep unless given one: Conversion, checked.h
  alignas(16) char variables[sizeof(LibraryState)];  ///< only their shadow counts: see shadowed()
};
static_assert(sizeof(ProcessState) <= kCode - kRegion);

/// The functions that keep a state of conversion; rows of functions_checked.def have the numbers of the others.
enum class Conversion : std::uint8_t { Mbsrtowcs = 6, Mbsnrtowcs, Wcsrtombs, Wcsnrtombs };

inline constexpr Address kProcessState = kRegion;
inline ProcessState& process_state() { return *reinterpret_cast<ProcessState*>(kProcessState); }
/// Variables of the library that the program accesses (`environ`, `optind`, `stdout`) are in memory of the host
/// (library_state.h); accesses of them are looked at as if they were in the program's.
inline Address shadowed(Address address) {
  const Address offset = address - reinterpret_cast<Address>(&library_state);
  return offset < sizeof(LibraryState) ? kProcessState + offsetof(ProcessState, variables) + offset : address;
}
inline bool is_process_state(Address address) { return address - kProcessState < sizeof(ProcessState); }

/// A stream is a byte for each of its numbers, which only the shadow knows: functions that lock the stream access it
/// like an atomic, those that do not like a variable. Where code would be if there were so much, which no program
/// accesses.
inline constexpr Address kStreamLocks = kReadOnly - 64 * kMiB;

/// The member that the address is in: its bytes, and its name in reports; of no size when there is none.
struct ProcessStatePart {
  Address begin = 0;
  std::size_t size = 0;
  const char* name = "";
};
ProcessStatePart process_state_part(Address address);

// --- operations

enum class OrderedState : std::uint8_t { Random, Files, Handlers };
inline constexpr std::size_t kOrderedStates = 3;

/// What has turned out to be used by several threads, so that its uses are operations.
class OrderedStates {
 public:
  OrderedStates() = default;
  explicit OrderedStates(std::uint32_t bits) : bits_(bits) {}

  bool contains(OrderedState state) const { return (bits_ & bit(state)) != 0; }
  /// False when it was there.
  bool add(OrderedState state);
  bool is_empty() const { return bits_ == 0; }
  /// As Knowledge::library_states has them.
  std::uint32_t bits() const { return bits_; }

 private:
  static std::uint32_t bit(OrderedState state) { return std::uint32_t{1} << static_cast<unsigned>(state); }

  std::uint32_t bits_ = 0;
};
/// Handlers are the functions for exit and the one for std::terminate.
enum class Handlers : std::uint8_t { Exit, Terminate };

/// The object of an operation on it; `which`: the descriptor of a file, or which handlers.
ObjectRef shared_object(OrderedState state, std::uint64_t which);
bool is_shared_object(const ObjectRef& object);

// --- for stand-ins, on the stack of a fiber

/// Before the running thread uses the state. `user`: the only thread that did so far, in this run.
void use_shared_state(OrderedState state, std::uint64_t which, Slot& user, Address pc);
/// The same for the file behind a stream, a directory or a descriptor, or the standard input; others are left alone.
enum class StreamUse : std::uint8_t { Locked, Unlocked, UnlockedRead };
void use_stream(const void* stream, Address pc, StreamUse use = StreamUse::Locked);
void use_descriptor(int descriptor, Address pc);
/// The same for handlers, once there is a second thread: what main does before comes first anyway.
void use_handlers(Handlers which, Address pc);

}  // namespace qpor::frontend::native
