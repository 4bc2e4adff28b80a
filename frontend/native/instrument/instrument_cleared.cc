#include "frontend/native/instrument/instrument_cleared.h"

#include <cstdint>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/native/instrument/instrument_stack.h"
#include "frontend/native/instrument/local_uses.h"

namespace qpor::frontend::native {
namespace {

using llvm::AllocaInst;
using llvm::IRBuilder;
using llvm::Value;

/// Larger ones are cleared by a hook (stack_marks.cc).
constexpr std::uint64_t kMostInline = 64;

bool can_be_cleared(const AllocaInst& local, const llvm::DataLayout& layout) {
  return !local.getName().starts_with(kOwnLocalName) && !local.isSwiftError() && !local.isUsedWithInAlloca() &&
         local.getAddressSpace() == 0 && !layout.getTypeAllocSize(local.getAllocatedType()).isScalable();
}

/// Behind the locals with which the function begins, or behind this one.
llvm::Instruction* place_to_clear(AllocaInst& local) {
  if (!local.isStaticAlloca()) return local.getNextNode();
  llvm::Instruction* const first = &*local.getParent()->getFirstNonPHIOrDbgOrAlloca();
  return first->comesBefore(&local) ? local.getNextNode() : first;
}

void clear(AllocaInst& local) {
  llvm::Module& module = *local.getModule();
  const std::uint64_t element = module.getDataLayout().getTypeAllocSize(local.getAllocatedType()).getFixedValue();
  IRBuilder<> builder(place_to_clear(local));
  auto* const word = builder.getInt64Ty();
  const auto* const count = llvm::dyn_cast<llvm::ConstantInt>(local.getArraySize());
  if (count != nullptr && element * count->getZExtValue() <= kMostInline) {
    builder.CreateMemSetInline(&local, local.getAlign(), builder.getInt8(0),
                               builder.getInt64(element * count->getZExtValue()));
    return;
  }
  Value* const size =
      builder.CreateMul(builder.CreateZExtOrTrunc(local.getArraySize(), word), builder.getInt64(element));
  const llvm::FunctionCallee hook = module.getOrInsertFunction(
      kClearLocalName, llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), word}, false));
  builder.CreateCall(hook, {&local, size});
}

}  // namespace

std::vector<AllocaInst*> locals_to_clear(llvm::Module& module) {
  LocalUses uses(module.getDataLayout());
  std::vector<AllocaInst*> result;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(llvm::Attribute::Naked)) continue;
    const bool clears_all = has_atomics(function);
    for (llvm::Instruction& each : llvm::instructions(function)) {
      auto* const local = llvm::dyn_cast<AllocaInst>(&each);
      if (local == nullptr || !can_be_cleared(*local, module.getDataLayout())) continue;
      llvm::SmallVector<const Value*, 2> pointers;
      const PointerUses own = clears_all ? PointerUses{} : uses.of(*local, pointers);
      if (clears_all || own.escapes || own.meets_atomics) result.push_back(local);
    }
  }
  return result;
}

void clear_locals(const std::vector<AllocaInst*>& locals) {
  for (AllocaInst* each : locals) clear(*each);
}

}  // namespace qpor::frontend::native
