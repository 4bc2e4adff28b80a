// No text crashes the parser, and large models are no trouble.

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using engine::ThreadId;

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Compiles, and if it is a model after all, runs it a little.
void try_text(const std::string& text, std::mt19937_64& random) {
  try {
    const auto executor = make_executor(compile(text, "fuzz.model"));
    engine::Vocabulary vocabulary;
    executor->start(vocabulary);
    std::size_t steps = 0;
    for (int i = 0; i < 100; ++i) {
      const auto thread = static_cast<ThreadId>(random() % executor->thread_bound());
      if (executor->pending(thread) == engine::kNoOperation) continue;
      executor->step(thread, static_cast<engine::Value>(random() % 3));
      ++steps;
    }
    executor->rewind(steps / 2);
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()), "");
  }
}

TEST(ModelRobustness, MutatedExamplesAreAcceptedOrRejectedButNeverCrash) {
  const std::uint64_t seed = seed_or(7);
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::vector<Example> originals = examples();
  ASSERT_FALSE(originals.empty());
  static const std::vector<std::string> kPieces = {
      "{",           "}",        "(",      ")",      "[",     "]",  ";",  ",",  "=",  "-",         "0",  "1", "x",
      "while (1) {", "local i;", "create", "thread", "lock(", "0x", "/*", "//", "\n", "choose(2)", "&&", "!"};
  for (int round = 0; round < 4000; ++round) {
    std::string text = originals[random() % originals.size()].text;
    for (std::uint64_t edits = 1 + random() % 4; edits > 0 && !text.empty(); --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 5) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1 + random() % 10); break;
        case 2: text.insert(at, kPieces[random() % kPieces.size()]); break;
        case 3: text.insert(at, text.substr(random() % text.size(), random() % 40)); break;
        default: text.resize(at);
      }
    }
    try_text(text, random);
  }
}

TEST(ModelRobustness, RandomTokensAreAcceptedOrRejectedButNeverCrash) {
  const std::uint64_t seed = seed_or(11);
  SCOPED_TRACE("QPOR_SEED=" + std::to_string(seed));
  std::mt19937_64 random(seed);
  static const std::vector<std::string> kWords = {
      "var x;", "thread t {", "}",        "{",         "(",       ")",     "x", "=", "1",    ";",          "if",
      "while",  "lock",       "mutex m;", "[",         "]",       "local", "y", "+", "!",    "&&",         "assert",
      "create", "proc p() {", "break;",   "continue;", "return;", "else",  ",", "-", "wait", "trylock(m)", "x = 1;"};
  for (int round = 0; round < 4000; ++round) {
    std::string text = round % 2 == 0 ? "var x; mutex m; thread t { " : "";
    for (std::uint64_t words = random() % 30; words > 0; --words) text += kWords[random() % kWords.size()] + " ";
    if (round % 2 == 0) text += "}";
    try_text(text, random);
  }
}

TEST(ModelRobustness, EveryExampleCompilesAndSaysWhatToExpect) {
  for (const auto& [name, text] : examples()) {
    EXPECT_NO_THROW(compile(text, name)) << name;
    EXPECT_NE(text.find("\n// expect "), std::string::npos) << name;
    EXPECT_NE(text.find("\n// Why"), std::string::npos) << name;
  }
}

TEST(ModelRobustness, AThousandThreadsAndManyObjectsAreQuick) {
  const auto begin = std::chrono::steady_clock::now();
  Driver driver(
      "mutex m[100000]; var x; proc p(i) { x = i; } thread t[1000](i) { lock(m[i * 100]); create p(i); unlock(m[i * "
      "100]); }");
  for (int round = 0; round < 10; ++round) {
    for (std::uint32_t t = 0; t < 1000; ++t) {
      for (int i = 0; i < 3; ++i) driver.executor->step(static_cast<ThreadId>(t), 0);
    }
    EXPECT_EQ(driver.executor->thread_bound(), 2000u);
    driver.executor->rewind(0);
  }
  EXPECT_LT(seconds_since(begin), 10) << "0.1 s is usual";
}

TEST(ModelRobustness, AThreadOfAHundredThousandStepsIsQuick) {
  const auto begin = std::chrono::steady_clock::now();
  Driver driver("var x; thread t { local i; while (i < 100000) { x = i; i = i + 1; } }");
  for (int round = 0; round < 10; ++round) {
    std::size_t steps = 0;
    while (driver.executor->pending(ThreadId{0}) != engine::kNoOperation) {
      driver.executor->step(ThreadId{0}, 0);
      ++steps;
    }
    EXPECT_EQ(steps, 100000u);
    driver.executor->rewind(50000);
    EXPECT_EQ(driver.pending("t"), "store x 50000");
    driver.executor->rewind(0);
  }
  EXPECT_LT(seconds_since(begin), 10) << "0.1 s is usual";
}

TEST(ModelRobustness, ALongLineOfAncestorsHasShortNames) {
  Driver driver("proc p(n) { if (n > 0) { create p(n - 1); } } thread t { create p(5000); }");
  driver.executor->step(ThreadId{0}, 0);
  for (std::uint32_t t = 1; t <= 5000; ++t) {
    driver.executor->step(static_cast<ThreadId>(t), 0);
    driver.executor->step(static_cast<ThreadId>(t), 0);
    EXPECT_LT(driver.vocabulary.threads[static_cast<ThreadId>(t)].name.size(), 100u);
  }
}

}  // namespace
}  // namespace qpor::frontend::model
