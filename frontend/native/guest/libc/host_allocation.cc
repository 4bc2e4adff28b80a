// operator new and the allocation of exceptions, for the whole process. The C++ library's own code allocates for the
// program under test when that calls it (a std::string that grows, an exception that is thrown); such memory has to
// come from the program's heap, or restoring a checkpoint would free it twice or not at all. Which of the two it is for
// is told by the stack that the caller runs on; where it is to go back to, by its address.

#include <cstdlib>
#include <cstring>
#include <new>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/machine.h"

namespace {

using qpor::frontend::native::Address;
using qpor::frontend::native::has_machine;
using qpor::frontend::native::heap_allocate;
using qpor::frontend::native::heap_free;
using qpor::frontend::native::machine;

constexpr std::size_t kGrain = 16;

void* allocate(std::size_t size, std::size_t alignment) {
  if (has_machine() && machine().on_guest_stack()) return heap_allocate(size, alignment, 0);
  if (alignment <= kGrain) return std::malloc(size > 0 ? size : 1);
  return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const block = allocate(size, alignment);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void release(void* block) {
  if (has_machine() && machine().is_slot_address(reinterpret_cast<Address>(block))) return heap_free(block, 0);
  std::free(block);
}

// What the C++ runtime keeps before an exception object: sizeof(__cxa_refcounted_exception).
constexpr std::size_t kExceptionHeader = 128;

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, kGrain); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, kGrain); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, kGrain); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return allocate(size, kGrain); }
void operator delete(void* block) noexcept { release(block); }
void operator delete[](void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { release(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { release(block); }

extern "C" void* __cxa_allocate_exception(std::size_t size) noexcept {
  void* const block = allocate(size + kExceptionHeader, kGrain);
  if (block == nullptr) std::abort();
  std::memset(block, 0, kExceptionHeader);
  return static_cast<char*>(block) + kExceptionHeader;
}

extern "C" void __cxa_free_exception(void* exception) noexcept {
  release(static_cast<char*>(exception) - kExceptionHeader);
}

// What rethrows an exception that another thread may hold as well. The size is that of __cxa_dependent_exception,
// rounded up.
extern "C" void* __cxa_allocate_dependent_exception() noexcept {
  void* const block = allocate(kExceptionHeader, kGrain);
  if (block == nullptr) std::abort();
  std::memset(block, 0, kExceptionHeader);
  return block;
}

extern "C" void __cxa_free_dependent_exception(void* exception) noexcept { release(exception); }

namespace qpor::frontend::native {
void use_own_allocation() {}
}  // namespace qpor::frontend::native
