// Results, defects and figures on their way between processes: what comes out is what went in, judged by the JSON of
// both, which is made by code that knows nothing of bytes.

#include "frontend/report/wire_result.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "frontend/explore/channel.h"
#include "frontend/report/json.h"

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

Defect defect_with_all_members() {
  const TraceStep step{"t.0", "load", "x", "taken", -7, "load x = -7", {"a.c", 1, 2, "f"}, "x = 1;"};
  Defect defect;
  defect.kind = engine::FailureKind::Deadlock;
  defect.message = message_of_all_parts();
  defect.thread = "main";
  defect.location = {"a.c", 3, 4, "g"};
  defect.schedule = {{"main", {}}, {"t.0", std::int64_t{-9}}, {"main", "t.0"}};
  defect.trace = {step, {}};
  defect.waiting = {step};
  defect.source_line = "lock(m);";
  defect.output = "out\n";
  defect.occurrences = 9;
  defect.accesses = {{"t.0", message_of_all_parts(), {"b.c", 5, 6, "h"}, {{"c.c", 7, 8, "i"}}, "y = 2;"}};
  return defect;
}

engine::Schedule some_schedule() {
  engine::Schedule schedule;
  schedule.threads.resize(2);
  schedule.threads[0].name = "main";
  schedule.threads[1] = schedule.threads[0];
  schedule.threads[1].name = "t.0";
  schedule.threads[1].creator = engine::ThreadId{0};
  schedule.steps = {{engine::ThreadId{0}, std::nullopt}, {engine::ThreadId{1}, 3}, {engine::ThreadId{0}, 1, true}};
  return schedule;
}

/// Every member has a value that it does not have by itself.
Outcome outcome_with_all_members() {
  Outcome outcome;
  Result& result = outcome.result;
  std::uint64_t next = 1;
#define QPOR_COUNTER(identifier, owner, text) result.statistics.identifier = next++;
#define QPOR_MAXIMUM(identifier, owner, text) result.statistics.identifier = next++;
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  result.program = "a.c";
  result.statistics.seconds = 0.1234567890123;
  result.statistics.phase_seconds = {0.1, 0.2, 0.3, 1.0 / 3};
  result.trace_set_hash = 0xfedcba9876543210;
  result.peak_memory_bytes = 1234567;
  result.processor_seconds = 0.0987654321;
  result.startup = {{"load", 0.5}};
  result.defects = {defect_with_all_members()};
  result.schedule = some_schedule();
  result.schedule_file = "a.schedule";
  result.lost_defects = 3;
  result.last_run = RunUnderWay{{"main"}, {{0, engine::OperationKind::Lock, 2}}, 17};
  result.incomplete_reasons = {{ReasonKind::TraceLimit, {engine::Number{7}}},
                               {ReasonKind::ProcessDied, {"tw\xff"}},
                               {reason_of(Assumption::VirtualClock)}};
  result.assumptions.add(Assumption::VirtualClock);
  result.assumptions.add(Assumption::ExitStatus);
  result.unseen = {{UnseenKind::File, "f", {{"d.c", 9, 10, "j"}}}};
  result.unjoined = {"t.0"};
  result.exit_statuses = {{-1, 4}, {3, 5}};
  result.weaker_atomics = {{"e.c", 11, "relaxed", "load"}};
  result.has_internal_error = true;
  result.came_to_end = true;
  result.has_stopped_threads = true;
  result.interleaved_variables = {"4 bytes of x"};
  result.looked_for = LookedFor{50, true, false, false};
  result.trees = engine::TreeShapes{{{"t", 1, 2, 3}}, {{"o", 4, 5, 6}}, {{{7, 8, 9}}}, {{{1, 1, 2}}}};
  result.divergence = FoundDivergence{FoundDivergence::By::Replay, "main", {"f.c", 12, 13, "k"}, "ends"};
  result.knowledge.orders_barriers = true;
  result.knowledge.ranges = {{16, 4, true}};
  outcome.program.bytes[3] = 77;
  outcome.picture = "digraph {}";
  outcome.seconds = {1, 2, 0.1};
  return outcome;
}

std::string json_of(const Result& result) {
  return to_json(result, Options{}).dump(1, ' ', false, Json::error_handler_t::replace);
}

TEST(WireResult, AnOutcomeComesBackAsItWas) {
  const Outcome sent = outcome_with_all_members();
  const auto received = outcome_in(to_bytes(sent));
  ASSERT_TRUE(received) << received.problem;
  EXPECT_EQ(json_of(received->result), json_of(sent.result));
  EXPECT_NE(json_of(received->result), json_of(Result{}));
  EXPECT_EQ(received->result.schedule.steps, sent.result.schedule.steps);
  EXPECT_EQ(received->result.schedule.threads.size(), 2U);
  EXPECT_EQ(received->result.knowledge, sent.result.knowledge);
  EXPECT_EQ(received->result.incomplete_reasons, sent.result.incomplete_reasons);
  EXPECT_EQ(received->result.has_internal_error, true);
  EXPECT_EQ(received->result.came_to_end, true);
  EXPECT_EQ(received->result.has_stopped_threads, true);
  EXPECT_EQ(received->result.defects.front().message, sent.result.defects.front().message);
  EXPECT_EQ(received->result.defects.front().output, sent.result.defects.front().output);
  EXPECT_EQ(received->result.exit_statuses, sent.result.exit_statuses);
  EXPECT_EQ(received->result.startup, sent.result.startup);
  EXPECT_EQ(received->result.unjoined, sent.result.unjoined);
  EXPECT_EQ(received->program, sent.program);
  EXPECT_EQ(received->picture, sent.picture);
  EXPECT_EQ(received->seconds, sent.seconds);
  EXPECT_EQ(to_bytes(*received), to_bytes(sent)) << "a value has one form";
}

TEST(WireResult, SoDoTheOtherMessages) {
  const auto found = defect_in(to_bytes(FoundDefect{defect_with_all_members(), some_schedule()}));
  ASSERT_TRUE(found) << found.problem;
  EXPECT_EQ(found->defect.message, message_of_all_parts());
  EXPECT_EQ(found->schedule.steps, some_schedule().steps);
  Begin begin;
  begin.program.bytes[0] = 5;
  begin.knowledge.library_states = 3;
  const auto received = begin_in(to_bytes(begin));
  ASSERT_TRUE(received) << received.problem;
  EXPECT_EQ(received->program, begin.program);
  EXPECT_EQ(received->knowledge, begin.knowledge);
  const auto error = no_outcome_in(to_bytes(NoOutcome{NoOutcome::Kind::InternalError, "why"}));
  ASSERT_TRUE(error) << error.problem;
  EXPECT_EQ(error->kind, NoOutcome::Kind::InternalError);
  EXPECT_EQ(error->sentence, "why");
  const engine::Statistics figures = outcome_with_all_members().result.statistics;
  const auto progress = progress_in(to_bytes(figures));
  ASSERT_TRUE(progress) << progress.problem;
  EXPECT_EQ(progress->executions, figures.executions);
  EXPECT_EQ(progress->seconds, figures.seconds);
}

TEST(WireResult, KeepsEachKindOfReasonAndFailure) {
  Outcome sent;
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    sent.result.defects.emplace_back().kind = static_cast<engine::FailureKind>(i);
  }
  for (std::size_t i = 0; i < reason_kinds(); ++i) {
    sent.result.incomplete_reasons.push_back({static_cast<ReasonKind>(i), {engine::NamePart{"x"}, engine::Number{1}}});
  }
  const auto received = outcome_in(to_bytes(sent));
  ASSERT_TRUE(received) << received.problem;
  EXPECT_EQ(received->result.incomplete_reasons, sent.result.incomplete_reasons);
  ASSERT_EQ(received->result.defects.size(), engine::kFailureKinds);
  for (std::size_t i = 0; i < engine::kFailureKinds; ++i) {
    EXPECT_EQ(received->result.defects[i].kind, static_cast<engine::FailureKind>(i));
  }
}

/// The bytes of a message whose value has the number that comes after the one in which `last` differs from `before`:
/// sealed like any other, so only the one who reads the value can see it.
std::string with_the_number_after(const std::string& last, const std::string& before, engine::WireKind kind) {
  constexpr std::size_t kHead = 37;  // bytes before the value (engine/program/wire.h); behind it is a checksum of 8
  EXPECT_EQ(last.size(), before.size());
  engine::WireWriter value;
  std::size_t differences = 0;
  for (std::size_t i = kHead; i + 8 < last.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(last[i]);
    const bool differs = last[i] != before[i];
    if (differs) {
      ++differences;
      EXPECT_EQ(byte, static_cast<std::uint8_t>(before[i]) + 1);
      EXPECT_LT(byte, 127) << "the next number takes two bytes";
    }
    value.byte(differs ? byte + 1 : byte);
  }
  EXPECT_EQ(differences, 1U);
  return engine::sealed(kind, {}, value);
}

/// Fails unless a message with the last of the kinds is read, and one with a number beyond is not. `message_with` makes
/// the message that has a kind.
template <class Kind, class MessageWith, class Read>
void expect_refused_after(Kind last, engine::WireKind message, const MessageWith& message_with, const Read& read) {
  const auto before = static_cast<Kind>(static_cast<unsigned>(last) - 1);
  const std::string bytes = to_bytes(message_with(last));
  EXPECT_TRUE(read(bytes));
  const auto received = read(with_the_number_after(bytes, to_bytes(message_with(before)), message));
  EXPECT_FALSE(received);
  EXPECT_EQ(received.problem, "a kind is no number that can be");
}

template <class Kind, class SetKind>
void expect_refused_in_an_outcome(Kind last, const SetKind& set_kind) {
  const auto with = [&](Kind kind) {
    Outcome outcome;
    set_kind(outcome.result, kind);
    return outcome;
  };
  expect_refused_after(last, engine::WireKind::Outcome, with, outcome_in);
}

TEST(WireResult, AFailureKindThatDoesNotExistIsRefused) {
  const auto last = static_cast<engine::FailureKind>(engine::kFailureKinds - 1);
  const auto with = [](engine::FailureKind kind) {
    FoundDefect found{defect_with_all_members(), some_schedule()};
    found.defect.kind = kind;
    return found;
  };
  expect_refused_after(last, engine::WireKind::Defect, with, defect_in);
  expect_refused_in_an_outcome(last, [](Result& result, auto kind) { result.defects.emplace_back().kind = kind; });
}

TEST(WireResult, AnyOtherKindThatDoesNotExistIsRefused) {
  using engine::Break;
  using engine::Message;
  using engine::Place;
  const auto no_outcome = [](NoOutcome::Kind kind) { return NoOutcome{kind, "why"}; };
  expect_refused_after(NoOutcome::Kind::InternalError, engine::WireKind::NoOutcome, no_outcome, no_outcome_in);
  expect_refused_in_an_outcome(FoundDivergence::By::Replay, [](Result& result, auto by) {
    result.divergence = FoundDivergence{by, "main", {}, {}};
  });
  expect_refused_in_an_outcome(Place::Style::Path, [](Result& result, auto style) {
    result.defects.emplace_back().message = Message() << Place{{"a.c", 1, 2, "f"}, style};
  });
  expect_refused_in_an_outcome(
      Break::Sentence, [](Result& result, auto each) { result.defects.emplace_back().message = Message() << each; });
  expect_refused_in_an_outcome(static_cast<ReasonKind>(reason_kinds() - 1),
                               [](Result& result, auto kind) { result.incomplete_reasons.push_back({kind}); });
  constexpr unsigned kOperations = 0
#define QPOR_OPERATION(identifier, text, object, role, synchronises) +1
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
      ;
  expect_refused_in_an_outcome(static_cast<engine::OperationKind>(kOperations - 1), [](Result& result, auto kind) {
    result.last_run = RunUnderWay{{"main"}, {{0, kind, 2}}, 1};
  });
  constexpr unsigned kAssumptions = 0
#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted) +1
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
      ;
  expect_refused_in_an_outcome(static_cast<Assumption>(kAssumptions - 1),
                               [](Result& result, auto each) { result.assumptions.add(each); });
  constexpr unsigned kUnseenKinds = 0
#define QPOR_UNSEEN(identifier, key, before, after, sentence) +1
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
      ;
  expect_refused_in_an_outcome(static_cast<UnseenKind>(kUnseenKinds - 1),
                               [](Result& result, auto kind) { result.unseen = {{kind, "f", {{"d.c", 9, 10, "j"}}}}; });
}

TEST(WireResult, BytesThatWereChangedAreRefused) {
  const std::string bytes = to_bytes(outcome_with_all_members());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(~changed[i]);
    EXPECT_FALSE(outcome_in(changed)) << i;
    EXPECT_FALSE(outcome_in(std::string_view(bytes).substr(0, i))) << i;
  }
}

std::vector<std::string> all_in(Channel& channel) {
  std::vector<std::string> messages;
  channel.receive([&](engine::WireKind, std::string_view message) { messages.emplace_back(message); });
  return messages;
}

TEST(Channel, HasWholeMessagesInOrderEachOnce) {
  Channel channel;
  EXPECT_TRUE(all_in(channel).empty());
  const std::string a = to_bytes(NoOutcome{NoOutcome::Kind::UsageError, "a"});
  const std::string b = to_bytes(FoundDefect{defect_with_all_members(), {}});
  channel.send(a);
  channel.send(b);
  EXPECT_EQ(all_in(channel), (std::vector<std::string>{a, b}));
  EXPECT_TRUE(all_in(channel).empty());
  channel.send(b.substr(0, b.size() - 1));  // its sender died
  EXPECT_TRUE(all_in(channel).empty());
}

TEST(Channel, WhatIsNoMessageEndsIt) {
  Channel channel;
  const std::string a = to_bytes(NoOutcome{NoOutcome::Kind::UsageError, "a"});
  channel.send(a);
  channel.send("something else that is long enough to be taken for the beginning of a message");
  channel.send(a);
  EXPECT_EQ(all_in(channel), std::vector<std::string>{a});
}

}  // namespace
}  // namespace qpor::frontend
