// A sample of the library calls of tests/library_calls: no miss, no false alarm, an answer to each.
// scripts/library-calls judges more of them, or all.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/frontend/generated_cases.h"
#include "tests/support/library_calls.h"
#include "tests/support/paths.h"

namespace qpor::tests {
namespace {

constexpr unsigned kCases = 1200;

class NativeLibraryCalls : public testing::Test {
 protected:
  static std::string generator() { return "python3 '" + source_dir() + "/tests/library_calls/generate.py' "; }

  std::string options() const {
    const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
    const char* const seed = std::getenv("QPOR_SEED");
    const unsigned size = kCases * (percent == nullptr ? 100u : static_cast<unsigned>(std::atoi(percent))) / 100;
    return "'" + folder_.path() + "' --size=" + std::to_string(size) + " --seed=" + (seed == nullptr ? "1" : seed);
  }

  const Folder folder_;
};

TEST_F(NativeLibraryCalls, AreAnsweredAsTheyAreByConstruction) {
  output_of(generator() + options());
  LibraryTally tally;
  std::size_t shown = 0;
  judge_library_cases(
      folder_.path(), read_library_cases(folder_.path()), 2, [&](const LibraryCase& each, const LibraryAnswer& answer) {
        tally.add(each, answer);
        if (answer.is_right(each)) return;
        ADD_FAILURE() << each.function << ": " << each.words << "\nexpected " << each.expected << ", found "
                      << answer.found << ": " << answer.why;
        if (++shown > 3) return;
        std::cout << output_of(generator() + options() + " --source=" + each.unit + ":" + std::to_string(each.number));
      });
  std::cout << tally.to_string() << "\n";
  EXPECT_GT(tally.cases(), 0u);
}

TEST_F(NativeLibraryCalls, AreCountedAsMissesAndFalseAlarms) {
  const LibraryCase racy{"c.c", 0, "f", "race", "", {}, {"data-race"}};
  const LibraryCase clean{"c.c", 0, "g", "clean", "", {}, {"clean"}};
  LibraryTally tally;
  tally.add(racy, {"data-race", ""});
  tally.add(clean, {"clean", ""});
  EXPECT_EQ(tally.wrong(), 0u);
  tally.add(racy, {"clean", ""});
  EXPECT_EQ(tally.misses(), 1u);
  tally.add(racy, {"out-of-bounds", ""});  // another defect than the one that is there
  tally.add(clean, {"data-race", ""});
  EXPECT_EQ(tally.false_alarms(), 2u);
  tally.add(clean, {"incomplete", "calls f"});
  tally.add(racy, {"crashed", ""});
  EXPECT_EQ(tally.unanswered(), 2u);
  EXPECT_EQ(tally.wrong(), 5u);
}

/// The judge takes the answers of the program, not those that it hopes for.
TEST_F(NativeLibraryCalls, WrongDescriptionsAreNoticed) {
  std::ofstream(folder_.path() + "/stdin") << "";
  std::ofstream(folder_.path() + "/u.c") << R"(
#include <pthread.h>
#include <stdlib.h>
int x;
static void* add(void* unused) { ++x; return unused; }
int main(int argc, char** argv) {
  pthread_t a, b;
  if (argv[1][0] == '2') _Exit(0 * argc);
  pthread_create(&a, 0, add, 0);
  if (argv[1][0] == '1') pthread_join(a, 0);
  pthread_create(&b, 0, add, 0);
  if (argv[1][0] != '1') pthread_join(a, 0);
  pthread_join(b, 0);
})";
  std::vector<LibraryCase> cases;
  for (std::size_t i = 0; i < 3; ++i) cases.push_back({"u.c", i, "f", "race", "", {}, {"data-race"}});
  std::vector<std::string> found;
  judge_library_cases(folder_.path(), cases, 1,
                      [&](const LibraryCase&, const LibraryAnswer& answer) { found.push_back(answer.found); });
  EXPECT_EQ(found, (std::vector<std::string>{"data-race", "clean", "clean"}));
}

}  // namespace
}  // namespace qpor::tests
