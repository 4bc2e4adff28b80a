#include "frontend/native/instrument/instrument.h"

#include <dlfcn.h>

#include <algorithm>

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "frontend/native/build/library_code.h"
#include "frontend/native/build/load.h"
#include "frontend/native/guest/check/gate.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_atomics.h"
#include "frontend/native/instrument/instrument_cleared.h"
#include "frontend/native/instrument/instrument_counters.h"
#include "frontend/native/instrument/instrument_counts.h"
#include "frontend/native/instrument/instrument_errno.h"
#include "frontend/native/instrument/instrument_floats.h"
#include "frontend/native/instrument/instrument_intrinsics.h"
#include "frontend/native/instrument/instrument_loops.h"
#include "frontend/native/instrument/instrument_memory.h"
#include "frontend/native/instrument/instrument_stack.h"
#include "frontend/native/instrument/instrument_twins.h"
#include "frontend/native/instrument/pad_globals.h"
#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

using llvm::ArrayType;
using llvm::BasicBlock;
using llvm::CallInst;
using llvm::cast;
using llvm::Constant;
using llvm::ConstantInt;
using llvm::ConstantStruct;
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
using llvm::Value;

// --- thread-local variables

class ThreadLocals {
 public:
  explicit ThreadLocals(Module& module) : module_(module), layout_(module.getDataLayout()) {}

  void lower(Instrumented& result) {
    SmallVector<GlobalVariable*> variables;
    for (GlobalVariable& each : module_.globals()) {
      if (each.isThreadLocal() && !each.isDeclaration()) variables.push_back(&each);
    }
    const bool has_errno = names_errno(module_);
    if (variables.empty() && !has_errno) return;
    auto* const pointer = PointerType::get(module_.getContext(), 0);
    base_ = new GlobalVariable(module_, pointer, false, GlobalValue::ExternalLinkage, nullptr, kTlsBaseName);
    for (GlobalVariable* each : variables) place(*each, result);
    if (has_errno) place_errno(result);
    make_image();
    result.tls_size = end_;
    for (GlobalVariable* each : variables) each->eraseFromParent();
  }

 private:
  void place(GlobalVariable& variable, Instrumented& result) {
    const llvm::Align alignment = layout_.getPreferredAlign(&variable);
    const std::uint64_t offset = llvm::alignTo(end_, alignment);
    result.tls_alignment = std::max<std::size_t>(result.tls_alignment, alignment.value());
    pad_to(offset);
    fields_.push_back(variable.getInitializer());
    end_ = offset + layout_.getTypeAllocSize(variable.getValueType());

    llvm::convertUsersOfConstantsToInstructions({&variable});
    const SmallVector<llvm::User*> users(variable.users());
    for (llvm::User* user : users) {
      auto* const instruction = dyn_cast<Instruction>(user);
      if (instruction == nullptr) continue;
      if (auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(instruction);
          intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
        intrinsic->replaceAllUsesWith(address(intrinsic, offset));
        intrinsic->eraseFromParent();
      } else if (auto* const phi = dyn_cast<llvm::PHINode>(instruction)) {
        for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
          if (phi->getIncomingValue(i) != &variable) continue;
          phi->setIncomingValue(i, address(phi->getIncomingBlock(i)->getTerminator(), offset));
        }
      } else {
        instruction->replaceUsesOfWith(&variable, address(instruction, offset));
      }
    }
    variable.replaceAllUsesWith(llvm::PoisonValue::get(variable.getType()));  // metadata only
  }

  /// The stand-in of __errno_location gives its address.
  void place_errno(Instrumented& result) {
    Type* const type = Type::getInt32Ty(module_.getContext());
    const std::uint64_t offset = llvm::alignTo(end_, llvm::Align(sizeof(int)));
    result.tls_alignment = std::max(result.tls_alignment, sizeof(int));
    pad_to(offset);
    fields_.push_back(Constant::getNullValue(type));
    end_ = offset + sizeof(int);
    result.errno_offset = offset;
  }

  Value* address(Instruction* before, std::uint64_t offset) {
    IRBuilder<> builder(before);
    Value* const base = builder.CreateLoad(base_->getValueType(), base_);
    return builder.CreateGEP(builder.getInt8Ty(), base, builder.getInt64(offset));
  }

  void pad_to(std::uint64_t offset) {
    if (offset == end_) return;
    auto* const bytes = ArrayType::get(Type::getInt8Ty(module_.getContext()), offset - end_);
    fields_.push_back(Constant::getNullValue(bytes));
  }

  /// A constant like others, so that pointers in it are relocated.
  void make_image() {
    Constant* const image = ConstantStruct::getAnon(fields_, true);
    auto* const variable =
        new GlobalVariable(module_, image->getType(), true, GlobalValue::ExternalLinkage, image, kTlsImageName);
    variable->setAlignment(llvm::Align(64));
  }

  Module& module_;
  const llvm::DataLayout& layout_;
  GlobalVariable* base_ = nullptr;
  SmallVector<Constant*> fields_;
  std::uint64_t end_ = 0;
};

// --- constructors and destructors

/// llvm.global_ctors or _dtors, as a function that calls them in the order of their priorities.
bool lower_list(Module& module, const char* list_name, const char* function_name, bool is_backwards) {
  GlobalVariable* const list = module.getGlobalVariable(list_name);
  if (list == nullptr) return false;
  struct Entry {
    std::uint64_t priority;
    std::size_t place;  // in the list
    Function* function;
  };
  std::vector<Entry> entries;
  if (list->hasInitializer()) {
    if (auto* const array = dyn_cast<llvm::ConstantArray>(list->getInitializer())) {
      for (const llvm::Use& operand : array->operands()) {
        auto* const entry = dyn_cast<ConstantStruct>(operand.get());
        if (entry == nullptr) continue;
        auto* const function = dyn_cast<Function>(entry->getOperand(1)->stripPointerCasts());
        if (function == nullptr) continue;
        entries.push_back({cast<ConstantInt>(entry->getOperand(0))->getZExtValue(), entries.size(), function});
      }
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.place < b.place;
  });
  if (is_backwards) std::reverse(entries.begin(), entries.end());
  llvm::LLVMContext& context = module.getContext();
  auto* const type = FunctionType::get(Type::getVoidTy(context), false);
  Function* const all = Function::Create(type, GlobalValue::ExternalLinkage, function_name, module);
  IRBuilder<> builder(BasicBlock::Create(context, "", all));
  for (const Entry& entry : entries) builder.CreateCall(entry.function->getFunctionType(), entry.function);
  builder.CreateRetVoid();
  list->eraseFromParent();
  return true;
}

// --- library calls

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

/// Has the function a stand-in that announces its accesses?
bool is_checked(const Function& function) {
  if (!function.isDeclaration() || function.isIntrinsic()) return false;
  const LibraryFunction* const known = find_library_function(function.getName().str());
  return known != nullptr && known->address != nullptr && !known->accesses.empty();
}

/// A call that only reads memory and whose result is not used would be left out.
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

// --- barriers

/// Which thread is told to be the serial one matters only where somebody looks at the result; then all threads ask, for
/// it may be one that does not look.
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

// --- functions

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

/// Locals whose address nobody takes go into registers.
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

void prepare_function(Function& function) {
  function.addFnAttr("frame-pointer", "all");       // stacks can be walked
  function.addFnAttr("probe-stack", "inline-asm");  // large frames do not jump over the guard
  if (function.hasOptNone()) function.removeFnAttr(llvm::Attribute::OptimizeNone);
  promote_locals(function);
}

/// Library symbols may be further away than 2 GiB: the linker has to go through its table.
void make_reachable(GlobalValue& value) {
  if (!value.isDeclaration()) return;
  value.setVisibility(GlobalValue::DefaultVisibility);
  value.setDSOLocal(false);
}

void make_entry(Module& module, const std::string& name) {
  Function* const entry = module.getFunction(name);
  llvm::LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  auto* const integer = Type::getInt32Ty(context);
  auto* const type = FunctionType::get(integer, {integer, pointer, pointer}, false);
  Function* const wrapper = Function::Create(type, GlobalValue::ExternalLinkage, kEntryName, module);
  IRBuilder<> builder(BasicBlock::Create(context, "", wrapper));
  SmallVector<Value*> arguments;
  for (unsigned i = 0; i < entry->arg_size(); ++i) {
    Value* const given = wrapper->getArg(i);
    Type* const wanted = entry->getFunctionType()->getParamType(i);
    arguments.push_back(given->getType() == wanted ? given : Constant::getNullValue(wanted));
  }
  Value* const status = builder.CreateCall(entry->getFunctionType(), entry, arguments);
  builder.CreateRet(status->getType() == integer ? status : builder.getInt32(0));
}

}  // namespace

void make_definition(Function& function, const llvm::AttributeList& attributes) {
  function.clearMetadata();
  function.setAttributes(attributes);
  function.addFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(llvm::Attribute::getWithUWTableKind(function.getContext(), llvm::UWTableKind::Async));
  function.setComdat(nullptr);
  function.setLinkage(GlobalValue::InternalLinkage);
}

llvm::AttributeList without_promises(const Function& function) {
  const llvm::AttributeList all = function.getAttributes();
  SmallVector<llvm::AttributeSet> parameters;
  for (unsigned i = 0; i < function.arg_size(); ++i) parameters.push_back(all.getParamAttrs(i));
  return llvm::AttributeList::get(function.getContext(), {}, all.getRetAttrs(), parameters);
}

Constant* text_constant(Module& module, const std::string& text) {
  Constant* const bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
  return new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes);
}

void note_unseen_before(Instruction& instruction, UnseenKind kind, const std::string& name) {
  Module& module = *instruction.getModule();
  IRBuilder<> builder(&instruction);  // with its line
  const llvm::FunctionCallee note = module.getOrInsertFunction(
      kUnseenName, FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getPtrTy()}, false));
  builder.CreateCall(note, {builder.getInt32(static_cast<std::uint32_t>(kind)), text_constant(module, name)});
}

Instrumented instrument(Module& module, const std::string& entry, bool keeps_calls, const InstrumentOptions& options) {
  Instrumented result;
  // A call that took the place of its caller's frame would have a line of the caller's caller. Before anything of ours
  // is added that makes use of it.
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    each.addFnAttr("disable-tail-calls", "true");
    if (each.hasOptNone()) each.addFnAttr(kPlainAttribute);
  }
  translate_assembly(module);
  treat_assembly_functions(module, options.allows_assembly);
  result.weaker_atomics = weaker_atomics(module);
  result.has_inlined_pointer_locks = !keeps_calls && has_pointer_locks(module);
  make_entry(module, entry);
  instrument_cpp(module);
  shorten_spinning(module);
  result.choices = instrument_svcomp(module, options.nondet);
  if (keeps_calls) replace_header_functions(module);
  ThreadLocals(module).lower(result);
  result.has_constructors = lower_list(module, "llvm.global_ctors", kConstructorsName, false);
  result.has_destructors = lower_list(module, "llvm.global_dtors", kDestructorsName, true);
  treat_declarations(module);
  lower_memory_intrinsics(module);
  keep_checked_calls(module);
  for (GlobalValue& each : module.global_values()) make_reachable(each);
  const bool have_hooks = counts_stand_alone(module, keeps_calls);
  if (have_hooks)
    add_count_hooks(module);
  else
    separate_counts(module);
  for (Function& each : module) {
    if (!each.isDeclaration()) inline_atomics_in_loops(each);
  }
  result.has_float_environment = may_use_float_environment(module);
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    if (each.hasPersonalityFn()) result.unwinds = true;
    prepare_function(each);
  }
  inline_counters(module, have_hooks);
  for (Function& each : module) {
    if (!each.isDeclaration()) add_atomic_hooks(each, have_hooks);
  }
  instrument_loops(module, options.unroll, options.interleaves);
  note_unseen_instructions(module, options.allows_assembly);
  add_gates(module);
  const std::vector<llvm::AllocaInst*> to_clear = locals_to_clear(module);
  if (options.checks_memory) {
    const auto locals = decide_about_locals(module, result.locals);
    // In the order of the module, which is the same each time: schedules know a program by its bytes.
    for (Function& each : module) {
      if (!each.isDeclaration()) add_memory_checks(each, options.interleaves, locals.find(&each)->second);
    }
    clear_locals(to_clear);
    for (Function& each : module) {
      if (!each.isDeclaration()) add_stack_checks(each, locals.find(&each)->second);
    }
  }
  if (options.checks_memory)
    add_call_checks(module);
  else
    clear_locals(to_clear);
  mark_unused_barrier_results(module);
  name_checked(module);
  if (options.checks_memory) result.padded = pad_globals(module);
  if (result.errno_offset) instrument_errno(module);
  instrument_twins(module);
  return result;
}

}  // namespace qpor::frontend::native
