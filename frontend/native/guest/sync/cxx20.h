// Stand-ins for what C++20 has besides atomics: semaphores, latches, barriers and stop tokens, as the headers of
// libstdc++ 12 define them. They are called only where nothing of the headers has been inlined (QPOR_REPLACED): the
// memory of an object holds what they need, in a form of their own.

#pragma once

#include <cstddef>
#include <cstdint>

namespace qpor::frontend::native {

// counting_semaphores.cc: std::__atomic_semaphore
void cxx_semaphore_construct(std::int32_t* semaphore, std::int32_t count);
void cxx_semaphore_acquire(std::int32_t* semaphore);
bool cxx_semaphore_try_acquire(std::int32_t* semaphore);
/// What timed waits are made of.
bool cxx_semaphore_try_acquire_in_time(std::int32_t* semaphore);
void cxx_semaphore_release(std::int32_t* semaphore, std::ptrdiff_t count);

// latches.cc: std::latch
void cxx_latch_construct(std::uint32_t* latch, std::ptrdiff_t count);
void cxx_latch_count_down(std::uint32_t* latch, std::ptrdiff_t count);
bool cxx_latch_try_wait(const std::uint32_t* latch);
void cxx_latch_wait(const std::uint32_t* latch);
void cxx_latch_arrive_and_wait(std::uint32_t* latch, std::ptrdiff_t count);

// cxx_barriers.cc: std::__tree_barrier<std::__empty_completion>
void cxx_barrier_construct(void* barrier, std::ptrdiff_t count);
unsigned char cxx_barrier_arrive(void* barrier, std::ptrdiff_t count);
void cxx_barrier_wait(void* barrier, const unsigned char* token);
void cxx_barrier_arrive_and_drop(void* barrier);

// stop_states.cc: std::stop_token::_Stop_state_t
void stop_state_lock(void* state);
void stop_state_unlock(void* state);
/// Takes the lock if the state still is what was `seen`, or, with the bit of a request, if none was made.
bool stop_state_try_lock(void* state, std::uint32_t* seen, std::uint32_t new_bits, int success, int failure);

}  // namespace qpor::frontend::native
