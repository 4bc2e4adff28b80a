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

}  // namespace
}  // namespace qpor::frontend
