// Schedules in files: what is written is read again, and nothing else is.

#include "frontend/report/schedule_file.h"

#include <sstream>
#include <string>
#include <vector>

#include "frontend/base/usage_error.h"
#include "frontend/options/options.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

using engine::kNoThread;
using engine::ThreadId;

SavedSchedule sample() {
  SavedSchedule saved;
  saved.programs = {"a folder/p.model"};
  saved.arguments = {"x y"};
  saved.fingerprint = {{0, 1, 0x23}};
  saved.words = {"--define=N=3", "--define=M=-1"};
  saved.defect = {engine::FailureKind::Deadlock, "a \"waits\"", {"p.model", 3, 4, "a"}};
  saved.slots = {{1030, 2, 18446744073709551615u}, {1031, 4294967295u, 7}};
  saved.schedule.threads = {{"a", 0, kNoThread, 0}, {"b", 0, kNoThread, 1}, {"c", 0, ThreadId{1}, 0}};
  saved.schedule.steps = {{ThreadId{0}, {}}, {ThreadId{1}, 2}, {ThreadId{2}, -1, true}, {ThreadId{2}, 1, true}};
  return saved;
}

std::string text_of(const SavedSchedule& saved) {
  std::ostringstream out;
  write_schedule(out, saved);
  return out.str();
}

/// "" or the sentence.
std::string refusal(const std::string& text) {
  const TemporaryFile file(".schedule", text);
  try {
    read_schedule(file.path());
  } catch (const UsageError& error) {
    std::string what = error.what();
    const std::size_t at = what.find("'" + file.path() + "'");
    if (at != std::string::npos) what.replace(at, file.path().size() + 2, "FILE");
    return what;
  }
  return "";
}

TEST(ScheduleFile, IsReadAsItWasWritten) {
  const SavedSchedule saved = sample();
  const TemporaryFile file(".schedule", text_of(saved));
  const SavedSchedule read = read_schedule(file.path());
  EXPECT_EQ(read.programs, saved.programs);
  EXPECT_EQ(read.arguments, saved.arguments);
  EXPECT_EQ(read.fingerprint, saved.fingerprint);
  EXPECT_EQ(read.words, saved.words);
  EXPECT_EQ(read.defect.kind, engine::FailureKind::Deadlock);
  EXPECT_EQ(read.defect.message, saved.defect.message);
  EXPECT_EQ(read.defect.location.line, 3u);
  EXPECT_EQ(read.slots, saved.slots);
  EXPECT_EQ(read.schedule.steps, saved.schedule.steps);
  ASSERT_EQ(read.schedule.threads.size(), 3u);
  EXPECT_EQ(read.schedule.threads[1].creator, kNoThread);
  EXPECT_EQ(read.schedule.threads[2].creator, ThreadId{1});
  EXPECT_EQ(read.schedule.threads[2].name, "c");
  EXPECT_EQ(text_of(read), text_of(saved));
}

TEST(ScheduleFile, MayHaveNoSteps) {
  SavedSchedule saved = sample();
  saved.schedule.steps.clear();
  saved.schedule.threads.clear();
  EXPECT_EQ(refusal(text_of(saved)), "");
}

TEST(ScheduleFile, IsRefusedWhenItIsSomethingElse) {
  for (const char* const text : {"", "thread a { }", "{}", "[]", "3", "{\"format\": 3}", "{\"version\": 1}", "\xff"}) {
    EXPECT_EQ(refusal(text), "FILE is no schedule of qpor") << text;
  }
}

TEST(ScheduleFile, IsRefusedWhenItIsOfAnotherVersion) {
  std::string text = text_of(sample());
  const std::string now = "\"version\": 2";
  text.replace(text.find(now), now.size(), "\"version\": 1");
  EXPECT_EQ(refusal(text), "the schedule FILE is of version 1, but this qpor knows version 2 only");
}

TEST(ScheduleFile, IsRefusedWhereverItIsCutOff) {
  const std::string text = text_of(sample());
  const std::size_t end = text.rfind('}');
  for (std::size_t size = 0; size < end; ++size) {
    const std::string sentence = refusal(text.substr(0, size));
    EXPECT_TRUE(sentence == "FILE is no schedule of qpor" ||
                sentence == "the schedule FILE is corrupt: it is not JSON, or not all of it is there")
        << size << sentence;
  }
}

TEST(ScheduleFile, IsRefusedWhenAMemberIsMissingOrOfAnotherKind) {
  const auto good = nlohmann::json::parse(text_of(sample()));
  for (const auto& [name, value] : good.items()) {
    auto bad = good;
    bad.erase(name);
    EXPECT_EQ(refusal(bad.dump()) == "", name == "slots") << name << ": models have none, nor do most C programs";
    for (const auto& other : {nlohmann::json(0.5), nlohmann::json(-1), nlohmann::json(nullptr), nlohmann::json("x"),
                              nlohmann::json::array({1}), nlohmann::json::object()}) {
      if (other.type() == value.type()) continue;
      bad[name] = other;
      EXPECT_NE(refusal(bad.dump()), "") << name << other;
    }
  }
}

TEST(ScheduleFile, IsRefusedWhenItsNumbersCannotBe) {
  struct Bad {
    const char* path;
    nlohmann::json value;
    const char* sentence;
  };
  const std::vector<Bad> table = {
      {"/steps/0/thread", 3, "'thread' is no number that can be"},
      {"/steps/0/thread", -1, "'thread' is no number that can be"},
      {"/steps/0/thread", 18446744073709551615u, "'thread' is no number that can be"},
      {"/steps/0/thread", 0.5, "'thread' is no number that can be"},
      {"/steps/0/outcome", 4294967296, "'outcome' is no number that can be"},
      {"/steps/0/outcome", "a", "'outcome' is no number that can be"},
      {"/threads/0/creator", 0, "'creator' is no number that can be"},
      {"/threads/2/creator", 2, "'creator' is no number that can be"},
      {"/threads/1/ordinal", 0, "a thread is there twice"},
      {"/threads/1/ordinal", 4294967296, "'ordinal' is no number that can be"},
      {"/threads/1", 3, "'name' is missing"},
      {"/steps/1", 3, "'thread' is missing"},
      {"/steps/1/wakes", 1, "a step has an 'outcome' and 'wakes'"},
      {"/steps/2/wakes", 3, "'wakes' is no number that can be"},
      {"/steps/3/wakes", -1, "'wakes' is no number that can be"},
      {"/fingerprint", "0123", "'fingerprint' is no number of 32 hexadecimal digits"},
      {"/fingerprint", "0001230000000000000000000000000G", "'fingerprint' is no number of 32 hexadecimal digits"},
      {"/slots/0/slot", 4294967296, "'slot' is no number that can be"},
      {"/slots/1/slot", 1030, "a slot is there twice"},
      {"/slots/0/ancestors", -1, "'ancestors' is no number that can be"},
      {"/slots/0/name", -1, "'name' is no number that can be"},
      {"/slots/1", 3, "'name' is missing"},
      {"/options/0", 3, "a word of 'options' is no text"},
      {"/defect/location", 3, "'file' is missing"},
  };
  for (const Bad& each : table) {
    auto json = nlohmann::json::parse(text_of(sample()));
    json[nlohmann::json::json_pointer(each.path)] = each.value;
    EXPECT_EQ(refusal(json.dump()), std::string("the schedule FILE is corrupt: ") + each.sentence) << each.path;
  }
}

TEST(ScheduleFile, IsNamedAfterTheProgram) {
  EXPECT_EQ(default_schedule_file("p.model"), "p.schedule");
  EXPECT_EQ(default_schedule_file("/a/b.c/p.q.model"), "p.q.schedule");
  EXPECT_EQ(default_schedule_file("../prog"), "prog.schedule");
}

}  // namespace
}  // namespace qpor::frontend
