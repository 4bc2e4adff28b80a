// Every row of the library tables under twin runs (tests/library_sweep): threads that nothing orders call it on data of
// their own, every trace is run again in another order, and nothing differs. Functions with state of the process that
// has no lock are data races by design, and none under a mutex.

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "tests/frontend/generated_cases.h"
#include "tests/support/library_calls.h"
#include "tests/support/paths.h"

namespace qpor::tests {
namespace {

class NativeLibrarySweep : public testing::Test {
 protected:
  static std::string generator() { return "python3 '" + source_dir() + "/tests/library_sweep/sweep.py' "; }

  /// The cases that are not answered as they should be.
  std::vector<LibraryCase> wrong(const std::vector<LibraryCase>& cases, bool says_why) const {
    std::vector<LibraryCase> found;
    judge_library_cases(folder_.path(), cases, 2, [&](const LibraryCase& each, const LibraryAnswer& answer) {
      if (answer.is_right(each)) return;
      found.push_back(each);
      if (!says_why) return;
      ADD_FAILURE() << each.function << ": " << each.words << "\nexpected " << each.expected << ", found "
                    << answer.found << ": " << answer.why;
    });
    return found;
  }

  const Folder folder_;
};

TEST_F(NativeLibrarySweep, NothingOrdersThreadsThatQporDoesNotSee) {
  std::cout << output_of(generator() + "'" + folder_.path() + "'");
  std::vector<LibraryCase> whole, steps;
  for (LibraryCase& each : read_library_cases(folder_.path())) {
    (each.expected == "step" ? steps : whole).push_back(std::move(each));
  }
  ASSERT_GT(whole.size(), 50u);
  for (const LibraryCase& each : wrong(whole, false)) {
    std::vector<LibraryCase> members;  // which step of the batch is it?
    for (const LibraryCase& step : steps) {
      if (step.unit == each.unit && step.words == each.words) members.push_back(step);
    }
    if (members.empty() || wrong(members, true).empty()) wrong({each}, true);
  }
}

/// What the tables name is what the compiled programs call: no macro, no builtin of the compiler in its place.
TEST_F(NativeLibrarySweep, CallsAreInTheCompiledPrograms) {
  const std::string text = output_of(generator() + "'" + folder_.path() + "' --symbols");
  EXPECT_NE(text.find("all of them in the compiled programs"), std::string::npos) << text;
}

/// A step with a state that is hidden in assembly code.
TEST_F(NativeLibrarySweep, HiddenStateIsNoticed) {
  output_of(generator() + "'" + folder_.path() + "' --planted");
  const std::vector<LibraryCase> cases = read_library_cases(folder_.path());
  std::string why;
  judge_library_cases(folder_.path(), cases, 1,
                      [&](const LibraryCase&, const LibraryAnswer& answer) { why += answer.why; });
  EXPECT_NE(why.find("something that qpor does not see orders the threads"), std::string::npos) << why;
}

}  // namespace
}  // namespace qpor::tests
