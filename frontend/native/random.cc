// Random numbers. Each thread draws from a sequence of its own, which begins with the thread's name: the same in every
// run, whatever the other threads draw. `srand` of one thread is therefore without effect on the others.
//
// The family of drand48 is the standard's congruence, so that a seed gives the numbers that it gives everywhere; it has
// its state in the same word as rand.

#include <sys/types.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "frontend/native/libc.h"
#include "frontend/native/library_state.h"
#include "frontend/native/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr std::uint64_t kMask48 = (std::uint64_t{1} << 48) - 1;

std::uint64_t& state() { return machine().holder_of_state().random; }

/// The same, for drawing a number rather than for seeding.
std::uint64_t& drawn_state() {
  machine().assume(Assumption::SeededRandom);
  return state();
}

/// X' = a X + c mod 2^48, with the numbers of POSIX.
std::uint64_t step48() { return state() = (drawn_state() * 0x5DEECE66D + 0xB) & kMask48; }

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

/// A counter with an odd stride, scrambled: every 64-bit number once before any comes again.
std::uint64_t next_random() {
  std::uint64_t word = drawn_state() += 0x9E3779B97F4A7C15;
  word = (word ^ word >> 31) * 0xD6E8FEB86659FD93;
  word = (word ^ word >> 32) * 0xD6E8FEB86659FD93;
  return word ^ word >> 32;
}

int guest_rand() { return static_cast<int>(next_random() >> 33); }
void guest_srand(unsigned seed) { state() = seed; }
long guest_random() { return static_cast<long>(next_random() >> 33); }

double guest_drand48() { return static_cast<double>(step48()) / static_cast<double>(kMask48 + 1); }
long guest_lrand48() { return static_cast<long>(step48() >> 17); }
long guest_mrand48() { return static_cast<std::int32_t>(step48() >> 16); }
void guest_srand48(long seed) {
  state() = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(seed)) << 16) + 0x330E;
}

unsigned short* guest_seed48(unsigned short* seed) {
  auto* const old = reinterpret_cast<unsigned short*>(static_buffer(StaticBuffer::Seed, QPOR_CALLER));
  std::uint64_t next = 0;
  for (int i = 0; i < 3; ++i) {
    old[i] = static_cast<unsigned short>(state() >> 16 * i);
    next |= static_cast<std::uint64_t>(seed[i]) << 16 * i;
  }
  state() = next;
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
