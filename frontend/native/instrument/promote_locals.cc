#include "frontend/native/instrument/promote_locals.h"

#include <algorithm>
#include <vector>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::cast;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Type;
using llvm::Value;

/// Is the local only loaded and stored as a whole, be it as another type of the same size?
bool is_scalar(const llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  Type* const type = local.getAllocatedType();
  if (local.isArrayAllocation() || !(type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy())) {
    return false;
  }
  const auto fits = [&](Type* other) {
    return (other->isIntegerTy() || other->isPointerTy() || other->isFloatingPointTy()) &&
           layout.getTypeSizeInBits(other) == layout.getTypeSizeInBits(type);
  };
  return std::all_of(local.user_begin(), local.user_end(), [&](const llvm::User* user) {
    const auto* const marker = dyn_cast<llvm::IntrinsicInst>(user);
    if (marker != nullptr && marker->isLifetimeStartOrEnd()) return true;
    if (const auto* const load = dyn_cast<llvm::LoadInst>(user)) return load->isSimple() && fits(load->getType());
    const auto* const store = dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->isSimple() && store->getPointerOperand() == &local &&
           fits(store->getValueOperand()->getType());
  });
}

/// clang keeps what it has loaded from an atomic pointer as an integer and loads it as a pointer: one type for both, or
/// such a local would stay in memory.
void unify_types(llvm::AllocaInst& local, const llvm::DataLayout& layout) {
  Type* const type = local.getAllocatedType();
  const auto cast = [&](IRBuilder<>& builder, Value* value, Type* to) -> Value* {
    Type* const bits = builder.getIntNTy(static_cast<unsigned>(layout.getTypeSizeInBits(to).getFixedValue()));
    if (value->getType() == to) return value;
    if (value->getType()->isPointerTy()) value = builder.CreatePtrToInt(value, bits);
    return to->isPointerTy() ? builder.CreateIntToPtr(builder.CreateBitCast(value, bits), to)
                             : builder.CreateBitCast(value, to);
  };
  for (llvm::User* user : llvm::make_early_inc_range(local.users())) {
    if (auto* const store = dyn_cast<llvm::StoreInst>(user)) {
      IRBuilder<> builder(store);
      store->setOperand(0, cast(builder, store->getValueOperand(), type));
    } else if (auto* const load = dyn_cast<llvm::LoadInst>(user); load != nullptr && load->getType() != type) {
      IRBuilder<> builder(load);
      Value* const whole = builder.CreateAlignedLoad(type, &local, load->getAlign());
      load->replaceAllUsesWith(cast(builder, whole, load->getType()));
      load->eraseFromParent();
    }
  }
}

/// Is every access before the end of the block that the local belongs to? Clang sees to it where the local is named,
/// but a pointer to it may have been in a register.
bool is_used_in_its_block(const llvm::AllocaInst& local) {
  const llvm::AllocaInst* const locals[] = {&local};  // which outlives what looks at it
  llvm::StackLifetime lifetime(*local.getFunction(), locals, llvm::StackLifetime::LivenessType::Must);
  lifetime.run();
  return std::all_of(local.user_begin(), local.user_end(), [&](const llvm::User* user) {
    const auto* const access = dyn_cast<Instruction>(user);
    return llvm::getLoadStorePointerOperand(access) == nullptr || !lifetime.isReachable(access) ||
           lifetime.isAliveAfter(&local, access);
  });
}

/// Atomic accesses get hooks, which take the address.
bool is_accessed_atomically(const llvm::AllocaInst& local) {
  return std::any_of(local.user_begin(), local.user_end(), [](const llvm::User* user) {
    const auto* const instruction = dyn_cast<Instruction>(user);
    return instruction != nullptr && instruction->isAtomic();
  });
}

}  // namespace

void promote_locals(Function& function) {
  BasicBlock& first = function.getEntryBlock();
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (Instruction& each : first) {
    auto* const local = dyn_cast<llvm::AllocaInst>(&each);
    if (local != nullptr && !llvm::isAllocaPromotable(local) && is_scalar(*local, layout)) unify_types(*local, layout);
  }
  llvm::DominatorTree dominators(function);
  llvm::AssumptionCache assumptions(function);
  for (bool is_first = true;; is_first = false) {
    std::vector<llvm::AllocaInst*> locals;
    for (Instruction& each : first) {
      auto* const local = dyn_cast<llvm::AllocaInst>(&each);
      if (local == nullptr || !llvm::isAllocaPromotable(local) || is_accessed_atomically(*local)) continue;
      if (is_first || is_used_in_its_block(*local)) locals.push_back(local);
    }
    if (locals.empty()) return;
    llvm::PromoteMemToReg(locals, dominators, &assumptions);
  }
}

}  // namespace qpor::frontend::native
