// What silent code computes, seen through the values it stores.

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using Strings = std::vector<std::string>;
using engine::Value;

std::string value_of(const std::string& expression) {
  const Driver driver("const C = 6; var x; thread t { local i = 7, j = 2, z = 0, n = -7; x = " + expression + "; }");
  const std::string shown = driver.pending("t");
  const std::string prefix = "store x ";
  return shown.starts_with(prefix) ? shown.substr(prefix.size()) : shown + driver.failure("t");
}

TEST(ModelEvaluation, OperatorsMeanWhatTheyMeanInC) {
  const std::vector<std::pair<const char*, Value>> cases = {
      {"7 | 8", 15},
      {"i | 8", 15},
      {"7 ^ 2", 5},
      {"i ^ j", 5},
      {"7 & 2", 2},
      {"i & j", 2},
      {"7 == 7", 1},
      {"i == j", 0},
      {"7 != 7", 0},
      {"i != j", 1},
      {"2 < 7", 1},
      {"i < j", 0},
      {"7 <= 7", 1},
      {"i <= j", 0},
      {"2 > 7", 0},
      {"i > j", 1},
      {"7 >= 8", 0},
      {"i >= j", 1},
      {"7 << 2", 28},
      {"i << j", 28},
      {"-7 >> 1", -4},
      {"n >> 1", -4},
      {"7 + 2", 9},
      {"i + j", 9},
      {"2 - 7", -5},
      {"j - i", -5},
      {"7 * 2", 14},
      {"i * j", 14},
      {"-7 / 2", -3},
      {"n / j", -3},
      {"-7 % 2", -1},
      {"n % j", -1},
      {"-7", -7},
      {"-i", -7},
      {"!7", 0},
      {"!i", 0},
      {"!z", 1},
      {"~7", -8},
      {"~i", -8},
      {"- - i", 7},
      {"!!i", 1},
      {"i && j", 1},
      {"i && z", 0},
      {"z && i", 0},
      {"z || j", 1},
      {"z || z", 0},
      {"i || z", 1},
      {"!(i && z)", 1},
      {"!(z || i)", 0},
      {"C", 6},
      {"C * i", 42},
      {"0x10", 16},
      {"0xFFFFFFFFFFFFFFFF", -1},
      {"(i && j) + (z || i)", 2},
      {"(i > j) + (j > i) * 4", 1},
      {"1 && 2 && 3", 1},
      {"0 || 0 || 3", 1},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(value_of(text), std::to_string(value)) << text;
}

TEST(ModelEvaluation, PrecedenceIsThatOfC) {
  const std::vector<std::pair<const char*, Value>> cases = {
      {"1 + 2 * 3", 7},   {"(1 + 2) * 3", 9},    {"10 - 3 - 2", 5}, {"100 / 10 / 5", 2},  {"1 << 2 + 1", 8},
      {"1 < 2 << 1", 1},  {"4 & 4 == 4", 0},     {"1 ^ 3 & 2", 3},  {"1 | 2 ^ 2", 1},     {"0 && 0 || 1", 1},
      {"1 || 0 && 0", 1}, {"-2 * -3", 6},        {"!0 + 1", 2},     {"~0 & 15", 15},      {"2 == 2 != 0", 1},
      {"3 > 2 > 1", 0},   {"i + j * i - j", 19}, {"i - j - j", 3},  {"j + i % j * i", 9}, {"1 | 6 & j", 3},
  };
  for (const auto& [text, value] : cases) EXPECT_EQ(value_of(text), std::to_string(value)) << text;
}

TEST(ModelEvaluation, OverflowWrapsAround) {
  const std::string most = std::to_string(std::numeric_limits<Value>::max());
  const std::string least = std::to_string(std::numeric_limits<Value>::min());
  EXPECT_EQ(value_of(most + " + z + 1"), least);
  EXPECT_EQ(value_of(most + " + 1"), least);
  EXPECT_EQ(value_of("-" + most + " - j"), most);
  EXPECT_EQ(value_of("(-" + most + " - 1) / (z - 1)"), least);
  EXPECT_EQ(value_of("(-" + most + " - 1) % (z - 1)"), "0");
  EXPECT_EQ(value_of("-(-" + most + " - 1 + z)"), least);
  EXPECT_EQ(value_of(most + " * j"), "-2");
  EXPECT_EQ(value_of("1 << (j + 61)"), least);
}

TEST(ModelEvaluation, ConstantsAreComputedAndOverridden) {
  const char* const text = "const A = 2; const B = A * 3 + (A == 2 && A || 0); var x[B]; thread t { x[B - 1] = B; }";
  EXPECT_EQ(Driver(text).pending("t"), "store x[6] 7");
  EXPECT_EQ(Driver(text, {{"A", 3}}).pending("t"), "store x[8] 9");
  EXPECT_EQ(Driver(text, {{"B", 1}}).pending("t"), "store x[0] 1");
}

TEST(ModelEvaluation, ReadsHappenFromLeftToRightAndKeepWhatCameBefore) {
  Driver driver("var x, y, z, a[4]; thread t { local i = 5; a[y - 1] = (i + x) * (y - z * 2) + x; }");
  EXPECT_EQ(driver.run("t", {2, 3, 10, 4, 1, 0}),
            (Strings{"load y", "load x", "load y", "load z", "load x", "store a[1] 17", ""}));
}

TEST(ModelEvaluation, ShortCircuitSkipsVisibleOperations) {
  const char* const text = "var x, y, r; thread t { if (x && y) { r = 1; } else { r = 2; } if (x || y) { r = 3; } }";
  EXPECT_EQ(Driver(text).run("t", {0, 0, 0, 0}), (Strings{"load x", "store r 2", "load x", "load y", ""}));
  EXPECT_EQ(Driver(text).run("t", {1, 0, 0, 1, 0}),
            (Strings{"load x", "load y", "store r 2", "load x", "store r 3", ""}));
  EXPECT_EQ(Driver(text).run("t", {1, 1, 0, 0, 1, 0}),
            (Strings{"load x", "load y", "store r 1", "load x", "load y", "store r 3", ""}));
  Driver nested("var x, y, z, r; thread t { r = !(x || y && !z) + 10; }");
  EXPECT_EQ(nested.run("t", {0, 1, 1, 0}), (Strings{"load x", "load y", "load z", "store r 11", ""}));
}

TEST(ModelEvaluation, LoopsBreakAndContinue) {
  Driver driver(
      "var x; thread t { local i, j; while (i < 10) { i = i + 1; if (i % 2) { continue; } if (i > 6) { break; }\n"
      "j = 0; while (1) { j = j + 1; if (j == 2) { break; } x = i * 10 + j; } } x = i; }");
  EXPECT_EQ(driver.run("t", {0, 0, 0, 0}), (Strings{"store x 21", "store x 41", "store x 61", "store x 8", ""}));
}

TEST(ModelEvaluation, LocalsAreScopedToTheirBlockAndBeginAnew) {
  Driver driver(
      "var x; thread t { local i = 1; { local i = 2, j; x = i; i = 3; x = i + j; } x = i;\n"
      "local n; while (n < 2) { local k; k = k + 5; x = k; n = n + 1; } { local j; x = j; } }");
  EXPECT_EQ(driver.run("t", {0, 0, 0, 0, 0, 0}),
            (Strings{"store x 2", "store x 3", "store x 1", "store x 5", "store x 5", "store x 0", ""}));
}

TEST(ModelEvaluation, ALocalMayHideAGlobalName) {
  Driver driver("var x, y; thread t { x = 1; local x = 4; x = x + 1; y = x; }");
  EXPECT_EQ(driver.run("t", {0, 0}), (Strings{"store x 1", "store y 5", ""}));
}

TEST(ModelEvaluation, AssignmentToALocalMayReadIt) {
  Driver driver(
      "var x; mutex m; thread t { local i = 3; i = i * i - i; i = i && i > 2; i = i + x; i = trylock(m) + i; x = i; }");
  EXPECT_EQ(driver.run("t", {4, 1}), (Strings{"load x", "trylock m", "store x 6"}));
}

TEST(ModelEvaluation, IfChainsTakeTheFirstTrueArm) {
  for (int i = 0; i < 4; ++i) {
    const Driver driver(
        "const I = 0; var x; thread t { if (I == 0) { x = 10; } else if (I == 1) { x = 11; } else if (I == 2) { x = "
        "12; } else { x = 13; } }",
        {{"I", i}});
    EXPECT_EQ(driver.pending("t"), "store x " + std::to_string(10 + i));
  }
}

TEST(ModelEvaluation, ReturnEndsTheThread) {
  Driver driver("var x; proc p() { if (x) { return; } x = 1; } thread t { create p(); return; x = 5; }");
  EXPECT_EQ(driver.run("t", {0}), (Strings{"create p@t.0", ""}));
  EXPECT_EQ(driver.run("p@t.0", {0, 1, 0}), (Strings{"start", "load x", "exit", ""}));
}

TEST(ModelEvaluation, NamesOfOperationsAreNoKeywords) {
  Driver driver("var value, post; mutex lock; thread t { lock(lock); value = post + 1; }");
  EXPECT_EQ(driver.run("t", {0, 5}), (Strings{"lock lock", "load post", "store value 6"}));
}

TEST(ModelEvaluation, CommentsAndBlanksMeanNothing) {
  Driver driver("// one\nvar/**/x;/* two\n * three */thread\tt{x=1;/*/ still one */x=2;}// end");
  EXPECT_EQ(driver.run("t", {0, 0}), (Strings{"store x 1", "store x 2", ""}));
}

}  // namespace
}  // namespace qpor::frontend::model
