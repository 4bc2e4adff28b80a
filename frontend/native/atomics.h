// Atomics as events. The instrumented program calls a hook before each atomic instruction (instrument_atomics.h); when
// the operation's turn has come, the instruction itself runs, on the program's own memory. The engine knows an atomic
// by its address, and of its value only how often it was written. Larger ones are not instructions but calls of the
// library __atomic_..., which have stand-ins here.
//
// All is sequentially consistent: one operation after the other, whatever order the program asks for.

#pragma once

#include <time.h>

#include <cstddef>
#include <cstdint>

#include "frontend/native/layout.h"

namespace qpor::frontend::native {

// --- hooks

void atomic_load_hook(const void* place, std::uint32_t size);
void atomic_write_hook(const void* place);

// --- the library __atomic_..., by size

// __int128 is no word of the standard.
__extension__ using UnsignedInt128 = unsigned __int128;

/// Announce an access for a caller at `pc`.
void announce_load(const volatile void* place, std::uint32_t size, Address pc);
void announce_write(const volatile void* place, Address pc);

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
