#include "frontend/native/shadow.h"

#include <cassert>

namespace qpor::frontend::native {

void Shadow::unpack(std::uint64_t word, HostArray<std::uint64_t>& out) const {
  out.cut(0);
  word &= ~kAskBit;
  if (word == 0) return;
  if ((word & kListBit) == 0) {
    out.push_back(word);
    return;
  }
  const std::size_t place = word & ~kListBit;
  for (std::size_t i = 1; i <= lists_[place]; ++i) out.push_back(lists_[place + i]);
}

std::uint64_t Shadow::pack(const HostArray<std::uint64_t>& words, bool may_ask) {
  const std::uint64_t ask = may_ask ? kAskBit : 0;
  if (words.size() == 0) return ask;
  if (words.size() == 1) return words[0] | ask;
  const std::size_t place = lists_.size();
  lists_.push_back(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) lists_.push_back(words[i]);
  return place | kListBit | ask;
}

bool Shadow::is_newer(std::uint64_t word) const {
  word &= ~kAskBit;
  if ((word & kListBit) == 0) return segment_of(word) > marked_;
  const std::size_t place = word & ~kListBit;
  for (std::size_t i = 1; i <= lists_[place]; ++i) {
    if (segment_of(lists_[place + i]) > marked_) return true;
  }
  return false;
}

Shadow::Mark Shadow::mark(std::uint64_t segment) {
  marked_ = segment;
  return {journal_.size(), lists_.size(), segment};
}

void Shadow::go_back(const Mark& mark) {
  assert(mark.journal <= journal_.size() && mark.lists <= lists_.size());
  for (std::size_t i = journal_.size(); i > mark.journal; --i) *journal_[i - 1].cell = journal_[i - 1].old;
  journal_.cut(mark.journal);
  lists_.cut(mark.lists);
  marked_ = mark.segment;
}

}  // namespace qpor::frontend::native
