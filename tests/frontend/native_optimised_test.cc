// Optimised programs, compiled by qpor and by others: declarations carry debug information and promises there, calls
// take their callers' frames, and loads move above what guards them. None of that may change the verdict.

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

constexpr const char* kLevels[] = {"-O1", "-O2", "-O3", "-Os"};

/// As another build would make it.
std::unique_ptr<TemporaryFile> bitcode_of(const std::string& path, const std::string& level) {
  auto file = std::make_unique<TemporaryFile>(".bc");
  const std::string command = "clang-19 " + level + " -g -pthread -emit-llvm -c " + path + " -o " + file->path();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return file;
}

/// What comes out at every level, from the source and from bitcode.
void expect_everywhere(const std::string& text, const std::string& verdict, const std::string& reason) {
  const CFile source(text);
  for (const std::string level : kLevels) {
    const auto bitcode = bitcode_of(source.path(), level);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--cflags=" + level, source.path()}, std::vector<std::string>{bitcode->path()}}) {
      const Ran ran = run_with(words);
      EXPECT_NE(ran.out.find("RESULT: " + verdict), std::string::npos) << level << "\n" << ran.out << ran.err;
      EXPECT_NE(ran.out.find(reason), std::string::npos) << level << "\n" << ran.out << ran.err;
    }
  }
}

TEST(NativeOptimised, RefusedCallsAreNamedWithTheirLines) {
  expect_everywhere("#include <stdlib.h>\nint main(void) {\n  setenv(\"A\", \"b\", 1);\n  return 0;\n}\n", "incomplete",
                    "calls setenv, which qpor does not run: the environment is fixed");
  // A struct that is returned in memory, and arguments without end.
  expect_everywhere("#include <malloc.h>\nint main(void) {\n  return mallinfo2().arena == 1;\n}\n", "incomplete",
                    "calls mallinfo2, which qpor does not run");
  expect_everywhere("#include <unistd.h>\nint main(int n, char** v) {\n  return execl(v[0], \"x\", n, 2.0, n, 0);\n}\n",
                    "incomplete", ".c:3)");
}

TEST(NativeOptimised, ACallInTailPositionHasItsLine) {
  expect_everywhere("#include <sys/socket.h>\nint main(void) {\n  return socket(1, 2, 3);\n}\n", "incomplete", ".c:3)");
}

TEST(NativeOptimised, UncontrolledCallsGetAllTheirArguments) {
  expect_everywhere(
      "#include <arpa/inet.h>\n#include <assert.h>\n#include <monetary.h>\n#include <string.h>\n"
      "int main(int n, char** v) {\n"
      "  char b[80];\n"
      "  double x[7];\n"
      "  for (int i = 0; i < 7; ++i) x[i] = n + i + 0.5;\n"
      "  strfmon(b, sizeof b, \"%!n %!n %!n %!n %!n %!n %!n\", x[0], x[1], x[2], x[3], x[4], x[5], x[6]);\n"
      "  assert(strcmp(b, \"1.50 2.50 3.50 4.50 5.50 6.50 7.50\") == 0);\n"
      "  struct in_addr a = {n * 0x0100007f};\n"
      "  assert(strcmp(inet_ntoa(a), \"127.0.0.1\") == 0);\n"
      "  return 0;\n}\n",
      "incomplete", "which qpor does not control");
}

/// The body that a declaration gets does not keep what was promised of the function.
TEST(NativeOptimised, PromisesOfDeclarationsDoNotHold) {
  expect_everywhere(
      "__attribute__((const, nothrow)) int fork(void);\n"
      "int main(int n, char** v) {\n  return n > 0 ? fork() : 0;\n}\n",
      "incomplete", "calls fork, which qpor does not run");
  expect_everywhere("__attribute__((noreturn)) int fork(void);\nint main(void) {\n  fork();\n}\n", "incomplete",
                    "calls fork, which qpor does not run");
}

constexpr const char* kGuarded =
    "#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int flag;\nint data;\n"
    "static void* publish(void* p) { data = 1; atomic_store(&flag, 1); return p; }\n"
    "static void* look(void* p) { long r = 0; if (READS) r = data; return (void*)(r + (p != 0)); }\n"
    "int main(void) {\n"
    "  pthread_t t, u;\n"
    "  pthread_create(&t, 0, publish, 0);\n  pthread_create(&u, 0, look, 0);\n"
    "  pthread_join(t, 0);\n  pthread_join(u, 0);\n  return 0;\n}\n";

/// Other builds let the optimiser read before the guard: no defect, but nothing that could be called safe either.
TEST(NativeOptimised, ALoadAboveItsGuardInBitcodeIsDoubtful) {
  const CFile source("#define READS atomic_load(&flag)\n" + std::string(kGuarded));
  EXPECT_EQ(run_with({"--cflags=-O2", source.path()}).code, 0);
  const auto bitcode = bitcode_of(source.path(), "-O2");
  const Ran ran = run_with({bitcode->path()});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("perhaps races with a read whose value is not used, which an optimiser may have added"),
            std::string::npos)
      << ran.out;
}

TEST(NativeOptimised, ALoadThatIsUsedRaces) {
  const CFile source("#define READS (p == 0)\n" + std::string(kGuarded));
  for (const std::string level : kLevels) {
    EXPECT_EQ(run_with({"--cflags=" + level, source.path()}).code, 1) << level;
  }
  const CFile always("#define READS 1\n" + std::string(kGuarded));
  EXPECT_EQ(run_with({bitcode_of(always.path(), "-O2")->path()}).code, 1);
}

/// No defect, but nothing that could be called safe either: the line says why.
void expect_doubt(const std::string& ending, const std::string& text, const std::string& reason) {
  const TemporaryFile source(ending, text);
  const Ran ran = run_with({"--cflags=-O2", source.path()});
  EXPECT_EQ(ran.code, 3) << ran.out << ran.err;
  EXPECT_NE(ran.out.find("RESULT: incomplete"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(reason), std::string::npos) << ran.out;
}

/// Of c ? p : q the optimiser reads both.
TEST(NativeOptimised, ASelectionOfLoadsIsDoubtful) {
  const std::string reason = "perhaps races with a read whose value is not used, which an optimiser may have added";
  expect_doubt(".c",
               "#include <pthread.h>\nint p, q;\n"
               "static void* set(void* a) { p = 1; return a; }\n"
               "int main(int c, char** v) {\n"
               "  pthread_t t;\n  pthread_create(&t, 0, set, 0);\n"
               "  int r = c > 1 ? p : q;\n"
               "  pthread_join(t, 0);\n  return r == 5;\n}\n",
               reason);
  expect_doubt(".c",
               "#include <pthread.h>\nstruct State { int mode, a, b; } state = {1, 0, 0};\n"
               "static void* set(void* p) { state.a = 1; return p; }\n"
               "static __attribute__((noinline)) int get(struct State* s) { return s->mode ? s->b : s->a; }\n"
               "int main(void) {\n"
               "  pthread_t t;\n  pthread_create(&t, 0, set, 0);\n"
               "  int r = get(&state);\n"
               "  pthread_join(t, 0);\n  return r == 5;\n}\n",
               reason);
}

TEST(NativeOptimised, MemoryErrorsOfReadsThatMayBeAddedAreDoubtful) {
  const std::string behind = ", by a read that an optimiser may have added";
  expect_doubt(".cc",
               "#include <atomic>\n#include <thread>\n"
               "int main() {\n"
               "  int* q = new int(3);\n  std::atomic<int> done{0};\n"
               "  std::thread t([&] { delete q; done = 1; });\n  while (!done) {\n  }\n"
               "  int c = *q;\n  t.join();\n  return c == 9;\n}\n",
               "perhaps makes the memory error use-after-free" + behind);
  expect_doubt(".cc",
               "#include <thread>\n"
               "int main(int argc, char**) {\n"
               "  int* q = new int[3]{};\n  std::thread t([&] { q[0] = 1; });\n"
               "  int c = q[argc + 4];\n  t.join();\n  delete[] q;\n  return c == 9;\n}\n",
               "perhaps makes the memory error out-of-bounds" + behind);
  expect_doubt(".cc",
               "#include <atomic>\n#include <cstdio>\n#include <thread>\n"
               "thread_local int own = 5;\n"
               "int main() {\n"
               "  std::atomic<int*> p{nullptr};\n  std::thread t([&] { own = 7; p = &own; });\n  while (!p) {\n  }\n"
               "  int c = *p.load();\n  t.join();\n  std::printf(\"%d\\n\", c);\n}\n",
               "perhaps makes the memory error use-after-return" + behind);
}

/// Inlined, the loop stands in a function of the library.
TEST(NativeOptimised, ALoopOfALambdaIsALoopOfTheProgram) {
  const TemporaryFile source(".cc",
                             "#include <atomic>\n#include <thread>\nstd::atomic<int> flag;\n"
                             "int main() {\n"
                             "  std::thread t([] { while (flag.load() != 2) {} });\n"
                             "  flag = 1;\n  t.join();\n}\n");
  const auto bitcode = bitcode_of(source.path(), "-O2");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--cflags=-O2", source.path()}, std::vector<std::string>{bitcode->path()}}) {
    const Ran ran = run_with(words);
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    EXPECT_NE(ran.out.find(" - livelock after "), std::string::npos) << ran.out;
  }
}

/// The inlined functions of std::stop_token have atomics that order, besides their counts of owners.
TEST(NativeOptimised, InlinedStopStatesAreSeen) {
  const TemporaryFile asked(".cc",
                            "#include <cassert>\n#include <stop_token>\n#include <thread>\nint x;\n"
                            "int main() {\n"
                            "  std::stop_source source;\n"
                            "  std::thread t([&] { x = 1; source.request_stop(); });\n"
                            "  if (source.stop_requested()) assert(x == 1);\n  t.join();\n}\n");
  const Ran ran = run_with({bitcode_of(asked.path(), "-O2 -std=c++20")->path()});
  EXPECT_EQ(ran.out.find("RESULT: defect"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("RESULT: "), std::string::npos) << ran.out << ran.err;

  const TemporaryFile waiting(
      ".cc",
      "#include <cassert>\n#include <stop_token>\n#include <thread>\n"
      "int main() {\n  int x = 0;\n"
      "  {\n    std::jthread t([&](std::stop_token stop) {\n"
      "      while (!stop.stop_requested()) std::this_thread::yield();\n      x = 1;\n    });\n  }\n"
      "  assert(x == 1);\n}\n");
  EXPECT_EQ(run_with({bitcode_of(waiting.path(), "-O2 -std=c++20")->path()}).code, 0);
}

/// There are many thousands of traces; a few tell that there is more than one, and that the lock within is one.
TEST(NativeOptimised, InlinedStopCallbacksAreSeen) {
  const TemporaryFile racy(".cc",
                           "#include <stop_token>\n#include <thread>\nint x;\n"
                           "int main() {\n"
                           "  std::stop_source source;\n"
                           "  std::thread t([token = source.get_token()] {\n"
                           "    std::stop_callback callback(token, [] { x = 2; });\n    x = 3;\n  });\n"
                           "  source.request_stop();\n  t.join();\n}\n");
  EXPECT_NE(run_with({"--max-traces=20", bitcode_of(racy.path(), "-O2 -std=c++20")->path()}).code, 0);

  const TemporaryFile two(".cc",
                          "#include <stop_token>\n#include <thread>\n"
                          "int main() {\n"
                          "  std::stop_source source;\n"
                          "  auto work = [token = source.get_token()] { std::stop_callback callback(token, [] {}); };\n"
                          "  std::thread a(work), b(work);\n"
                          "  a.join();\n  b.join();\n}\n");
  const Ran ran = run_with({"--cflags=-O2", "--max-traces=100", two.path()});
  EXPECT_EQ(ran.code, 3) << ran.out;
  EXPECT_NE(ran.out.find("stopped by --max-traces=100"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace qpor::frontend
