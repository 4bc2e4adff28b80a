// Every algorithm against unfoldings under `optimal`, on the C and C++ programs of tests/programs: the same verdict,
// the same kinds of defects at the same places, the same traces, each once where the algorithm says so. What the
// programs promise is another judge; neither shares code with the algorithms.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/options.h"
#include "tests/frontend/expected_program.h"

namespace qpor::frontend {
namespace {

using engine::Algorithm;
using Json = nlohmann::json;

/// Larger ones take long without sleep sets.
constexpr std::uint64_t kMostTraces = 200;

/// What is the same for all: kinds and places.
std::set<std::string> defects_in(const Json& result) {
  std::set<std::string> found;
  for (const Json& defect : result["defects"]) {
    found.insert(defect["kind"].get<std::string>() + " at line " + defect["location"]["line"].dump());
  }
  return found;
}

/// Behind a race, a failure or a limit an algorithm may see other runs than another.
bool stops_threads(const Program& program) {
  if (program.expected.at("verdict") == "incomplete") return true;
  return program.expects("kind") && program.expected.at("kind") == "data-race";
}

void expect_same(const Program& program, Algorithm algorithm, const Json& ours, const Json& reference) {
  EXPECT_EQ(ours["verdict"], reference["verdict"]) << ours["incomplete_reasons"].dump(2);
  if (stops_threads(program)) return;
  EXPECT_EQ(defects_in(ours), defects_in(reference));
  const Json& figures = ours["statistics"];
  if (algorithm == Algorithm::Observers) {
    EXPECT_LE(figures["traces"], reference["statistics"]["traces"]);
    return;
  }
  for (const char* const figure : {"traces", "deadlocks", "trace_set_hash"}) {
    EXPECT_EQ(figures[figure], reference["statistics"][figure]) << figure;
  }
  if (algorithm == Algorithm::OptimalDpor) {
    EXPECT_EQ(figures["blocked"], 0);
    EXPECT_EQ(figures["redundant"], 0);
  }
}

class NativeAlgorithms : public testing::TestWithParam<Program> {};

TEST_P(NativeAlgorithms, FindWhatUnfoldingsFind) {
  const Program& program = GetParam();
  const ExploredProgram reference = explore(program, {"--k=optimal", "--counts=ordered"});
  ASSERT_TRUE(reference.json.is_object()) << reference.ran.out << reference.ran.err;
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    if (each.algorithm == Algorithm::Qpor) continue;
    SCOPED_TRACE(each.name);
    const ExploredProgram explored = explore(program, {"--algorithm=" + std::string(each.name)});
    ASSERT_TRUE(explored.json.is_object()) << explored.ran.out << explored.ran.err;
    expect_same(program, each.algorithm, explored.json, reference.json);
  }
}

/// Without large ones: with ordered counts intrusive_pointer.cc has far more traces than it says.
std::vector<Program> sample_of(const std::string& folder, std::size_t one_of = 1) {
  std::vector<Program> programs = programs_in(folder);
  std::erase_if(programs, [](const Program& program) {
    return !program.expects("traces") || program.number("traces") > kMostTraces ||
           program.name() == "intrusive_pointer.cc";
  });
  std::vector<Program> sample;
  for (std::size_t i = 0; i < programs.size(); i += one_of) sample.push_back(std::move(programs[i]));
  return sample;
}

INSTANTIATE_TEST_SUITE_P(Each, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs", 2)), name_of_test);
INSTANTIATE_TEST_SUITE_P(Primitives, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/primitives")),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Spinning, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/spin")), name_of_test);
INSTANTIATE_TEST_SUITE_P(Counters, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/counters")),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(State, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/state", 4)),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Memory, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/memory", 4)),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Races, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/races", 5)),
                         name_of_test);
INSTANTIATE_TEST_SUITE_P(Svcomp, NativeAlgorithms, testing::ValuesIn(sample_of("tests/programs/svcomp")), name_of_test);

}  // namespace
}  // namespace qpor::frontend
