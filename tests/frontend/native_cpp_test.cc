// What reports say of C++ programs, where most operations are made by headers of the library.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

std::set<std::string> objects_of(const nlohmann::json& trace, const std::string& operation) {
  std::set<std::string> names;
  for (const auto& step : trace) {
    if (step["operation"] == operation) names.insert(step["object"].get<std::string>());
  }
  return names;
}

TEST(NativeCpp, ThreadsAreNamedAfterWhatTheyRun) {
  const TemporaryFile file(".cc",
                           "#include <cstdlib>\n"
                           "#include <future>\n"
                           "#include <thread>\n"
                           "struct Pool {\n"
                           "  void run(int) {}\n"
                           "};\n"
                           "struct Work {\n"
                           "  void operator()() const {}\n"
                           "};\n"
                           "static void plain(int&, Pool) {}\n"
                           "int main() {\n"
                           "  int x = 0;\n"
                           "  Pool pool;\n"
                           "  std::thread a(plain, std::ref(x), pool), b(&Pool::run, &pool, 1), c{Work()}, d([] {});\n"
                           "  a.join();\n"
                           "  b.join();\n"
                           "  c.join();\n"
                           "  d.join();\n"
                           "  std::async([] {}).get();\n"
                           "  std::abort();\n"
                           "}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
  EXPECT_EQ(objects_of(json["defects"][0]["trace"], "create"),
            (std::set<std::string>{"plain.0", "Pool::run.1", "Work.2", "lambda.3", "lambda.4"}));
}

TEST(NativeCpp, ObjectsAreNamedByTheirMembersAndNotByThoseOfTheLibrary) {
  const TemporaryFile file(".cc",
                           "#include <array>\n"
                           "#include <cstdlib>\n"
                           "#include <mutex>\n"
                           "struct Account {\n"
                           "  int balance;\n"
                           "  std::mutex lock;\n"
                           "};\n"
                           "static Account account;\n"
                           "static std::array<std::recursive_mutex, 3> locks;\n"
                           "int main() {\n"
                           "  Account local;\n"
                           "  account.lock.lock();\n"
                           "  locks[2].lock();\n"
                           "  local.lock.lock();\n"
                           "  std::abort();\n"
                           "}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
  const auto& trace = json["defects"][0]["trace"];
  EXPECT_EQ(objects_of(trace, "lock"), (std::set<std::string>{"account.lock", "locks[2]", "local.lock"}));
  EXPECT_EQ(trace[0]["location"]["line"], 12);
  EXPECT_EQ(trace[0]["location"]["function"], "main");
}

TEST(NativeCpp, AnExceptionIsReportedWhereItWasThrownEvenByTheLibrary) {
  const TemporaryFile file(".cc",
                           "#include <vector>\n"
                           "static int third(const std::vector<int>& v) noexcept {\n"
                           "  return v.at(2);\n"
                           "}\n"
                           "int main() {\n"
                           "  try {\n"
                           "    throw 1;\n"
                           "  } catch (int) {\n"
                           "  }\n"
                           "  return third({1, 2});\n"
                           "}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
  const auto& defect = json["defects"][0];
  EXPECT_EQ(defect["location"]["line"], 3);
  const std::string message = defect["message"];
  EXPECT_TRUE(message.starts_with("an exception of type std::out_of_range leaves a function that is noexcept"))
      << message;
}

TEST(NativeCpp, ACatchThatDoesNotRethrowStopsNoExitOfAThread) {
  const TemporaryFile file(".cc",
                           "#include <pthread.h>\n"
                           "int main() {\n"
                           "  try {\n"
                           "    pthread_exit(nullptr);\n"
                           "  } catch (...) {\n"
                           "  }\n"
                           "}\n");
  const auto json = json_of({file.path()});
  ASSERT_EQ(json["defects"].size(), 1u) << json.dump(2);
  EXPECT_EQ(json["defects"][0]["kind"], "abort");
}

TEST(NativeCpp, RefusedFunctionsAreNamedReadably) {
  const TemporaryFile file(".cc",
                           "#include <memory>\n"
                           "static std::shared_ptr<int> shared;\n"
                           "int main() { return std::atomic_load(&shared) != nullptr; }\n");
  const auto json = json_of({file.path()});
  EXPECT_EQ(json["verdict"], "incomplete");
  ASSERT_EQ(json["incomplete_reasons"].size(), 1u) << json.dump(2);
  const std::string reason = json["incomplete_reasons"][0];
  EXPECT_TRUE(reason.starts_with("calls std::_Sp_locker::_Sp_locker, which qpor does not run: ")) << reason;
}

TEST(NativeCpp, StdLockIsExploredToItsEndAndWhatIsCutIsNoTrace) {
  const auto json = json_of({"--cflags=-std=c++17", repository_file("tests/programs/cpp_scoped_lock.cc")});
  EXPECT_EQ(json["verdict"], "safe");
  EXPECT_EQ(json["statistics"]["traces"], 14);
  EXPECT_EQ(json["statistics"]["cut"], 1);
}

}  // namespace
}  // namespace qpor::frontend
