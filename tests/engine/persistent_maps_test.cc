// Persistent maps against std::map, and that they share what is equal.

#include "engine/unfolding/persistent_maps.h"

#include <algorithm>
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

using Ref = PersistentMaps::Ref;
using Oracle = std::map<std::uint32_t, std::uint32_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

std::uint32_t larger(std::uint32_t, std::uint32_t a, std::uint32_t b) { return std::max(a, b); }

struct Both {
  Ref map = PersistentMaps::kEmptyMap;
  Oracle oracle;
};

Both with_keys(PersistentMaps& maps, const std::vector<std::uint32_t>& keys, std::uint32_t value = 7) {
  Both both;
  for (const std::uint32_t key : keys) {
    both.map = maps.insert(both.map, key, value + key);
    both.oracle[key] = value + key;
  }
  return both;
}

std::vector<std::uint32_t> first_keys(std::uint32_t count) {
  std::vector<std::uint32_t> keys(count);
  for (std::uint32_t i = 0; i < count; ++i) keys[i] = i;
  return keys;
}

void expect_equal(const PersistentMaps& maps, const Both& both) {
  Pairs seen;
  maps.for_each(both.map, [&](std::uint32_t key, std::uint32_t value) { seen.emplace_back(key, value); });
  EXPECT_EQ(seen, Pairs(both.oracle.begin(), both.oracle.end()));
  for (const auto& [key, value] : both.oracle) ASSERT_EQ(maps.lookup(both.map, key), value) << key;
  EXPECT_TRUE(both.map == PersistentMaps::kEmptyMap || maps.well_formed(both.map));
}

Pairs differences(const PersistentMaps& maps, const Both& a, const Both& b) {
  Pairs found;
  EXPECT_FALSE(maps.any_difference(a.map, b.map, [&](std::uint32_t key, std::uint32_t left, std::uint32_t) {
    found.emplace_back(key, left);
    return false;
  }));
  std::sort(found.begin(), found.end());
  return found;
}

Pairs expected_differences(const Both& a, const Both& b) {
  Pairs expected;
  for (const auto& [key, value] : a.oracle) {
    const auto other = b.oracle.find(key);
    if (other != b.oracle.end() && other->second != value) expected.emplace_back(key, value);
  }
  return expected;
}

TEST(PersistentMaps, EmptyMapHoldsNothing) {
  const PersistentMaps maps;
  EXPECT_EQ(maps.lookup(PersistentMaps::kEmptyMap, 0), kNoIndex);
  EXPECT_EQ(maps.lookup(PersistentMaps::kEmptyMap, 1'000'000), kNoIndex);
  EXPECT_EQ(maps.live_bytes(), 0u);
}

TEST(PersistentMaps, HoldsTheLargestKeys) {
  PersistentMaps maps;
  const Both both = with_keys(maps, {0, 15, 16, 255, 256, 0x7fffffffu, 0xfffffffeu});
  expect_equal(maps, both);
  EXPECT_EQ(maps.lookup(both.map, 0xfffffffdu), kNoIndex);
}

TEST(PersistentMaps, AgreesWithStdMapUnderRandomOperations) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 12; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    oracle::RandomSource random(seed * 1000 + round);
    const int key_bound = random.pick({12, 40, 300, 5000, 2'000'000});
    PersistentMaps maps;
    std::vector<Both> pool(8);
    for (int i = 0; i < 400; ++i) {
      Both& target = pool[static_cast<std::size_t>(random.below(8))];
      const Both& source = pool[static_cast<std::size_t>(random.below(8))];
      if (random.chance(75)) {
        const auto key = static_cast<std::uint32_t>(random.below(key_bound));
        const auto value = static_cast<std::uint32_t>(random.below(5));
        target.map = maps.insert(source.map, key, value);
        target.oracle = source.oracle;
        target.oracle[key] = value;
      } else {
        const Both& other = pool[static_cast<std::size_t>(random.below(8))];
        Both merged;
        merged.map = maps.merge(source.map, other.map, larger);
        merged.oracle = source.oracle;
        for (const auto& [key, value] : other.oracle) {
          const auto [it, is_new] = merged.oracle.try_emplace(key, value);
          if (!is_new) it->second = std::max(it->second, value);
        }
        target = merged;
      }
      if (i % 20 == 0) {
        for (const Both& both : pool) expect_equal(maps, both);
        EXPECT_EQ(differences(maps, target, source), expected_differences(target, source));
        EXPECT_EQ(maps.lookup(target.map, static_cast<std::uint32_t>(key_bound)), kNoIndex);
      }
    }
  }
}

TEST(PersistentMaps, OldVersionsStayAsTheyWere) {
  PersistentMaps maps;
  std::vector<Both> versions(1);
  for (std::uint32_t i = 0; i < 300; ++i) {
    Both next = versions.back();
    next.oracle[i * 37 % 1000] = i;
    next.map = maps.insert(next.map, i * 37 % 1000, i);
    versions.push_back(next);
  }
  for (const Both& version : versions) expect_equal(maps, version);
}

TEST(PersistentMaps, InsertingWhatIsThereMakesNothing) {
  PersistentMaps maps;
  const Both both = with_keys(maps, first_keys(500));
  const std::size_t before = maps.live_bytes();
  for (const auto& [key, value] : both.oracle) EXPECT_EQ(maps.insert(both.map, key, value), both.map);
  EXPECT_EQ(maps.live_bytes(), before);
}

TEST(PersistentMaps, InsertCopiesOnePathOnly) {
  PersistentMaps maps;
  const Both both = with_keys(maps, first_keys(4000));  // three levels
  const std::size_t before = maps.live_bytes();
  maps.insert(both.map, 1234, 99);
  EXPECT_LE(maps.live_bytes() - before, 3 * 17 * sizeof(std::uint32_t));
}

TEST(PersistentMaps, MergeReturnsAnArgumentThatEqualsTheResult) {
  PersistentMaps maps;
  const Both small = with_keys(maps, first_keys(100));
  for (const std::uint32_t key : {200u, 5000u}) {  // of the same height, and of a larger one
    const Ref large = maps.insert(small.map, key, 1);
    const std::size_t before = maps.live_bytes();
    EXPECT_EQ(maps.merge(small.map, large, larger), large);
    EXPECT_EQ(maps.merge(large, small.map, larger), large);
    EXPECT_EQ(maps.merge(large, large, larger), large);
    EXPECT_EQ(maps.merge(PersistentMaps::kEmptyMap, large, larger), large);
    EXPECT_EQ(maps.merge(large, PersistentMaps::kEmptyMap, larger), large);
    EXPECT_EQ(maps.live_bytes(), before);
  }
}

TEST(PersistentMaps, MergeAndDifferenceLookOnlyAtWhatIsNotShared) {
  PersistentMaps maps;
  const Both both = with_keys(maps, first_keys(4000));
  const Ref changed = maps.insert(both.map, 77, 1'000'000);
  int combined = 0;
  maps.merge(both.map, changed, [&](std::uint32_t key, std::uint32_t a, std::uint32_t b) {
    EXPECT_EQ(key, 77u);
    ++combined;
    return std::max(a, b);
  });
  EXPECT_EQ(combined, 1);
  int compared = 0;
  maps.any_difference(both.map, changed, [&](std::uint32_t, std::uint32_t, std::uint32_t) {
    ++compared;
    return false;
  });
  EXPECT_EQ(compared, 1);
}

TEST(PersistentMaps, MapsOfSmallKeysAreMergedIntoThoseOfLargeKeys) {
  for (const std::uint32_t large : {17u, 300u, 5'000u, 70'000u}) {
    PersistentMaps maps;
    const Both tall = with_keys(maps, {large});
    const Both low = with_keys(maps, {3, 5});
    const Both other = with_keys(maps, {4});
    for (const Ref merged : {maps.merge(tall.map, low.map, larger), maps.merge(low.map, tall.map, larger),
                             maps.merge_all(std::vector<Ref>{low.map, tall.map, other.map}, larger)}) {
      EXPECT_TRUE(maps.well_formed(merged));
      EXPECT_EQ(maps.lookup(merged, large), large + 7);
      EXPECT_EQ(maps.lookup(merged, 3), 10u);
      EXPECT_EQ(maps.lookup(merged, 5), 12u);
    }
  }
}

TEST(PersistentMaps, MergingAllIsMergingOneByOne) {
  oracle::RandomSource random(seed_or(1));
  for (int round = 0; round < 300; ++round) {
    PersistentMaps maps;
    std::vector<Ref> refs;
    Oracle expected;
    const int largest = 1 << random.between(2, 13);
    for (int i = random.between(1, 6); i > 0; --i) {
      Ref map = PersistentMaps::kEmptyMap;
      for (int j = random.below(20); j > 0; --j) {
        const auto key = static_cast<std::uint32_t>(random.below(largest));
        const auto value = static_cast<std::uint32_t>(random.below(50));
        map = maps.insert(map, key, value);
      }
      maps.for_each(map, [&](std::uint32_t key, std::uint32_t value) {
        expected[key] = std::max(expected.contains(key) ? expected[key] : 0, value);
      });
      refs.push_back(map);
    }
    const Ref merged = maps.merge_all(refs, larger);
    EXPECT_TRUE(maps.well_formed(merged));
    Oracle found;
    maps.for_each(merged, [&](std::uint32_t key, std::uint32_t value) { found[key] = value; });
    EXPECT_EQ(found, expected);
    for (const auto& [key, value] : expected) EXPECT_EQ(maps.lookup(merged, key), value);
    EXPECT_EQ(maps.merge_all(std::vector<Ref>{merged, refs.front(), refs.back()}, larger), merged);
  }
}

TEST(PersistentMaps, MergeOfDisjointSubtreesSharesThem) {
  PersistentMaps maps;
  std::vector<std::uint32_t> high;
  for (std::uint32_t i = 0; i < 1000; ++i) high.push_back(16 * 16 * 8 + i);
  const Both a = with_keys(maps, first_keys(1000));
  const Both b = with_keys(maps, high);
  const std::size_t before = maps.live_bytes();
  maps.merge(a.map, b.map, larger);
  EXPECT_LE(maps.live_bytes() - before, 2 * 17 * sizeof(std::uint32_t));
}

TEST(PersistentMaps, DifferenceStopsWhenItIsFound) {
  PersistentMaps maps;
  const Both a = with_keys(maps, first_keys(200), 1);
  const Both b = with_keys(maps, first_keys(200), 2);
  int calls = 0;
  EXPECT_TRUE(
      maps.any_difference(a.map, b.map, [&](std::uint32_t, std::uint32_t, std::uint32_t) { return ++calls == 3; }));
  EXPECT_EQ(calls, 3);
}

TEST(PersistentMaps, SweepKeepsExactlyWhatIsMarked) {
  const std::uint64_t seed = seed_or(2);
  SCOPED_TRACE("seed " + std::to_string(seed));
  oracle::RandomSource random(seed);
  PersistentMaps maps;
  std::vector<Both> pool;
  for (int generation = 0; generation < 10; ++generation) {
    for (int i = 0; i < 200; ++i) {
      Both next = pool.empty() || random.chance(10) ? Both{} : random.pick(pool);
      const auto key = static_cast<std::uint32_t>(random.below(600));
      const auto value = static_cast<std::uint32_t>(random.below(1000));
      next.map = maps.insert(next.map, key, value);
      next.oracle[key] = value;
      pool.push_back(std::move(next));
    }
    std::vector<Both> kept;
    for (const Both& both : pool) {
      if (random.chance(20)) kept.push_back(both);
    }
    std::set<std::uint32_t> wanted;
    std::set<std::uint32_t> marked;
    for (const Both& both : kept) {
      maps.mark(both.map, [&](std::uint32_t value) { marked.insert(value); });
      for (const auto& [key, value] : both.oracle) wanted.insert(value);
    }
    EXPECT_EQ(marked, wanted);
    maps.sweep();
    pool = std::move(kept);
    for (const Both& both : pool) expect_equal(maps, both);
  }
  maps.sweep();  // nothing is marked
  EXPECT_EQ(maps.live_bytes(), 0u);
}

TEST(PersistentMaps, SharedPartsAreMarkedOnce) {
  PersistentMaps maps;
  const Both both = with_keys(maps, first_keys(160));
  const Ref changed = maps.insert(both.map, 0, 1'000'000);
  int values = 0;
  maps.mark(both.map, [&](std::uint32_t) { ++values; });
  EXPECT_EQ(values, 160);
  maps.mark(changed, [&](std::uint32_t) { ++values; });
  EXPECT_EQ(values, 160 + 16) << "only the leaf with the new value is not shared";
  maps.sweep();
}

TEST(PersistentMaps, SweptMemoryIsUsedAgain) {
  PersistentMaps maps;
  with_keys(maps, first_keys(2000));
  maps.sweep();
  const std::size_t bytes = maps.bytes();
  for (int i = 0; i < 5; ++i) {
    expect_equal(maps, with_keys(maps, first_keys(2000)));
    maps.sweep();
  }
  EXPECT_EQ(maps.bytes(), bytes);
}

}  // namespace
}  // namespace qpor::engine
