// The table of cuts against a std::map from (exclusive, reads) to numbers.

#include "engine/unfolding/cuts.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

using Reads = std::vector<EventId>;
using Key = std::pair<EventId, Reads>;

Reads reads_of(const CutTable& table, CutId cut) {
  const auto reads = table.reads(cut);
  return {reads.begin(), reads.end()};
}

Reads events(std::initializer_list<std::uint32_t> numbers) {
  Reads result;
  for (const std::uint32_t number : numbers) result.push_back(static_cast<EventId>(number));
  return result;
}

TEST(Cuts, ACutWithoutReadsIsItsExclusiveEvent) {
  const CutId cut = cut_without_reads(static_cast<EventId>(17));
  EXPECT_FALSE(has_reads(cut));
  EXPECT_EQ(index(cut), 17u);
  EXPECT_TRUE(CutTable().reads(cut).empty());
}

TEST(Cuts, FindsWhatWasAddedAndNothingElse) {
  CutTable table;
  const EventId x{3};
  EXPECT_EQ(table.find(x, events({5}), 1), kNoCut);
  const CutId cut = table.add(x, events({5}), 1);
  EXPECT_TRUE(has_reads(cut));
  EXPECT_EQ(table.find(x, events({5}), 1), cut);
  EXPECT_EQ(table.find(x, events({6}), 1), kNoCut) << "other reads of the same hash";
  EXPECT_EQ(table.find(x, events({5, 6}), 1), kNoCut) << "more reads of the same hash";
  EXPECT_EQ(table.find(EventId{4}, events({5}), 1), kNoCut) << "another layer of the same hash";
  EXPECT_EQ(table[cut].exclusive, x);
  EXPECT_EQ(table.size(), 1u);
}

TEST(Cuts, SurvivesThatAllHashesAreEqual) {
  CutTable table;
  std::vector<CutId> cuts;
  for (std::uint32_t i = 0; i < 200; ++i) cuts.push_back(table.add(EventId{1}, events({i, i + 1}), 42));
  for (std::uint32_t i = 0; i < 200; ++i) {
    EXPECT_EQ(table.find(EventId{1}, events({i, i + 1}), 42), cuts[i]);
    EXPECT_EQ(reads_of(table, cuts[i]), events({i, i + 1}));
  }
}

TEST(Cuts, AgreesWithAMapUnderRandomAddingAndSweeping) {
  const std::uint64_t seed = seed_or(1);
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::RandomSource random(seed);
  CutTable table;
  std::map<Key, CutId> known;
  const auto hash_of_key = [](const Key& key) {
    std::uint64_t hash = index(key.first);
    for (const EventId read : key.second) hash = fold(hash, index(read));
    return hash % 1000;  // so that some collide
  };
  for (int generation = 0; generation < 20; ++generation) {
    for (int i = 0; i < 300; ++i) {
      Key key{static_cast<EventId>(random.below(20)), {}};
      std::set<EventId> reads;
      for (int n = random.between(1, 5); n > 0; --n) reads.insert(static_cast<EventId>(100 + random.below(12)));
      key.second.assign(reads.begin(), reads.end());
      const CutId found = table.find(key.first, key.second, hash_of_key(key));
      const auto it = known.find(key);
      ASSERT_EQ(found, it == known.end() ? kNoCut : it->second);
      if (found == kNoCut) known.emplace(key, table.add(key.first, key.second, hash_of_key(key)));
    }
    ASSERT_EQ(table.size(), known.size());
    for (const auto& [key, cut] : known) {
      ASSERT_EQ(table[cut].exclusive, key.first);
      ASSERT_EQ(reads_of(table, cut), key.second);
    }
    for (auto it = known.begin(); it != known.end();) {
      if (random.chance(50)) {
        table.mark(it->second);
        ++it;
      } else {
        it = known.erase(it);
      }
    }
    table.sweep();
    ASSERT_EQ(table.size(), known.size());
    for (const auto& [key, cut] : known) ASSERT_FALSE(table.is_free(cut));
  }
}

TEST(Cuts, SweptMemoryIsUsedAgain) {
  CutTable table;
  const auto fill = [&table] {
    for (std::uint32_t i = 0; i < 1000; ++i) table.add(EventId{1}, events({i, i + 1, i + 2}), mix(i));
  };
  fill();
  table.sweep();
  EXPECT_EQ(table.size(), 0u);
  fill();
  table.sweep();
  const std::size_t bytes = table.bytes();
  for (int i = 0; i < 5; ++i) {
    fill();
    table.sweep();
  }
  EXPECT_EQ(table.bytes(), bytes);
}

}  // namespace
}  // namespace qpor::engine
