// Random C programs of every family, compiled and explored, against what the oracle says about their twins in the model
// language: the same traces, each once, with the same threads waiting and failing, for k = 1 and the optimal search.
// 27 families with 96 programs each make more than 2 500. QPOR_SEED chooses other programs, QPOR_FUZZ_PERCENT how many.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tests/support/native_check.h"
#include "tests/support/random_c_program.h"

namespace qpor::tests {
namespace {

constexpr std::uint64_t kProgramsPerFamily = 96;

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

class NativeFuzz : public testing::TestWithParam<oracle::CFamily> {};

TEST_P(NativeFuzz, HasTheTracesOfTheModel) {
  const std::uint64_t seed = from_environment("QPOR_SEED", 1);
  const std::uint64_t programs = kProgramsPerFamily * from_environment("QPOR_FUZZ_PERCENT", 100) / 100;
  std::vector<oracle::CProgram> twins;
  for (std::uint64_t i = 0; i < programs; ++i) {
    twins.push_back(oracle::random_c_program(GetParam(), seed * 1'000'000 + i));
  }
  NativeCounts counts;
  const std::vector<NativeError> errors = check_native(twins, counts);
  std::cout << "seed " << seed << ": " << to_string(counts) << "\n";
  if (errors.empty()) {
    EXPECT_LE(counts.too_big * 10, programs) << "too many programs are passed over";
    return;
  }
  const oracle::CProgram& wrong = twins[errors.front().number];
  const oracle::CProgram smallest = shrink(wrong, [](const oracle::CProgram& candidate) {
    NativeCounts ignored;
    return !check_native(candidate, ignored).empty();
  });
  NativeCounts ignored;
  FAIL() << errors.size() << " programs are wrong, first " << wrong.program.name << ": " << errors.front().what
         << "\nreproduce: scripts/fuzz --c --family=" << oracle::name_of(GetParam())
         << " --program=" << seed * 1'000'000 + errors.front().number << "\nsmallest program:\n"
         << both_texts(smallest) << check_native(smallest, ignored);
}

INSTANTIATE_TEST_SUITE_P(Families, NativeFuzz, testing::ValuesIn(oracle::all_c_families()),
                         [](const auto& info) { return oracle::name_of(info.param); });

}  // namespace
}  // namespace qpor::tests
