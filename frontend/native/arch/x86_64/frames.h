// A walk along the frames of a stack, from the innermost outwards: each function with a frame pointer saves that of its
// caller, above which its return address lies. The program's code and guest/ have frame pointers; code of libraries
// need not, so that nothing is believed that does not lie on the stack and further out than the frame before.
//
// Cost: three comparisons a frame.

#pragma once

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class FrameWalk {
 public:
  /// From that frame, on a stack with bytes [begin, end).
  FrameWalk(Address frame, Address begin, Address end) : at_(frame), begin_(begin), end_(end) {}

  /// Is there such a frame? If not, the chain has ended or is broken.
  bool is_at_frame() const { return at_ >= begin_ && at_ + kSize <= end_ && at_ % sizeof(Address) == 0; }
  Address frame() const { return at_; }

  // REQUIRES: is_at_frame()

  /// Into the caller.
  Address return_address() const { return words()[1]; }
  /// What the caller's stack pointer is after the return.
  Address end_of_frame() const { return at_ + kSize; }
  /// The frame of the caller; 0 where it cannot be one.
  Address caller() const { return words()[0] > at_ ? words()[0] : 0; }
  void go_up() { at_ = caller(); }

  /// The frame whose caller has that stack pointer after the return.
  static Address frame_below(Address stack_pointer) { return stack_pointer - kSize; }

 private:
  static constexpr Address kSize = 2 * sizeof(Address);

  const Address* words() const { return reinterpret_cast<const Address*>(at_); }

  Address at_, begin_, end_;
};

}  // namespace qpor::frontend::native
