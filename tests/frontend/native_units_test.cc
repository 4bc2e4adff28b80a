// Units as --interleaved has them; how they grow is in tests/engine/knowledge_test.cc.

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/native/machine/knowledge_text.h"

namespace qpor::frontend::native {
namespace {

TEST(Units, ComeBackFromTheirText) {
  EXPECT_EQ(text_of(std::vector<Unit>()), "");
  std::mt19937_64 random(7);
  for (int round = 0; round < 100; ++round) {
    engine::Knowledge knowledge;
    for (int i = 0; i < 5; ++i) {
      knowledge.learn(Unit{kRegion + random() % (kSlotsEnd - kRegion - 8), 1 + random() % 8, random() % 2 == 0});
    }
    std::istringstream text(text_of(knowledge.ranges));
    std::vector<Unit> read;
    for (std::string part; std::getline(text, part, ',');) {
      const std::optional<Unit> unit = unit_of(part);
      ASSERT_TRUE(unit) << part;
      read.push_back(*unit);
    }
    EXPECT_EQ(read, knowledge.ranges);
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

TEST(ObservedCounts, ComeBackFromTheirText) {
  const std::vector<engine::ObservedCount> counts = {
      {kRegion + 0x1a0}, {kRegion + 0x2c0, true}, {kRegion + 0x300, false, true}, {kRegion + 0x400, true, true}};
  EXPECT_EQ(text_of(counts), "1a0,2c0w,300p,400wp");
  EXPECT_EQ(counts_of("1a0,2c0w,300p,400wp"), counts);
  EXPECT_EQ(counts_of(""), std::vector<engine::ObservedCount>());
  for (const char* wrong : {"x", "w", "1a0,x", "1a0ww", "p", "1a0pp", "1a0pw", "-1", "ffffffffffffffff"}) {
    EXPECT_EQ(counts_of(wrong), std::nullopt) << wrong;
  }
}

}  // namespace
}  // namespace qpor::frontend::native
