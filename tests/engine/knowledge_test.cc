// What is learnt: ranges against a table of bytes that says for each which range it belongs to, and sums of knowledge.

#include "engine/program/knowledge.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace qpor::engine {
namespace {

constexpr std::size_t kBytesInAll = 64;

/// By byte: a number of its range, or 0.
struct ByteTable {
  std::array<int, kBytesInAll> range{};
  int last = 0;

  bool add(std::size_t begin, std::size_t size) {
    bool is_new = range[begin] == 0;
    for (std::size_t i = begin; i < begin + size; ++i) is_new |= range[i] != range[begin];
    if (!is_new) return false;
    ++last;
    std::array<int, kBytesInAll> before = range;
    for (std::size_t i = begin; i < begin + size; ++i) {
      for (std::size_t j = 0; before[i] != 0 && j < kBytesInAll; ++j) {
        if (before[j] == before[i]) range[j] = last;
      }
      range[i] = last;
    }
    return true;
  }
};

TEST(Ranges, AreWhatATableOfBytesSays) {
  std::mt19937_64 random(20'261'116);
  for (int round = 0; round < 200; ++round) {
    Knowledge knowledge;
    ByteTable table;
    for (int step = 0; step < 12; ++step) {
      const std::size_t size = 1 + random() % 8;
      const std::size_t begin = random() % (kBytesInAll - size);
      ASSERT_EQ(knowledge.learn(SharedRange{begin, size}), table.add(begin, size)) << begin << ":" << size;
      ASSERT_TRUE(knowledge.well_formed());
      for (std::size_t i = 0; i < kBytesInAll; ++i) {
        const SharedRange* const range = overlapping(knowledge.ranges, i, 1);
        ASSERT_EQ(range != nullptr, table.range[i] != 0) << "byte " << i;
        for (std::size_t j = 0; range != nullptr && j < kBytesInAll; ++j) {
          const bool is_in = j >= range->begin && j < range->end();
          ASSERT_EQ(is_in, table.range[j] == table.range[i]) << "bytes " << i << " and " << j;
        }
      }
    }
  }
}

TEST(Ranges, KeepThatTheyAreAccessedInBlocksWhenTheyGrow) {
  Knowledge knowledge;
  EXPECT_TRUE(knowledge.learn(SharedRange{8, 4, true}));
  EXPECT_FALSE(knowledge.learn(SharedRange{8, 4}));
  EXPECT_TRUE(knowledge.learn(SharedRange{10, 4}));
  ASSERT_EQ(knowledge.ranges.size(), 1u);
  EXPECT_EQ(knowledge.ranges.front(), (SharedRange{8, 6, true}));
  EXPECT_TRUE(knowledge.learn(SharedRange{20, 2}));
  EXPECT_TRUE(knowledge.learn(SharedRange{20, 2, true})) << "in a block from now on";
}

Knowledge random_knowledge(std::mt19937_64& random) {
  Knowledge knowledge;
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    knowledge.learn(SharedRange{random() % 64, 1 + random() % 8, random() % 2 == 0});
  }
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    knowledge.learn(ObservedCount{random() % 4, random() % 2 == 0, random() % 2 == 0});
  }
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    knowledge.learn(
        ClaimedSlot{static_cast<std::uint32_t>(random() % 4), static_cast<std::uint32_t>(random() % 2), random() % 4});
  }
  knowledge.library_states = static_cast<std::uint32_t>(random() % 8);
  knowledge.orders_barriers = random() % 2 == 0;
  return knowledge;
}

TEST(Knowledge, IsTheSameInWhateverOrderItIsLearnt) {
  std::mt19937_64 random(20'261'118);
  for (int round = 0; round < 1000; ++round) {
    const Knowledge parts[3] = {random_knowledge(random), random_knowledge(random), random_knowledge(random)};
    Knowledge forwards, backwards;
    for (int i = 0; i < 3; ++i) {
      const Knowledge before = forwards;
      const bool is_new = forwards.learn(parts[i]);
      EXPECT_EQ(is_new, forwards != before);
      backwards.learn(parts[2 - i]);
    }
    EXPECT_TRUE(forwards.well_formed());
    EXPECT_EQ(forwards, backwards);
    for (const Knowledge& part : parts) EXPECT_FALSE(forwards.learn(part)) << "it has all parts";
  }
}

TEST(Knowledge, OfACountTakesWeakReferencesAlong) {
  Knowledge knowledge;
  EXPECT_TRUE(knowledge.learn(ObservedCount{8, false}));
  EXPECT_FALSE(knowledge.learn(ObservedCount{8, false}));
  EXPECT_TRUE(knowledge.learn(ObservedCount{8, true}));
  EXPECT_FALSE(knowledge.learn(ObservedCount{8, false}));
  EXPECT_TRUE(knowledge.learn(ObservedCount{4, false}));
  EXPECT_EQ(knowledge.counts, (std::vector<ObservedCount>{{4, false}, {8, true}}));
}

TEST(Knowledge, OfASlotIsTheBestClaim) {
  Knowledge knowledge;
  EXPECT_TRUE(knowledge.learn(ClaimedSlot{7, 2, 5}));
  EXPECT_FALSE(knowledge.learn(ClaimedSlot{7, 2, 6}));
  EXPECT_FALSE(knowledge.learn(ClaimedSlot{7, 3, 1})) << "it has more ancestors";
  EXPECT_TRUE(knowledge.learn(ClaimedSlot{7, 1, 9}));
  EXPECT_TRUE(knowledge.learn(ClaimedSlot{3, 4, 9}));
  EXPECT_EQ(knowledge.slots, (std::vector<ClaimedSlot>{{3, 4, 9}, {7, 1, 9}}));
  EXPECT_EQ(claim_of(knowledge.slots, 3), &knowledge.slots.front());
  EXPECT_EQ(claim_of(knowledge.slots, 5), nullptr);
}

TEST(Knowledge, OfAPlaceThatCountsIsThatItIsPlain) {
  Knowledge knowledge;
  EXPECT_TRUE(knowledge.learn(ObservedCount{8, false, true}));
  EXPECT_FALSE(knowledge.learn(ObservedCount{8, false, true}));
  EXPECT_TRUE(knowledge.learn(ObservedCount{4, true}));
  EXPECT_TRUE(knowledge.learn(ObservedCount{4, false, true})) << "the same address";
  EXPECT_EQ(knowledge.counts, (std::vector<ObservedCount>{{4, true, true}, {8, false, true}}));
}

}  // namespace
}  // namespace qpor::engine
