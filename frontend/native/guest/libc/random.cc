// Random numbers.
//
// Those of the system (getrandom, arc4random, std::random_device) are any: each thread draws from a sequence of its
// own, which begins with the thread's name and is the same in every run, whatever the other threads draw.
//
// rand and random have one state for all threads. A program that seeds it may rely on the sequence, so that from then
// on the order of calls matters: they are operations if two threads use the state (process_state.h). A program that
// never seeds it cannot tell the numbers from any others: there each thread but main draws from its own sequence.
//
// The family of drand48 is the standard's congruence, so that a seed gives the numbers that it gives everywhere. Its
// state is memory that threads race for.

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr std::uint64_t kMask48 = (std::uint64_t{1} << 48) - 1;

/// A counter with an odd stride, scrambled: every 64-bit number once before any comes again.
std::uint64_t next_of(std::uint64_t& state) {
  machine().assume(Assumption::SeededRandom);
  std::uint64_t word = state += 0x9E3779B97F4A7C15;
  word = (word ^ word >> 31) * 0xD6E8FEB86659FD93;
  word = (word ^ word >> 32) * 0xD6E8FEB86659FD93;
  return word ^ word >> 32;
}

/// The state of rand for the running thread, when its turn has come.
std::uint64_t& rand_state(bool seeds, Address pc) {
  Machine& m = machine();
  const Slot me = m.current().slot;
  LibraryState& shared = library_state;
  if (!m.shared_states().contains(OrderedState::Random)) {
    const bool is_alone = shared.random_user == kNoSlot || shared.random_user == me;
    shared.random_user = is_alone ? me : kSeveralSlots;
    shared.random_is_seeded |= seeds;
    if (!shared.random_is_seeded) return me == kMainSlot ? shared.random : m.current().random;
    if (is_alone) return shared.random;
  }
  use_shared_state(OrderedState::Random, 0, shared.random_user, pc);
  return shared.random;
}

/// X' = a X + c mod 2^48, with the numbers of POSIX.
std::uint64_t step48(const Touch& touch) {
  machine().assume(Assumption::SeededRandom);
  std::uint64_t& state = process_state().random48;
  touch.write(&state, sizeof state);
  machine().run().uses_process_state = true;
  return state = (state * 0x5DEECE66D + 0xB) & kMask48;
}

void seed_48(const Touch& touch, std::uint64_t seed) {
  std::uint64_t& state = process_state().random48;
  touch.write(&state, sizeof state);
  machine().run().uses_process_state = true;
  state = seed;
}

void fill(void* buffer, std::size_t size) {
  auto* bytes = static_cast<char*>(buffer);
  while (size > 0) {
    const std::uint64_t word = next_random();
    const std::size_t count = size < sizeof word ? size : sizeof word;
    std::memcpy(bytes, &word, count);
    bytes += count;
    size -= count;
  }
}

}  // namespace

std::uint64_t next_random() { return next_of(machine().current().random); }

int guest_rand() { return static_cast<int>(next_of(rand_state(false, QPOR_CALLER)) >> 33); }
void guest_srand(unsigned seed) { rand_state(true, QPOR_CALLER) = seed; }
long guest_random() { return static_cast<long>(next_of(rand_state(false, QPOR_CALLER)) >> 33); }

double guest_drand48() { return static_cast<double>(step48(Touch{QPOR_CALLED_BY})) / static_cast<double>(kMask48 + 1); }
long guest_lrand48() { return static_cast<long>(step48(Touch{QPOR_CALLED_BY}) >> 17); }
long guest_mrand48() { return static_cast<std::int32_t>(step48(Touch{QPOR_CALLED_BY}) >> 16); }
void guest_srand48(long seed) {
  seed_48(Touch{QPOR_CALLED_BY}, (static_cast<std::uint64_t>(static_cast<std::uint32_t>(seed)) << 16) + 0x330E);
}

unsigned short* guest_seed48(unsigned short* seed) {
  const Touch touch{QPOR_CALLED_BY};
  auto& old = process_state().old_seed;
  touch.write(old, sizeof old);
  std::uint64_t next = 0;
  for (int i = 0; i < 3; ++i) {
    old[i] = static_cast<unsigned short>(process_state().random48 >> 16 * i);
    next |= static_cast<std::uint64_t>(seed[i]) << 16 * i;
  }
  seed_48(touch, next);
  return old;
}

ssize_t guest_getrandom(void* buffer, std::size_t size, unsigned) {
  fill(buffer, size);
  return static_cast<ssize_t>(size);
}

int guest_getentropy(void* buffer, std::size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  fill(buffer, size);
  return 0;
}

std::uint32_t guest_arc4random() { return static_cast<std::uint32_t>(next_random() >> 32); }
void guest_arc4random_buf(void* buffer, std::size_t size) { fill(buffer, size); }

/// The high half of a product, biased by less than 2^-32: nothing here is worth a loop.
std::uint32_t guest_arc4random_uniform(std::uint32_t bound) {
  return static_cast<std::uint32_t>((next_random() >> 32) * bound >> 32);
}

// std::random_device: nothing to open, nothing to close.
void guest_random_device_init(void*, const void*) {}
void guest_random_device_end(void*) {}
unsigned guest_random_device_value(void*) { return guest_arc4random(); }
double guest_random_device_entropy(const void*) { return 0; }

}  // namespace qpor::frontend::native
