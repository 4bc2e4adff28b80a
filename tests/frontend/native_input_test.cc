// What may be given as a C program and what may not: every input that cannot be used gets one sentence and exit code 2,
// and what can be used behaves the same whichever way it comes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

/// N threads that take one lock: N! traces.
constexpr const char* kLocks =
    "#include <pthread.h>\n"
    "#ifndef N\n"
    "#define N 2\n"
    "#endif\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void* run(void* p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }\n"
    "int main(void) {\n"
    "  pthread_t t[N];\n"
    "  for (int i = 0; i < N; ++i) pthread_create(&t[i], 0, run, 0);\n"
    "  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);\n"
    "  return 0;\n"
    "}\n";

/// What clang makes of a program: `how` is -c for bitcode, -S for text.
std::unique_ptr<TemporaryFile> compiled(const std::string& text, const std::string& how, const std::string& ending,
                                        const std::string& flags = "-emit-llvm -g") {
  const CFile source(text);
  auto file = std::make_unique<TemporaryFile>(ending);
  const std::string command = "clang-19 " + flags + " " + how + " " + source.path() + " -o " + file->path();
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return file;
}

void write(const TemporaryFile& file, const std::string& bytes) {
  std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << bytes;
}

void expect_sentence(const std::vector<std::string>& arguments, const std::string& sentence) {
  const Ran ran = run_with(arguments);
  EXPECT_EQ(ran.code, 2) << sentence;
  EXPECT_EQ(ran.out, "") << sentence;
  EXPECT_EQ(ran.err, "qpor: " + sentence + "\n");
}

std::size_t traces_of(const std::vector<std::string>& arguments) {
  return json_of(arguments)["statistics"]["traces"].get<std::size_t>();
}

// --- what cannot be used

TEST(NativeInput, AFileThatIsMissingIsNamed) {
  for (const char* path : {"no/such.c", "no/such.cc", "no/such.bc", "no/such.ll", "no/such.o"}) {
    expect_sentence({path}, "cannot read '" + std::string(path) + "': No such file or directory");
  }
}

TEST(NativeInput, AFolderIsNoProgram) {
  for (const char* ending : {".c", ".bc", ".ll"}) {
    const std::string folder = testing::TempDir() + "qpor-folder" + ending;
    std::filesystem::create_directory(folder);
    expect_sentence({folder}, "cannot read '" + folder + "': Is a directory");
    std::filesystem::remove(folder);
  }
}

TEST(NativeInput, AnEmptyFileIsNoProgram) {
  const TemporaryFile bitcode(".bc");
  expect_sentence({bitcode.path()}, "'" + bitcode.path() + "' is not LLVM bitcode");
  const TemporaryFile assembly(".ll");
  expect_sentence({assembly.path()}, "'" + assembly.path() + "' does not say that it is for x86-64 Linux");
  const CFile source("");
  expect_sentence({source.path()}, "there is no function 'main' in '" + source.path() + "'");
}

TEST(NativeInput, BitcodeThatIsCutOffGetsOneSentence) {
  const auto whole = compiled(kLocks, "-c", ".bc");
  const std::string bytes = whole->text();
  const TemporaryFile cut(".bc");
  for (std::size_t i = 1; i < 16; ++i) {
    write(cut, bytes.substr(0, bytes.size() * i / 16));
    const Ran ran = run_with({cut.path()});
    EXPECT_EQ(ran.code, 2) << i;
    EXPECT_TRUE(ran.err.starts_with("qpor: cannot use '" + cut.path() + "': ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

/// In the first blocks, where LLVM looks closely. Further on it may break on such a file, and with it this process:
/// tests/supervised looks at that.
TEST(NativeInput, BitcodeWithWrongBytesInItsFirstBlocksGetsOneSentence) {
  const auto whole = compiled(kLocks, "-c", ".bc");
  const std::string bytes = whole->text();
  const TemporaryFile wrong(".bc");
  for (std::size_t i = 0; i < 20; i += 4) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(~changed[i]);
    write(wrong, changed);
    const Ran ran = run_with({wrong.path()});
    EXPECT_EQ(ran.code, 2) << i;
    EXPECT_TRUE(ran.err.starts_with("qpor: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST(NativeInput, MachineCodeIsToldFromBitcode) {
  const auto object = compiled(kLocks, "-c", ".o", "");
  expect_sentence({object->path()},
                  "'" + object->path() + "' holds machine code, not bitcode (compile it with clang -emit-llvm -c -g)");
}

TEST(NativeInput, AssemblyWithAnErrorNamesTheLine) {
  const TemporaryFile file(".ll", "define i32 @main() {\n  ret i32 x\n}\n");
  expect_sentence({file.path()}, "cannot use '" + file.path() + "': line 2: expected value token");
}

TEST(NativeInput, CodeForAnotherMachineIsRefused) {
  const TemporaryFile file(".ll",
                           "target triple = \"aarch64-unknown-linux-gnu\"\ndefine i32 @main() {\n  ret i32 0\n}\n");
  expect_sentence({file.path()},
                  "'" + file.path() + "' was compiled for aarch64-unknown-linux-gnu, not for x86-64 Linux");
}

TEST(NativeInput, AFunctionToBeginWithMustBeThere) {
  const CFile file("int f(void) { return 0; }\nint many(int a, int b, int c, int d) { return a + b + c + d; }\n");
  const CFile second("int g;\n");
  const std::string& p = file.path();
  expect_sentence({p}, "there is no function 'main' in '" + p + "'");
  expect_sentence({p, second.path()}, "there is no function 'main' in '" + p + "' and the other files");
  expect_sentence({"--entry=other", p}, "there is no function 'other' in '" + p + "'");
  expect_sentence({"--entry=many", p}, "the function 'many' has more parameters than argc, argv and envp");
}

TEST(NativeInput, SymbolsWithoutDefinitionAreNamed) {
  const CFile function("int no_such_function(void);\nint main(void) { return no_such_function(); }\n");
  expect_sentence({function.path()}, "there is no definition of 'no_such_function'");
  const CFile variable("extern int no_such_variable;\nint main(void) { return no_such_variable; }\n");
  expect_sentence({variable.path()}, "there is no definition of 'no_such_variable'");
  const CFile both(
      "extern int no_such_variable;\nint no_such_function(void);\n"
      "int main(void) { return no_such_function() + no_such_variable; }\n");
  expect_sentence({both.path()}, "there are no definitions of 'no_such_function', 'no_such_variable'");
}

TEST(NativeInput, TwoDefinitionsOfOneNameAreRefused) {
  const CFile first("int twice(void) { return 0; }\nint main(void) { return twice(); }\n");
  const CFile second("int twice(void) { return 1; }\n");
  expect_sentence({first.path(), second.path()},
                  "cannot link '" + second.path() + "': Linking globals named 'twice': symbol multiply defined");
}

TEST(NativeInput, MessagesOfTheCompilerComeBeforeTheSentence) {
  const CFile file("int main(void) { return nobody; }\n");
  const char* const compiler = std::getenv("QPOR_CLANG");
  const std::string kept = compiler != nullptr ? compiler : "";
  unsetenv("QPOR_CLANG");
  testing::internal::CaptureStderr();
  const Ran ran = run_with({file.path()});
  const std::string messages = testing::internal::GetCapturedStderr();
  if (compiler != nullptr) setenv("QPOR_CLANG", kept.c_str(), 1);
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "qpor: clang-19 could not compile '" + file.path() + "' (see above)\n");
  EXPECT_NE(messages.find(":1:25: error: use of undeclared identifier 'nobody'"), std::string::npos) << messages;
}

TEST(NativeInput, OptionsThatCannotBeUsedAreNamed) {
  const CFile file(kLocks);
  const std::string& p = file.path();
  expect_sentence({"--cflags=-DA='x", p}, "there is a quote without its end in --cflags");
  expect_sentence({"--stdin=no/such", p}, "cannot read 'no/such': No such file or directory");
  expect_sentence({"--env=A", p}, "--env must be NAME=VALUE, not 'A'");
  expect_sentence({"--stack-size=4K", p}, "--stack-size must be at least 16K");
  expect_sentence({"--heap-size=1K", p}, "--heap-size must be at least 1M");
  expect_sentence({"--heap-size=8G", p}, "--stack-size and --heap-size must be below 4G together");
  expect_sentence({"--stack-size=8000000000G", p}, "--stack-size and --heap-size must be below 4G together");
  expect_sentence({"--guest-output=some", p}, "--guest-output must be none, defect or all, not 'some'");
}

// --- what can be used

TEST(NativeInput, EveryFormOfAProgramHasTheSameTraces) {
  const CFile source(kLocks);
  const auto expected = json_of({source.path()});
  EXPECT_EQ(expected["statistics"]["traces"], 2);
  const std::vector<std::pair<std::string, std::string>> forms = {{"-c", ".bc"}, {"-c", ".o"}, {"-S", ".ll"}};
  for (const auto& [how, ending] : forms) {
    const auto file = compiled(kLocks, how, ending);
    const auto json = json_of({file->path()});
    EXPECT_EQ(json["verdict"], "safe") << ending;
    EXPECT_EQ(json["statistics"]["traces"], 2) << ending;
    EXPECT_EQ(json["statistics"]["events"], expected["statistics"]["events"]) << ending;
  }
}

TEST(NativeInput, SeveralFilesAreOneProgram) {
  const CFile first("int other(void);\nint main(void) { return other(); }\n");
  const CFile second("int other(void) { return 7; }\n");
  const auto third = compiled("int other(void) { return 8; }\n", "-c", ".bc");
  const auto status = [](const std::vector<std::string>& files) {
    std::vector<std::string> arguments = files;
    arguments.push_back("--check-exit");
    return json_of(arguments)["defects"][0]["message"].get<std::string>();
  };
  EXPECT_EQ(status({first.path(), second.path()}), "the program ends with exit status 7");
  EXPECT_EQ(status({second.path(), first.path()}), "the program ends with exit status 7");
  EXPECT_EQ(status({first.path(), third->path()}), "the program ends with exit status 8");
}

TEST(NativeInput, MacrosComeFromDefineAndFromCflags) {
  const CFile file(kLocks);
  EXPECT_EQ(traces_of({"-DN=3", file.path()}), 6u);
  EXPECT_EQ(traces_of({"--cflags=-DN=3", file.path()}), 6u);
  EXPECT_EQ(traces_of({"--cflags=-DUNUSED=\"a b\" '-DN=1'", file.path()}), 1u);
  EXPECT_EQ(traces_of({"--cflags=-O2 -DN=3", file.path()}), 6u);
  EXPECT_EQ(traces_of({"--optimise=2", "-DN=3", file.path()}), 6u);
}

/// Prints its arguments, a variable of its environment and its input, and fails so that the output is shown.
constexpr const char* kEcho =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "int other(int count, char** words) {\n"
    "  for (int i = 1; i < count; ++i) printf(\"[%s]\", words[i]);\n"
    "  printf(\"%s\", getenv(\"NAME\") ? getenv(\"NAME\") : \"none\");\n"
    "  for (int c; (c = getchar()) != EOF;) putchar(c);\n"
    "  abort();\n"
    "}\n"
    "int main(void) { return 0; }\n";

TEST(NativeInput, ArgumentsEnvironmentAndInputReachTheFunctionOfEntry) {
  const CFile file(kEcho);
  const TemporaryFile input(".txt", " and input");
  const std::string stdin_option = "--stdin=" + input.path();
  const auto output = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--json=-", "--entry=other", file.path()});
    const Ran ran = run_with(arguments);
    return nlohmann::json::parse(ran.out)["defects"][0]["output"].get<std::string>();
  };
  EXPECT_EQ(output({}), "none");
  EXPECT_EQ(output({"--", "a", "b c", "--quiet", ""}), "[a][b c][--quiet][]none");
  EXPECT_EQ(output({"--env=NAME=one=two", "--env=OTHER=3"}), "one=two");
  EXPECT_EQ(output({stdin_option}), "none and input");
  EXPECT_EQ(run_with({file.path()}).code, 0) << "main is another function";
}

}  // namespace
}  // namespace qpor::frontend
