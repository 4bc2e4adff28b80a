// Loops of C programs, and the conventions of SV-COMP: what reports say of them. The numbers are in tests/programs.

#include <gtest/gtest.h>

#include <string>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

void expect_in_report(const std::vector<std::string>& arguments, int code, const std::string& text) {
  const Ran ran = run_with(arguments);
  EXPECT_EQ(ran.code, code) << ran.out << ran.err;
  EXPECT_NE(ran.out.find(text), std::string::npos) << ran.out << ran.err;
}

TEST(NativeLoops, ALoopThatIsLeftIsNamedWithItsLines) {
  const CFile file(
      "int main(int count, char** words) {\n"
      "  for (int i = 0;\n"
      "       i < 4; ++i)\n"
      "    count += words != 0;\n"
      "  return count == 77;\n"
      "}\n");
  expect_in_report({"--unroll=3", file.path()}, 3,
                   "the loop in lines 2-4 was left after --unroll=3 rounds (" + file.path() + ":3)");
  EXPECT_EQ(run_with({"--unroll=4", file.path()}).code, 0);
  EXPECT_EQ(run_with({"--unroll=0", file.path()}).code, 0) << "no bound";
}

TEST(NativeLoops, RoundsThatOnlyWaitAreNotCounted) {
  EXPECT_EQ(run_with({"--unroll=1", repository_file("tests/programs/spin/exchange_lock.c")}).code, 0);
  EXPECT_EQ(run_with({"--unroll=1", repository_file("tests/programs/spin/peterson.c")}).code, 0);
}

TEST(NativeLoops, WhoSpinsForEverIsToldWithWhatItWaitsFor) {
  expect_in_report({repository_file("tests/programs/spin/nobody_sets.c")}, 1,
                   "wait.0 spins on flag (line 12), which is 0 and never written.");
  expect_in_report({repository_file("tests/programs/spin/plain_flag.c")}, 1, "spins on plain memory (line 12)");
}

TEST(NativeLoops, ASavedLivelockIsFoundAgain) {
  const TemporaryFile schedule(".schedule");
  const std::string program = repository_file("tests/programs/spin/abba.c");
  EXPECT_EQ(run_plainly({"--save-schedule=" + schedule.path(), program}).code, 1);
  const Ran again = run_plainly({"--replay=" + schedule.path()});
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_NE(again.out.find("livelock"), std::string::npos) << again.out;
}

TEST(NativeSvcomp, ValuesThatWereExploredAreNamed) {
  const CFile file(
      "int __VERIFIER_nondet_int(void);\n"
      "unsigned short __VERIFIER_nondet_ushort(void);\n"
      "int main(void) {\n"
      "  return __VERIFIER_nondet_int() + __VERIFIER_nondet_ushort() == 77;\n"
      "}\n");
  expect_in_report({file.path()}, 3, "values of __VERIFIER_nondet_int (" + file.path() + ":4) explored: 0, 1, -1");
  expect_in_report({file.path()}, 3, "__VERIFIER_nondet_ushort (" + file.path() + ":4) explored: 0, 1, 65535");
  // Two of the numbers are the same 16 bits.
  expect_in_report({"--nondet=5,65541", file.path()}, 3, "(" + file.path() + ":4) explored: 5, 65541");
  expect_in_report({"--nondet=5,65541", file.path()}, 3, "ushort (" + file.path() + ":4) explored: 5\n");
}

TEST(NativeSvcomp, ValuesThatAreNoNumbersAreRefused) {
  for (const char* word : {"--nondet=1,x", "--nondet=1,", "--nondet=,1", "--nondet=1;2"}) {
    const Ran ran = run_with({word, "program.c"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("--nondet must be 64-bit integers with commas between them"), std::string::npos) << ran.err;
  }
}

TEST(NativeSvcomp, WhoEndsWithinAnAtomicBlockIsTold) {
  expect_in_report({repository_file("tests/programs/svcomp/atomic_never_ends.c")}, 1, "ends within an atomic block");
  expect_in_report({repository_file("tests/programs/svcomp/atomic_unbalanced.c")}, 1,
                   "ends an atomic block that it has not begun");
}

}  // namespace
}  // namespace qpor::frontend
