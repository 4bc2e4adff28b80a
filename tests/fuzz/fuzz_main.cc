// Random programs against a judge without end, or for as long as one likes. All families take turns. A failure is
// shrunk and printed with the command that reproduces it. Exit code: 0 nothing found (Ctrl-C included), 1 a failure, 2
// wrong arguments.

#include <algorithm>
#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/session.h"

namespace qpor::tests {
namespace {

constexpr const char* kHelp = R"(Judges the engine on random programs, by exhaustive enumeration.

  --c               C programs: compiled, explored, and compared with their twins in the model language
  --algorithms      models under every algorithm: qpor, and those of engine/dpor
  --minutes=N       for so long; without end otherwise
  --programs=N      so many programs
  --seed=S          other programs (default 1); those of two seeds differ
  --family=NAME     one family only
  --program=NUMBER  the one program of the family that has this number, as a failure names it
  --print           prints that program and judges nothing
  --families        lists the families, with --c those of C programs
  --plant           plants a failure, to see what one looks like: the judge denies that there are deadlocks
  --help

Prints a line every 10 seconds. Ctrl-C ends it with a summary. Exit code 1 when a failure was found.
)";

int main(const std::vector<std::string_view>& arguments) {
  const auto has = [&](std::string_view wanted) {
    return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
  };
  if (has("--help") || has("-h")) {
    std::cout << kHelp;
    return 0;
  }
  Request request;
  if (const std::string wrong = parse(arguments, request); !wrong.empty()) {
    std::cerr << "fuzz: " << wrong << " is not understood; --help lists what is\n";
    return 2;
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  const int code = request.of_c ? fuzz_c_programs(request) : fuzz_models(request);
  if (code == 2) std::cerr << "fuzz: there is no family " << request.family << "; --families lists them\n";
  return code;
}

}  // namespace
}  // namespace qpor::tests

int main(int argc, char** argv) { return qpor::tests::main({argv + 1, argv + argc}); }
