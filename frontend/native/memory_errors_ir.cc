#include "frontend/native/memory_errors_ir.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

namespace qpor::frontend::native {
namespace {

const llvm::BinaryOperator* only_use_as(const llvm::Value& value, unsigned opcode) {
  if (!value.hasOneUse()) return nullptr;
  const auto* const user = llvm::dyn_cast<llvm::BinaryOperator>(*value.user_begin());
  return user != nullptr && user->getOpcode() == opcode ? user : nullptr;
}

/// It goes back to where it came from, and nowhere else.
bool is_only_stored_at(const llvm::Value& value, const llvm::Value* place) {
  if (!value.hasOneUse()) return false;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(*value.user_begin());
  return store != nullptr && store->getValueOperand() == &value && store->getPointerOperand() == place;
}

}  // namespace

/// load, and with a mask, or with the new bits unless they are 0, store.
bool is_bitfield_load(const llvm::LoadInst& load) {
  const llvm::BinaryOperator* const masked = only_use_as(load, llvm::Instruction::And);
  if (masked == nullptr || !llvm::isa<llvm::ConstantInt>(masked->getOperand(1))) return false;
  const llvm::Value* const place = load.getPointerOperand();
  if (is_only_stored_at(*masked, place)) return true;
  const llvm::BinaryOperator* const set = only_use_as(*masked, llvm::Instruction::Or);
  return set != nullptr && is_only_stored_at(*set, place);
}

}  // namespace qpor::frontend::native
