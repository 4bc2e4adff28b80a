// Marks in the shadow of stacks: bytes that no access may touch. Functions have their locals with red zones around them
// (instrument_stack.h); a local whose address something else may know is marked when its block or its function ends.
//
// A cell with a mark has, instead of the words that shadow.h tells of,
//   write   kAskBit | kStackBit | the segment that put it << 9
//   read    kAskBit | kind << 54 | number of the local << 24 | bytes of the local in its last cell, if not 8, << 21
//           | cells between it and the beginning of the local
// The words of the current segment never look like that, so that instrumented code always calls the slow path, which
// asks memory_errors.h.
//
// Invariants
//  1. When a function runs, the cells of its locals with red zones have no marks but for those of blocks that are over,
//     and its red zones have marks. What lies elsewhere in its frame (saved registers, arguments of the next call, ...)
//     may have marks of functions that were there before; functions that get at it by pointers, such as parameters that
//     are passed by value in memory, clear them first. Frames that an exception or longjmp leaves are marked as a
//     whole.
//  2. A red zone limits accesses of the cell before it (StackMark::tail) only if that cell holds the end of its local.
//     Zones stay when their function returns: revive clears the limit of a stale one behind the bytes.
//  3. The frames of stand-ins and of libraries may have such marks, too: they mean nothing there.
//
// Cost: entering a function with such locals looks at their cells, inline unless there are many. Leaving one writes the
// cells of those whose address is known elsewhere, at most kMostMarked bytes of each.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "frontend/native/guest/check/shadow.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

struct StackMark {
  enum class Kind : std::uint8_t { Before, After, BlockEnded, FunctionReturned };
  Kind kind{};
  std::uint32_t local = 0;  ///< its number (Code::locals)
  Address variable = 0;     ///< where the local begins
  unsigned tail = 0;        ///< of After: bytes of the local in its last cell, or 0 when it has all of them
};

inline constexpr unsigned kMarkKindShift = 54;
inline constexpr unsigned kMarkLocalShift = 24;
inline constexpr unsigned kMarkTailShift = 21;

/// The word for the reads of a cell that has the mark, so many cells away from the beginning of the local.
constexpr std::uint64_t mark_word(StackMark::Kind kind, std::uint32_t local, std::uint64_t distance,
                                  std::uint64_t tail) {
  return kAskBit | static_cast<std::uint64_t>(kind) << kMarkKindShift | std::uint64_t{local} << kMarkLocalShift |
         tail << kMarkTailShift | (distance & ((std::uint64_t{1} << kMarkTailShift) - 1));
}

/// Of the cell with that address, if it has one.
std::optional<StackMark> stack_mark_at(Address address);

/// How large the local is after which the red zone with that mark lies.
std::size_t size_before_zone(Address address, const StackMark& mark);

/// Where a local with red zones lies in the part of the frame that holds them all. Made by instrument_stack.cc.
struct LocalPlace {
  std::uint32_t offset;
  std::uint32_t size;
};

struct FrameLocals {
  const LocalPlace* places;
  std::uint32_t count;
  std::uint32_t first;  ///< the number of the first; the others follow
  std::uint32_t size;   ///< of the whole, with the red zones
};

inline constexpr std::size_t kLeastZone = 16;     ///< bytes between two locals
inline constexpr std::size_t kMostMarked = 8192;  ///< of larger locals the first and the last bytes are marked

// --- hooks of the instrumented code

void enter_frame_hook(Address frame, const LocalPlace* places, std::uint32_t count, std::uint32_t first,
                      std::uint32_t size);
void enter_local_hook(Address begin, std::size_t size, std::uint32_t local);
/// The bytes below hold arguments of the next call.
void revive_hook(Address begin, std::size_t size);
void clear_local_hook(Address begin, std::size_t size);
void leave_block_hook(Address begin, std::size_t size, std::uint32_t local);
void leave_function_hook(Address begin, std::size_t size, std::uint32_t local);
/// An exception, or longjmp, has come to the caller: the frames below it are gone.
void landed_hook();
/// What is passed in memory lies at the end of the caller's frame, where the call is being prepared.
void outgoing_hook(std::size_t size);
/// An access of a local of that size which is not within it; does not come back.
void outside_hook(Address begin, std::size_t size, std::uint32_t is_write, Address variable, std::size_t variable_size,
                  std::uint32_t local);

}  // namespace qpor::frontend::native
