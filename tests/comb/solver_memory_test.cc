// Counts the allocations of the whole test program, to show that a solver in use makes none.

#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "comb/solver.h"

namespace {
std::size_t allocations = 0;
}  // namespace

// Not inline: gcc would see malloc meet delete, or new meet free, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace qpor::comb {
namespace {

/// Colouring a ring with three colours, each segment a spike: a little backtracking, no allocation of its own.
struct Ring {
  struct Candidate {
    std::uint32_t segment, colour;
  };
  std::uint32_t segments;

  std::size_t spikes() const { return segments; }
  bool candidates(std::size_t spike, std::span<const Candidate>, std::vector<Candidate>& out) {
    for (std::uint32_t colour = 0; colour < 3; ++colour) out.push_back({static_cast<std::uint32_t>(spike), colour});
    return false;
  }
  bool compatible(Candidate a, Candidate b) const {
    const std::uint32_t gap = a.segment > b.segment ? a.segment - b.segment : b.segment - a.segment;
    return a.colour != b.colour || (gap != 1 && gap != segments - 1);
  }
  bool covers(Candidate, std::size_t) const { return false; }
};

TEST(CombMemory, ASolverInUseDoesNotAllocate) {
  Solver<Ring> solver;
  std::vector<Ring::Candidate> solution;
  Ring ring{301};
  ASSERT_EQ(solver.solve(ring, {}, solution), Answer::Found);
  const std::size_t before = allocations;
  EXPECT_GT(before, 0U);
  for (const std::uint32_t segments : {301U, 300U, 7U, 301U}) {
    ring.segments = segments;
    const Answer answer = solver.solve(ring, {}, solution);
    if (answer != Answer::Found || allocations != before) break;
  }
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(solution.size(), 301U);
}

}  // namespace
}  // namespace qpor::comb
