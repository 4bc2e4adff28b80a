#include "frontend/compare/result_message.h"

#include <gtest/gtest.h>

#include <string>

#include "frontend/base/usage_error.h"

namespace qpor::frontend {
namespace {

engine::Message message_of_all_parts() {
  const engine::Location place{"a.c", 7, 3, "f"};
  engine::Message message("all ");
  for (const auto style : {engine::Place::Style::Line, engine::Place::Style::FileName, engine::Place::Style::Path}) {
    message << engine::Place{place, style};
  }
  message << engine::ThreadName{"t.0"} << engine::Break::Clause << engine::NamePart{"x"} << engine::Number{-3}
          << engine::Break::Sentence << engine::CountOf{2, "byte"} << engine::MemoryAddress{~std::uint64_t{0}}
          << " end";
  return message;
}

Explored some_result() {
  Explored explored;
  explored.setting = "k=2";
  Result& result = explored.result;
  std::uint64_t next = 1;
#define QPOR_COUNTER(identifier, owner, text) result.statistics.identifier = next++;
#define QPOR_MAXIMUM(identifier, owner, text) result.statistics.identifier = next++;
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  result.statistics.seconds = 0.1234567890123;
  result.statistics.phase_seconds = {0.1, 0.2, 0.3, 1.0 / 3};
  result.trace_set_hash = 0xfedcba9876543210;
  result.peak_memory_bytes = 1234567;
  result.processor_seconds = 0.0987654321;
  result.startup = {{"load", 0.5}};
  result.incomplete_reasons = {{ReasonKind::TraceLimit, {engine::Number{7}}},
                               {ReasonKind::ProcessDied, {"tw\xff"}},
                               {reason_of(Assumption::VirtualClock)}};
  result.assumptions.add(Assumption::VirtualClock);
  result.assumptions.add(Assumption::ExitStatus);
  result.came_to_end = true;
  result.has_stopped_threads = true;
  Defect& defect = result.defects.emplace_back();
  defect.kind = engine::FailureKind::Deadlock;
  defect.message = message_of_all_parts();
  defect.location = {"a.c", 3, 4, ""};
  defect.occurrences = 9;
  explored.seconds = {1, 2, 3};
  return explored;
}

TEST(ResultMessage, ComesBackAsItWasSent) {
  const Explored sent = some_result();
  ResultMessage message;
  message.send(sent);
  Explored received;
  ASSERT_TRUE(message.receive(received));
  // The others are not kept, and 0.
#define QPOR_COUNTER(identifier, owner, text)                                                                          \
  EXPECT_EQ(received.result.statistics.identifier, engine::keeps(engine::Algorithm::Qpor, engine::CounterOwner::owner) \
                                                       ? sent.result.statistics.identifier                             \
                                                       : 0);
#define QPOR_MAXIMUM(identifier, owner, text) QPOR_COUNTER(identifier, owner, text)
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  EXPECT_EQ(received.result.statistics.seconds, sent.result.statistics.seconds);
  EXPECT_EQ(received.result.statistics.phase_seconds, sent.result.statistics.phase_seconds);
  EXPECT_EQ(received.result.trace_set_hash, sent.result.trace_set_hash);
  EXPECT_EQ(received.result.peak_memory_bytes, sent.result.peak_memory_bytes);
  EXPECT_EQ(received.result.processor_seconds, sent.result.processor_seconds);
  EXPECT_EQ(received.result.startup, sent.result.startup);
  ASSERT_EQ(received.result.incomplete_reasons.size(), 3U);
  EXPECT_EQ(received.result.incomplete_reasons[0], sent.result.incomplete_reasons[0]);
  EXPECT_EQ(received.result.incomplete_reasons[1].kind, ReasonKind::ProcessDied) << "whatever its text is";
  EXPECT_EQ(received.result.incomplete_reasons[2], sent.result.incomplete_reasons[2]);
  EXPECT_EQ(received.result.assumptions, sent.result.assumptions);
  EXPECT_TRUE(received.result.came_to_end);
  EXPECT_TRUE(received.result.has_stopped_threads);
  EXPECT_FALSE(received.result.has_internal_error);
  ASSERT_EQ(received.result.defects.size(), 1U);
  EXPECT_EQ(received.result.defects[0].kind, engine::FailureKind::Deadlock);
  EXPECT_EQ(received.result.defects[0].message, sent.result.defects[0].message);
  EXPECT_EQ(received.result.defects[0].location.line, 3U);
  EXPECT_EQ(received.result.defects[0].occurrences, 9U);
  EXPECT_EQ(received.seconds, sent.seconds);
}

TEST(ResultMessage, KeepsEachKindOfReasonAndFailure) {
  Explored sent = some_result();
  sent.result.defects.clear();
  sent.result.incomplete_reasons.clear();
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    sent.result.defects.emplace_back().kind = static_cast<engine::FailureKind>(i);
  }
  for (std::size_t i = 0; i < reason_kinds(); ++i) {
    sent.result.incomplete_reasons.push_back({static_cast<ReasonKind>(i), {engine::NamePart{"x"}, engine::Number{1}}});
  }
  ResultMessage message;
  message.send(sent);
  Explored received;
  ASSERT_TRUE(message.receive(received));
  EXPECT_EQ(received.result.incomplete_reasons, sent.result.incomplete_reasons);
  ASSERT_EQ(received.result.defects.size(), engine::kFailureKinds);
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    EXPECT_EQ(received.result.defects[i].kind, static_cast<engine::FailureKind>(i));
  }
}

TEST(ResultMessage, IsNoneUnlessItIsSent) {
  const ResultMessage message;
  Explored received = some_result();
  EXPECT_FALSE(message.receive(received));
  EXPECT_EQ(received.seconds.size(), 3U) << "and nothing is changed";
}

TEST(ResultMessage, TellsWhatTheChildFoundImpossible) {
  ResultMessage message;
  message.send_usage_error("cannot read 'a.c'");
  Explored received;
  try {
    message.receive(received);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "cannot read 'a.c'");
  }
}

}  // namespace
}  // namespace qpor::frontend
