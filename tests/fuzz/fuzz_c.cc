// C programs against their twins (tests/support/native_check.h). Many make one file, as starting the compiler takes
// longer than exploring one of them.

#include <algorithm>
#include <iostream>

#include "tests/fuzz/session.h"
#include "tests/support/native_check.h"
#include "tests/support/random_c_program.h"

namespace qpor::tests {
namespace {

constexpr std::uint64_t kBatch = 48;

std::vector<NativeError> judge(const Request& request, const std::vector<oracle::CProgram>& twins,
                               NativeCounts& counts) {
  if (!request.plant) return check_native(twins, counts);
  std::vector<NativeError> errors;
  for (std::size_t i = 0; i < twins.size() && errors.empty() && interrupted == 0; ++i) {
    NativeCounts alone;
    std::string error = check_native(twins[i], alone);
    if (error.empty() && alone.deadlocks > 0) error = "planted: there is a deadlock";
    if (!error.empty()) errors.push_back({i, error});
    counts += alone;
  }
  return errors;
}

void report(const Request& request, const oracle::CProgram& twin, const std::string& command,
            const std::string& error) {
  std::cout << "FAILED " << twin.program.name << ": " << error << "\nreproduce: " << command << "\nshrinking..."
            << std::endl;
  NativeCounts ignored;
  const oracle::CProgram smallest = shrink(twin, [&](const oracle::CProgram& candidate) {
    return interrupted == 0 && !judge(request, {candidate}, ignored).empty();
  });
  std::cout << "smallest program" << (interrupted != 0 ? " so far" : "") << ":\n" << both_texts(smallest);
  for (const NativeError& again : judge(request, {smallest}, ignored)) std::cout << again.what << std::endl;
}

}  // namespace

int fuzz_c_programs(const Request& request) {
  const std::vector<oracle::CFamily> families = families_of(request, oracle::all_c_families());
  if (families.empty()) return 2;
  if (request.lists_families) {
    for (const oracle::CFamily family : families) std::cout << name_of(family) << "\n";
    return 0;
  }
  if (request.prints) {
    std::cout << both_texts(oracle::random_c_program(families[0], request.number));
    return 0;
  }
  std::cout << "seed " << request.seed << std::endl;
  Session session(request);
  NativeCounts counts;
  std::uint64_t left = request.most_programs();
  for (std::uint64_t batch = 0; left > 0 && session.goes_on(); ++batch) {
    const oracle::CFamily family = families[batch % families.size()];
    const std::uint64_t first = request.first_number() + batch / families.size() * kBatch;
    std::vector<oracle::CProgram> twins;
    for (; left > 0 && twins.size() < kBatch; --left) {
      twins.push_back(oracle::random_c_program(family, first + twins.size()));
    }
    const std::vector<NativeError> errors = judge(request, twins, counts);
    if (!errors.empty()) {
      const std::size_t wrong = errors.front().number;
      report(request, twins[wrong], request.command(name_of(family), first + wrong), errors.front().what);
      return 1;
    }
    if (session.is_time_to_show()) session.show(to_string(counts));
  }
  session.show_end(to_string(counts));
  return 0;
}

}  // namespace qpor::tests
