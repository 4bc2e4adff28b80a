// malloc for the program under test. Each thread allocates from the heap of its own slot, upwards, so that addresses
// depend on the thread's own past only. All memory is zero when it is handed out, or, with
// MachineOptions::finds_uninitialised, what malloc and new give is full of kUnwrittenByte.
//
// A block that its own thread frees may be used again, the oldest first, once kQuarantine bytes wait; with
// MachineOptions::reuses_heap the newest of the same size, at once. One that another thread frees never is, for when
// that happened is not in the allocating thread's past. Freed bytes are overwritten. To the shadow, handing out a block
// again is a write of it.
//
// Invariants
//  1. Before each block stands a Block, 32 bytes, whose check word tells a block from anything else. It is also what
//     lies between a block and its neighbour: no access that is right touches it.
//  2. Everything beyond Heap::top is zero.
//  3. Machine::blocks has the blocks of each heap.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/machine/fiber.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class Machine;

inline constexpr std::size_t kQuarantine = 64 * 1024;
inline constexpr std::size_t kUnknownSize = ~std::size_t{0};
inline constexpr unsigned char kFreedByte = 0xdd;
inline constexpr unsigned char kUnwrittenByte = 0xbe;

/// Who gave a block, and so who may take it back.
enum class Allocator : std::uint8_t {
  Own,  ///< a stand-in, for itself, or the C++ runtime: never lost, never unwritten, taken back by anybody
  Malloc,
  New,
  NewArray,
};

/// Stands before the bytes that the program sees.
struct Block {
  std::uint64_t size = 0;       ///< as asked for
  std::uint64_t room = 0;       ///< at least that; a multiple of 16
  std::uint32_t check = 0;      ///< allocated or freed, mixed with the address
  std::uint32_t allocated = 0;  ///< where: the return address as an offset in the region
  std::uint32_t freed = 0;      ///< where, likewise
  Slot freed_by = kMainSlot;    ///< of the thread; the one that allocated is the one whose heap it is
  Allocator allocator = Allocator::Own;
  bool has_marks = false;  ///< a bit for each byte follows behind the room: it has been written (memory_errors.h)

  void* bytes() { return this + 1; }
  Address begin() const { return reinterpret_cast<Address>(this + 1); }
  Address end() const { return begin() + size; }
  unsigned char* marks() const { return reinterpret_cast<unsigned char*>(begin() + room); }
  bool is_allocated() const;
  bool is_freed() const;
};
static_assert(sizeof(Block) == 32);

/// Null when no memory could ever hold it. A heap that is full parks the thread with a limit.
void* heap_allocate(std::size_t size, std::size_t alignment, Address pc, Allocator allocator = Allocator::Own);
/// The same with zeros, which count as written.
void* heap_allocate_zeros(std::size_t size, Address pc);
/// Of a null pointer: nothing. Of anything that is not an allocated block, or that another kind of function allocated:
/// parks the thread with "double-free", "invalid-free" or "mismatched-free"; likewise of one that has another size than
/// the program was told.
void heap_free(void* block, Address pc, Allocator allocator = Allocator::Own, std::size_t told_size = kUnknownSize);
void* heap_reallocate(void* block, std::size_t size, Address pc);
std::size_t heap_usable_size(const void* block);
/// Is that the beginning of an allocated block?
bool heap_is_block(const void* block);

/// The block, allocated or freed, that an address lies in; null when there is none. Cost: O(log blocks).
const Block* heap_block_at(const Machine& machine, Address address);
/// The last block that begins, with its header, at or before an address of a heap; null when there is none.
Block* heap_block_before(const Machine& machine, Address address);

}  // namespace qpor::frontend::native
