// Models against the judge of the engine (tests/support/engine_check.h), or that of all algorithms
// (tests/support/algorithm_check.h).

#include <iostream>
#include <sstream>

#include "tests/fuzz/session.h"
#include "tests/support/algorithm_check.h"
#include "tests/support/engine_check.h"
#include "tests/support/ground_truth.h"
#include "tests/support/random_program.h"
#include "tests/support/shrink.h"

namespace qpor::tests {
namespace {

std::string to_text(const CheckCounts& counts) {
  std::ostringstream text;
  text << counts.programs << " programs, " << counts.too_big << " too big, " << counts.traces << " traces, "
       << counts.pairs << " pairs, " << counts.extensions << " extensions";
  if (counts.classes > 0) {
    text << ", " << counts.classes << " classes of observers, " << counts.redundant << " redundant executions, "
         << counts.blocked << " blocked";
  }
  return text.str();
}

std::string judge(const Request& request, const oracle::Program& program, CheckCounts& counts) {
  if (request.plant && oracle::GroundTruth(program).deadlock_count() > 0) return "planted: there is a deadlock";
  return request.of_algorithms ? check_algorithms(program, counts) : check_engine(program, true, counts);
}

void report(const Request& request, const oracle::Program& program, const std::string& command,
            const std::string& error) {
  std::cout << "FAILED " << program.name << ": " << error << "\nreproduce: " << command << "\nshrinking..."
            << std::endl;
  CheckCounts ignored;
  const oracle::Program smallest = oracle::shrink(program, [&](const oracle::Program& candidate) {
    return interrupted == 0 && !judge(request, candidate, ignored).empty();
  });
  std::cout << "smallest program" << (interrupted != 0 ? " so far" : "") << ":\n"
            << oracle::to_model_text(smallest) << judge(request, smallest, ignored) << std::endl;
}

}  // namespace

int fuzz_models(const Request& request) {
  const std::vector<oracle::Family> families = families_of(request, oracle::all_families());
  if (families.empty()) return 2;
  if (request.lists_families) {
    for (const oracle::Family family : families) std::cout << name_of(family) << "\n";
    return 0;
  }
  if (request.prints) {
    std::cout << oracle::to_model_text(oracle::random_program(families[0], request.number));
    return 0;
  }
  std::cout << "seed " << request.seed << std::endl;
  Session session(request);
  CheckCounts counts;
  for (std::uint64_t i = 0; i < request.most_programs() && session.goes_on(); ++i) {
    const oracle::Family family = families[i % families.size()];
    const std::uint64_t number = request.first_number() + i / families.size();
    const oracle::Program program = oracle::random_program(family, number);
    const std::string error = judge(request, program, counts);
    if (!error.empty()) {
      report(request, program, request.command(name_of(family), number), error);
      return 1;
    }
    if (session.is_time_to_show()) session.show(to_text(counts));
  }
  session.show_end(to_text(counts));
  return 0;
}

}  // namespace qpor::tests
