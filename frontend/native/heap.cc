#include "frontend/native/heap.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "frontend/native/machine.h"

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kGrain = 16;
/// No machine has so much memory, so that programs may expect a null pointer. For less it is our limit that is reached.
constexpr std::size_t kAbsurd = std::size_t{1} << 46;
constexpr std::uint32_t kAllocated = 0x51a10c8du;
constexpr std::uint32_t kFreed = 0x7e1ea5edu;

std::uint32_t check_word(const Block* block, std::uint32_t state) {
  const auto address = reinterpret_cast<Address>(block);
  return state ^ static_cast<std::uint32_t>(address) ^ static_cast<std::uint32_t>(address >> 32);
}

std::size_t rounded(std::size_t size) { return (std::max<std::size_t>(size, 1) + kGrain - 1) / kGrain * kGrain; }

/// Blocks of one class have one size: powers of two, and the middle between two of them.
std::size_t class_of(std::size_t size) {
  const auto log = static_cast<std::size_t>(std::bit_width(size - 1));  // size <= 2^log
  const std::size_t middle = (std::size_t{1} << log) / 4 * 3;
  return std::min<std::size_t>(2 * (log - 4) + (size > middle ? 1 : 0), kSizeClasses - 1);
}

std::uint32_t place_of(Address pc) { return static_cast<std::uint32_t>(pc - kRegion); }

Address next_free(Address block) {
  Address next = 0;
  std::memcpy(&next, reinterpret_cast<const void*>(block + sizeof(Block)), sizeof next);
  return next;
}

void set_next_free(Address block, Address next) {
  std::memcpy(reinterpret_cast<void*>(block + sizeof(Block)), &next, sizeof next);
}

/// The oldest freed block of the class, if it fits and enough has been freed since.
void* reuse(Heap& heap, std::size_t size, std::size_t alignment, Address pc) {
  if (heap.freed_bytes <= kQuarantine || alignment > kGrain) return nullptr;
  const std::size_t kind = class_of(size);
  const Address found = heap.lists->oldest[kind];
  if (found == 0) return nullptr;
  auto* const block = reinterpret_cast<Block*>(found);
  if (block->size < size || block->size > 2 * size) return nullptr;
  heap.lists->oldest[kind] = next_free(found);
  if (heap.lists->oldest[kind] == 0) heap.lists->newest[kind] = 0;
  heap.freed_bytes -= block->size;
  block->check = check_word(block, kAllocated);
  block->allocated = place_of(pc);
  void* const bytes = block + 1;
  std::memset(bytes, 0, block->size);
  return bytes;
}

}  // namespace

void* heap_allocate(std::size_t size, std::size_t alignment, Address pc) {
  Machine& m = machine();
  Fiber& fiber = m.current();
  Heap& heap = fiber.heap;
  if (size > kAbsurd || alignment > kAbsurd) {
    errno = ENOMEM;
    return nullptr;
  }
  size = rounded(size);
  if (void* const again = reuse(heap, size, alignment, pc); again != nullptr) return again;
  alignment = std::max(alignment, kGrain);
  const Address bytes = (heap.top + sizeof(Block) + alignment - 1) / alignment * alignment;
  if (bytes + size > m.heap_end(fiber.thread)) {
    char text[96];
    std::snprintf(text, sizeof text, "the heap of a thread is full (--heap-size is %zu MiB)",
                  m.options().heap_size / kMiB);
    m.fail("limit", text, pc);
  }
  if (!m.extend_heap(fiber.thread, bytes + size)) m.fail("limit", "the system has no more memory", pc);
  auto* const block = reinterpret_cast<Block*>(bytes - sizeof(Block));
  block->size = size;
  block->check = check_word(block, kAllocated);
  block->allocated = place_of(pc);
  heap.top = bytes + size;
  return reinterpret_cast<void*>(bytes);
}

void heap_free(void* bytes, Address pc) {
  if (bytes == nullptr) return;
  Machine& m = machine();
  const auto address = reinterpret_cast<Address>(bytes);
  const bool is_in_heap = m.is_slot_address(address) && m.thread_of(address) < m.thread_bound() &&
                          address >= m.heap_begin(m.thread_of(address)) + sizeof(Block) &&
                          address < m.fiber(m.thread_of(address)).heap.top && address % kGrain == 0;
  Block* const block = static_cast<Block*>(bytes) - 1;
  if (!is_in_heap || (block->check != check_word(block, kAllocated) && block->check != check_word(block, kFreed))) {
    m.fail("invalid-free", "free of something that malloc did not return", pc);
  }
  if (block->check == check_word(block, kFreed)) m.fail("invalid-free", "double free", pc);
  block->check = check_word(block, kFreed);
  std::memset(bytes, kFreedByte, block->size);
  if (m.thread_of(address) != m.current().thread) return;
  Heap& heap = m.current().heap;
  const std::size_t kind = class_of(block->size);
  const auto freed = reinterpret_cast<Address>(block);
  set_next_free(freed, 0);
  if (heap.lists == nullptr) heap.lists = static_cast<FreeLists*>(heap_allocate(sizeof(FreeLists), kGrain, 0));
  FreeLists& lists = *heap.lists;
  if (lists.newest[kind] != 0) {
    set_next_free(lists.newest[kind], freed);
  } else {
    lists.oldest[kind] = freed;
  }
  lists.newest[kind] = freed;
  heap.freed_bytes += block->size;
}

bool heap_is_block(const void* bytes) {
  const Machine& m = machine();
  const auto address = reinterpret_cast<Address>(bytes);
  if (!m.is_slot_address(address) || address % kGrain != 0) return false;
  const std::uint32_t thread = m.thread_of(address);
  if (thread >= m.thread_bound() || address < m.heap_begin(thread) + sizeof(Block)) return false;
  const Block* const block = static_cast<const Block*>(bytes) - 1;
  return address < m.fiber(thread).heap.top && block->check == check_word(block, kAllocated);
}

std::size_t heap_usable_size(const void* bytes) {
  return bytes == nullptr ? 0 : (static_cast<const Block*>(bytes) - 1)->size;
}

void* heap_reallocate(void* bytes, std::size_t size, Address pc) {
  if (bytes == nullptr) return heap_allocate(size, kGrain, pc);
  const auto address = reinterpret_cast<Address>(bytes);
  if (!machine().is_slot_address(address) ||
      (static_cast<Block*>(bytes) - 1)->check != check_word(static_cast<Block*>(bytes) - 1, kAllocated)) {
    machine().fail("invalid-free", "realloc of something that malloc did not return, or that was freed", pc);
  }
  if (size == 0) {
    heap_free(bytes, pc);
    return nullptr;
  }
  // Always another block, so that pointers into the old one are found out.
  void* const moved = heap_allocate(size, kGrain, pc);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, bytes, std::min(size, heap_usable_size(bytes)));
  heap_free(bytes, pc);
  return moved;
}

const Block* heap_block_at(Address begin, Address top, Address address) {
  Address place = begin;
  while (place + sizeof(Block) <= top) {
    const auto* const block = reinterpret_cast<const Block*>(place);
    if (block->size == 0) {  // the gap before an aligned block
      place += kGrain;
      continue;
    }
    if (address < place + sizeof(Block) + block->size) {
      return address >= place + sizeof(Block) ? block : nullptr;
    }
    place += sizeof(Block) + block->size;
  }
  return nullptr;
}

}  // namespace qpor::frontend::native
