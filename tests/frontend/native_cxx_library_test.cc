// Calls of the C++ library are seen: the cases of tests/programs/cxx_library race where two threads make them at the
// same time, and not where they come one after the other.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "frontend/native/build/compile.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend::native {
namespace {

struct Standard {
  const char* program;
  const char* version;
};

std::ostream& operator<<(std::ostream& out, const Standard& standard) {
  return out << standard.program << " in C++" << standard.version;
}

std::string path_of(const std::string& program) {
  return repository_file("tests/programs/cxx_library/" + program + ".cc");
}

/// The cases that race.
std::vector<std::string> cases_of(const std::string& program) {
  static const std::regex name("WRITES\\(([a-z_]+),");
  std::ifstream file(path_of(program));
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), name), end; it != end; ++it) names.push_back((*it)[1]);
  return names;
}

class NativeCxxLibrary : public testing::TestWithParam<Standard> {
 protected:
  void SetUp() override {
    const std::string version = GetParam().version;
    bitcode_ = std::filesystem::temp_directory_path() / ("qpor_cxx_library_" + std::string(GetParam().program) +
                                                         version + "_" + std::to_string(getpid()) + ".bc");
    std::ofstream(bitcode_, std::ios::binary)
        << compile_to_bitcode(path_of(GetParam().program), {"-w", "-I" + repository_file(""), "-std=gnu++" + version});
  }
  void TearDown() override { std::filesystem::remove(bitcode_); }

  nlohmann::json run(const std::string& name) const { return json_of({bitcode_.string(), "--", name}); }

  std::filesystem::path bitcode_;
};

TEST_P(NativeCxxLibrary, RacesAreFound) {
  const std::vector<std::string> names = cases_of(GetParam().program);
  ASSERT_GT(names.size(), 20u);
  for (const std::string& name : names) {
    const nlohmann::json json = run(name);
    ASSERT_TRUE(json.is_object()) << name;
    ASSERT_EQ(json["verdict"], "defect") << name << json["limits"].dump(2);
    EXPECT_EQ(json["defects"].front()["kind"], "data-race") << name;
    // The line is the program's own, not one of the library's.
    EXPECT_NE(json["defects"].front()["location"]["file"].get<std::string>().find("cxx_library"), std::string::npos)
        << name << json["defects"].dump(2);
  }
}

TEST_P(NativeCxxLibrary, NothingElseIsARace) {
  const nlohmann::json json = run("clean");
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json["verdict"], "safe") << json.dump(2);
  EXPECT_EQ(json["defects"].size(), 0u) << json["defects"].dump(2);
}

INSTANTIATE_TEST_SUITE_P(Each, NativeCxxLibrary,
                         testing::Values(Standard{"string", "20"}, Standard{"containers", "20"},
                                         Standard{"streams", "20"}, Standard{"others", "20"}, Standard{"string", "17"},
                                         Standard{"streams", "17"}),
                         [](const testing::TestParamInfo<Standard>& info) {
                           return std::string(info.param.program) + info.param.version;
                         });

}  // namespace
}  // namespace qpor::frontend::native
