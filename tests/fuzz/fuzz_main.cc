// Random programs against the judge (tests/support/engine_check.h) without end, or for as long as one likes. All
// families take turns. A failure is shrunk and printed with the command that reproduces it. Exit code: 0 nothing found
// (Ctrl-C included), 1 a failure, 2 wrong arguments.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/engine_check.h"
#include "tests/support/ground_truth.h"
#include "tests/support/random_program.h"
#include "tests/support/shrink.h"

namespace qpor::tests {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kHelp = R"(Judges the engine on random programs, by exhaustive enumeration.

  --minutes=N       for so long; without end otherwise
  --programs=N      so many programs
  --seed=S          other programs (default 1); those of two seeds differ
  --family=NAME     one family only
  --program=NUMBER  the one program of the family that has this number, as a failure names it
  --families        lists the families
  --plant           plants a failure, to see what one looks like: the judge denies that there are deadlocks
  --help

Prints a line every 10 seconds. Ctrl-C ends it with a summary. Exit code 1 when a failure was found.
)";

volatile std::sig_atomic_t interrupted = 0;

struct Request {
  double minutes = std::numeric_limits<double>::infinity();
  std::uint64_t programs = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seed = 1;
  std::vector<oracle::Family> families = oracle::all_families();
  bool has_number = false;
  std::uint64_t number = 0;
  bool plant = false;
};

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

bool parse_family(std::string_view name, std::vector<oracle::Family>& families) {
  families.clear();
  for (const oracle::Family family : oracle::all_families()) {
    if (oracle::name_of(family) == name) families.push_back(family);
  }
  return !families.empty();
}

/// Empty, or the argument that is wrong.
std::string parse(const std::vector<std::string_view>& arguments, Request& request) {
  for (const std::string_view argument : arguments) {
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const std::string_view name = argument.substr(0, equals);
    const std::string_view value = equals < argument.size() ? argument.substr(equals + 1) : std::string_view();
    bool is_right = false;
    if (name == "--minutes") is_right = parse(value, request.minutes) && request.minutes >= 0;
    if (name == "--programs") is_right = parse(value, request.programs);
    if (name == "--seed") is_right = parse(value, request.seed);
    if (name == "--family") is_right = parse_family(value, request.families);
    if (name == "--program") is_right = request.has_number = parse(value, request.number);
    if (argument == "--plant") is_right = request.plant = true;
    if (!is_right) return std::string(argument);
  }
  if (request.has_number && request.families.size() != 1) return "--program without --family";
  return "";
}

class Fuzzer {
 public:
  explicit Fuzzer(const Request& request) : request_(request), begin_(Clock::now()), last_shown_(begin_) {}

  int run() {
    std::cout << "seed " << request_.seed << std::endl;
    const std::uint64_t programs = request_.has_number ? 1 : request_.programs;
    for (std::uint64_t i = 0; i < programs && interrupted == 0 && minutes() < request_.minutes; ++i) {
      const oracle::Family family = request_.families[i % request_.families.size()];
      const std::uint64_t number =
          request_.has_number ? request_.number : request_.seed * 1'000'000 + i / request_.families.size();
      const oracle::Program program = oracle::random_program(family, number);
      const std::string error = judge(program, counts_);
      if (!error.empty()) {
        report(program, family, number, error);
        return 1;
      }
      if (Clock::now() - last_shown_ >= std::chrono::seconds(10)) {
        last_shown_ = Clock::now();
        show("");
      }
    }
    show(interrupted != 0 ? "stopped: " : "done: ");
    return 0;
  }

 private:
  double minutes() const { return std::chrono::duration<double>(Clock::now() - begin_).count() / 60; }

  std::string judge(const oracle::Program& program, CheckCounts& counts) const {
    if (request_.plant && oracle::GroundTruth(program).deadlock_count() > 0) return "planted: there is a deadlock";
    return check_engine(program, true, counts);
  }

  void show(std::string_view what) const {
    std::cout << what << static_cast<std::uint64_t>(minutes() * 60) << " s: " << counts_.programs << " programs, "
              << counts_.too_big << " too big, " << counts_.traces << " traces, " << counts_.pairs << " pairs, "
              << counts_.extensions << " extensions" << std::endl;
  }

  void report(const oracle::Program& program, oracle::Family family, std::uint64_t number,
              const std::string& error) const {
    std::cout << "FAILED " << program.name << ": " << error
              << "\nreproduce: scripts/fuzz --family=" << oracle::name_of(family) << " --program=" << number
              << (request_.plant ? " --plant" : "") << "\nshrinking..." << std::endl;
    const oracle::Program smallest = oracle::shrink(program, [this](const oracle::Program& candidate) {
      CheckCounts ignored;
      return interrupted == 0 && !judge(candidate, ignored).empty();
    });
    CheckCounts ignored;
    std::cout << "smallest program" << (interrupted != 0 ? " so far" : "") << ":\n"
              << oracle::to_model_text(smallest) << judge(smallest, ignored) << std::endl;
  }

  const Request request_;
  const Clock::time_point begin_;
  Clock::time_point last_shown_;
  CheckCounts counts_;
};

int main(const std::vector<std::string_view>& arguments) {
  const auto has = [&](std::string_view wanted) {
    return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
  };
  if (has("--help") || has("-h")) {
    std::cout << kHelp;
    return 0;
  }
  if (has("--families")) {
    for (const oracle::Family family : oracle::all_families()) std::cout << oracle::name_of(family) << "\n";
    return 0;
  }
  Request request;
  if (const std::string wrong = parse(arguments, request); !wrong.empty()) {
    std::cerr << "fuzz: " << wrong << " is not understood; --help lists what is\n";
    return 2;
  }
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  return Fuzzer(request).run();
}

}  // namespace
}  // namespace qpor::tests

int main(int argc, char** argv) { return qpor::tests::main({argv + 1, argv + argc}); }
