// Units against a table of bytes that says for each which unit it belongs to.

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/native/units.h"

namespace qpor::frontend::native {
namespace {

constexpr std::size_t kBytesInAll = 64;

/// By byte: a number of its unit, or 0.
struct ByteTable {
  std::array<int, kBytesInAll> unit{};
  int last = 0;

  bool add(std::size_t begin, std::size_t size) {
    bool is_new = unit[begin] == 0;
    for (std::size_t i = begin; i < begin + size; ++i) is_new |= unit[i] != unit[begin];
    if (!is_new) return false;
    ++last;
    std::array<int, kBytesInAll> before = unit;
    for (std::size_t i = begin; i < begin + size; ++i) {
      for (std::size_t j = 0; before[i] != 0 && j < kBytesInAll; ++j) {
        if (before[j] == before[i]) unit[j] = last;
      }
      unit[i] = last;
    }
    return true;
  }
};

TEST(Units, AreWhatATableOfBytesSays) {
  std::mt19937_64 random(20'261'116);
  for (int round = 0; round < 200; ++round) {
    Units units;
    ByteTable table;
    for (int step = 0; step < 12; ++step) {
      const std::size_t size = 1 + random() % 8;
      const std::size_t begin = random() % (kBytesInAll - size);
      ASSERT_EQ(units.add(begin, size), table.add(begin, size)) << begin << ":" << size;
      for (std::size_t i = 0; i < kBytesInAll; ++i) {
        const Unit* const unit = units.overlapping(i, 1);
        ASSERT_EQ(unit != nullptr, table.unit[i] != 0) << "byte " << i;
        for (std::size_t j = 0; unit != nullptr && j < kBytesInAll; ++j) {
          const bool is_in = j >= unit->begin && j < unit->end();
          ASSERT_EQ(is_in, table.unit[j] == table.unit[i]) << "bytes " << i << " and " << j;
        }
      }
    }
  }
}

TEST(Units, KeepThatTheyAreAccessedInBlocksWhenTheyGrow) {
  Units units;
  EXPECT_TRUE(units.add(8, 4, true));
  EXPECT_FALSE(units.add(8, 4));
  EXPECT_TRUE(units.add(10, 4));
  ASSERT_EQ(units.all().size(), 1u);
  EXPECT_EQ(units.all().front(), (Unit{8, 6, true}));
  EXPECT_TRUE(units.add(20, 2));
  EXPECT_TRUE(units.add(20, 2, true)) << "in a block from now on";
}

TEST(Units, ComeBackFromTheirText) {
  EXPECT_EQ(text_of({}), "");
  std::mt19937_64 random(7);
  for (int round = 0; round < 100; ++round) {
    Units units;
    for (int i = 0; i < 5; ++i) {
      units.add(kRegion + random() % (kSlotsEnd - kRegion - 8), 1 + random() % 8, random() % 2 == 0);
    }
    std::istringstream text(text_of(units));
    std::vector<Unit> read;
    for (std::string part; std::getline(text, part, ',');) {
      const std::optional<Unit> unit = unit_of(part);
      ASSERT_TRUE(unit) << part;
      read.push_back(*unit);
    }
    EXPECT_EQ(read, units.all());
  }
  EXPECT_EQ(unit_of("20000040:8b"), (Unit{kRegion + 0x20000040, 8, true}));
}

TEST(Units, AreNotMadeOfOtherTexts) {
  for (const char* wrong : {"", "b", "4", "4:", ":4", "4:0", "4:-1", "x:4", "4:4c", "4:4bb", "4:4 ", " 4:4", "4;4",
                            "4:4,5:4", "ffffffffffffffff:4", "10000000000000000:4", "1fffffffffff:2",
                            "0:99999999999999999999", "1:18446744073709551615"}) {
    EXPECT_FALSE(unit_of(wrong)) << wrong;
  }
  EXPECT_TRUE(unit_of("1fffffffffff:1")) << "the last byte";
}

}  // namespace
}  // namespace qpor::frontend::native
