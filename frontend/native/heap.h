// malloc for the program under test. Each thread allocates from the heap of its own slot, upwards, so that addresses
// depend on the thread's own past only. All memory is zero when it is handed out.
//
// A block that its own thread frees may be used again, the oldest first, once kQuarantine bytes wait; one that another
// thread frees never is, for when that happened is not in the allocating thread's past. Freed bytes are overwritten.
//
// Invariants
//  1. Before each block stands a Block, 16 bytes, whose check word tells a block from anything else.
//  2. Everything beyond Heap::top is zero.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/fiber.h"
#include "frontend/native/layout.h"

namespace qpor::frontend::native {

inline constexpr std::size_t kQuarantine = 64 * 1024;
inline constexpr unsigned char kFreedByte = 0xdd;

/// Stands before the bytes that the program sees.
struct Block {
  std::uint64_t size = 0;       ///< usable; a multiple of 16
  std::uint32_t check = 0;      ///< allocated or freed, mixed with the address
  std::uint32_t allocated = 0;  ///< where: the return address as an offset in the code
};
static_assert(sizeof(Block) == 16);

/// Null when no memory could ever hold it. A heap that is full parks the thread with a limit.
void* heap_allocate(std::size_t size, std::size_t alignment, Address pc);
/// Of a null pointer: nothing. Of anything that is not an allocated block: parks the thread with "invalid-free".
void heap_free(void* block, Address pc);
void* heap_reallocate(void* block, std::size_t size, Address pc);
std::size_t heap_usable_size(const void* block);
/// Is that the beginning of an allocated block?
bool heap_is_block(const void* block);

/// The block that holds an address, for reports; null when there is none. Cost: one pass over the heap.
const Block* heap_block_at(Address begin, Address top, Address address);

}  // namespace qpor::frontend::native
