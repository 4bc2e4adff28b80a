// Atomics as events. The instrumented program calls a hook before each atomic instruction (instrument_atomics.h) with
// what it is going to do; when the operation's turn has come, the instruction itself runs, on the program's own memory.
// The engine keeps the value as well, so that it knows which compare-exchanges fail; which object an access is about is
// told in atomic_places.h. After each turn the two are compared. Larger atomics are not instructions but calls of the
// library __atomic_..., which have stand-ins here; of a value of more than 8 bytes the engine has a hash.
//
// What the engine cannot follow (sums of 16 bytes, of floating point numbers, bytes that are accessed in several sizes)
// makes the bytes a unit (units.h): every access but a load is then a write like any other.
//
// All is sequentially consistent: one operation after the other, whatever order the program asks for. The order that it
// asks for decides what the operation adds to happens-before (engine/execution/happens_before.h), by which races are
// judged.

#pragma once

#include <time.h>

#include <cstddef>
#include <cstdint>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"
#include "frontend/native/machine/fiber.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

// --- hooks

// `form` is the size and the memory orders (instrument_atomics.h). Values are zero-extended to two words. `function` is
// an engine::AtomicFunction.
void atomic_load_hook(const void* place, std::uint32_t form);
void atomic_store_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high);
void atomic_change_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high,
                        std::uint32_t function);
/// Of a counter (instrument_counters.h): `test` is an engine::CountTest.
void atomic_count_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high,
                       std::uint32_t function, std::uint32_t test, std::int32_t constant);
void atomic_compare_exchange_hook(const void* place, std::uint32_t form, std::uint64_t expected_low,
                                  std::uint64_t expected_high, std::uint64_t desired_low, std::uint64_t desired_high);
/// Whatever else changes it.
void atomic_write_hook(const void* place, std::uint32_t form);
/// Of no size.
void atomic_fence_hook(std::uint32_t form);

// --- announcing an access for a caller at `pc`

/// Which object an access is about.
struct AtomicAccess {
  ObjectRef object;
  std::uint32_t size = 0;
  std::uint32_t record = 0;  ///< in AtomicPlaces; kNone for a unit
  std::uint32_t life = 0;

  bool is_of_unit() const;
};
/// To be asked when the access is announced.
AtomicAccess atomic_access(const volatile void* place, std::size_t size);
/// The same for bytes that have to be a unit.
AtomicAccess unit_access(const volatile void* place, std::size_t size);

/// The same for a notification, which does not tell the size.
AtomicAccess notified_access(const volatile void* place);

/// The operation is to wait while the value is the same as in an earlier load (LastLoad::value).
struct Unless {
  bool is_given = false;
  std::int64_t value = 0;
};

/// As compilers number them; the bits above are hints for the processor. What is none counts as the strongest, as the
/// library does it.
engine::MemoryOrder order_of(std::uint32_t number);

// Values as of atomic_value().
void announce_load(const volatile void* place, std::size_t size, Address pc, engine::MemoryOrders orders = {},
                   Unless unless = {});
void announce_store(const volatile void* place, std::size_t size, std::uint64_t value, Address pc,
                    engine::MemoryOrders orders = {});
/// REQUIRES: size <= 8 if it is no exchange
void announce_change(const volatile void* place, std::size_t size, engine::AtomicFunction function,
                     std::uint64_t operand, Address pc, engine::MemoryOrders orders = {}, Unless unless = {});
/// An addition that is told at most whether the old value passes the test (engine/program/count.h), and so commutes
/// with others as long as that stays the same. Tells whether it does. `may_be_plain`: the caller would announce a
/// change at a plain site (plain_counters.h). REQUIRES: size <= 8
bool announce_count(const volatile void* place, std::size_t size, std::int64_t change, engine::CountTest test,
                    std::int32_t constant, Address pc, engine::MemoryOrders orders, bool may_be_plain = false);
void announce_compare_exchange(const volatile void* place, std::size_t size, std::uint64_t expected,
                               std::uint64_t desired, Address pc, engine::MemoryOrders orders = {}, Unless unless = {});
/// A plain access of bytes that are a unit.
void announce_plain(const volatile void* place, std::size_t size, bool is_write, Address pc);
/// Makes it a unit.
void announce_write(const volatile void* place, std::size_t size, Address pc, engine::MemoryOrders orders = {});
/// True when the thread has queued up, because the value is that one: the result of a load.
bool announce_enqueue(const AtomicAccess& access, std::int64_t value, Address pc);

// --- the library __atomic_..., by size

// __int128 is no word of the standard.
__extension__ using UnsignedInt128 = unsigned __int128;

void atomic_load_any(std::size_t size, const void* place, void* result, int order);
void atomic_store_any(std::size_t size, void* place, const void* value, int order);
void atomic_exchange_any(std::size_t size, void* place, const void* value, void* result, int order);
bool atomic_compare_exchange_any(std::size_t size, void* place, void* expected, const void* desired, int success,
                                 int failure);
bool atomic_is_lock_free(std::size_t size, const void* place);

template <class T>
T atomic_load(const T* place, int order);
template <class T>
void atomic_store(T* place, T value, int order);
template <class T>
T atomic_exchange(T* place, T value, int order);
template <class T>
bool atomic_compare_exchange(T* place, T* expected, T desired, int success, int failure);
template <class T>
T atomic_fetch_add(T* place, T value, int order);
template <class T>
T atomic_fetch_sub(T* place, T value, int order);
template <class T>
T atomic_fetch_and(T* place, T value, int order);
template <class T>
T atomic_fetch_or(T* place, T value, int order);
template <class T>
T atomic_fetch_xor(T* place, T value, int order);
template <class T>
T atomic_fetch_nand(T* place, T value, int order);

// --- waiting: atomic_waits.cc

/// Until the word is found to differ from `value` (false), or the thread has queued up at the object in `access`.
bool queue_up_while(const volatile std::int32_t* word, std::int32_t value, Address pc, AtomicAccess& access);

/// syscall(2): futexes only.
long system_call(long number, const std::int32_t* word, int operation, std::int32_t value, const timespec* time,
                 const void* other_word, std::uint32_t bits);

// What libstdc++ makes of std::atomic::wait and notify.
void library_wait(const void* pool, const std::int32_t* place, std::int32_t value);
void library_wait_bare(const std::int32_t* place, std::int32_t value);
void library_notify(const std::int32_t* place, bool is_for_all);
void library_enter_wait(const void* pool);
bool library_has_waiters(const void* pool);
/// Where to wait for a change of the atomic.
const void* library_wait_place(const void* atomic, const void* shared);

}  // namespace qpor::frontend::native
