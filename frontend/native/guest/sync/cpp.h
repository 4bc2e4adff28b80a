// Stand-ins for what the C++ library offers threads: std::thread, condition variables, futures, and the runtime's part
// in static local variables and exceptions. Most of the library is inline code over pthreads, which has its own
// stand-ins; here is what would block, or what has a simpler meaning as one operation.
//
// Parameters are what the Itanium ABI makes of them: `this` first, objects that are not trivial by address.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

// cpp_threads.cc

/// std::thread::_M_start_thread: takes the state from *state, a std::unique_ptr.
void cpp_thread_start(pthread_t* self, std::thread::_State** state, void (*depend)());
void cpp_thread_join(pthread_t* self);
void cpp_thread_detach(pthread_t* self);
void cpp_thread_destroy(pthread_t* self);
unsigned cpp_hardware_concurrency();

/// std::lock begins; one of its rounds has come to an end, perhaps in vain.
void cpp_lock_begin(unsigned mutexes);
void cpp_lock_failed(int has_failed);

// cpp_conditions.cc

void cpp_condition_construct(std::condition_variable* condition);
/// Takes what functions for the end of the process take, for it may be one.
void cpp_condition_destroy(void* condition);
void cpp_condition_wait(std::condition_variable* condition, std::unique_lock<std::mutex>* lock);
void cpp_condition_notify_one(std::condition_variable* condition);
void cpp_condition_notify_all(std::condition_variable* condition);
void cpp_notify_all_at_thread_exit(std::condition_variable* condition, std::unique_lock<std::mutex>* lock);

// cpp_once.cc

void cpp_once_flag_construct(std::once_flag* flag);
int cxa_guard_acquire(std::uint64_t* guard);
void cxa_guard_release(std::uint64_t* guard);
void cxa_guard_abort(std::uint64_t* guard);

// cpp_futures.cc: the word that says whether a shared state is ready, std::__atomic_futex_unsigned. To the engine it is
// a variable with a value, so that waiting for it is one operation that commutes with those of others who wait.

void cpp_status_construct(unsigned* status, unsigned value);
unsigned cpp_status_load(unsigned* status, int order);
void cpp_status_load_when_equal(unsigned* status, unsigned value, int order);
void cpp_status_store(unsigned* status, unsigned value, int order);
/// The time is up. The two kinds differ in the clock.
unsigned cpp_status_wait_until(unsigned* status, unsigned assumed, unsigned value, bool is_equal, int order,
                               bool has_timeout, std::int64_t seconds, std::int64_t nanoseconds);
unsigned cpp_status_wait_until_steady(unsigned* status, unsigned assumed, unsigned value, bool is_equal, int order,
                                      bool has_timeout, std::int64_t seconds, std::int64_t nanoseconds);
// In bitcode of others, where the members above are inlined.
bool cpp_status_futex_wait(void* base, unsigned* status, unsigned value, bool has_timeout, std::int64_t seconds,
                           std::int64_t nanoseconds);
bool cpp_status_futex_wait_steady(void* base, unsigned* status, unsigned value, bool has_timeout, std::int64_t seconds,
                                  std::int64_t nanoseconds);
void cpp_status_notify_all(unsigned* status);
struct CppMakeReady;
/// promise::set_value_at_thread_exit and its kin.
void cpp_make_ready_at_thread_exit(CppMakeReady* what);
// cpp_exceptions.cc

/// Called when a C++ exception finds no handler, in the program or in qpor.
void install_terminate_handler();
[[noreturn]] void cxa_throw(void* exception, std::type_info* type, void (*destructor)(void*));
[[noreturn]] void cpp_rethrow_exception(std::exception_ptr* exception);
[[noreturn]] void cxa_rethrow();

// exception_counts.cc

void cxa_end_catch();
std::exception_ptr cpp_current_exception() noexcept;
/// exception_ptr::_M_addref
void cpp_add_exception_reference(void** self);
/// Before the exception is thrown again, which takes a reference.
void cpp_rethrow_counted(std::exception_ptr* exception, Address pc);
/// Instead of exception_ptr::_M_release.
void exception_drop_hook(std::exception_ptr* self);

// cpp_exceptions.cc

/// The program calls std::terminate.
[[noreturn]] void cpp_terminate();
/// What clang calls where an exception may not leave a function.
[[noreturn]] void cpp_terminate_in(void* exception);
std::terminate_handler cpp_set_terminate(std::terminate_handler handler) noexcept;
std::terminate_handler cpp_get_terminate() noexcept;

}  // namespace qpor::frontend::native
