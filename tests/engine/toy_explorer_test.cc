// An explorer of 150 lines that thinks in sequences finds what QPOR finds: the same traces, each once, the same
// deadlocks and failures. It shares the execution layer with QPOR, and nothing of the unfolding.

#include "tests/support/toy_explorer.h"

#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "tests/engine/driver.h"
#include "tests/engine/model_run.h"
#include "tests/support/random_program.h"

namespace qpor::engine {
namespace {

using tests::Findings;
using tests::ToyExplorer;

/// Compares the two; false when the program has too many interleavings for the toy.
bool compare(const std::string& model, const Definitions& definitions = {}) {
  const auto compiled = frontend::model::compile(model, "test.model", definitions);
  const auto executor = frontend::model::make_executor(compiled);
  Findings events;
  Options options;
  options.check = true;
  EXPECT_EQ(make_explorer(*executor, options, &events)->explore(), Ending::Complete);
  const auto again = frontend::model::make_executor(compiled);
  Findings sequences;
  options.max_steps = kUnlimited;
  ToyExplorer toy(*again, options, &sequences, 20'000);
  if (toy.explore() != Ending::Complete) return false;
  EXPECT_EQ(sequences.traces, events.traces) << model;
  EXPECT_EQ(sequences.deadlocks, events.deadlocks) << model;
  EXPECT_EQ(sequences.failures, events.failures) << model;
  return true;
}

TEST(ToyExplorer, FindsTheTracesOfSmallModels) {
  for (const char* name : {"philosophers", "fig1", "readers", "lastzero"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(compare(example(name), {{"N", 3}}));
  }
}

TEST(ToyExplorer, FindsWhatQporFindsOnRandomPrograms) {
  const std::uint64_t seed = seed_of_random_tests();
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  const std::uint64_t programs = std::max<std::uint64_t>(percent != nullptr ? 60 * std::stoull(percent) / 100 : 60, 3);
  std::uint64_t compared = 0;
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = 0; i < programs; ++i) {
      const oracle::Program program = oracle::random_program(family, seed * 100'000 + i);
      SCOPED_TRACE(program.name);
      if (compare(to_model_text(program))) ++compared;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(compared, programs);
}

}  // namespace
}  // namespace qpor::engine
