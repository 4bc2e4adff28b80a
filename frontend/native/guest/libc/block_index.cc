#include "frontend/native/guest/libc/block_index.h"

#include <algorithm>
#include <cassert>

namespace qpor::frontend::native {

void BlockIndex::add(Address block, Address top) {
  assert(block >= top);
  while (blocks_.size() > 0 && blocks_.back() >= top) blocks_.pop_back();
  blocks_.push_back(block);
}

std::span<const Address> BlockIndex::below(Address top) const {
  const std::span<const Address> all = blocks_.all();
  return {all.begin(), std::lower_bound(all.begin(), all.end(), top)};
}

Address BlockIndex::at_or_before(Address address, Address top) const {
  const std::span<const Address> blocks = below(top);
  const auto behind = std::upper_bound(blocks.begin(), blocks.end(), address);
  return behind == blocks.begin() ? 0 : *(behind - 1);
}

}  // namespace qpor::frontend::native
