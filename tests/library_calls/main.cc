// qpor_library_calls FOLDER [--jobs=N] [--sample=N] [--only=TEXT] [--verbose]: judges the library calls that
// generate.py wrote into FOLDER. Prints each case that is wrong, then the functions with wrong cases and the sum. Exit
// code 1 when one is wrong.

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/library_calls.h"

namespace qpor::tests {
namespace {

int main(const std::vector<std::string_view>& arguments) {
  std::string folder, only;
  unsigned jobs = 2;
  std::size_t every = 1;
  for (const std::string_view each : arguments) {
    const std::string value(each.substr(std::min(each.size(), each.find('=') + 1)));
    if (each.starts_with("--jobs=")) {
      jobs = static_cast<unsigned>(std::stoul(value));
    } else if (each.starts_with("--every=")) {
      every = std::stoul(value);
    } else if (each.starts_with("--only=")) {
      only = value;
    } else if (!each.starts_with("--") && folder.empty()) {
      folder = each;
    } else {
      std::cerr << "library-calls: " << each << " is not understood\n";
      return 2;
    }
  }
  std::vector<LibraryCase> cases;
  std::size_t number = 0;
  for (LibraryCase& each : read_library_cases(folder)) {
    if (each.function.find(only) == std::string::npos && each.unit != only) continue;
    if (number++ % every == 0) cases.push_back(std::move(each));
  }
  LibraryTally tally;
  judge_library_cases(folder, cases, jobs, [&](const LibraryCase& each, const LibraryAnswer& answer) {
    tally.add(each, answer);
    if (answer.is_right(each)) return;
    std::cout << each.unit << " " << each.number << " | " << each.function << " | " << each.words << " | expected "
              << each.expected << ", found " << answer.found << (answer.why.empty() ? "" : ": " + answer.why)
              << std::endl;
  });
  for (const auto& [function, count] : tally.wrong_by_function())
    std::cout << "wrong: " << function << " " << count << "\n";
  std::cout << tally.to_string() << std::endl;
  return tally.wrong() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace qpor::tests

int main(int argc, char** argv) { return qpor::tests::main({argv + 1, argv + argc}); }
