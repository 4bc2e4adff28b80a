// Counters of the program: atomic additions and subtractions whose result the program does not use, or only compares
// with constants. All that it is told is whether the old value passes one test, and so the operation is one that counts
// (engine/program/count.h): it commutes with others as long as none of them is told anything else. Intrusive reference
// counts are the case in point; "the last one in" and numbers of events are others. Whatever else is done to the same
// atomic stays what it is.
//
// The result is followed through additions of constants, phi nodes and selects, within the function; functions that do
// no more than to give it to their caller are inlined there first: members of std::atomic, decrement() of a library.
//
// Recognised are
//   x == c, x != c                     of any size
//   x < c, <=, >, >=     signed        of at least 4 bytes, with small constants: what is compared may be old - 1,
//                                      which wraps around far from where the engine takes sums for counts
//                        unsigned      where it means x == 0 or x != 0
// All comparisons of one result must come to the same test. Otherwise the operation is an atomic change like any other.

#pragma once

#include <cstdint>
#include <optional>

#include "engine/program/count.h"

namespace llvm {
class AtomicRMWInst;
class Function;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

/// Before an addition or subtraction that counts: place, form, operand, engine::AtomicFunction, engine::CountTest,
/// constant.
inline constexpr const char* kAtomicCountName = "qpor.atomic_count";

/// All that the program is told of the old value.
struct CounterTest {
  engine::CountTest test = engine::CountTest::None;
  std::int32_t constant = 0;
  bool operator==(const CounterTest&) const = default;
};

/// None when it is no counter. REQUIRES: locals are in registers
std::optional<CounterTest> counter_test(const llvm::AtomicRMWInst& change);

/// Inlines functions that give their callers the result of such an operation, where the callers only compare it.
/// `counts_stand_alone` as for add_atomic_hooks. REQUIRES: locals are in registers, and atomics have no hooks yet.
void inline_counters(llvm::Module& module, bool counts_stand_alone);

}  // namespace qpor::frontend::native
