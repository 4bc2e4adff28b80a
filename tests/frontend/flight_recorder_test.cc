// What a dead process leaves behind, and that nothing which a program may have written there can hurt its reader.

#include "frontend/program/flight_recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <sstream>
#include <string>

#include "engine/report/message_text.h"
#include "frontend/explore/collector.h"
#include "frontend/explore/supervisor.h"
#include "frontend/report/json.h"
#include "frontend/report/report.h"

namespace qpor::frontend {
namespace {

using engine::OperationKind;
using Stage = FlightRecorder::Stage;

std::string story(const RunUnderWay& run) {
  std::string text;
  for (const RunUnderWay::Step& step : run.steps) {
    text += (text.empty() ? "" : " ") + run.threads[step.thread] + ":" + std::string(engine::text_of(step.kind));
  }
  return text;
}

TEST(FlightRecorder, TellsTheStepsSinceTheLastRewind) {
  FlightRecorder recorder;
  recorder.name_thread(0, "main");
  recorder.name_thread(1, "worker.0");
  recorder.record(0, 0, OperationKind::Create, 1);
  recorder.record(1, 1, OperationKind::Start, 0);
  recorder.record(2, 1, OperationKind::Lock, 0);
  recorder.rewind(1);
  recorder.record(1, 0, OperationKind::Exit, 0);
  const FlightRecord record = recorder.read();
  EXPECT_EQ(story(record.run), "main:create main:exit");
  EXPECT_EQ(record.run.length, 2u);
}

TEST(FlightRecorder, KeepsChoices) {
  FlightRecorder recorder;
  recorder.name_thread(0, "main");
  recorder.record(0, 0, OperationKind::Choose, 7);
  const FlightRecord record = recorder.read();
  ASSERT_EQ(record.run.steps.size(), 1u);
  EXPECT_EQ(record.run.steps[0].choice, 7);
}

TEST(FlightRecorder, NamesThreadsInAnyOrderAndCutsLongNames) {
  FlightRecorder recorder;
  recorder.name_thread(2, std::string(5000, 'x'));
  EXPECT_FALSE(recorder.has_name(1));
  recorder.name_thread(1, "one");
  recorder.name_thread(FlightRecorder::kMostNames, "nobody");
  EXPECT_TRUE(recorder.has_name(1));
  for (std::uint32_t i = 0; i < 3; ++i) recorder.record(i, i, OperationKind::Lock, 0);
  const FlightRecord record = recorder.read();
  ASSERT_EQ(record.run.threads.size(), 3u);
  EXPECT_EQ(record.run.threads[0], "#0");
  EXPECT_EQ(record.run.threads[1], "one");
  EXPECT_EQ(record.run.threads[2], std::string(FlightRecorder::kLongestName, 'x'));
}

TEST(FlightRecorder, SaysSoWhenARunIsTooLongForIt) {
  FlightRecorder recorder;
  for (std::size_t i = 0; i < FlightRecorder::kMostSteps + 3; ++i) recorder.record(i, 0, OperationKind::Lock, 0);
  const FlightRecord record = recorder.read();
  EXPECT_EQ(record.run.steps.size(), FlightRecorder::kMostSteps);
  EXPECT_EQ(record.run.length, FlightRecorder::kMostSteps + 3);
}

TEST(FlightRecorder, TellsWhoseCodeWasRunning) {
  FlightRecorder recorder;
  recorder.name_thread(0, "main");
  recorder.enter(0);
  EXPECT_TRUE(recorder.is_in_program());
  EXPECT_EQ(recorder.read().running_thread, "main");
  recorder.leave();
  EXPECT_FALSE(recorder.is_in_program());
  EXPECT_EQ(recorder.read().running_thread, "");
}

/// A record in which all is there, as JSON and report see it.
void tell(const FlightRecorder& recorder) {
  ChildEnd end;
  end.how = "ended";
  Options options;
  options.quiet = false;
  options.alt = engine::AltKind::Optimal;
  const Result result = result_of(end, recorder, "program.c", options);
  EXPECT_EQ(result.exit_code(), ExitCode::Internal);
  EXPECT_FALSE(result.is_complete());
  EXPECT_LE(result.lost_defects, kMostDefects);
  EXPECT_TRUE(std::isfinite(result.statistics.seconds));
  std::ostringstream out;
  write_report(out, result, options, false);
  EXPECT_NE(out.str().find("RESULT: "), std::string::npos);
  if (result.last_run && result.last_run->steps.size() > 10000) return;  // as JSON it takes seconds
  write_json(out, result, options);
}

TEST(FlightRecorder, BelievesNothingThatAProgramHasWrittenThere) {
  FlightRecorder recorder;
  std::mt19937 random(1);
  const std::span<std::byte> memory = recorder.memory();
  // The figures and the first names; the steps lie at the end.
  const std::size_t head = 8192;
  const std::size_t steps = memory.size() - FlightRecorder::kMostSteps * sizeof(std::uint64_t);
  for (int round = 0; round < 50; ++round) {
    for (std::size_t i = 0; i < head; ++i) memory[i] = static_cast<std::byte>(random());
    for (std::size_t i = 0; i < head; ++i) memory[steps + i] = static_cast<std::byte>(random() % 4);
    const Stage stage = recorder.stage();
    EXPECT_LE(static_cast<int>(stage), static_cast<int>(Stage::Finished));
    const auto now = FlightRecorder::Clock::now();
    EXPECT_GE(recorder.began(now), now);
    tell(recorder);
  }
  for (const int value : {0xff, 0x7f, 0x80, 0x01}) {
    std::memset(memory.data(), value, memory.size());
    tell(recorder);
  }
}

TEST(FlightRecorder, MakesNamesPrintable) {
  FlightRecorder recorder;
  recorder.name_thread(0, "a\033[2J\nb\x7f");
  recorder.enter(0);
  EXPECT_EQ(recorder.read().running_thread, "a?[2J?b?");
}

TEST(Supervisor, CountsDefectsThatWereFoundBeforeTheProcessDied) {
  FlightRecorder recorder;
  recorder.set_stage(Stage::Exploring);
  recorder.note_defects(2);
  ChildEnd end;
  end.kind = ChildEnd::Kind::TimedOut;
  Options options;
  options.timeout.value = 1.5;
  const Result result = result_of(end, recorder, "program.c", options);
  EXPECT_EQ(result.verdict(), Verdict::Defect);
  EXPECT_EQ(result.exit_code(), ExitCode::Defect);
  EXPECT_EQ(to_json(result, options)["lost_defects"], 2);
  EXPECT_EQ(texts_of(result.incomplete_reasons),
            std::vector<std::string>{"stopped by --timeout=1.5 (qpor did not answer)"});
}

TEST(Supervisor, PassesOnTheExitCodeOfAnOrderlyEnd) {
  FlightRecorder recorder;
  const ChildEnd end = run_in_child(recorder, 1e9, [] { return 3; }, [] {});
  EXPECT_EQ(end.kind, ChildEnd::Kind::Orderly);
  EXPECT_EQ(end.exit_code, 3);
}

TEST(Supervisor, DoesNotTakeAnExitInTheMiddleForAnOrderlyEnd) {
  FlightRecorder recorder;
  const ChildEnd end = run_in_child(recorder, 1e9, []() -> int { _exit(0); }, [] {});
  EXPECT_EQ(end.kind, ChildEnd::Kind::Died);
  EXPECT_EQ(engine::text_of(end.how), "ended with exit status 0");
  EXPECT_EQ(text_of(result_of(end, recorder, "program.c", {}).incomplete_reasons.front()),
            "the process of the exploration ended with exit status 0 before the program ran");
}

}  // namespace
}  // namespace qpor::frontend
