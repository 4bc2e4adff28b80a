// Random programs of every family, judged by exhaustive enumeration: each maximal configuration is visited exactly
// once, whatever the Alt function, pruned and not; causality, conflict and immediate conflict are what their
// definitions say; conflicting extensions are real. 24 families with 840 programs each make more than 20 000. QPOR_SEED
// chooses other programs, QPOR_FUZZ_PERCENT how many.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/engine_check.h"
#include "tests/support/random_program.h"
#include "tests/support/shrink.h"

namespace qpor::tests {
namespace {

constexpr std::uint64_t kProgramsPerFamily = 840;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

class ExploreFuzz : public testing::TestWithParam<oracle::Family> {};

TEST_P(ExploreFuzz, VisitsEveryTraceOnceUnderEverySetting) {
  const std::uint64_t seed = from_environment("QPOR_SEED", 1);
  const std::uint64_t programs = kProgramsPerFamily * from_environment("QPOR_FUZZ_PERCENT", 100) / 100;
  CheckCounts counts;
  // Programs that are too big for the ground truth do not count.
  for (std::uint64_t i = 0; counts.programs < programs; ++i) {
    ASSERT_LT(i, 2 * programs + 20) << "too many programs are passed over";
    const oracle::Program program = oracle::random_program(GetParam(), seed * 1'000'000 + i);
    const bool pairs_too = i % 4 == 0;
    const std::string error = check_engine(program, pairs_too, counts);
    if (error.empty()) continue;
    const oracle::Program smallest = oracle::shrink(program, [](const oracle::Program& candidate) {
      CheckCounts ignored;
      return !check_engine(candidate, true, ignored).empty();
    });
    CheckCounts ignored;
    FAIL() << program.name << ": " << error << "\nsmallest program:\n"
           << oracle::to_model_text(smallest) << check_engine(smallest, true, ignored);
  }
  std::cout << "seed " << seed << ": " << counts.programs << " programs, " << counts.too_big << " too big, "
            << counts.traces << " traces, " << counts.pairs << " pairs, " << counts.extensions << " extensions\n";
}

INSTANTIATE_TEST_SUITE_P(Families, ExploreFuzz, testing::ValuesIn(oracle::all_families()),
                         [](const auto& info) { return oracle::name_of(info.param); });

}  // namespace
}  // namespace qpor::tests
