// Things that the program did and qpor did not see, with the places of the program's own code that did them. Noted
// while the program runs, on its stack; kept for the whole exploration, whatever it goes back to.
//
// Invariants
//  1. Each triple of kind, name and place is there once, in the order in which they were first met.
//  2. There are at most kMaxUnseen; is_full() says that others were left out.
//
// Cost: a note hashes the triple and compares it once or twice; it takes no memory.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "frontend/native/machine/layout.h"
#include "frontend/program/unseen_kind.h"

namespace qpor::frontend::native {

using frontend::UnseenKind;

class UnseenThings {
 public:
  static constexpr std::size_t kMaxUnseen = frontend::kMaxUnseen;

  struct Entry {
    UnseenKind kind{};
    const char* name = nullptr;
    Address pc = 0;  ///< a return address in the program's own code
  };

  UnseenThings() { slots_.fill(kEmpty); }

  /// REQUIRES: `name` stays where it is as long as there is a machine.
  void note(UnseenKind kind, const char* name, Address pc);

  std::span<const Entry> entries() const { return {entries_.data(), count_}; }
  bool is_full() const { return is_full_; }

 private:
  static constexpr std::size_t kSlots = 2 * kMaxUnseen;
  static constexpr std::uint16_t kEmpty = 0xffff;

  std::array<Entry, kMaxUnseen> entries_;
  std::array<std::uint16_t, kSlots> slots_;  ///< positions in entries_, by open addressing
  std::size_t count_ = 0;
  bool is_full_ = false;
};

// What instrumented code calls; kUnseenName and kUnseenHereName in instrument.h.

/// From a function that only notes and goes on to the real one: its own return address and frame.
void unseen_call_hook(unsigned kind, const char* name, const void* return_address, const void* frame);
/// Just before the thing itself.
void unseen_hook(unsigned kind, const char* name);

}  // namespace qpor::frontend::native
