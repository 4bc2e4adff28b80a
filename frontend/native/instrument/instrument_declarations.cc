#include "frontend/native/instrument/instrument_declarations.h"

#include <dlfcn.h>
#include <algorithm>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "frontend/native/build/library_code.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_errno.h"
#include "frontend/native/library/library.h"
#include "frontend/native/program_error.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::dyn_cast;
using llvm::Function;
using llvm::FunctionType;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::IRBuilder;
using llvm::Module;
using llvm::PointerType;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

void give_refusing_body(Module& module, Function& function, std::string_view why) {
  llvm::LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  const llvm::FunctionCallee refused =
      module.getOrInsertFunction(kRefusedName, FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false));
  IRBuilder<> builder(BasicBlock::Create(context, "", &function));
  // A tail call, so that its return address is that of the refused call.
  CallInst* const call = builder.CreateCall(refused, {text_constant(module, readable_name(function.getName().str())),
                                                      text_constant(module, std::string(why))});
  call->setTailCallKind(CallInst::TCK_Tail);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(llvm::PoisonValue::get(function.getReturnType()));
  make_definition(function, {});
}

/// The declaration becomes a function that notes the call and goes on to the real one with all arguments in place.
void give_noting_body(Module& module, Function& function) {
  llvm::LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  auto* const integer = Type::getInt32Ty(context);
  const llvm::FunctionCallee note = module.getOrInsertFunction(
      kUnseenCallName, FunctionType::get(Type::getVoidTy(context), {integer, pointer, pointer, pointer}, false));
  Function* const real = Function::Create(function.getFunctionType(), GlobalValue::ExternalLinkage,
                                          kRealPrefix + function.getName().str(), module);
  real->setAttributes(without_promises(function));
  real->setCallingConv(function.getCallingConv());
  IRBuilder<> builder(BasicBlock::Create(context, "", &function));
  Value* const return_address = builder.CreateIntrinsic(pointer, llvm::Intrinsic::returnaddress, {builder.getInt32(0)});
  Value* const frame = builder.CreateIntrinsic(pointer, llvm::Intrinsic::frameaddress, {builder.getInt32(0)});
  builder.CreateCall(note, {builder.getInt32(static_cast<std::uint32_t>(UnseenKind::Call)),
                            text_constant(module, readable_name(function.getName().str())), return_address, frame});
  SmallVector<Value*> arguments;
  for (llvm::Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* const call = builder.CreateCall(real, arguments);
  call->setTailCallKind(CallInst::TCK_MustTail);
  call->setAttributes(without_promises(function));
  call->setCallingConv(function.getCallingConv());
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  make_definition(function, without_promises(function));
  function.addFnAttr(kOutsideAttribute);
}

/// Has the function a stand-in that announces its accesses?
bool is_checked(const Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic()) return false;
  const LibraryFunction* const known = find_library_function(function.getName().str());
  return known != nullptr && known->address != nullptr && !known->accesses.empty();
}

}  // namespace

void treat_declarations(Module& module) {
  std::vector<std::string> missing;
  SmallVector<Function*> declarations;
  for (Function& each : module) {
    if (!each.isDeclaration() || each.isIntrinsic() || each.use_empty() || each.getName().starts_with("qpor."))
      continue;
    if (each.hasFnAttribute(kAssemblyAttribute)) continue;
    declarations.push_back(&each);
  }
  for (Function* each : declarations) {
    const std::string name = each->getName().str();
    const LibraryFunction* const known = find_library_function(name);
    const Treatment treatment = known != nullptr ? known->treatment : Treatment::Unknown;
    if (treatment == Treatment::Modelled || treatment == Treatment::Replaced) continue;
    if (treatment == Treatment::Refused) {
      give_refusing_body(module, *each, known->why);
      continue;
    }
    if (dlsym(RTLD_DEFAULT, name.c_str()) == nullptr) {
      if (!each->hasExternalWeakLinkage()) missing.push_back(name);
    } else if (treatment == Treatment::Unknown) {
      give_noting_body(module, *each);
    }
  }
  for (GlobalVariable& each : module.globals()) {
    if (!each.isDeclaration() || each.use_empty() || each.getName().starts_with("qpor.")) continue;
    const std::string name = each.getName().str();
    const LibraryFunction* const known = find_library_function(name);
    if (known != nullptr && known->treatment == Treatment::Refused) {
      throw ProgramError("the program uses '" + name + "', which qpor does not run: " + std::string(known->why));
    }
    if (known == nullptr && dlsym(RTLD_DEFAULT, name.c_str()) == nullptr && !each.hasExternalWeakLinkage() &&
        name != "__dso_handle") {
      missing.push_back(name);
    }
  }
  if (missing.empty()) return;
  std::sort(missing.begin(), missing.end());
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(missing.size(), kNamed); ++i) text += (i > 0 ? ", '" : " '") + missing[i] + "'";
  if (missing.size() > kNamed) text += " and " + std::to_string(missing.size() - kNamed) + " more";
  throw ProgramError((missing.size() == 1 ? "there is no definition of" : "there are no definitions of") + text);
}

void keep_checked_calls(Module& module) {
  const auto forget = [](auto& has_attributes) {
    has_attributes.removeFnAttr(llvm::Attribute::Memory);
    has_attributes.removeFnAttr(llvm::Attribute::WillReturn);
  };
  for (Function& each : module) {
    if (!is_checked(each)) continue;
    forget(each);
    for (llvm::User* user : each.users()) {
      if (auto* const call = dyn_cast<llvm::CallBase>(user); call != nullptr && call->getCalledOperand() == &each) {
        forget(*call);
      }
    }
  }
}

void name_checked(Module& module) {
  for (Function& each : module) {
    if (is_checked(each)) each.setName(kCheckedPrefix + each.getName());
  }
}

void mark_unused_barrier_results(Module& module) {
  Function* const wait = module.getFunction("pthread_barrier_wait");
  if (wait == nullptr || !wait->isDeclaration()) return;
  const bool is_unused = std::all_of(wait->user_begin(), wait->user_end(), [wait](const llvm::User* user) {
    const auto* const call = dyn_cast<llvm::CallBase>(user);
    return call != nullptr && call->getCalledFunction() == wait && call->use_empty();
  });
  if (!is_unused) return;
  llvm::FunctionCallee only = module.getOrInsertFunction(kBarrierWaitName, wait->getFunctionType());
  wait->replaceAllUsesWith(only.getCallee());
}

void make_declarations_reachable(Module& module) {
  for (GlobalValue& each : module.global_values()) {
    if (!each.isDeclaration()) continue;
    each.setVisibility(GlobalValue::DefaultVisibility);
    each.setDSOLocal(false);
  }
}

}  // namespace qpor::frontend::native
