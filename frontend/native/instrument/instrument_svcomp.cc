#include "frontend/native/instrument/instrument_svcomp.h"

#include <algorithm>

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include "frontend/native/guest/sync/svcomp.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::Constant;
using llvm::Function;
using llvm::IRBuilder;
using llvm::Module;
using llvm::StringRef;
using llvm::Type;
using llvm::Value;

constexpr StringRef kNondet = "__VERIFIER_nondet_";
constexpr StringRef kAtomic = "__VERIFIER_atomic_";

/// Without the number that static functions get when several files have one of that name.
StringRef name_in_source(const Function& function) {
  const StringRef name = function.getName();
  const auto [stem, number] = name.rsplit('.');
  const bool is_numbered = !number.empty() && std::all_of(number.begin(), number.end(), &llvm::isDigit);
  return is_numbered ? stem : name;
}

/// As an integer, for the hooks.
Value* return_address(IRBuilder<>& builder) {
  Value* const pointer = builder.CreateIntrinsic(llvm::Intrinsic::returnaddress, {}, {builder.getInt32(0)});
  return builder.CreatePtrToInt(pointer, builder.getInt64Ty());
}

void call_hook(IRBuilder<>& builder, const char* name) {
  Module& module = *builder.GetInsertBlock()->getModule();
  const auto hook = module.getOrInsertFunction(name, builder.getVoidTy(), builder.getInt64Ty());
  builder.CreateCall(hook, {return_address(builder)});
}

/// Calls that are inserted into a function with debug information have to have a place.
void set_place(IRBuilder<>& builder, Function& function) {
  llvm::DISubprogram* const subprogram = function.getSubprogram();
  if (subprogram == nullptr) return;
  builder.SetCurrentDebugLocation(llvm::DILocation::get(function.getContext(), subprogram->getLine(), 0, subprogram));
}

/// An empty body instead of what it has.
BasicBlock* new_body(Function& function) {
  function.deleteBody();
  function.setComdat(nullptr);
  function.setSubprogram(nullptr);
  function.setAttributes({});
  function.addFnAttr(llvm::Attribute::NoInline);
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  return BasicBlock::Create(function.getContext(), "", &function);
}

// --- assumptions

void give_assume_body(Function& function) {
  BasicBlock* const first = new_body(function);
  BasicBlock* const cut = BasicBlock::Create(function.getContext(), "", &function);
  BasicBlock* const end = BasicBlock::Create(function.getContext(), "", &function);
  IRBuilder<> builder(first);
  builder.CreateCondBr(builder.CreateIsNotNull(function.getArg(0)), end, cut);
  builder.SetInsertPoint(cut);
  call_hook(builder, kAssumeHookName);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(Constant::getNullValue(function.getReturnType()));
}

// --- values

/// What a value looks like in that type: distinct ones only.
std::vector<std::int64_t> fitting(const std::vector<std::int64_t>& values, unsigned bits, bool is_unsigned) {
  std::vector<std::int64_t> result;
  for (const std::int64_t value : values) {
    std::int64_t fit = value;
    if (bits < 64) {
      const auto unused = 64 - bits;
      const std::uint64_t shifted = static_cast<std::uint64_t>(value) << unused;
      fit = is_unsigned ? static_cast<std::int64_t>(shifted >> unused) : static_cast<std::int64_t>(shifted) >> unused;
    }
    if (std::find(result.begin(), result.end(), fit) == result.end()) result.push_back(fit);
  }
  return result;
}

std::string text_of(const std::vector<std::int64_t>& values, bool is_unsigned) {
  std::string text;
  for (const std::int64_t value : values) {
    text += text.empty() ? "" : ", ";
    text += is_unsigned ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value);
  }
  return text;
}

/// False when there is no choosing values of that type.
bool give_choosing_body(Function& function, const std::vector<std::int64_t>& integers, std::vector<Choice>& choices) {
  Type* const type = function.getReturnType();
  const StringRef what = function.getName().substr(kNondet.size());
  const bool is_bool = type->isIntegerTy(1) || what.equals_insensitive("bool") || what == "_Bool";
  const bool is_unsigned = what.starts_with("u") || what == "size_t" || what == "pthread_t" || what == "sector_t";
  std::vector<std::int64_t> values = integers.empty() ? std::vector<std::int64_t>{0, 1, -1} : integers;
  if (is_bool && type->isIntegerTy()) {
    values = {0, 1};
  } else if (type->isIntegerTy()) {
    values = fitting(values, type->getIntegerBitWidth(), is_unsigned);
  } else if (type->isPointerTy()) {
    values = {0};
  } else if (type->isFloatingPointTy()) {
    values = fitting(values, 64, false);
  } else {
    return false;
  }
  std::uint32_t number = kAllValues;
  if (!is_bool) {
    number = static_cast<std::uint32_t>(choices.size());
    choices.push_back({function.getName().str(), type->isPointerTy() ? "NULL" : text_of(values, is_unsigned)});
  }
  Module& module = *function.getParent();
  const std::vector<std::uint64_t> words(values.begin(), values.end());
  Constant* const array = llvm::ConstantDataArray::get(module.getContext(), words);
  auto* const variable =
      new llvm::GlobalVariable(module, array->getType(), true, llvm::GlobalValue::PrivateLinkage, array);
  IRBuilder<> builder(new_body(function));
  const auto hook = module.getOrInsertFunction(kNondetHookName, builder.getInt64Ty(), builder.getPtrTy(),
                                               builder.getInt32Ty(), builder.getInt32Ty(), builder.getInt64Ty());
  Value* const value = builder.CreateCall(hook, {variable, builder.getInt32(static_cast<std::uint32_t>(values.size())),
                                                 builder.getInt32(number), return_address(builder)});
  if (type->isPointerTy())
    builder.CreateRet(builder.CreateIntToPtr(value, type));
  else if (type->isFloatingPointTy())
    builder.CreateRet(builder.CreateSIToFP(value, type));
  else
    builder.CreateRet(is_unsigned ? builder.CreateZExtOrTrunc(value, type) : builder.CreateSExtOrTrunc(value, type));
  return true;
}

// --- functions that stay as they are but for their ends

void call_before_ends(Function& function, const char* hook) {
  llvm::SmallVector<llvm::Instruction*> ends;
  for (llvm::Instruction& each : llvm::instructions(function)) {
    if (llvm::isa<llvm::ReturnInst>(each) || llvm::isa<llvm::ResumeInst>(each)) ends.push_back(&each);
  }
  for (llvm::Instruction* end : ends) {
    IRBuilder<> builder(end);
    set_place(builder, function);
    call_hook(builder, hook);
  }
}

void make_atomic(Function& function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  set_place(builder, function);
  call_hook(builder, kEnterBlockName);
  call_before_ends(function, kLeaveBlockName);
}

}  // namespace

std::vector<Choice> instrument_svcomp(Module& module, const std::vector<std::int64_t>& integers) {
  std::vector<Choice> choices;
  for (Function& each : module) {
    const StringRef name = name_in_source(each);
    const bool is_defined = !each.isDeclaration();
    if (name == "__VERIFIER_assume" || name == "assume_abort_if_not") {
      if (each.arg_size() == 1 &&
          (each.getArg(0)->getType()->isIntegerTy() || each.getArg(0)->getType()->isPointerTy()))
        give_assume_body(each);
    } else if (name.starts_with(kNondet)) {
      if (!is_defined) give_choosing_body(each, integers, choices);
    } else if (name == "reach_error" || name == "__VERIFIER_error") {
      if (is_defined) call_before_ends(each, kErrorHookName);
    } else if (name.starts_with(kAtomic)) {
      if (is_defined && name != "__VERIFIER_atomic_begin" && name != "__VERIFIER_atomic_end") make_atomic(each);
    }
  }
  return choices;
}

}  // namespace qpor::frontend::native
