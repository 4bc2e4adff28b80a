#include "frontend/native/instrument_loops.h"

#include <algorithm>
#include <string>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/library_code.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Loop;
using llvm::Module;

/// "lines 12-15", "line 12", or "" when they are not known. What was inlined counts where it was called.
std::string lines_of(const Loop& loop) {
  unsigned first = 0;
  unsigned last = 0;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& each : *block) {
      const llvm::DILocation* at = each.getDebugLoc().get();
      if (at == nullptr || llvm::isa<llvm::PHINode>(each)) continue;
      while (at->getInlinedAt() != nullptr) at = at->getInlinedAt();
      if (at->getLine() == 0) continue;
      first = first == 0 ? at->getLine() : std::min(first, at->getLine());
      last = std::max(last, at->getLine());
    }
  }
  if (first == 0) return {};
  if (first == last) return "line " + std::to_string(first);
  return "lines " + std::to_string(first) + "-" + std::to_string(last);
}

/// The first place in the head that has one: reports name it.
llvm::DebugLoc place_of(const Loop& loop) {
  for (const Instruction& each : *loop.getHeader()) {
    if (const llvm::DebugLoc& place = each.getDebugLoc(); place && place.getLine() != 0) return place;
  }
  if (llvm::DebugLoc start = loop.getStartLoc()) return start;
  llvm::DISubprogram* const subprogram = loop.getHeader()->getParent()->getSubprogram();
  if (subprogram == nullptr) return {};
  return llvm::DILocation::get(subprogram->getContext(), subprogram->getLine(), 0, subprogram);
}

/// What bounding a loop needs, taken down before the blocks change.
struct Bounded {
  BasicBlock* head;
  std::vector<BasicBlock*> entries;  ///< blocks outside that go to the head
  std::string lines;
  llvm::DebugLoc place;
};

void bound(const Bounded& loop, std::uint32_t unroll) {
  Function& function = *loop.head->getParent();
  Module& module = *function.getParent();
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  auto* const integer = builder.getInt32Ty();
  llvm::AllocaInst* const counter = builder.CreateAlloca(integer);
  for (BasicBlock* entry : loop.entries) {
    builder.SetInsertPoint(entry->getTerminator());
    builder.CreateStore(builder.getInt32(0), counter);
  }
  builder.SetInsertPoint(&*loop.head->getFirstInsertionPt());
  builder.SetCurrentDebugLocation(loop.place);
  llvm::Value* const rounds = builder.CreateLoad(integer, counter);
  builder.CreateStore(builder.CreateAdd(rounds, builder.getInt32(1)), counter);
  llvm::Value* const is_over = builder.CreateICmpUGT(rounds, builder.getInt32(unroll));
  Instruction* const over = llvm::SplitBlockAndInsertIfThen(is_over, &*builder.GetInsertPoint(), true);
  builder.SetInsertPoint(over);
  builder.SetCurrentDebugLocation(loop.place);
  const std::string text = "the loop" + (loop.lines.empty() ? "" : " in " + loop.lines) +
                           " was left after --unroll=" + std::to_string(unroll) +
                           (unroll == 1 ? " round" : " rounds");
  llvm::Constant* const bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
  auto* const message =
      new llvm::GlobalVariable(module, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes);
  const auto hook = module.getOrInsertFunction(kLoopLimitName, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(hook, {message});
}

}  // namespace

void instrument_loops(Function& function, std::uint32_t unroll) {
  if (unroll == 0 || is_library_function(function)) return;
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  std::vector<Bounded> bounded;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    Bounded each{loop->getHeader(), {}, lines_of(*loop), place_of(*loop)};
    for (BasicBlock* before : llvm::predecessors(each.head)) {
      if (!loop->contains(before)) each.entries.push_back(before);
    }
    bounded.push_back(std::move(each));
  }
  for (const Bounded& each : bounded) bound(each, unroll);
}

}  // namespace qpor::frontend::native
