#include "frontend/native/build/memory_manager.h"

#include <sys/mman.h>

#include <cerrno>
#include <utility>

#include <llvm/ExecutionEngine/JITLink/JITLink.h>

namespace qpor::frontend::native {
namespace {

namespace jitlink = llvm::jitlink;
using llvm::Error;
using llvm::orc::ExecutorAddr;
using llvm::orc::MemProt;

struct Segment {
  Address address;
  std::size_t size;
  int protection;
};

bool has(MemProt protection, MemProt bit) {
  return (static_cast<unsigned>(protection) & static_cast<unsigned>(bit)) != 0;
}

}  // namespace

class MemoryManager::Allocation final : public InFlightAlloc {
 public:
  Allocation(jitlink::LinkGraph& graph, std::vector<Segment> segments)
      : graph_(graph), segments_(std::move(segments)) {}

  void abandon(OnAbandonedFunction on_abandoned) override { on_abandoned(Error::success()); }

  void finalize(OnFinalizedFunction on_finalized) override {
    for (const Segment& each : segments_) {
      if (mprotect(reinterpret_cast<void*>(each.address), each.size, each.protection) != 0) {
        return on_finalized(llvm::errorCodeToError({errno, std::generic_category()}));
      }
    }
    auto at_end = llvm::orc::shared::runFinalizeActions(graph_.allocActions());
    if (!at_end) return on_finalized(at_end.takeError());
    auto* const kept = new std::vector<llvm::orc::shared::WrapperFunctionCall>(std::move(*at_end));
    on_finalized(FinalizedAlloc(ExecutorAddr::fromPtr(kept)));
  }

 private:
  jitlink::LinkGraph& graph_;
  std::vector<Segment> segments_;
};

void MemoryManager::allocate(const jitlink::JITLinkDylib*, jitlink::LinkGraph& graph,
                             OnAllocatedFunction on_allocated) {
  jitlink::BasicLayout layout(graph);
  std::vector<Segment> segments;
  for (auto& [group, segment] : layout.segments()) {
    const MemProt protection = group.getMemProt();
    const bool is_writable = has(protection, MemProt::Write);
    const bool is_code = has(protection, MemProt::Exec);
    Address& next = is_writable ? extent_.globals : is_code ? extent_.code : extent_.read_only;
    const Address limit = is_writable ? kGlobalsEnd : is_code ? kReadOnly : kGlobals;
    const Address begin = (next + kPage - 1) / kPage * kPage;
    const std::size_t used = segment.ContentSize + segment.ZeroFillSize;
    if (used > limit - begin) {
      return on_allocated(
          llvm::make_error<llvm::StringError>("the code, constants or variables of the program are larger than qpor "
                                              "has room for (256 MiB, 256 MiB, 1.5 GiB)",
                                              llvm::inconvertibleErrorCode()));
    }
    segment.Addr = ExecutorAddr(begin);
    segment.WorkingMem = reinterpret_cast<char*>(begin);
    next = begin + used;
    const int access = PROT_READ | (is_writable ? PROT_WRITE : 0) | (is_code ? PROT_EXEC : 0);
    if (used > 0) segments.push_back({begin, (used + kPage - 1) / kPage * kPage, access});
  }
  if (Error error = layout.apply()) return on_allocated(std::move(error));
  on_allocated(std::make_unique<Allocation>(graph, std::move(segments)));
}

void MemoryManager::deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction on_deallocated) {
  Error result = Error::success();
  for (FinalizedAlloc& each : allocations) {
    const std::unique_ptr<std::vector<llvm::orc::shared::WrapperFunctionCall>> at_end(
        each.release().toPtr<std::vector<llvm::orc::shared::WrapperFunctionCall>*>());
    result = llvm::joinErrors(std::move(result), llvm::orc::shared::runDeallocActions(*at_end));
  }
  on_deallocated(std::move(result));
}

}  // namespace qpor::frontend::native
