// For tests whose programs a script of this repository writes.

#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

namespace qpor::tests {

/// What a command writes; its failure is one of the test.
inline std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  char bytes[4096];
  for (std::size_t count; pipe != nullptr && (count = fread(bytes, 1, sizeof bytes, pipe)) > 0;)
    text.append(bytes, count);
  if (pipe == nullptr || pclose(pipe) != 0) ADD_FAILURE() << command << " failed\n" << text;
  return text;
}

/// A folder for the time of a test.
class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  static std::size_t hash_of_build() {
    return std::hash<std::string>()(std::filesystem::read_symlink("/proc/self/exe").string());
  }
  // The same in every run, because compiled files are kept by path and content, and another one for each test and
  // build, because those may run at the same time.
  const std::string path_ = testing::TempDir() + "qpor-library-calls-" + std::to_string(getuid()) + "-" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() + "-" +
                            std::to_string(hash_of_build());
};

}  // namespace qpor::tests
