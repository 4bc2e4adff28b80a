// What a thread knows of its own dealings with the program's objects: how often it holds a read lock, how many times it
// came to a barrier, its values of keys, static local variables that it found, latches and barriers that it made or
// left. A list in the thread's own heap, so that it goes with a checkpoint and is a function of the thread's past.
// Looking something up takes time in the number of such objects, which are few.

#pragma once

#include <cstdint>
#include <type_traits>

#include "frontend/native/machine/fiber.h"

namespace qpor::frontend::native {

struct Record {
  enum class Kind : std::uint64_t { ReadHolds, Arrivals, Key, Specific, Initialised, Latch, Drops, Made };
  Kind kind{};
  Address address = 0;      ///< of the object, or a key
  std::uint64_t which = 0;  ///< as in ObjectRef
  std::int64_t value = 0;
  Address next = 0;
};
static_assert(std::has_unique_object_representations_v<Record>, "bytes without a meaning would differ between runs");

/// Null when there is none.
Record* find_record(const Fiber& fiber, Record::Kind kind, Address address, std::uint64_t which = 0);
/// Of the running thread; made with a value of 0 when there is none.
Record& own_record(Record::Kind kind, Address address, std::uint64_t which = 0);

/// For objects that one place may have many of, one after the other: the running thread, and how many it has made.
std::uint64_t next_object_number();

}  // namespace qpor::frontend::native
