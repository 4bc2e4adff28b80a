// Small programs of threads with plain accesses of shared memory, for the fuzzer of data races and of
// --memory=interleave. Unlike the twins of c_program.h they have no counterpart in the model language: bytes that are
// accessed in several sizes are what they are about. plain_oracle.h says what they do.
//
// All memory is one array, so that variables of every size lie side by side in the cells of the shadow memory. A thread
// has one register, r. Main is thread 0, creates the others, and joins them all; it may access memory itself.
//
// Invariant: each program ends under every schedule, or has a deadlock; nobody unlocks what is not his.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace qpor::oracle {

inline constexpr std::size_t kPlainBytes = 32;  ///< of the memory that all threads share
inline constexpr int kPlainMutexes = 2;
inline constexpr int kMostPlainThreads = 4;  ///< with main

enum class PlainKind : std::uint8_t {
  Read,             ///< r = memory
  Write,            ///< memory = value, or r + value
  AtomicLoad,       ///< r = memory
  AtomicStore,      ///< memory = value
  AtomicAdd,        ///< r = memory, memory += value
  CompareExchange,  ///< r = whether memory was `expected`, which then becomes value
  Lock,
  Unlock,
  Create,
  Join,
  SkipUnless,  ///< passes over the next `number` instructions unless r is `expected`: no step of its own
};

struct PlainInstruction {
  PlainKind kind{};
  std::uint32_t offset = 0;  ///< of an access
  std::uint32_t size = 0;
  std::uint64_t value = 0;
  std::uint64_t expected = 0;
  bool adds_register = false;
  int number = 0;  ///< of the mutex or the thread; of instructions that are passed over

  bool operator==(const PlainInstruction&) const = default;
};

using PlainThread = std::vector<PlainInstruction>;

struct PlainProgram {
  std::vector<PlainThread> threads;
};

PlainProgram random_plain_program(std::uint64_t seed);

/// Functions and variables of it, all with that prefix, and PREFIXmain(), which prints where the memory is before it
/// does anything else. Behind the memory are the registers of those threads that have ended, 8 bytes for each.
std::string to_c_text(const PlainProgram& program, const std::string& prefix);
/// One file with all of them, which its first argument chooses from.
std::string to_c_text(const std::vector<PlainProgram>& programs);

}  // namespace qpor::oracle
