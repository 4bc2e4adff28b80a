// Small programs of threads that order their plain accesses by atomics of all memory orders, fences, locks and
// semaphores, for the fuzzer of happens-before. ordered_oracle.h decides which of them have a data race.
//
// Memory is a few ints: kOrderedPlain that are accessed plainly, then kOrderedAtomics that are accessed atomically and
// now and then plainly. A thread has two registers: r, the result of its last atomic operation or attempt, on which it
// branches; and q, a digest of its plain reads, on which nothing depends. So races change no path. Main is thread 0,
// creates the others, and joins them all.
//
// Invariant: each program ends under every schedule, or has a deadlock; a thread unlocks only what it has locked.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qpor::oracle {

inline constexpr int kOrderedPlain = 3;
inline constexpr int kOrderedAtomics = 3;
inline constexpr int kOrderedPlaces = kOrderedPlain + kOrderedAtomics;
inline constexpr int kOrderedObjects = 2;     ///< mutexes; also semaphores; also reader-writer locks
inline constexpr int kMaxOrderedThreads = 4;  ///< with main

/// As memory is laid out: the ints, then r and q of each thread, 8 bytes each.
inline constexpr std::size_t kOrderedRegisters = 4 * kOrderedPlaces;
inline constexpr std::size_t ordered_bytes(std::size_t threads) { return kOrderedRegisters + 16 * threads; }

/// Order of an atomic operation or a fence, as C11 names them.
enum class Order : std::uint8_t { Relaxed, Consume, Acquire, Release, AcquireRelease, SequentiallyConsistent };

enum class OrderedKind : std::uint8_t {
  Read,             ///< q = 4 q + place
  Write,            ///< place = value
  Load,             ///< r = place
  Store,            ///< place = value
  Exchange,         ///< r = place, place = value
  FetchAdd,         ///< r = place, place += value
  Add,              ///< place += value: r is not told
  AddIfLast,        ///< r = whether place was `expected`, place += value
  AddIfAbove,       ///< r = whether place was above `expected`, place += value
  CompareExchange,  ///< r = whether place was `expected`, which then becomes value
  Fence,
  SignalFence,  ///< orders nothing between threads
  Lock,
  TryLock,  ///< r = whether it was taken
  Unlock,
  Post,
  Wait,
  TryWait,  ///< r = whether it was taken
  ReadLock,
  WriteLock,
  TryReadLock,   ///< r = whether it was taken
  TryWriteLock,  ///< r = whether it was taken
  ReadUnlock,
  WriteUnlock,
  Create,
  Join,
  SkipUnless,  ///< passes over the next `number` instructions unless r is `expected`: no step of its own
};

struct OrderedInstruction {
  OrderedKind kind{};
  int number = 0;  ///< of the place, the object or the thread; of instructions that are passed over
  int value = 0;
  int expected = 0;
  Order order = Order::Relaxed;
  Order failure = Order::Relaxed;  ///< of a compare-exchange that fails
};

using OrderedThread = std::vector<OrderedInstruction>;

struct OrderedProgram {
  std::vector<OrderedThread> threads;
};

OrderedProgram random_ordered_program(std::uint64_t seed);
/// One in which most operations on atomics are additions that are told at most whether a test holds.
OrderedProgram random_counting_program(std::uint64_t seed);

std::size_t plain_accesses(const OrderedProgram& program);
/// Without all plain accesses but those of that place.
OrderedProgram with_plain_accesses_of(const OrderedProgram& program, int place);

/// All programs with one instruction less, a block or a section counting as one.
std::vector<OrderedProgram> smaller_ordered_programs(const OrderedProgram& program);

/// One file with all of them, which its first argument chooses from. Each prints where its memory is before it does
/// anything else; registers are written there when a thread ends.
std::string to_c_text(const std::vector<OrderedProgram>& programs);

}  // namespace qpor::oracle
