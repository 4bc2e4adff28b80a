// Bytes that travel: numbers, the envelope, knowledge and schedules. Events are in wire_events_test.cc, two processes
// in tests/frontend/wire_processes_test.cc.

#include "engine/program/wire.h"

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "engine/program/semantics.h"
#include "engine/program/wire_values.h"

namespace qpor::engine {
namespace {

constexpr Fingerprint kProgram{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};

std::string problem_of_message(const std::string& bytes) { return knowledge_in(bytes, kProgram).problem; }

/// A message whose value is what `write` writes.
template <class Write>
std::string message_of(WireKind kind, Write&& write) {
  WireWriter out;
  write(out);
  return sealed(kind, kProgram, out);
}

TEST(Wire, NumbersComeBack) {
  std::mt19937_64 random(20'261'119);
  std::vector<std::uint64_t> numbers = {0, 1, 127, 128, 16383, 16384, std::numeric_limits<std::uint64_t>::max()};
  for (int i = 0; i < 1000; ++i) numbers.push_back(random() >> random() % 64);
  WireWriter out;
  for (const std::uint64_t number : numbers) {
    out.number(number);
    out.signed_number(static_cast<std::int64_t>(number));
    out.signed_number(-static_cast<std::int64_t>(number >> 1));
    out.fixed(number, 8);
    out.text(std::to_string(number));
  }
  WireReader in(out.bytes());
  for (const std::uint64_t number : numbers) {
    ASSERT_EQ(in.number(), number);
    ASSERT_EQ(in.signed_number(), static_cast<std::int64_t>(number));
    ASSERT_EQ(in.signed_number(), -static_cast<std::int64_t>(number >> 1));
    ASSERT_EQ(in.fixed(8), number);
    ASSERT_EQ(in.text(), std::to_string(number));
  }
  in.finish();
  EXPECT_EQ(in.problem(), "");
}

TEST(Wire, NumbersHaveOneForm) {
  const auto problem = [](std::string bytes) {
    WireReader in(bytes);
    in.number();
    in.finish();
    return in.problem();
  };
  using namespace std::string_literals;
  EXPECT_EQ(problem("\x80\x01"s), "");
  EXPECT_EQ(problem("\x80\x00"s), "a number is written as no number is");
  EXPECT_EQ(problem("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s), "");
  EXPECT_EQ(problem("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"s), "a number is written as no number is");
  EXPECT_EQ(problem("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s), "a number is written as no number is");
  EXPECT_EQ(problem("\xff\xff"s), "it ends in the middle of a value");
  EXPECT_EQ(problem(""s), "it ends in the middle of a value");
  EXPECT_EQ(problem("\x01\x01"s), "there are bytes behind its end");
}

TEST(Wire, ListsAndTextsAreNoLongerThanTheBytes) {
  WireWriter out;
  out.number(std::uint64_t{1} << 60);
  out.fixed(0, 8);
  WireReader list(out.bytes());
  EXPECT_EQ(list.count(1), 0u);
  EXPECT_EQ(list.problem(), "a list is longer than the bytes that are there");
  WireReader text(out.bytes());
  EXPECT_EQ(text.text(), "");
  EXPECT_EQ(text.problem(), "it ends in the middle of a value");
  EXPECT_EQ(text.number(), 0u) << "after a problem";
  EXPECT_EQ(text.count(1), 0u);
  EXPECT_EQ(text.problem(), "it ends in the middle of a value") << "the first one counts";
}

TEST(Wire, RefusesWhatIsNoMessageOfThisProgram) {
  const std::string good = to_bytes(Knowledge{}, kProgram);
  EXPECT_EQ(problem_of_message(good), "");
  const auto with_byte = [&](std::size_t at, int value) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(value);
    return bytes;
  };
  EXPECT_EQ(problem_of_message(""), "it is no message of qpor");
  EXPECT_EQ(problem_of_message("{\"format\": 3}"), "it is no message of qpor");
  EXPECT_EQ(problem_of_message(good.substr(0, 7)), "it is cut off");
  EXPECT_EQ(problem_of_message(with_byte(4, 2)), "it is of version 2, but this qpor knows version 1 only");
  EXPECT_EQ(problem_of_message(good.substr(0, 20)), "it is cut off");
  EXPECT_EQ(problem_of_message(good.substr(0, good.size() - 1)),
            "it is not as long as it says: something is cut off or added");
  EXPECT_EQ(problem_of_message(good + '\0'), "it is not as long as it says: something is cut off or added");
  EXPECT_EQ(problem_of_message(with_byte(good.size() - 10, 7)),
            "its checksum does not fit: some of its bytes have changed");
  EXPECT_EQ(schedule_in(good, kProgram).problem, "it is not a schedule, but what is known of a program");
}

TEST(Wire, RefusesEveryOtherProgram) {
  const std::string good = to_bytes(Knowledge{}, kProgram);
  for (std::size_t i = 0; i < kProgram.bytes.size(); ++i) {
    Fingerprint other = kProgram;
    other.bytes[i] ^= 1;
    EXPECT_EQ(knowledge_in(good, other).problem, "it belongs to another program") << i;
  }
}

TEST(Wire, ChecksumNoticesEveryBit) {
  const std::string good = to_bytes(Knowledge{{{8, 4, true}}, {{16, true, false}}, {{2000, 3, 77}}, 5, true}, kProgram);
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ 1 << bit % 8);
    EXPECT_NE(problem_of_message(bad), "") << bit;
  }
}

TEST(Fingerprint, ComesBackFromItsText) {
  EXPECT_EQ(text_of(kProgram), "0102030405060708090a0b0c0d0e0f10");
  EXPECT_EQ(fingerprint_in(text_of(kProgram)), kProgram);
  for (const char* const text :
       {"", "0102030405060708090a0b0c0d0e0f1", "0102030405060708090a0b0c0d0e0f100", "0102030405060708090A0b0c0d0e0f10",
        "0102030405060708 90a0b0c0d0e0f10", "0102030405060708"}) {
    EXPECT_EQ(fingerprint_in(text), std::nullopt) << text;
  }
}

TEST(WireKnowledge, ComesBack) {
  std::mt19937_64 random(20'261'120);
  for (int round = 0; round < 500; ++round) {
    Knowledge knowledge;
    for (std::uint64_t i = random() % 5; i > 0; --i) {
      knowledge.learn(SharedRange{random() >> (1 + random() % 60), 1 + random() % 64, random() % 2 == 0});
    }
    for (std::uint64_t i = random() % 5; i > 0; --i) {
      knowledge.learn(ObservedCount{random() >> random() % 64, random() % 2 == 0, random() % 2 == 0});
    }
    for (std::uint64_t i = random() % 5; i > 0; --i) {
      const auto slot = static_cast<std::uint32_t>(random() % 4096);
      knowledge.learn(ClaimedSlot{slot, static_cast<std::uint32_t>(random() >> (32 + random() % 32)), random()});
    }
    knowledge.library_states = static_cast<std::uint32_t>(random());
    knowledge.orders_barriers = random() % 2 == 0;
    const auto read = knowledge_in(to_bytes(knowledge, kProgram), kProgram);
    ASSERT_TRUE(read) << read.problem;
    EXPECT_EQ(*read, knowledge);
  }
}

TEST(WireKnowledge, IsRefusedWhenItCannotBe) {
  const auto problem = [](std::vector<SharedRange> ranges, std::vector<std::uint64_t> counts, std::uint64_t states = 0,
                          std::vector<std::uint64_t> slots = {}) {
    return problem_of_message(message_of(WireKind::Knowledge, [&](WireWriter& out) {
      out.number(ranges.size());
      for (const SharedRange& each : ranges) {
        out.number(each.begin);
        out.number(each.size);
        out.flag(each.is_in_block);
      }
      out.number(counts.size());
      for (const std::uint64_t each : counts) {
        out.number(each);
        out.flag(false);
        out.flag(false);
      }
      out.number(slots.size());
      for (const std::uint64_t each : slots) {
        out.number(each);
        out.number(1);
        out.fixed(7, 8);
      }
      out.number(states);
      out.flag(false);
    }));
  };
  constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(problem({{8, 8}, {16, 8}}, {1, 2}), "");
  EXPECT_EQ(problem({{8, 9}, {16, 8}}, {}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({{16, 8}, {8, 8}}, {}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({{8, 0}}, {}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({}, {2, 2}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({{8, kEnd}}, {}), "a range goes beyond the end of memory");
  EXPECT_EQ(problem({}, {}, std::uint64_t{1} << 32), "a set of states is no number that can be");
  EXPECT_EQ(problem({}, {}, 0, {3, 4}), "");
  EXPECT_EQ(problem({}, {}, 0, {4, 3}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({}, {}, 0, {4, 4}), "its ranges, counts or slots are out of order");
  EXPECT_EQ(problem({}, {}, 0, {std::uint64_t{1} << 32}), "a slot is no number that can be");
}

Schedule sample_schedule() {
  return {{{"main", 0, kNoThread, 0}, {"", 0, ThreadId{0}, 4'000'000'000}, {"b \"quoted\"", 0, ThreadId{1}, 0}},
          {{ThreadId{0}, std::nullopt},
           {ThreadId{1}, -7},
           {ThreadId{2}, 2'147'483'647},
           {ThreadId{0}, 2, true},
           {ThreadId{1}, kLostSignal, true}}};
}

TEST(WireSchedule, ComesBack) {
  for (const Schedule& schedule : {sample_schedule(), Schedule{}, Schedule{sample_schedule().threads, {}}}) {
    const auto read = schedule_in(to_bytes(schedule, kProgram), kProgram);
    ASSERT_TRUE(read) << read.problem;
    EXPECT_EQ(read->steps, schedule.steps);
    ASSERT_EQ(read->threads.size(), schedule.threads.size());
    for (std::size_t i = 0; i < schedule.threads.size(); ++i) {
      EXPECT_EQ(read->threads[i].name, schedule.threads[i].name);
      EXPECT_EQ(read->threads[i].creator, schedule.threads[i].creator);
      EXPECT_EQ(read->threads[i].ordinal, schedule.threads[i].ordinal);
    }
  }
}

TEST(WireSchedule, IsRefusedWhenItCannotBe) {
  struct Row {
    std::uint64_t creator, ordinal;
  };
  const auto problem = [](std::vector<Row> threads, std::vector<std::uint64_t> steps) {
    return schedule_in(message_of(WireKind::Schedule,
                                  [&](WireWriter& out) {
                                    out.number(threads.size());
                                    for (const Row& each : threads) {
                                      out.number(each.creator);
                                      out.number(each.ordinal);
                                      out.text("t");
                                    }
                                    out.number(1);
                                    for (const std::uint64_t each : steps) out.number(each);
                                  }),
                       kProgram)
        .problem;
  };
  EXPECT_EQ(problem({{0, 0}, {1, 0}}, {1, 0}), "");
  EXPECT_EQ(problem({{0, 0}, {0, 0}}, {1, 0}), "a thread is there twice");
  EXPECT_EQ(problem({{2, 0}, {0, 0}}, {1, 0}), "a creator is no number that can be");
  EXPECT_EQ(problem({{0, std::uint64_t{1} << 32}}, {0, 0}), "an ordinal is no number that can be");
  EXPECT_EQ(problem({{0, 0}}, {1, 0}), "a thread is no number that can be");
  EXPECT_EQ(problem({{0, 0}}, {0, 4}), "a form is no number that can be");
  EXPECT_EQ(problem({{0, 0}}, {0, 2, 1}), "a thread is no number that can be");
  EXPECT_EQ(problem({{0, 0}}, {0, 1, std::uint64_t{1} << 33}), "an outcome is no number that can be");
  EXPECT_EQ(problem({{0, 0}}, {0, 0, 0}), "there are bytes behind its end");
}

}  // namespace
}  // namespace qpor::engine
