#include "frontend/native/guest/check/shadow.h"

#include <cassert>

namespace qpor::frontend::native {

void Shadow::unpack(const Cell& cell, HostArray<std::uint64_t>& writes, HostArray<std::uint64_t>& reads) const {
  writes.cut(0);
  reads.cut(0);
  if ((cell.write & kStackBit) != 0) return;
  const std::uint64_t write = cell.write & ~kAskBit;
  if ((write & kListBit) != 0) {
    any_of_list(write, [&](std::uint64_t word) {
      ((word & kReadBit) != 0 ? reads : writes).push_back(word & ~kReadBit);
      return false;
    });
  } else if (write != 0) {
    writes.push_back(write);
  }
  const std::uint64_t read = cell.read & ~kAskBit;
  if (read != 0) reads.push_back(read);
}

Cell Shadow::pack(const HostArray<std::uint64_t>& writes, const HostArray<std::uint64_t>& reads, bool asks) {
  const std::uint64_t ask = asks ? kAskBit : 0;
  Cell cell{ask, ask};
  const std::size_t others = reads.size() == 0 ? 0 : reads.size() - 1;
  if (reads.size() > 0) cell.read |= reads[others];
  if (writes.size() <= 1 && others == 0) {
    if (writes.size() == 1) cell.write |= writes[0];
    return cell;
  }
  cell.write |= lists_.size() | kListBit;
  lists_.push_back(writes.size() + others);
  for (std::size_t i = 0; i < writes.size(); ++i) lists_.push_back(writes[i]);
  for (std::size_t i = 0; i < others; ++i) lists_.push_back(reads[i] | kReadBit);
  return cell;
}

bool Shadow::has_newer_in_list(std::uint64_t list) const {
  return any_of_list(list, [this](std::uint64_t each) { return segment_of(each) > marked_; });
}

Shadow::Mark Shadow::mark(std::uint64_t segment) {
  marked_ = segment;
  return {journal_.size(), lists_.size(), segment};
}

void Shadow::go_back(const Mark& mark) {
  assert(mark.journal <= journal_.size() && mark.lists <= lists_.size());
  for (std::size_t i = journal_.size(); i > mark.journal; --i) {
    const Change& change = journal_[i - 1];
    Cell* const cells = reinterpret_cast<Cell*>(change.row & ((std::uint64_t{1} << kRowShift) - 1));
    for (std::size_t j = 0; j <= change.row >> kRowShift; ++j) cells[j] = change.old;
  }
  journal_.cut(mark.journal);
  lists_.cut(mark.lists);
  marked_ = mark.segment;
}

}  // namespace qpor::frontend::native
