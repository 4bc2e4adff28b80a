// The programs of tests/programs/assembly: atomics in inline assembly, in the style of ConcurrencyKit and liburcu. Each
// comes out as it says and has the traces of its twin, the same program with the atomics of the language (-DTWIN).
// Then what is said about assembly that qpor does not know.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using Json = nlohmann::json;

std::vector<std::string> programs() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(repository_file("tests/programs/assembly"))) {
    if (entry.path().extension() == ".c") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string name_of(const std::string& path) { return std::filesystem::path(path).stem().string(); }

/// What the first line promises.
std::string expectation(const Json& json) {
  std::set<std::string> kinds;
  for (const Json& defect : json["defects"]) kinds.insert(defect["kind"].get<std::string>());
  std::string text = "// expect: verdict=" + json["verdict"].get<std::string>();
  for (const std::string& kind : kinds) text += " kind=" + kind;
  const Json& statistics = json["statistics"];
  return text + " traces=" + statistics["traces"].dump() + " deadlocks=" + statistics["deadlocks"].dump();
}

class NativeAssembly : public testing::TestWithParam<std::string> {};

TEST_P(NativeAssembly, HasTheTracesOfTheLanguagesAtomics) {
  std::ifstream file(GetParam());
  std::string promised;
  std::getline(file, promised);
  EXPECT_EQ(promised.find("verdict=defect") != std::string::npos, name_of(GetParam()).ends_with("_wrong"));
  for (const std::string& k : values_of_k()) {
    SCOPED_TRACE("--k=" + k);
    const Json assembly = json_of({"--k=" + k, "--keep-going", "--check", GetParam()});
    const Json twin = json_of({"--k=" + k, "--keep-going", "--check", "-DTWIN=1", GetParam()});
    EXPECT_EQ(expectation(assembly), promised) << assembly.dump(2);
    EXPECT_EQ(expectation(twin), promised) << twin.dump(2);
    EXPECT_EQ(assembly["assumptions"], twin["assumptions"]);
    EXPECT_EQ(assembly["statistics"]["events"], twin["statistics"]["events"]);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, NativeAssembly, testing::ValuesIn(programs()),
                         [](const testing::TestParamInfo<std::string>& info) { return name_of(info.param); });

TEST(NativeAssemblyFiles, AreRightAndWrongInEqualParts) {
  const std::vector<std::string> all = programs();
  const auto wrong = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const std::string& path) { return name_of(path).ends_with("_wrong"); }));
  EXPECT_GE(wrong, 10u);
  EXPECT_GE(all.size() - wrong, 10u);
}

std::string result_of(const std::string& code, const std::vector<std::string>& options) {
  const TemporaryFile source(".c", "static int x, y;\nint main(void) {\n  " + code + "\n  return 0;\n}\n");
  std::vector<std::string> words = {"--quiet"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(source.path());
  std::string text = run_with(words).out;
  const std::size_t name = text.find(source.path());
  return name == std::string::npos ? text : text.replace(name, source.path().size(), "PROGRAM");
}

TEST(NativeAssemblyText, NamesTheStatementThatStopsTheThread) {
  EXPECT_EQ(
      result_of(R"(__asm__ volatile("addl $1, %0\n\tcld" : "+m"(x));)", {}),
      "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; comes to the assembly "
      "code 'addl $1, %0 ...', which qpor does not run without --allow-asm (PROGRAM:3)\n");
  EXPECT_EQ(
      result_of(R"(__asm__ volatile("addl $1, %0\n\tcld" : "+m"(x));)", {"--allow-asm"}),
      "RESULT: incomplete - 1 trace explored without a defect under sequential consistency; runs the assembly code "
      "'addl $1, %0 ...', which qpor does not see (PROGRAM:3)\n");
}

/// A part of the code that is known is not enough.
TEST(NativeAssemblyText, IsTakenAsAWhole) {
  for (const char* code : {
           R"(__asm__ volatile("lock; incl %0\n\taddl $1, %1" : "+m"(x), "+m"(y));)",  // memory without a lock
           R"(__asm__ volatile("lock; incl %0\n\tjz 1f\n1:" : "+m"(x));)",
           R"(__asm__ volatile("mov %%fs:0, %0" : "=r"(x));)",               // a segment
           R"(long sp; __asm__ volatile("mov %%rsp, %0" : "=r"(sp));)",      // a register that it did not get
           R"(__asm__ volatile("xaddl %0, %1" : "+r"(x), "+m"(y));)",        // no lock
           R"(__asm__ volatile("lock; addl $1, (%%rsp)  " ::: "memory");)",  // changes the stack
           R"(__asm__ volatile("lock; negl %0\n\tmovl $1, %1" : "+m"(x), "=m"(y));)",
           R"(__asm__ volatile("rep; stosb" : : "D"(&x), "a"(0), "c"(4) : "memory");)",
           R"(__asm__ volatile("rdrand %0" : "=r"(x));)",
           R"(__asm__ volatile("syscall" : : "a"(39) : "rcx", "r11", "memory");)",
           R"(__asm__ volatile(".byte 0xf3, 0x90");)",
           R"(__asm__ volatile("movl %%ecx, %0" : "=r"(x));)",  // what is in ecx?
           R"(double d = 1; __asm__ volatile("" "movsd %0, %%xmm0" : : "m"(d) : "xmm0");)",
       }) {
    EXPECT_NE(result_of(code, {}).find("comes to the assembly code"), std::string::npos) << code << "\n"
                                                                                         << result_of(code, {});
  }
}

}  // namespace
}  // namespace qpor::frontend
