#include "frontend/native/instrument/memory_errors_ir.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace qpor::frontend::native {
namespace {

const llvm::BinaryOperator* only_use_as(const llvm::Value& value, unsigned opcode) {
  if (!value.hasOneUse()) return nullptr;
  const auto* const user = llvm::dyn_cast<llvm::BinaryOperator>(*value.user_begin());
  return user != nullptr && user->getOpcode() == opcode ? user : nullptr;
}

/// Where it goes back to where it came from, if it goes nowhere else.
const llvm::StoreInst* only_store_at(const llvm::Value& value, const llvm::Value* place) {
  if (!value.hasOneUse()) return nullptr;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(*value.user_begin());
  const bool is_there = store != nullptr && store->getValueOperand() == &value && store->getPointerOperand() == place;
  return is_there ? store : nullptr;
}

/// Nothing in between orders threads.
bool is_at_once_followed(const llvm::Instruction& first, const llvm::Instruction& second) {
  if (first.getParent() != second.getParent()) return false;
  for (const llvm::Instruction* each = first.getNextNode(); each != &second; each = each->getNextNode()) {
    if (each == nullptr || each->isAtomic()) return false;
    if (llvm::isa<llvm::CallBase>(each) && !llvm::isa<llvm::DbgInfoIntrinsic>(each)) return false;
  }
  return true;
}

}  // namespace

/// A bit of std::vector<bool> is set or cleared in a word that may not have been written yet.
bool is_in_bit_vector(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().ends_with("/bits/stl_bvector.h")) return true;
  }
  return instruction.getFunction()->getName().contains("St14_Bit_reference");
}

/// load, and with a mask, or with the new bits unless they are 0, store; in a bit vector also only one of the two.
bool is_bitfield_load(const llvm::LoadInst& load) {
  const llvm::Value* const place = load.getPointerOperand();
  const llvm::BinaryOperator* const masked = only_use_as(load, llvm::Instruction::And);
  const bool has_mask = masked != nullptr && llvm::isa<llvm::ConstantInt>(masked->getOperand(1));
  if (!has_mask && !is_in_bit_vector(load)) return false;
  const llvm::Value& old = masked != nullptr ? static_cast<const llvm::Value&>(*masked) : load;
  const llvm::BinaryOperator* const set = only_use_as(old, llvm::Instruction::Or);
  const llvm::StoreInst* store = nullptr;
  if (masked != nullptr) store = only_store_at(*masked, place);
  if (store == nullptr && set != nullptr) store = only_store_at(*set, place);
  return store != nullptr && is_at_once_followed(load, *store);
}

}  // namespace qpor::frontend::native
