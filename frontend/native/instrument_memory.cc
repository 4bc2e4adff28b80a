#include "frontend/native/instrument_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/memory_errors_ir.h"
#include "frontend/native/shadow.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::isa;
using llvm::SmallVector;
using llvm::Value;

struct PlainAccess {
  Instruction* instruction;
  Value* place;
  std::uint64_t size;
  bool is_aligned;
  bool is_write;
};

class MemoryChecks {
 public:
  MemoryChecks(Function& function, bool interleaves)
      : function_(function),
        module_(*function.getParent()),
        layout_(module_.getDataLayout()),
        interleaves_(interleaves) {}

  void add() {
    collect();
    for (llvm::MemIntrinsic* each : memory_) replace(*each);
    for (const PlainAccess& each : accesses_) check(each);
  }

 private:
  void collect() {
    for (BasicBlock& block : function_) {
      llvm::DenseMap<std::pair<Value*, std::uint64_t>, bool> seen;  // whether it was written
      for (Instruction& each : block) {
        if (auto* const memory = dyn_cast<llvm::MemIntrinsic>(&each)) {
          if (!is_private(memory->getDest()) || is_shared_source(*memory)) memory_.push_back(memory);
          continue;
        }
        // In a call another segment may begin.
        if (isa<llvm::CallBase>(each) && !isa<llvm::IntrinsicInst>(each)) seen.clear();
        PlainAccess access{&each, nullptr, 0, false, false};
        if (!is_plain_access(access) || is_private(access.place)) continue;
        if (interleaves_) seen.clear();  // each access may be an operation, before which others run
        const auto [known, is_new] = seen.try_emplace({access.place, access.size}, access.is_write);
        if (!is_new && (known->second || !access.is_write)) continue;
        known->second = known->second || access.is_write;
        accesses_.push_back(access);
      }
    }
  }

  bool is_plain_access(PlainAccess& access) const {
    llvm::Type* type = nullptr;
    llvm::Align alignment;
    if (auto* const load = dyn_cast<llvm::LoadInst>(access.instruction); load != nullptr && !load->isAtomic()) {
      if (!interleaves_ && is_bitfield_load(*load)) return false;  // of which the store tells
      access.place = load->getPointerOperand();
      type = load->getType();
      alignment = load->getAlign();
    } else if (auto* const store = dyn_cast<llvm::StoreInst>(access.instruction);
               store != nullptr && !store->isAtomic()) {
      access.place = store->getPointerOperand();
      access.is_write = true;
      type = store->getValueOperand()->getType();
      alignment = store->getAlign();
    } else {
      return false;
    }
    if (access.place->getType()->getPointerAddressSpace() != 0) return false;
    const llvm::TypeSize size = layout_.getTypeStoreSize(type);
    if (size.isScalable()) return false;
    access.size = size.getFixedValue();
    access.is_aligned =
        access.size <= kCellSize && llvm::isPowerOf2_64(access.size) && alignment.value() >= access.size;
    return true;
  }

  bool is_shared_source(const llvm::MemIntrinsic& memory) {
    const auto* const copy = dyn_cast<llvm::MemTransferInst>(&memory);
    return copy != nullptr && !is_private(copy->getSource());
  }

  /// Can nobody else get there?
  bool is_private(Value* place) {
    const Value* const object = llvm::getUnderlyingObject(place, 0);
    if (const auto* const local = dyn_cast<llvm::AllocaInst>(object)) {
      const auto [known, is_new] = captured_.try_emplace(local, false);
      if (is_new) known->second = llvm::PointerMayBeCaptured(local, false, true);
      return !known->second;
    }
    const auto* const variable = dyn_cast<llvm::GlobalVariable>(object);
    if (variable == nullptr) return false;
    if (variable->getName().starts_with("qpor.")) return true;
    if (!variable->isConstant() || variable->isDeclaration()) return false;
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(place->getType()), 0);
    const Value* const base = place->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return base == variable && offset.ult(layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
  }

  /// Is it certain that the address has a shadow?
  bool is_ours(Value* place) const {
    const Value* const object = llvm::getUnderlyingObject(place, 0);
    if (isa<llvm::AllocaInst>(object)) return true;
    const auto* const variable = dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && !variable->isDeclaration();
  }

  void replace(llvm::MemIntrinsic& memory) {
    IRBuilder<> builder(&memory);
    auto* const pointer = builder.getPtrTy();
    Value* const size = builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
    if (auto* const copy = dyn_cast<llvm::MemTransferInst>(&memory)) {
      const auto hook =
          module_.getOrInsertFunction(kCopyName, builder.getVoidTy(), pointer, pointer, builder.getInt64Ty());
      builder.CreateCall(hook, {copy->getDest(), copy->getSource(), size});
    } else {
      const auto hook = module_.getOrInsertFunction(kSetName, builder.getVoidTy(), pointer, builder.getInt32Ty(),
                                                    builder.getInt64Ty());
      auto& fill = llvm::cast<llvm::MemSetInst>(memory);
      builder.CreateCall(hook, {fill.getDest(), builder.CreateZExt(fill.getValue(), builder.getInt32Ty()), size});
    }
    memory.eraseFromParent();
  }

  void call_hook(IRBuilder<>& builder, const PlainAccess& access) {
    const char* const name = access.is_write ? kWriteName : kReadName;
    const auto hook = module_.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(hook, {access.place, builder.getInt64(access.size)});
  }

  /// Ends the block before `at` with a branch to a new one in front of it, which is returned, unless the condition
  /// holds.
  Instruction* unless(Value* condition, Instruction* at) {
    llvm::MDNode* const weights = llvm::MDBuilder(function_.getContext()).createBranchWeights(1000, 1);
    return llvm::SplitBlockAndInsertIfElse(condition, at->getIterator(), false, weights);
  }

  void check(const PlainAccess& access) {
    Instruction* at = access.instruction;
    IRBuilder<> builder(at);
    if (!access.is_aligned) {
      call_hook(builder, access);
      return;
    }
    auto* const word = builder.getInt64Ty();
    Value* const address = builder.CreatePtrToInt(access.place, word);
    if (!is_ours(access.place)) {
      Value* const is_foreign = builder.CreateICmpNE(builder.CreateLShr(address, kRegionBit), builder.getInt64(1));
      at = unless(is_foreign, at);
      builder.SetInsertPoint(at);
    }
    Value* const cell = builder.CreateIntToPtr(
        builder.CreateShl(builder.CreateAnd(address, ~std::uint64_t{kCellSize - 1}), 1), builder.getPtrTy());
    auto* const variable = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal(kSegmentName, word));
    Value* const current = builder.CreateLoad(word, variable);
    Value* mask = nullptr;
    if (access.size < kCellSize) {
      Value* const bytes = builder.getInt64((std::uint64_t{1} << access.size) - 1);
      mask = builder.CreateOr(builder.CreateShl(bytes, builder.CreateAnd(address, kCellSize - 1)), ~kBytes);
    }
    const auto is_known = [&](unsigned which) -> Value* {
      Value* const part = builder.CreateConstInBoundsGEP1_32(word, cell, which);
      Value* difference = builder.CreateXor(builder.CreateLoad(word, part), current);
      if (mask != nullptr) difference = builder.CreateAnd(difference, mask);
      return builder.CreateICmpEQ(difference, builder.getInt64(0));
    };
    // A read is known as a read or as a write, a write as a write only.
    at = unless(is_known(0), at);
    builder.SetInsertPoint(at);
    if (!access.is_write) {
      at = unless(is_known(1), at);
      builder.SetInsertPoint(at);
    }
    call_hook(builder, access);
  }

  Function& function_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const bool interleaves_;
  SmallVector<PlainAccess> accesses_;
  SmallVector<llvm::MemIntrinsic*> memory_;
  llvm::DenseMap<const llvm::AllocaInst*, bool> captured_;
};

}  // namespace

void add_memory_checks(Function& function, bool interleaves) { MemoryChecks(function, interleaves).add(); }

}  // namespace qpor::frontend::native
