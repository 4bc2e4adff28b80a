#include "frontend/native/instrument/instrument_errno.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/native/instrument/instrument.h"

namespace qpor::frontend::native {
namespace {

using llvm::CallBase;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;

bool leaves_program(const CallBase& call) {
  if (call.isInlineAsm() || call.isMustTailCall()) return false;
  const auto* const callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (callee == nullptr) return true;
  if (callee->hasFnAttribute(kOutsideAttribute)) return true;
  if (!callee->isDeclaration() || callee->isIntrinsic() || callee->getName() == kErrnoName) return false;
  return !callee->getName().starts_with("qpor.") || callee->getName().starts_with(kCheckedPrefix);
}

void call_at(Instruction* place, const CallBase& call, llvm::FunctionCallee hook) {
  IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  builder.CreateCall(hook);
}

}  // namespace

bool names_errno(const llvm::Module& module) {
  const Function* const place = module.getFunction(kErrnoName);
  return place != nullptr && place->isDeclaration() && !place->use_empty();
}

void instrument_errno(llvm::Module& module) {
  llvm::SmallVector<CallBase*> calls;
  for (Function& function : module) {
    for (Instruction& each : llvm::instructions(function)) {
      if (auto* const call = dyn_cast<CallBase>(&each); call != nullptr && leaves_program(*call)) calls.push_back(call);
    }
  }
  auto* const nothing = llvm::Type::getVoidTy(module.getContext());
  const llvm::FunctionCallee before = module.getOrInsertFunction(kErrnoBeforeName, nothing);
  const llvm::FunctionCallee after = module.getOrInsertFunction(kErrnoAfterName, nothing);
  for (CallBase* call : calls) {
    call_at(call, *call, before);
    if (auto* const invoke = dyn_cast<llvm::InvokeInst>(call)) {
      // Other ways into these blocks do no harm: there is nothing to take over then.
      for (llvm::BasicBlock* next : {invoke->getNormalDest(), invoke->getUnwindDest()}) {
        call_at(&*next->getFirstInsertionPt(), *call, after);
      }
    } else if (!call->doesNotReturn()) {
      call_at(call->getNextNode(), *call, after);
    }
  }
}

}  // namespace qpor::frontend::native
