// Where JITLink puts what it links: each segment by its protection into its part of the region (layout.h). The writable
// segments are then exactly the program's variables, which a run resets and a checkpoint copies.

#pragma once

#include <vector>

#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class MemoryManager final : public llvm::jitlink::JITLinkMemoryManager {
 public:
  /// The used parts of the region so far.
  struct Extent {
    Address code = kCode;
    Address read_only = kReadOnly;
    Address globals = kGlobals;
  };
  explicit MemoryManager(Extent& extent) : extent_(extent) {}

  void allocate(const llvm::jitlink::JITLinkDylib* library, llvm::jitlink::LinkGraph& graph,
                OnAllocatedFunction on_allocated) override;
  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction on_deallocated) override;

 private:
  class Allocation;
  Extent& extent_;
};

}  // namespace qpor::frontend::native
