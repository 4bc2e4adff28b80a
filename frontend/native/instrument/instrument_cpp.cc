// What a module of C++ needs besides: functions of the library's headers that have stand-ins lose their bodies, each
// way to a static local variable goes through its guard, std::lock does not try without end, and random distributions
// set no variable of the process.

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "frontend/native/instrument/instrument.h"
#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::Constant;
using llvm::dyn_cast;
using llvm::Function;
using llvm::FunctionType;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Module;
using llvm::PointerType;
using llvm::SmallVector;
using llvm::Type;

/// A definition that comes from a header: every module that needs the function has one. Others are the program's own,
/// such as an operator new of its own, and stay.
bool is_from_header(const Function& function) {
  return function.hasLinkOnceLinkage() || function.hasWeakLinkage() || function.hasAvailableExternallyLinkage();
}

/// Makes declarations of them, to which the linker gives the stand-ins' addresses. What only an optimiser was meant to
/// look at becomes one as well, so that it is treated as one.
void replace_definitions(Module& module) {
  for (Function& each : module) {
    if (each.isDeclaration() || !is_from_header(each)) continue;
    const LibraryFunction* const known = find_library_function({each.getName().data(), each.getName().size()});
    const bool is_modelled = known != nullptr && known->treatment == Treatment::Modelled;
    if (!is_modelled && !each.hasAvailableExternallyLinkage()) continue;
    each.deleteBody();
    each.setComdat(nullptr);
    each.setLinkage(GlobalValue::ExternalLinkage);
  }
}

/// std::call_once hands the function over in two thread-local variables of the library, of which there is one pair for
/// all fibers; the program gets its own, and its own function that reads them.
void define_once_variables(Module& module) {
  GlobalVariable* call = nullptr;
  for (const char* name : {"_ZSt15__once_callable", "_ZSt11__once_call"}) {
    GlobalVariable* const variable = module.getGlobalVariable(name);
    if (variable == nullptr || !variable->isDeclaration() || !variable->isThreadLocal()) return;
    variable->setInitializer(Constant::getNullValue(variable->getValueType()));
    variable->setLinkage(GlobalValue::InternalLinkage);
    call = variable;
  }
  Function* const proxy = module.getFunction("__once_proxy");
  if (proxy == nullptr || !proxy->isDeclaration()) return;
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", proxy));
  auto* const function = builder.CreateLoad(call->getValueType(), builder.CreateThreadLocalAddress(call));
  builder.CreateCall(FunctionType::get(builder.getVoidTy(), false), function);
  builder.CreateRetVoid();
  make_definition(*proxy, {});
}

/// Compilers read the guard of a static local variable first and call the runtime only if it is not set. Then nobody
/// would see that a thread relied on what another one did.
void always_ask_guards(Module& module) {
  for (GlobalVariable& guard : module.globals()) {
    if (!guard.getName().starts_with("_ZGV") || guard.isThreadLocal()) continue;
    const SmallVector<llvm::User*> users(guard.users());
    for (llvm::User* user : users) {
      auto* const load = dyn_cast<llvm::LoadInst>(user);
      if (load == nullptr || !load->isAtomic()) continue;  // others belong to initialisers that only one thread runs
      load->replaceAllUsesWith(Constant::getNullValue(load->getType()));
      load->eraseFromParent();
    }
  }
}

/// A timed wait for a future has looked before it comes here, and found nothing.
void look_once(Module& module) {
  const std::string status = "_ZNSt23__atomic_futex_unsignedILj2147483648EE";
  Function* const load = module.getFunction(status + "7_M_loadESt12memory_order");
  if (load == nullptr) return;
  const SmallVector<llvm::User*> users(load->users());
  for (llvm::User* user : users) {
    auto* const call = dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledFunction() != load) continue;
    if (!call->getFunction()->getName().starts_with(status + "24_M_load_when_equal_untilI")) continue;
    call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

// --- std::lock

/// Tells when a call that tries to lock all the others failed.
void watch_attempts(Module& module, Function& function) {
  llvm::LLVMContext& context = module.getContext();
  auto* const type = FunctionType::get(Type::getVoidTy(context), {Type::getInt32Ty(context)}, false);
  SmallVector<llvm::CallBase*> attempts;
  for (Instruction& each : llvm::instructions(function)) {
    auto* const call = dyn_cast<llvm::CallBase>(&each);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.contains("8try_lockEv") || name.contains("15__try_lock_implI")) attempts.push_back(call);
  }
  for (llvm::CallBase* call : attempts) {
    Instruction* next = call->getNextNode();
    if (auto* const invoke = dyn_cast<llvm::InvokeInst>(call)) {
      if (invoke->getNormalDest()->getSinglePredecessor() == nullptr) continue;
      next = &*invoke->getNormalDest()->getFirstInsertionPt();
    }
    IRBuilder<> builder(next);
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    const bool is_one = call->getType()->isIntegerTy(1);  // try_lock; the others give -1, or the number that failed
    llvm::Value* const failed =
        is_one ? builder.CreateNot(call) : builder.CreateICmpNE(call, Constant::getAllOnesValue(call->getType()));
    builder.CreateCall(module.getOrInsertFunction(kLockFailedName, type),
                       {builder.CreateZExt(failed, builder.getInt32Ty())});
  }
}

void bound_lock_attempts(Module& module) {
  SmallVector<Function*> locks;
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    if (each.getName().starts_with("_ZSt4lockI") || each.getName().starts_with("_ZNSt8__detail11__lock_implI")) {
      locks.push_back(&each);
    }
  }
  for (Function* each : locks) {
    watch_attempts(module, *each);
    if (!each->getName().starts_with("_ZSt4lockI")) continue;
    Instruction& first = *each->getEntryBlock().getFirstInsertionPt();
    IRBuilder<> builder(&first);
    if (each->getSubprogram() != nullptr) {
      builder.SetCurrentDebugLocation(
          llvm::DILocation::get(module.getContext(), each->getSubprogram()->getLine(), 0, each->getSubprogram()));
    }
    auto* const type =
        FunctionType::get(Type::getVoidTy(module.getContext()), {Type::getInt32Ty(module.getContext())}, false);
    builder.CreateCall(module.getOrInsertFunction(kLockBeginName, type),
                       {builder.getInt32(static_cast<std::uint32_t>(each->arg_size()))});
  }
}

/// Distributions of the C++ library want the logarithm, not `signgam`, which lgamma sets as well.
void keep_sign_apart(Module& module) {
  for (const char* const name : {"lgamma", "lgammaf", "lgammal"}) {
    Function* const function = module.getFunction(name);
    if (function == nullptr || !function->isDeclaration()) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call == nullptr || call->getCalledFunction() != function) continue;
      const llvm::StringRef caller = call->getFunction()->getName();
      if (!caller.starts_with("_ZNSt") || !caller.contains("_distribution")) continue;
      llvm::IRBuilder<> builder(&*call->getFunction()->getEntryBlock().getFirstInsertionPt());
      llvm::Value* const sign = builder.CreateAlloca(builder.getInt32Ty());
      builder.SetInsertPoint(call);
      llvm::Type* const type = call->getType();
      const auto with_sign = module.getOrInsertFunction(std::string(name) + "_r", type,
                                                        call->getArgOperand(0)->getType(), sign->getType());
      call->replaceAllUsesWith(builder.CreateCall(with_sign, {call->getArgOperand(0), sign}));
      call->eraseFromParent();
    }
  }
}

}  // namespace

void instrument_cpp(Module& module) {
  replace_definitions(module);
  define_once_variables(module);
  always_ask_guards(module);
  look_once(module);
  bound_lock_attempts(module);
  keep_sign_apart(module);
}

}  // namespace qpor::frontend::native
