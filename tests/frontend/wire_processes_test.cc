// Bytes between two processes: what one writes of random models and C programs the other one reads, after it has met
// their threads and objects in another order, or not at all (tests/wire_peer, tests/support/wire_check.h).

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <unistd.h>

namespace qpor::frontend {
namespace {

struct Ran {
  int status = -1;
  std::string text;
};

/// The peer lies beside the tests.
Ran peer(const std::string& words) {
  const std::filesystem::path beside = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  Ran ran;
  std::FILE* const pipe = popen(((beside / "qpor_wire_peer").string() + " " + words + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return ran;
  char buffer[4096];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) ran.text.append(buffer, count);
  ran.status = pclose(pipe);
  return ran;
}

/// What the reader says in its last line.
struct Counts {
  int programs = 0, too_big = 0, events = 0, other_threads = 0, other_objects = 0;
};

Counts round_trip(const std::string& kind, const std::string& seed, const std::string& count) {
  const std::string file =
      (std::filesystem::temp_directory_path() / ("qpor-wire-" + kind + std::to_string(getpid()))).string();
  const std::string words = kind + " " + seed + " " + count + " " + file;
  const Ran writer = peer("write " + words);
  EXPECT_EQ(writer.status, 0) << writer.text;
  const Ran reader = peer("read " + words);
  EXPECT_EQ(reader.status, 0) << reader.text;
  std::filesystem::remove(file);
  Counts counts;
  const std::size_t end = reader.text.find_last_not_of('\n');
  const std::size_t begin = end == std::string::npos ? 0 : reader.text.rfind('\n', end) + 1;
  EXPECT_EQ(
      std::sscanf(reader.text.c_str() + begin,
                  "%d programs, %d too big, %d events, %d with another order of threads, %d of objects",
                  &counts.programs, &counts.too_big, &counts.events, &counts.other_threads, &counts.other_objects),
      5)
      << reader.text;
  return counts;
}

TEST(WireProcesses, AgreeOnTheEventsOfRandomModels) {
  const Counts counts = round_trip("models", "1", "20");
  EXPECT_EQ(counts.programs, 480);
  EXPECT_LT(counts.too_big, 50);
  EXPECT_GT(counts.other_threads, 100);
  EXPECT_GT(counts.other_objects, 200);
}

TEST(WireProcesses, AgreeOnTheEventsOfRandomCPrograms) {
  const Counts counts = round_trip("c", "1", "3");
  EXPECT_EQ(counts.programs, 81);
  EXPECT_LT(counts.too_big, 20);
  EXPECT_GT(counts.other_threads, 40);
  EXPECT_GT(counts.other_objects, 40);
}

}  // namespace
}  // namespace qpor::frontend
