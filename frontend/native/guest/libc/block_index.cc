#include "frontend/native/guest/libc/block_index.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace qpor::frontend::native {

BlockIndex::~BlockIndex() { std::free(blocks_); }

void BlockIndex::add(Address block, Address top) {
  assert(block >= top);
  while (size_ > 0 && blocks_[size_ - 1] >= top) --size_;
  if (size_ == capacity_) {
    capacity_ = std::max<std::size_t>(64, 2 * capacity_);
    auto* const larger = static_cast<Address*>(std::realloc(blocks_, capacity_ * sizeof(Address)));
    if (larger == nullptr) std::abort();  // the supervisor tells
    blocks_ = larger;
  }
  blocks_[size_++] = block;
}

std::span<const Address> BlockIndex::below(Address top) const {
  return {blocks_, std::lower_bound(blocks_, blocks_ + size_, top)};
}

Address BlockIndex::at_or_before(Address address, Address top) const {
  const std::span<const Address> blocks = below(top);
  const auto behind = std::upper_bound(blocks.begin(), blocks.end(), address);
  return behind == blocks.begin() ? 0 : *(behind - 1);
}

}  // namespace qpor::frontend::native
