// What is said about a parked thread, as a list of parts, made on the stack of the program or in a signal handler: it
// owns no memory. Names are the host's to know: a thread, a variable and a place in the code stand there as numbers.
// memory_text.h makes an engine::Message of it.
//
// Invariants
//  1. parts_[0 .. count_) are the parts; the bytes of those that are text are in text_[0 .. size_). Nothing else is
//  set.
//  2. No two texts are neighbours.
//
// Text beyond kMaxText bytes is cut: what the program says of itself may be of any length.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "frontend/native/guest/check/noun.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// "4 bytes"
struct ByteCount {
  std::size_t count;
};
/// "worker.0"
struct ThreadRef {
  Slot slot;
};
/// A global variable that begins there.
struct VariableRef {
  Address begin;
};
/// "0x1000"
struct AddressRef {
  Address address;
};

/// The life of a block of the heap: ", allocated by main in line 3, freed by worker.0 in line 9".
struct BlockHistory {
  Slot allocated_by = kNoSlot;
  Slot freed_by = kNoSlot;
  Address allocated_at = 0;  ///< a return address, or 0
  Address freed_at = 0;
  bool was_freed = false;
};

class ParkedMessage {
 public:
  enum class Kind : std::uint8_t { Text, Number, Bytes, Thread, Variable, Address, History };
  struct Part {
    Kind kind;
    std::uint16_t begin;  ///< of a text
    std::uint64_t value;  ///< of a text its size
  };
  static constexpr std::size_t kMaxParts = 16;
  static constexpr std::size_t kMaxText = 512;

  template <class... Parts>
  ParkedMessage(const Parts&... parts) {
    (add(parts), ...);
  }
  ParkedMessage(const ParkedMessage& other) { *this = other; }
  ParkedMessage& operator=(const ParkedMessage& other);
  ~ParkedMessage() = default;

  void add(std::string_view text);
  void add(const char* text) { add(std::string_view(text)); }
  /// "a mutex"
  void add(const Noun& noun) {
    add(text_of(noun.article));
    add(noun.name);
  }
  template <std::integral Integer>
  void add(Integer number) {
    add(Kind::Number, static_cast<std::uint64_t>(number));
  }
  void add(ByteCount bytes) { add(Kind::Bytes, bytes.count); }
  void add(ThreadRef thread) { add(Kind::Thread, index(thread.slot)); }
  void add(VariableRef variable) { add(Kind::Variable, variable.begin); }
  void add(AddressRef address) { add(Kind::Address, address.address); }
  void add(const BlockHistory& history) {
    add(Kind::History, 0);
    history_ = history;
  }
  /// The parts of another message. It has no history beside that of this one.
  void add(const ParkedMessage& other);

  std::span<const Part> parts() const { return {parts_, count_}; }
  /// REQUIRES: part.kind is Text
  std::string_view text(const Part& part) const { return {text_ + part.begin, part.value}; }
  const BlockHistory& history() const { return history_; }

 private:
  void add(Kind kind, std::uint64_t value, std::size_t begin = 0);

  std::size_t count_ = 0;
  std::size_t size_ = 0;
  BlockHistory history_;
  Part parts_[kMaxParts];
  char text_[kMaxText];
};

}  // namespace qpor::frontend::native
