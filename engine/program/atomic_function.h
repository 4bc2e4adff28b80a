// What a read-modify-write makes of the value of an atomic: new = f(old, operand), on so many bytes. Values are
// unsigned 64-bit words here, zero-extended; sums and signs are those of the size.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string_view>

#include "engine/program/ids.h"

namespace qpor::engine {

enum class AtomicFunction : std::uint8_t {
  Exchange,
  Add,
  Sub,
  And,
  Or,
  Xor,
  Nand,
  Max,
  Min,
  UnsignedMax,
  UnsignedMin,
  AddUnlessZero,  ///< of a reference count (frontend/native/guest/sync/counts.h)
};

constexpr std::string_view text_of(AtomicFunction function) {
  constexpr std::string_view kTexts[] = {"exchange",  "fetch_add", "fetch_sub",  "fetch_and",
                                         "fetch_or",  "fetch_xor", "fetch_nand", "fetch_max",
                                         "fetch_min", "fetch_max", "fetch_min",  "add_unless_zero"};
  return kTexts[static_cast<std::size_t>(function)];
}

constexpr std::uint64_t truncated(std::uint64_t value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

constexpr std::int64_t sign_extended(std::uint64_t value, unsigned bytes) {
  const unsigned shift = bytes >= 8 ? 0 : 64 - 8 * bytes;
  return static_cast<std::int64_t>(value << shift) >> shift;
}

constexpr std::uint64_t changed(AtomicFunction function, unsigned bytes, std::uint64_t old, std::uint64_t operand) {
  const bool is_less = sign_extended(old, bytes) < sign_extended(operand, bytes);
  switch (function) {
    case AtomicFunction::Exchange: return operand;
    case AtomicFunction::Add: return truncated(old + operand, bytes);
    case AtomicFunction::Sub: return truncated(old - operand, bytes);
    case AtomicFunction::And: return old & operand;
    case AtomicFunction::Or: return old | operand;
    case AtomicFunction::Xor: return old ^ operand;
    case AtomicFunction::Nand: return truncated(~(old & operand), bytes);
    case AtomicFunction::Max: return is_less ? operand : old;
    case AtomicFunction::Min: return is_less ? old : operand;
    case AtomicFunction::UnsignedMax: return std::max(old, operand);
    case AtomicFunction::UnsignedMin: return std::min(old, operand);
    case AtomicFunction::AddUnlessZero: return old == 0 ? 0 : truncated(old + operand, bytes);
  }
  return old;
}

/// Function and size as the second argument of an AtomicChange.
constexpr Value change_code(AtomicFunction function, unsigned bytes) {
  return static_cast<Value>(function) * 256 + static_cast<Value>(bytes);
}
constexpr AtomicFunction function_in(Value code) { return static_cast<AtomicFunction>(code / 256); }
constexpr unsigned bytes_in(Value code) { return static_cast<unsigned>(code % 256); }

}  // namespace qpor::engine
