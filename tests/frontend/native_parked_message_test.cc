#include "frontend/native/guest/check/parked_message.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/parked_text.h"

namespace qpor::frontend::native {
namespace {

using tests::text_without_names;

TEST(ParkedMessage, KeepsItsPartsInOrder) {
  const ParkedMessage message("reads ", ByteCount{1}, " at offset ", 8, " of ", VariableRef{0x10}, " by ",
                              ThreadRef{Slot{3}});
  EXPECT_EQ(text_without_names(message), "reads 1 byte at offset 8 of VARIABLE by THREAD");
  EXPECT_EQ(message.parts().size(), 8u);
  const ParkedMessage copy = message;
  EXPECT_EQ(text_without_names(copy), text_without_names(message));
}

TEST(ParkedMessage, JoinsNeighbouringTexts) {
  const ParkedMessage message(a("mutex"), " that ", "", std::string_view("was"), ParkedMessage(" destroyed", 1), "x");
  EXPECT_EQ(text_without_names(message), "a mutex that was destroyed1x");
  EXPECT_EQ(message.parts().size(), 3u);
}

TEST(ParkedMessage, SaysWhatANounIsCalledAgain) {
  EXPECT_EQ(text_without_names(ParkedMessage(an("rwlock"))), "an rwlock");
  EXPECT_STREQ(text_of(an("rwlock").again()), "the ");
  EXPECT_STREQ(text_of(a("mutex").again()), "the ");
  EXPECT_STREQ(text_of(its("local variables").again()), "its ");
  EXPECT_STREQ(text_of(the("errno").again()), "the ");
  EXPECT_STREQ(text_of(Noun{"signgam"}.again()), "");
}

TEST(ParkedMessage, CutsWhatIsTooLong) {
  const std::string text(3 * ParkedMessage::kMaxText / 4, 'x');
  ParkedMessage message(std::string_view(text), 7, std::string_view(text), "more", std::string_view(text));
  EXPECT_EQ(text_without_names(message), text + "7" + std::string(ParkedMessage::kMaxText - text.size(), 'x'));
}

TEST(ParkedMessage, HasTheHistoryOfTheMessagesInIt) {
  BlockHistory life;
  life.allocated_by = Slot{3};
  const ParkedMessage message("x", ParkedMessage(" of a block", life));
  ASSERT_EQ(message.parts().size(), 2u);
  EXPECT_EQ(message.parts()[1].kind, ParkedMessage::Kind::History);
  EXPECT_EQ(message.history().allocated_by, Slot{3});
}

}  // namespace
}  // namespace qpor::frontend::native
