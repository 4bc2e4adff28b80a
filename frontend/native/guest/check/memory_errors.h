// Accesses and frees that the program must not make: of freed blocks, beyond blocks of the heap and beyond global
// variables, of stack frames that are gone, of bytes that nobody has written. Decided by what the heap, the linker and
// the fibers know; the shadow only keeps accesses that were right before from asking again.
//
// Bytes that nobody has written (MachineOptions::finds_uninitialised): behind each block there is a mark for each byte,
// inside the guest's memory, so that it goes back with a checkpoint. The bytes begin as kUnwrittenByte; one that has
// another value was written, by whatever code, so that functions of the library whose writes nobody sees cause no false
// alarm. A read is reported when none of its bytes was written: compilers copy structures with their padding.
//
// The messages leave out names, which only the host knows: memory_text.h completes them.
//
// Cost: O(log blocks) or O(log variables), and linear in the size where marks are kept.

#pragma once

#include <cstddef>
#include <cstdint>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

enum class Access : std::uint8_t {
  Read,
  Write,
  Copy,  ///< a read by memcpy and its kin, which may be of bytes that nobody has written
};

/// What is wrong, if anything is. Owns no memory.
struct MemoryError {
  bool is_wrong = false;
  FailureKind kind{};
  ParkedMessage message;
};

/// `running` makes the access, and its frames are at `stack_pointer` and above.
MemoryError access_error(const Machine& machine, Slot running, Address stack_pointer, Address begin, std::size_t size,
                         Access access, const Use* use = nullptr);
/// A local variable of that size, by its number.
struct LocalExtent {
  Address begin;
  std::size_t size;
  std::uint32_t local;
};

/// Bytes around an address that every thread may access as long as no block is freed; empty when that is not known.
Extent accessible_around(const Machine& machine, Address address);
/// Of free, delete, delete[] or realloc, as `allocator` and `is_realloc` say. `told_size`: of what the program believes
/// to delete.
MemoryError free_error(const Machine& machine, Address address, Allocator allocator, bool is_realloc,
                       std::size_t told_size = kUnknownSize);

/// The lowest frame of the program itself, above those of stand-ins, from the frame of one of these; 0 when unknown.
Address program_stack_pointer(const Machine& machine, Slot slot, Address frame);

// --- on the stack of a fiber

/// Is that access of the running thread outside of what it may touch? Then parks the thread with the defect; otherwise
/// comes back.
/// `use`: an operation on a primitive, for the text. `frame`: of the hook or stand-in, where the caller's is not linked
/// to it.
void check_access(Address begin, std::size_t size, bool is_write, Address pc, const Use* use = nullptr,
                  const void* frame = nullptr);
/// The same for a read that the program perhaps does not make: takes "safe" away instead. Is it outside?
bool check_doubtful_read(Address begin, std::size_t size, Address pc);
/// The same for memory outside of the program's range of addresses.
void check_foreign_access(Address begin, std::size_t size, bool is_write, Address pc);
/// The same for both sides of a copy, before it is made: the bytes are afterwards as written as those they come from.
void copy_access(Address to, Address from, std::size_t size, Address pc);
/// Parks the thread: the access is not within the local.
[[noreturn]] void fail_outside_of_local(Address begin, std::size_t size, bool is_write, const LocalExtent& local,
                                        Address pc);
/// Parks the thread when it must not free that.
void check_free(Address address, Allocator allocator, bool is_realloc, Address pc,
                std::size_t told_size = kUnknownSize);

/// REQUIRES: block.has_marks, and the bytes are in the block
void mark_written(const Block& block, Address begin, std::size_t size);
/// Of bytes that are copied, while those they come from are as they were. Does nothing where no marks are kept.
void copy_marks(Address to, Address from, std::size_t size);

}  // namespace qpor::frontend::native
