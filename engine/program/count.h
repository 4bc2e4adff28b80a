// Counting: an operation on an atomic that adds a constant and is told at most whether the old value passes a test.
// Reference counts are the case in point: a copy is told nothing, a drop whether it was the last one, a lock whether
// there was a reference left. As long as no order of such operations changes what any of them is told, they commute
// (stable_layer.h).
//
// With Operation::unless a count waits while its result would be that one.

#pragma once

#include <cstdint>
#include <string_view>

#include "engine/program/atomic_function.h"
#include "engine/program/ids.h"
#include "engine/program/operation.h"

namespace qpor::engine {

enum class CountTest : std::uint8_t {
  None,
  Equals,   ///< told: the old value is the constant
  Above,    ///< told: the old value is above the constant; only then is the change made
  Exceeds,  ///< told: the old value is above the constant; the change is made anyway
};

/// The second argument of an AtomicCount; the first is the change, which is signed.
constexpr Value count_code(CountTest test, std::int32_t constant, unsigned bytes) {
  return (static_cast<Value>(constant) * 256 + static_cast<Value>(test)) * 256 + static_cast<Value>(bytes);
}
constexpr unsigned count_bytes_in(Value code) { return static_cast<unsigned>(code & 127); }
/// For the frontend, which may come to take it for an AtomicChange.
constexpr Value with_may_be_plain(Value code) { return code | 128; }
constexpr bool may_be_plain(Value code) { return (code & 128) != 0; }
constexpr CountTest count_test_in(Value code) { return static_cast<CountTest>(code >> 8 & 255); }
constexpr std::int64_t count_constant_in(Value code) { return code >> 16; }

/// What it is told, when that is the old value.
constexpr bool passes(Value code, std::uint64_t old) {
  const std::int64_t value = sign_extended(old, count_bytes_in(code));
  switch (count_test_in(code)) {
    case CountTest::None: return false;
    case CountTest::Equals: return value == count_constant_in(code);
    case CountTest::Above:
    case CountTest::Exceeds: return value > count_constant_in(code);
  }
  return false;
}

/// What it adds, when it was told that. REQUIRES: an AtomicCount
constexpr std::int64_t change_of(const Operation& operation, std::int32_t outcome) {
  return count_test_in(operation.argument2) == CountTest::Above && outcome == 0 ? 0 : operation.argument;
}

constexpr std::string_view count_text(const Operation& operation) {
  if (operation.argument == 0) return "test_count";
  if (count_test_in(operation.argument2) == CountTest::Above) return "add_unless_zero";
  return operation.argument < 0 ? "fetch_sub" : "fetch_add";
}

}  // namespace qpor::engine
