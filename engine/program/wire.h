// Bytes that travel: from one process to another one that runs the same program, or to a file and back. This file has
// the numbers and the envelope; wire_vocabulary.h has threads, objects and operations, wire_values.h Knowledge and
// Schedule, unfolding/wire_events.h events and configurations.
//
// A message is, with numbers of fixed size little-endian:
//   4 bytes   "qpor"
//   4 bytes   kWireVersion
//   4 bytes   wire_operations()
//   1 byte    WireKind
//   16 bytes  the fingerprint of the program
//   8 bytes   the size of the value
//   ...       the value
//   8 bytes   a checksum of everything before
// In the value numbers are in groups of 7 bits, the lowest first, and signed ones are folded (0, -1, 1, -2, ...), so
// that small ones take a byte.
//
// Invariants
//  1. No id of a process is in a message: threads, objects, operations and events are numbers of the message's own
//     tables, and these name threads by creator and ordinal and objects by their keys.
//  2. A value has one form: what was read, written again in the same order, gives the same bytes.
//  3. Reading never throws because of the bytes, never reads beyond them, and asks for no more memory than a fixed
//     multiple of their number. The first problem is kept; everything read after it is 0 or empty.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/program/fingerprint.h"

namespace qpor::engine {

/// Raised when the form of a message changes. Messages of another version are refused.
inline constexpr std::uint32_t kWireVersion = 1;
/// A hash of operation_kinds.def: bytes name kinds by number, so another table is another version.
std::uint32_t wire_operations();

enum class WireKind : std::uint8_t {
  Knowledge = 1,
  Schedule,
  Events,
  Configuration,
  // Of the frontend (report/wire_result.h).
  Begin,
  Defect,
  Progress,
  Outcome,
  NoOutcome
};

/// A value that was read, or one sentence without a full stop that says why there is none.
template <class T>
struct Received {
  std::optional<T> value;
  std::string problem;

  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

class WireWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint64_t value);
  void signed_number(std::int64_t value);
  void flag(bool value) { byte(value ? 1 : 0); }
  void fixed(std::uint64_t value, std::size_t bytes);
  void text(std::string_view value);
  void append(const WireWriter& other) { bytes_ += other.bytes_; }

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class WireReader {
 public:
  /// REQUIRES: the bytes outlive the reader.
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number();
  /// A number below `bound`; otherwise the problem is "NAME is no number that can be".
  std::uint64_t number_below(std::uint64_t bound, const char* name);
  std::int64_t signed_number();
  bool flag(const char* name) { return number_below(2, name) != 0; }
  std::uint64_t fixed(std::size_t bytes);
  std::string text();
  /// The length of a list whose elements take at least so many bytes each.
  std::size_t count(std::size_t bytes_each);

  bool is_good() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }
  /// The first one counts.
  void refuse(std::string sentence);
  /// To be called when the value has been read: nothing may be left.
  void finish();

  /// The value, unless there was a problem.
  template <class T>
  Received<T> received(T value) const {
    if (!is_good()) return {std::nullopt, problem_};
    return {std::move(value), {}};
  }

 private:
  std::string_view taken(std::size_t count);

  std::string_view rest_;
  std::string problem_;
};

std::string sealed(WireKind kind, const Fingerprint& program, const WireWriter& value);
/// The message that the bytes begin with, if it is whole: what it says that it is, and what opened() is to be given.
struct Sealed {
  WireKind kind{};
  std::string_view bytes;
};
std::optional<Sealed> first_sealed(std::string_view bytes);
/// Reads the value of a message; has a problem when it is no whole message of that kind and program.
WireReader opened(std::string_view bytes, WireKind kind, const Fingerprint& program);

}  // namespace qpor::engine
