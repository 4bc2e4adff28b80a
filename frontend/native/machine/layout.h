// Where everything of a program under test lies in memory. One range of addresses that is the same in every run, so
// that a pointer of the program has the same value whenever the thread that made it did the same things before:
//
//   code | read-only data | globals          below 2 GiB in all, as the small code model of x86-64 wants it
//   one slot per thread:   guard | stack | thread-local variables | Fiber || heap of the thread
//
// Slots are a power of two apart. What lies before the || is shifted a little further in each (Machine::origin).
//
// A slot belongs to a thread's name (its creator and the ordinal of the create), not to the order in which threads are
// found (slots.h), and each thread allocates from its own slot: addresses are functions of the thread's own past.
// The used part of a slot is two pieces, from the stack pointer to the end of the Fiber and from the beginning of the
// heap to its top; few threads have a heap, which makes a checkpoint one copy per thread as a rule.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace qpor::frontend::native {

using Address = std::uintptr_t;

/// Bytes [begin, end).
struct Extent {
  Address begin = 0;
  Address end = 0;
};

inline constexpr std::size_t kMiB = std::size_t{1} << 20;
inline constexpr std::size_t kPage = 4096;

/// Far from where Linux puts executables, libraries and heaps, and from the shadow of the sanitizers.
inline constexpr Address kRegion = 0x2000'0000'0000;

inline constexpr Address kCode = kRegion + kPage;  ///< libgcc overlooks code at a multiple of 4 GiB
inline constexpr Address kReadOnly = kRegion + 256 * kMiB;
inline constexpr Address kGlobals = kRegion + 512 * kMiB;
inline constexpr Address kGlobalsEnd = kRegion + 2047 * kMiB;

inline constexpr Address kSlots = kRegion + 4096 * kMiB;
inline constexpr std::size_t kMostThreads = 4096;

/// The number of a slot, and of the thread to the program: all that a program is shown of a thread is made of it. What
/// the engine calls the thread (engine::ThreadId) is another number, which the program never sees.
enum class Slot : std::uint16_t {};
inline constexpr Slot kMainSlot{0};
inline constexpr Slot kNoSlot{std::numeric_limits<std::uint16_t>::max()};
inline constexpr Slot kSeveralSlots{std::numeric_limits<std::uint16_t>::max() - 1};  ///< where one is expected
constexpr std::uint32_t index(Slot slot) { return static_cast<std::uint32_t>(slot); }
constexpr bool slot_is_possible(Slot slot) { return index(slot) < kMostThreads; }
/// kNoSlot when the number is too large.
constexpr Slot slot_number(std::size_t number) {
  return number < kMostThreads ? static_cast<Slot>(static_cast<std::uint16_t>(number)) : kNoSlot;
}

inline constexpr std::size_t kGuardSize = kMiB;           ///< below each stack; functions probe their larger frames
inline constexpr std::size_t kSmallestStack = 16 * 1024;  ///< stand-ins run on it, printf among them
inline constexpr std::size_t kSmallestHeap = kMiB;        ///< the arguments of the program have to fit
/// By so much the mapped part of a heap grows; what lies beyond is not there, so that wild pointers are found.
inline constexpr std::size_t kHeapPortion = 256 * 1024;
constexpr std::size_t rounded_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }
/// The last address that a slot may use; kMostThreads slots have to end before.
inline constexpr Address kSlotsEnd = 0x4000'0000'0000;

}  // namespace qpor::frontend::native
