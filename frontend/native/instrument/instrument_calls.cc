// Calls of library functions that access memory of the program: the accesses are announced to accesses.h around the
// call, as functions_accesses.def says.

#include <cstdint>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/instrument/instrument_memory.h"

namespace qpor::frontend::native {
namespace {

using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::StringRef;

/// What the call of a library function accesses, as functions_accesses.def has it.
StringRef accesses_of(StringRef name) {
  static const llvm::StringMap<StringRef> table = {
#define QPOR_ACCESSES(name, accesses) {name, accesses},
#include "frontend/native/library/functions_accesses.def"
  };
  return table.lookup(name);
}

/// The count of std::stop_token is no operation; those of std::shared_ptr are looked after by counts.h.
bool is_releasing(StringRef name) { return name.starts_with("_ZNSt") && name.contains("_M_release_ownership"); }

class CallChecks {
 public:
  explicit CallChecks(llvm::Module& module) : module_(module) {}

  void add(Function& function) {
    llvm::SmallVector<llvm::CallBase*> calls, releases;
    const bool is_quiet = is_releasing(function.getName());
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<llvm::CallBase>(&each);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      if (is_quiet || is_inlined_release(*call)) releases.push_back(call);
      const Function* const callee = call->getCalledFunction();
      if (callee != nullptr && !callee->isIntrinsic()) calls.push_back(call);
    }
    for (llvm::CallBase* each : calls) add(*each);
    for (llvm::CallBase* each : releases) make_quiet(*each);
  }

 private:
  /// Is the call in a function of the C++ library that gives up a counted reference, and that was inlined?
  bool is_inlined_release(const llvm::CallBase& call) {
    for (const llvm::DILocation* at = call.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
      const llvm::DISubprogram* const program = at->getScope()->getSubprogram();
      if (program == nullptr) continue;
      const auto [known, is_new] = releasing_.try_emplace(program, false);
      if (is_new) known->second = is_releasing(program->getLinkageName());
      if (known->second) return true;
    }
    return false;
  }

  void add(llvm::CallBase& call) {
    const Function& callee = *call.getCalledFunction();
    if (!callee.isDeclaration()) return;  // it is instrumented itself
    const StringRef what = accesses_of(callee.getName());
    llvm::SmallVector<StringRef> parts;
    what.split(parts, ' ', -1, false);
    for (const StringRef part : parts) add_part(call, part);
  }

  void make_quiet(llvm::CallBase& call) {
    IRBuilder<> builder(&call);
    builder.CreateCall(module_.getOrInsertFunction(kQuietBeginName, builder.getVoidTy()));
    const auto end = module_.getOrInsertFunction(kQuietEndName, builder.getVoidTy());
    if (auto* const invoke = dyn_cast<llvm::InvokeInst>(&call)) {
      for (llvm::BasicBlock* next : {invoke->getNormalDest(), invoke->getUnwindDest()}) {
        if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(invoke->getParent(), next);
        builder.SetInsertPoint(next, next->getFirstInsertionPt());
        builder.SetCurrentDebugLocation(call.getDebugLoc());
        builder.CreateCall(end);
      }
    } else if (call.getNextNode() != nullptr) {
      builder.SetInsertPoint(call.getNextNode());
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      builder.CreateCall(end);
    }
  }

  void add_part(llvm::CallBase& call, StringRef part) {
    const char kind = part[0];
    unsigned argument = 0;
    std::uint64_t size = 0;
    part = part.drop_front();
    part.consumeInteger(10, argument);
    part.consume_front(":");
    part.consumeInteger(10, size);
    if (argument >= call.arg_size() || !call.getArgOperand(argument)->getType()->isPointerTy()) return;
    IRBuilder<> builder(llvm::isUpper(kind) ? place_after(call) : &call);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    const auto hook = module_.getOrInsertFunction(llvm::toLower(kind) == 'w' ? kWriteName : kReadName,
                                                  builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(hook, {call.getArgOperand(argument), builder.getInt64(size)});
  }

  /// Where the call has come back without an exception.
  Instruction* place_after(llvm::CallBase& call) {
    auto* const invoke = dyn_cast<llvm::InvokeInst>(&call);
    if (invoke == nullptr) return call.getNextNode();
    llvm::BasicBlock* next = invoke->getNormalDest();
    if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(invoke->getParent(), next);
    return &*next->getFirstInsertionPt();
  }

  llvm::Module& module_;
  llvm::DenseMap<const llvm::DISubprogram*, bool> releasing_;  ///< as far as it was asked for
};

}  // namespace

void add_call_checks(llvm::Module& module) {
  CallChecks checks(module);
  for (Function& each : module) {
    if (!each.isDeclaration()) checks.add(each);
  }
}

}  // namespace qpor::frontend::native
