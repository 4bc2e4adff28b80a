// Random programs of every family under every algorithm, judged by exhaustive enumeration
// (tests/support/algorithm_check.h). QPOR_SEED chooses other programs, QPOR_FUZZ_PERCENT how many; `scripts/fuzz
// --algorithms` goes on for as long as one likes.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <utility>

#include <gtest/gtest.h>

#include "tests/engine/model_run.h"
#include "tests/support/algorithm_check.h"
#include "tests/support/random_program.h"
#include "tests/support/shrink.h"

namespace qpor::tests {
namespace {

constexpr std::uint64_t kProgramsPerFamily = 60;

class DporFuzz : public testing::TestWithParam<oracle::Family> {};

TEST_P(DporFuzz, EveryAlgorithmVisitsEveryTraceOnce) {
  const std::uint64_t seed = engine::seed_of_random_tests();
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  const std::uint64_t programs = kProgramsPerFamily * (percent != nullptr ? std::stoull(percent) : 100) / 100;
  CheckCounts counts;
  for (std::uint64_t i = 0; counts.programs < programs; ++i) {
    ASSERT_LT(i, 2 * programs + 20) << "too many programs are passed over";
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1'000'000 + i);
    const std::string error = check_algorithms(program, counts);
    if (error.empty()) continue;
    CheckCounts ignored;
    const oracle::Program smallest = oracle::shrink(
        program, [&](const oracle::Program& candidate) { return !check_algorithms(candidate, ignored).empty(); });
    FAIL() << program.name << ": " << error << "\nsmallest program:\n"
           << oracle::to_model_text(smallest) << check_algorithms(smallest, ignored);
  }
  std::cout << counts.programs << " programs, " << counts.too_big << " too big, " << counts.traces << " traces\n";
}

/// Random programs that showed a fault of observers, by family and number.
TEST(DporFuzzCases, ObserversFindWhatTheyLost) {
  const std::pair<oracle::Family, std::uint64_t> cases[] = {
      {oracle::Family::BarrierOrdered, 19000351},  // a class was missing: insertion ended at a leaf
      {oracle::Family::Atomic, 21002350},          // likewise
      {oracle::Family::EntangledVar, 19000033},    // an execution is blocked
  };
  for (const auto& [family, number] : cases) {
    CheckCounts counts;
    EXPECT_EQ(check_algorithms(oracle::random_program(family, number), counts), "") << number;
    EXPECT_EQ(counts.too_big, 0u) << number;
    EXPECT_EQ(counts.redundant, 0u) << number << ": a label that was asleep was chosen";
  }
}

INSTANTIATE_TEST_SUITE_P(Families, DporFuzz, testing::ValuesIn(oracle::all_families()),
                         [](const auto& info) { return oracle::name_of(info.param); });

}  // namespace
}  // namespace qpor::tests
