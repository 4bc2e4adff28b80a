// Where the blocks of one thread's heap begin, sorted by address, so that any address leads to its block. Memory of the
// host that nobody has to take back: what lies below the heap's top is right after every way back, because a heap grows
// at its top only, and what lies above is forgotten with the next block.
//
// Cost: adding is constant, looking up is logarithmic; 8 bytes for each block.

#pragma once

#include <span>

#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class BlockIndex {
 public:
  /// A block that begins at `block` when the top of the heap was `top`. REQUIRES: block >= top
  void add(Address block, Address top);
  /// Those below the top of the heap.
  std::span<const Address> below(Address top) const;
  /// The last of them at or before an address; 0 when there is none.
  Address at_or_before(Address address, Address top) const;

 private:
  HostArray<Address> blocks_;
};

}  // namespace qpor::frontend::native
