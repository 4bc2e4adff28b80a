// What C programs may not do, and the limits that they meet: none of it is a defect, all of it is in the verdict.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

std::string result_of(const Ran& ran) { return ran.out.substr(std::min(ran.out.rfind("RESULT:"), ran.out.size())); }

/// The RESULT line of an exploration that is not complete.
void expect_incomplete(const std::vector<std::string>& arguments, const std::string& rest) {
  const Ran ran = run_with(arguments);
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_EQ(result_of(ran), "RESULT: incomplete - " + rest + "\n");
  EXPECT_EQ(ran.err, "");
}

TEST(NativeBehaviour, ARefusedCallIsNamedWithItsLine) {
  const CFile process("#include <unistd.h>\nint main(void) {\n  return fork();\n}\n");
  expect_incomplete({process.path()},
                    "1 trace explored without a defect under sequential consistency; calls fork, which qpor does not "
                    "run: there is only one process (" +
                        process.path() + ":3)");
  const CFile cancelling(
      "#include <pthread.h>\n"
      "static void* run(void* p) {\n"
      "  pthread_cancel(pthread_self());\n"
      "  return p;\n"
      "}\n"
      "int main(void) {\n"
      "  pthread_t t;\n"
      "  pthread_create(&t, 0, run, 0);\n"
      "  pthread_join(t, 0);\n"
      "}\n");
  expect_incomplete({cancelling.path()},
                    "1 trace explored without a defect under sequential consistency; calls pthread_cancel, which qpor "
                    "does not run: cancellation is "
                    "not modelled (" +
                        cancelling.path() + ":3)");
}

TEST(NativeBehaviour, ARefusedCallThatIsNotMadeDoesNotCount) {
  const CFile file(
      "#include <unistd.h>\nint main(int count, char** words) { return words && count > 1 ? fork() : 0; }\n");
  EXPECT_EQ(run_with({file.path()}).code, 0);
  EXPECT_EQ(run_with({file.path(), "--", "x"}).code, 3);
}

TEST(NativeBehaviour, AnUncontrolledCallIsMadeAndListed) {
  const CFile file(
      "long gethostid(void);\n"
      "int main(int count, char** words) { return words && count > 1 && gethostid() == 12345; }\n");
  EXPECT_EQ(run_with({file.path()}).code, 0) << "not called";
  expect_incomplete(
      {file.path(), "--", "x"},
      "1 trace explored without a defect under sequential consistency; calls gethostid, which qpor does not control (" +
          file.path() + ":2)");
}

TEST(NativeBehaviour, FilesAreWrittenOnlyWhenAllowed) {
  const CFile file(
      "#include <stdio.h>\n"
      "int main(int count, char** words) {\n"
      "  FILE* f = fopen(words[count - 1], \"w\");\n"
      "  fputs(\"text\", f);\n"
      "  return fclose(f);\n"
      "}\n");
  const TemporaryFile target(".txt");
  std::filesystem::remove(target.path());
  expect_incomplete({file.path(), "--", target.path()},
                    "1 trace explored without a defect under sequential consistency; fopen(\"" + target.path() +
                        "\", \"w\"): the program may not write files (--allow-writes permits it) (" + file.path() +
                        ":3)");
  EXPECT_FALSE(std::filesystem::exists(target.path()));
  EXPECT_EQ(run_with({"--allow-writes", file.path(), "--", target.path()}).code, 0);
  EXPECT_EQ(target.text(), "text");
}

TEST(NativeBehaviour, AFileThatOneThreadWritesAndAnotherOpensTakesSafeAway) {
  const CFile file(
      "#include <pthread.h>\n"
      "#include <stdio.h>\n"
      "static const char *one, *other;\n"
      "static void* adds(void* unused) {\n"
      "  FILE* f = fopen(one, \"a\");\n"
      "  fclose(f);\n"
      "  return unused;\n"
      "}\n"
      "int main(int count, char** words) {\n"
      "  one = words[1];\n"
      "  other = words[count - 1];\n"
      "  pthread_t thread;\n"
      "  pthread_create(&thread, NULL, adds, NULL);\n"
      "  FILE* f = fopen(other, \"a\");\n"
      "  fclose(f);\n"
      "  pthread_join(thread, NULL);\n"
      "}\n");
  const TemporaryFile target(".txt"), second(".txt");
  const Ran ran = run_with({"--allow-writes", "--quiet", file.path(), "--", target.path()});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("opens a file that one thread writes and another opens, which need not be the same"),
            std::string::npos)
      << ran.out;
  EXPECT_EQ(run_with({"--allow-writes", file.path(), "--", target.path(), second.path()}).code, 0);
}

TEST(NativeBehaviour, AnExitStatusIsADefectOnRequest) {
  const CFile file("#include <stdlib.h>\nint main(void) {\n  exit(3);\n}\n");
  EXPECT_EQ(run_with({file.path()}).code, 0);
  const auto json = json_of({"--check-exit", file.path()});
  EXPECT_EQ(json["defects"][0]["kind"], "exit");
  EXPECT_EQ(json["defects"][0]["message"], "the program ends with exit status 3");
  EXPECT_EQ(json["defects"][0]["location"]["line"], 3);
}

TEST(NativeBehaviour, OutputBeforeADefectIsShownUnlessNobodyWantsIt) {
  const CFile file("#include <stdio.h>\n#include <stdlib.h>\nint main(void) {\n  puts(\"hello\");\n  abort();\n}\n");
  const std::string shown = "output of the program:\n  | hello\n";
  EXPECT_NE(run_with({file.path()}).out.find(shown), std::string::npos);
  EXPECT_NE(run_with({"--guest-output=defect", file.path()}).out.find(shown), std::string::npos);
  EXPECT_EQ(run_with({"--guest-output=none", file.path()}).out.find("output of the program"), std::string::npos);
}

TEST(NativeBehaviour, OutputOfEveryTraceIsShownOnRequest) {
  const CFile file(
      "#include <pthread.h>\n"
      "#include <stdio.h>\n"
      "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
      "static void* run(void* name) {\n"
      "  pthread_mutex_lock(&m);\n"
      "  puts(name);\n"
      "  pthread_mutex_unlock(&m);\n"
      "  return 0;\n"
      "}\n"
      "int main(void) {\n"
      "  pthread_t t[2];\n"
      "  pthread_create(&t[0], 0, run, \"a\");\n"
      "  pthread_create(&t[1], 0, run, \"b\");\n"
      "  pthread_join(t[0], 0);\n"
      "  pthread_join(t[1], 0);\n"
      "}\n");
  const std::string first = "output of trace 1:\nb\na\n";
  const std::string second = "output of trace 2:\na\nb\n";
  const Ran all = run_with({"--guest-output=all", file.path()});
  EXPECT_NE(all.out.find(first + "\n" + second), std::string::npos) << all.out;
  const Ran beside_json = run_with({"--guest-output=all", "--json=-", file.path()});
  EXPECT_NE(beside_json.err.find(first), std::string::npos) << beside_json.err;
  EXPECT_EQ(beside_json.out.front(), '{');
  EXPECT_EQ(run_with({"--guest-output=defect", file.path()}).out.find("output of"), std::string::npos);
  EXPECT_EQ(run_with({"--guest-output=all", "--quiet", file.path()}).out.find("output of"), std::string::npos);
}

// --- limits

TEST(NativeBehaviour, ALimitOnTracesEndsTheExploration) {
  const CFile file(
      "#include <pthread.h>\n"
      "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
      "static void* run(void* p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }\n"
      "int main(void) {\n"
      "  pthread_t t[3];\n"
      "  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, run, 0);\n"
      "  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);\n"
      "}\n");
  expect_incomplete({"--max-traces=4", file.path()},
                    "4 traces explored without a defect under sequential consistency; stopped by --max-traces=4");
}

constexpr const char* kComputing =
    "#include <pthread.h>\n"
    "static void* run(void* p) {\n"
    "  for (volatile int i = 0; i >= 0; i = 1) {\n"
    "  }\n"
    "  return p;\n"
    "}\n"
    "int main(int count, char** words) {\n"
    "  pthread_t t;\n"
    "  if (count > 1) run(words);\n"
    "  pthread_create(&t, 0, run, 0);\n"
    "  pthread_join(t, 0);\n"
    "}\n";

TEST(NativeBehaviour, ATimeoutEndsAThreadThatComputes) {
  const CFile file(kComputing);
  expect_incomplete({"--timeout=0.1", file.path()},
                    "0 traces explored without a defect under sequential consistency; stopped by --timeout=0.1");
}

TEST(NativeBehaviour, ATimeoutEndsAMainThatComputesBeforeItsFirstOperation) {
  const CFile file(kComputing);
  expect_incomplete({"--timeout=0.1", file.path(), "--", "x"},
                    "0 traces explored without a defect under sequential consistency; stopped by --timeout=0.1");
}

TEST(NativeBehaviour, AThreadThatComputesTooLongIsReported) {
  const CFile file(kComputing);
  const auto json = json_of({"--step-timeout=0.1", file.path()});
  EXPECT_EQ(json["defects"][0]["kind"], "nontermination");
  EXPECT_EQ(json["defects"][0]["message"],
            "no visible operation for 0.1 seconds of processor time: perhaps an endless loop");
  EXPECT_EQ(json["defects"][0]["thread"], "run.0");
}

TEST(NativeBehaviour, AHeapThatIsFullIsALimit) {
  const CFile file(
      "#include <stdlib.h>\n"
      "int main(int count, char** words) {\n"
      "  for (int i = 0; i < atoi(words[count - 1]); ++i) {\n"
      "    if (malloc(100000) == 0) abort();\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(run_with({"--heap-size=1M", file.path(), "--", "9"}).code, 0);
  expect_incomplete({"--heap-size=1M", file.path(), "--", "11"},
                    "1 trace explored without a defect under sequential consistency; the heap of a thread is full "
                    "(--heap-size is 1 MiB) (" +
                        file.path() + ":4)");
}

TEST(NativeBehaviour, AWaitThatNobodyNotifiesIsExplainedByTheWrite) {
  const CFile file(
      "#include <linux/futex.h>\n"
      "#include <pthread.h>\n"
      "#include <stdatomic.h>\n"
      "#include <sys/syscall.h>\n"
      "#include <unistd.h>\n"
      "static atomic_int x;\n"
      "static void* run(void* unused) {\n"
      "  while (x == 0) syscall(SYS_futex, &x, FUTEX_WAIT, 0, NULL);\n"
      "  return unused;\n"
      "}\n"
      "int main(void) {\n"
      "  pthread_t t;\n"
      "  pthread_create(&t, NULL, run, NULL);\n"
      "  x = 1;\n"
      "  pthread_join(t, NULL);\n"
      "}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["defects"].size(), 1u);
  const std::string message = json["defects"][0]["message"];
  EXPECT_NE(message.find("run.0 waits on x since line 8: the store, by main in line 14, comes without a notification"),
            std::string::npos)
      << message;
}

TEST(NativeBehaviour, SystemCallsOtherThanFutexesAreRefused) {
  const CFile file(
      "#include <unistd.h>\n"
      "int main(void) {\n"
      "  return syscall(39) == 0;\n"
      "}\n");
  const auto json = json_of({file.path()});
  EXPECT_EQ(json["verdict"], "incomplete");
  const std::string reason = json["incomplete_reasons"][0];
  EXPECT_TRUE(reason.starts_with("calls syscall, which qpor does not run: what it does depends on a number (39)"))
      << reason;
}

TEST(NativeBehaviour, MallocReturnsNullOnlyForWhatNoMachineHas) {
  const CFile file(
      "#include <stdint.h>\n"
      "#include <stdlib.h>\n"
      "int main(int count, char** words) {\n"
      "  void* volatile block = malloc(count > 1 ? (size_t)atoi(words[1]) << 20 : SIZE_MAX / 2);\n"
      "  return block != NULL;\n"
      "}\n");
  EXPECT_EQ(run_with({"--heap-size=1M", "--check-exit", file.path()}).code, 0);
  EXPECT_EQ(run_with({"--heap-size=4M", "--check-exit", file.path(), "--", "2"}).code, 1);
  expect_incomplete({"--heap-size=1M", file.path(), "--", "2"},
                    "1 trace explored without a defect under sequential consistency; the heap of a thread is full "
                    "(--heap-size is 1 MiB) (" +
                        file.path() + ":4)");
}

TEST(NativeBehaviour, AStackThatIsFullIsADefect) {
  const CFile file(
      "static int deep(int n) {\n"
      "  volatile char room[1000];\n"
      "  room[0] = (char)n;\n"
      "  return n == 0 ? 0 : deep(n - 1) + room[0];\n"
      "}\n"
      "int main(void) { return deep(1000) & 0; }\n");
  EXPECT_EQ(run_with({file.path()}).code, 0);
  const auto json = json_of({"--stack-size=64K", file.path()});
  EXPECT_EQ(json["defects"][0]["kind"], "stack-overflow");
  EXPECT_EQ(json["defects"][0]["message"], "the stack of the thread is full (--stack-size is 64 KiB)");
  EXPECT_EQ(json["defects"][0]["location"]["function"], "deep");
}

}  // namespace
}  // namespace qpor::frontend
