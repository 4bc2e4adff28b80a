// Calls through pointers ask whether their target is known, unless it is in the program's code: gate.h.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/guest/check/gate.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {
namespace {

void add_gate(llvm::CallBase& call, llvm::FunctionCallee hook) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* const target = builder.CreatePtrToInt(call.getCalledOperand(), builder.getInt64Ty());
  llvm::Value* const offset = builder.CreateSub(target, builder.getInt64(kCode));
  llvm::Value* const is_code = builder.CreateICmpULT(offset, builder.getInt64(kReadOnly - kCode));
  llvm::MDNode* const weights = llvm::MDBuilder(call.getContext()).createBranchWeights(1000, 1);
  builder.SetInsertPoint(llvm::SplitBlockAndInsertIfElse(is_code, call.getIterator(), false, weights));
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateCall(hook, {target});
}

}  // namespace

void add_gates(llvm::Module& module) {
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& each : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<llvm::CallBase>(&each);
      if (call == nullptr || call->isInlineAsm()) continue;
      if (llvm::isa<llvm::GlobalValue>(call->getCalledOperand()->stripPointerCasts())) continue;
      calls.push_back(call);
    }
  }
  if (calls.empty()) return;
  llvm::LLVMContext& context = module.getContext();
  const llvm::FunctionCallee hook =
      module.getOrInsertFunction(kGateName, llvm::Type::getVoidTy(context), llvm::Type::getInt64Ty(context));
  for (llvm::CallBase* each : calls) add_gate(*each, hook);
}

}  // namespace qpor::frontend::native
