#include "frontend/native/instrument/instrument_counts.h"

#include <algorithm>

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_memory.h"
#include "frontend/native/instrument/weaker_orders.h"
#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::CallBase;
using llvm::cast;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::StringRef;
using llvm::Value;

bool is_control_block_function(StringRef name) {
  return name.starts_with("_ZNSt16_Sp_counted_base") || name.starts_with("_ZNKSt16_Sp_counted_base");
}

/// Of what counts inside of a std::shared_ptr or std::weak_ptr.
bool is_pointer_destructor(StringRef name) {
  return name.ends_with("ED2Ev") &&
         (name.starts_with("_ZNSt14__shared_countI") || name.starts_with("_ZNSt12__weak_countI"));
}

bool is_pointer_lock_function(StringRef name) {
  return name.contains("St10_Sp_atomicI") && name.contains("13_Atomic_count");
}

/// Of std::atomic<std::shared_ptr> and std::atomic<std::weak_ptr>.
bool is_pointer_exchange(StringRef name) {
  return (name.starts_with("_ZNSt6atomicISt10shared_ptrI") || name.starts_with("_ZNSt6atomicISt8weak_ptrI")) &&
         name.contains("EE8exchangeE");
}

/// `both counts == 1`, as the first thing that a drop asks: then it takes a shortcut, with no operation on either.
bool asks_for_both(const llvm::ICmpInst& comparison) {
  constexpr std::uint64_t kBothOne = (std::uint64_t{1} << 32) + 1;
  const auto* const constant = dyn_cast<llvm::ConstantInt>(comparison.getOperand(1));
  return comparison.isEquality() && constant != nullptr && constant->getBitWidth() == 64 &&
         constant->getZExtValue() == kBothOne;
}

void leave_out_shortcut(Function& function) {
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const comparison = dyn_cast<llvm::ICmpInst>(&each);
    if (comparison == nullptr || !asks_for_both(*comparison) || !is_of_control_block(each)) continue;
    const bool is_equal = comparison->getPredicate() == llvm::CmpInst::ICMP_EQ;
    auto* const loaded = dyn_cast<llvm::LoadInst>(comparison->getOperand(0));
    comparison->replaceAllUsesWith(llvm::ConstantInt::getBool(function.getContext(), !is_equal));
    comparison->eraseFromParent();
    if (loaded != nullptr && loaded->isAtomic() && loaded->use_empty()) loaded->eraseFromParent();
  }
}

/// Counting is never done as if there were one thread (library_state.h): the library's variable need not be read.
void leave_out_single_threaded(llvm::Module& module) {
  llvm::GlobalVariable* const variable = module.getGlobalVariable("__libc_single_threaded");
  if (variable == nullptr || !variable->isDeclaration()) return;
  for (llvm::User* user : llvm::make_early_inc_range(variable->users())) {
    auto* const load = dyn_cast<llvm::LoadInst>(user);
    if (load == nullptr) continue;
    load->replaceAllUsesWith(llvm::Constant::getNullValue(load->getType()));
    load->eraseFromParent();
  }
}

/// The slot of the virtual function that is called, in a function of a control block that was not optimised; or -1.
std::int64_t virtual_slot(const CallBase& call) {
  const auto* const target = dyn_cast<llvm::LoadInst>(call.getCalledOperand());
  if (target == nullptr) return -1;
  const auto* const place = dyn_cast<llvm::GetElementPtrInst>(target->getPointerOperand());
  if (place == nullptr || place->getNumIndices() != 1) return -1;
  const auto* const slot = dyn_cast<llvm::ConstantInt>(place->getOperand(1));
  return slot != nullptr ? slot->getSExtValue() : -1;
}

class CountHooks {
 public:
  explicit CountHooks(llvm::Module& module) : module_(module), builder_(module.getContext()) {}

  void add_to_control_block(Function& function) {
    if (function.getName().contains("23_M_add_ref_lock_nothrow")) return replace_lock(function);
    leave_out_shortcut(function);
    llvm::SmallVector<Instruction*> all;
    for (Instruction& each : llvm::instructions(function)) all.push_back(&each);
    for (Instruction* each : all) {
      if (auto* const change = dyn_cast<llvm::AtomicRMWInst>(each)) {
        add_change(*change);
      } else if (auto* const load = dyn_cast<llvm::LoadInst>(each); load != nullptr && load->isAtomic()) {
        if (load->getType()->isIntegerTy(32)) call_before(load, kCountReadName, {load->getPointerOperand()});
      } else if (auto* const call = dyn_cast<CallBase>(each); call != nullptr && call->isIndirectCall()) {
        constexpr std::int64_t kDispose = 2, kDestroy = 3;  // after two destructors
        const std::int64_t slot = virtual_slot(*call);
        if (slot < 0) continue;
        look_up_quietly(*call);
        if (slot == kDispose || slot == kDestroy)
          add_disposal(*call, slot == kDispose ? kDisposeBeginName : kDestroyBeginName);
      }
    }
  }

  /// weak_ptr::lock asks for the count of the pointer that it has just made, and only wants to know whether it is 0:
  /// that is so iff there is no control block.
  void add_to_lock(Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<llvm::CallInst>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || !callee->getName().starts_with("_ZNKSt14__shared_count")) continue;
      if (callee->getName().contains("16_M_get_use_countEv")) calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      builder_.SetInsertPoint(call);
      Value* const block = builder_.CreateLoad(builder_.getPtrTy(), call->getArgOperand(0));
      call->replaceAllUsesWith(builder_.CreateZExt(builder_.CreateIsNotNull(block), call->getType()));
      call->eraseFromParent();
    }
  }

  /// The destructor of a std::shared_ptr or std::weak_ptr ends the life of its bytes: a copy that is made beside it
  /// reads them. Otherwise such a copy would be taken for one that commutes with the drop.
  void add_to_destructor(Function& function) {
    Instruction* const first = &*function.getEntryBlock().getFirstInsertionPt();
    call_before(first, kWriteName, {function.getArg(0), builder_.getInt64(sizeof(void*))});
  }

  /// weak_ptr::expired only wants to know whether the count is 0.
  void add_to_expired(Function& function) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<llvm::CallInst>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || !callee->getName().starts_with("_ZNKSt12__weak_count")) continue;
      if (callee->getName().contains("16_M_get_use_countEv") && is_only_compared_with_zero(*call))
        calls.push_back(call);
    }
    for (llvm::CallInst* call : calls) {
      builder_.SetInsertPoint(call);
      Value* const block = builder_.CreateLoad(builder_.getPtrTy(), call->getArgOperand(0));
      const auto hook = module_.getOrInsertFunction(kCountAliveName, builder_.getInt8Ty(), builder_.getPtrTy());
      Value* const is_alive = builder_.CreateAnd(builder_.CreateCall(hook, {block}), 1);
      call->replaceAllUsesWith(builder_.CreateZExt(is_alive, call->getType()));
      call->eraseFromParent();
    }
  }

  /// Calls of the lock's functions by std::_Sp_atomic. The pointer itself is accessed by atomic operations, which the
  /// hooks announce; they are the access that the program sees, with its order.
  void add_to_atomic_pointer(Function& function) {
    const StringRef name = function.getName();
    const bool is_load = name.contains("EE4loadE"), is_exchange = name.contains("EE23compare_exchange_strongE");
    llvm::SmallVector<CallBase*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      if (auto* const call = dyn_cast<CallBase>(&each); call != nullptr && call->getCalledFunction() != nullptr) {
        calls.push_back(call);
      } else {
        make_atomic_in_pointer(each);
      }
    }
    for (CallBase* call : calls) {
      const StringRef callee = call->getCalledFunction()->getName();
      if (name.contains("EE4swapE") && callee.starts_with("_ZSt4swapI")) {
        replace_swap(*call);
        continue;
      }
      if (!is_pointer_lock_function(callee)) continue;
      Value* const place = call->getArgOperand(0);
      if (callee.contains("_Atomic_count4lockE")) {
        call_before(call, is_load ? kPointerReadLockName : kPointerLockName, {place});
      } else if (callee.contains("_Atomic_count6unlockE")) {
        if (is_load)
          call_before(call, kPointerReadUnlockName, {place, function.getArg(function.arg_size() - 1)});
        else
          call_before(call, kPointerUnlockName, {place, call->getArgOperand(1)});
      } else if (callee.contains("14_M_swap_unlockE")) {
        builder_.SetInsertPoint(call);
        Value* order = call->getArgOperand(2);
        if (is_exchange) order = builder_.CreateOr(order, kPointerChange);
        Value* const block = builder_.CreateLoad(builder_.getPtrTy(), call->getArgOperand(1));
        Value* const is_weak = builder_.getInt32(name.contains("St8weak_ptrI") ? 1 : 0);
        call_before(call, kPointerSwapName, {place, order, block, is_weak});
      } else if (callee.contains("14_M_wait_unlockE")) {
        call_before(call, kRefusedName,
                    {text_constant(module_, "std::atomic<std::shared_ptr>::wait"),
                     text_constant(module_, "waiting for a pointer to change is not modelled")});
      }
    }
  }

  /// Both store and exchange call std::_Sp_atomic::swap: the latter reads as well.
  void add_to_exchange(Function& function) {
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<CallBase>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || !callee->getName().contains("St10_Sp_atomicI")) continue;
      if (!callee->getName().contains("EE4swapE")) continue;
      builder_.SetInsertPoint(call);
      call->setArgOperand(2, builder_.CreateOr(call->getArgOperand(2), kPointerChange));
    }
  }

  /// The operations have been done by who calls it: what is left is the value itself.
  void replace_pointer_lock(Function& function) {
    const StringRef name = function.getName();
    const bool is_lock = name.contains("_Atomic_count4lockE");
    if (!is_lock && !name.contains("_Atomic_count6unlockE")) return;
    clear(function);
    if (!is_lock) {
      builder_.CreateRetVoid();
      return;
    }
    llvm::LoadInst* const value = builder_.CreateLoad(function.getReturnType(), function.getArg(0));
    value->setAtomic(llvm::AtomicOrdering::Monotonic);
    value->setAlignment(llvm::Align(sizeof(void*)));
    builder_.CreateRet(value);
  }

  /// A promise or task that is destroyed asks whether its state has other owners, and breaks the promise only then.
  /// Where there are none, nothing sees that it is broken: saying that there are some observes no count.
  void replace_unique(Function& function) {
    clear(function);
    builder_.CreateRet(builder_.getFalse());
  }

  void add_effects(Function& function) {
    llvm::SmallVector<CallBase*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<CallBase>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee != nullptr && may_have_effect(*callee)) calls.push_back(call);
    }
    for (CallBase* each : calls) call_before(each, kEffectName, {});
  }

 private:
  static bool is_only_compared_with_zero(const llvm::CallInst& call) {
    return std::all_of(call.user_begin(), call.user_end(), [](const llvm::User* user) {
      const auto* const comparison = dyn_cast<llvm::ICmpInst>(user);
      if (comparison == nullptr || !comparison->isEquality()) return false;
      const auto* const constant = dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
      return constant != nullptr && constant->isZero();
    });
  }

  /// Of library functions: not those that depend on their arguments only, or that free memory, or end the thread.
  static bool may_have_effect(const Function& callee) {
    static const llvm::StringSet<> kHarmless = {"free",
                                                "_ZdlPv",
                                                "_ZdaPv",
                                                "_ZdlPvm",
                                                "_ZdaPvm",
                                                "_ZdlPvSt11align_val_t",
                                                "_ZdaPvSt11align_val_t",
                                                "_ZdlPvmSt11align_val_t",
                                                "_ZdaPvmSt11align_val_t",
                                                "abort",
                                                "__assert_fail",
                                                "__clang_call_terminate",
                                                "_ZSt9terminatev",
                                                "memcpy",
                                                "memmove",
                                                "memset"};
    const StringRef name = callee.getName();
    if (!callee.isDeclaration() || callee.isIntrinsic() || name.starts_with("qpor.")) return false;
    if (kHarmless.contains(name)) return false;
    // Their results are the thread's own.
    static const llvm::StringSet<> kOfThread = {"_ZSt18uncaught_exceptionv",
                                                "_ZSt19uncaught_exceptionsv",
                                                "_ZSt17current_exceptionv",
                                                "__cxa_current_exception_type",
                                                "__cxa_get_globals",
                                                "fegetround",
                                                "fegetexcept",
                                                "fetestexcept",
                                                "fegetenv",
                                                "fegetexceptflag",
                                                "pthread_self",
                                                "thrd_current",
                                                "__errno_location",
                                                "gettid"};
    if (kOfThread.contains(name)) return true;
    const LibraryFunction* const known = find_library_function({name.data(), name.size()});
    return known == nullptr || (known->treatment != Treatment::Pure && known->treatment != Treatment::Checked);
  }

  /// The virtual table of a control block is there since it was made, and need not be ordered after that: as use_count.
  void look_up_quietly(CallBase& call) {
    auto* const target = cast<llvm::LoadInst>(call.getCalledOperand());
    auto* const table = dyn_cast<llvm::LoadInst>(target->getPointerOperand()->stripInBoundsConstantOffsets());
    if (table == nullptr) return;
    call_before(table, kQuietBeginName, {});
    call_before(table->getNextNode(), kQuietEndName, {});
  }

  /// Is that within the std::_Sp_atomic that the member function is called for?
  static bool is_in_pointer(const Value* place) {
    const auto* const load = dyn_cast<llvm::LoadInst>(place->stripInBoundsConstantOffsets());
    if (load == nullptr) return false;
    const Function& function = *load->getFunction();
    const llvm::Argument* const self = function.getArg(function.hasStructRetAttr() ? 1 : 0);
    return llvm::any_of(self->users(), [load](const llvm::User* user) {
      const auto* const store = dyn_cast<llvm::StoreInst>(user);
      return store != nullptr && store->getPointerOperand() == load->getPointerOperand();
    });
  }

  static void make_atomic_in_pointer(Instruction& instruction) {
    if (auto* const load = dyn_cast<llvm::LoadInst>(&instruction); load != nullptr && load->getType()->isPointerTy()) {
      if (is_in_pointer(load->getPointerOperand())) load->setAtomic(llvm::AtomicOrdering::Monotonic);
    } else if (auto* const store = dyn_cast<llvm::StoreInst>(&instruction);
               store != nullptr && store->getValueOperand()->getType()->isPointerTy()) {
      if (is_in_pointer(store->getPointerOperand())) store->setAtomic(llvm::AtomicOrdering::Monotonic);
    }
  }

  /// std::swap(_M_ptr, other._M_ptr)
  void replace_swap(CallBase& call) {
    builder_.SetInsertPoint(&call);
    const llvm::Align alignment(sizeof(void*));
    Value* const shared = call.getArgOperand(0);
    Value* const other = call.getArgOperand(1);
    llvm::LoadInst* const before = builder_.CreateAlignedLoad(builder_.getPtrTy(), shared, alignment);
    before->setAtomic(llvm::AtomicOrdering::Monotonic);
    llvm::StoreInst* const store =
        builder_.CreateAlignedStore(builder_.CreateLoad(builder_.getPtrTy(), other), shared, alignment);
    store->setAtomic(llvm::AtomicOrdering::Monotonic);
    builder_.CreateStore(before, other);
    call.eraseFromParent();
  }

  void clear(Function& function) {
    const llvm::DebugLoc nowhere;
    llvm::DISubprogram* const program = function.getSubprogram();
    const auto linkage = function.getLinkage();
    function.deleteBody();  // makes it a declaration
    function.setLinkage(linkage);
    function.setSubprogram(program);
    function.setPersonalityFn(nullptr);
    builder_.SetInsertPoint(BasicBlock::Create(module_.getContext(), "", &function));
    if (program != nullptr) {
      builder_.SetCurrentDebugLocation(llvm::DILocation::get(module_.getContext(), program->getLine(), 0, program));
    } else {
      builder_.SetCurrentDebugLocation(nowhere);
    }
  }

  void replace_lock(Function& function) {
    clear(function);
    const auto hook = module_.getOrInsertFunction(kCountLockName, builder_.getInt8Ty(), builder_.getPtrTy());
    Value* const is_taken = builder_.CreateCall(hook, {function.getArg(0)});
    builder_.CreateRet(builder_.CreateICmpNE(builder_.CreateAnd(is_taken, 1), builder_.getInt8(0)));
  }

  void add_change(llvm::AtomicRMWInst& change) {
    const bool is_sum = change.getOperation() == llvm::AtomicRMWInst::Add && change.getType()->isIntegerTy(32);
    if (is_sum) call_before(&change, kCountChangeName, {change.getPointerOperand(), change.getValOperand()});
  }

  void add_disposal(CallBase& call, const char* begin_name) {
    builder_.SetInsertPoint(&call);
    const auto begin = module_.getOrInsertFunction(begin_name, builder_.getInt32Ty(), builder_.getPtrTy());
    const auto end = module_.getOrInsertFunction(kDisposeEndName, builder_.getVoidTy(), builder_.getInt32Ty());
    Value* const is_tracked = builder_.CreateCall(begin, {call.getArgOperand(0)});
    auto* const invoke = dyn_cast<llvm::InvokeInst>(&call);
    Instruction* const next = invoke != nullptr ? &*invoke->getNormalDest()->getFirstInsertionPt() : call.getNextNode();
    builder_.SetInsertPoint(next);
    builder_.SetCurrentDebugLocation(call.getDebugLoc());
    builder_.CreateCall(end, {is_tracked});
  }

  void call_before(Instruction* instruction, const char* name, llvm::ArrayRef<Value*> arguments) {
    builder_.SetInsertPoint(instruction);
    llvm::SmallVector<llvm::Type*> types;
    for (const Value* each : arguments) types.push_back(each->getType());
    auto* const type = llvm::FunctionType::get(builder_.getVoidTy(), types, false);
    builder_.CreateCall(module_.getOrInsertFunction(name, type), arguments);
  }

  llvm::Module& module_;
  IRBuilder<> builder_;
};

/// Is it of the lock within std::atomic<std::shared_ptr>, perhaps inlined? Without debug information, what is in a
/// function together with the lock's compare-exchange counts.
bool is_of_pointer_lock(const Instruction& instruction) {
  if (is_pointer_lock_function(instruction.getFunction()->getName())) return true;
  const llvm::DILocation* at = instruction.getDebugLoc().get();
  for (; at != nullptr; at = at->getInlinedAt()) {
    const llvm::DISubprogram* const program = at->getScope()->getSubprogram();
    if (program != nullptr && is_pointer_lock_function(program->getLinkageName())) return true;
  }
  return instruction.getDebugLoc().get() == nullptr &&
         llvm::any_of(llvm::instructions(*instruction.getFunction()), [](const Instruction& each) {
           const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&each);
           return exchange != nullptr && is_pointer_lock(*exchange);
         });
}

/// A load gives that lock back by a relaxed subtraction of 1, so that what it read under the lock is not ordered before
/// the next writer. This is no fault of the program's.
void release_pointer_lock(llvm::AtomicRMWInst& change) {
  const auto* const constant = dyn_cast<llvm::ConstantInt>(change.getValOperand());
  const bool is_unlock = constant != nullptr && constant->getBitWidth() == 64 &&
                         ((change.getOperation() == llvm::AtomicRMWInst::Sub && constant->isOne()) ||
                          (change.getOperation() == llvm::AtomicRMWInst::Add && constant->isMinusOne()));
  if (!is_unlock || !is_of_pointer_lock(change)) return;
  if (change.getOrdering() == llvm::AtomicOrdering::Monotonic) change.setOrdering(llvm::AtomicOrdering::Release);
  if (change.getOrdering() == llvm::AtomicOrdering::Acquire) change.setOrdering(llvm::AtomicOrdering::AcquireRelease);
}

bool has_control_blocks(const llvm::Module& module) {
  for (const Function& each : module) {
    if (!each.isDeclaration() && is_control_block_function(each.getName())) return true;
  }
  return false;
}

}  // namespace

bool is_of_control_block(const Instruction& instruction) {
  if (is_control_block_function(instruction.getFunction()->getName())) return true;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    const llvm::DISubprogram* const program = at->getScope()->getSubprogram();
    if (program != nullptr && is_control_block_function(program->getLinkageName())) return true;
  }
  return false;
}

bool counts_stand_alone(const llvm::Module& module, bool keeps_calls) {
  if (keeps_calls) return true;
  for (const Function& function : module) {
    if (function.isDeclaration() || function.hasOptNone() || function.hasFnAttribute(kPlainAttribute)) continue;
    for (const Instruction& each : llvm::instructions(function)) {
      if (llvm::isa<llvm::AtomicRMWInst>(each) || llvm::isa<llvm::AtomicCmpXchgInst>(each)) return false;
    }
  }
  return true;
}

void add_count_hooks(llvm::Module& module) {
  if (!has_control_blocks(module)) return;
  leave_out_single_threaded(module);
  CountHooks hooks(module);
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    if (is_control_block_function(each.getName())) {
      hooks.add_to_control_block(each);
    } else if (is_pointer_lock_function(each.getName())) {
      hooks.replace_pointer_lock(each);
    } else if (is_pointer_destructor(each.getName())) {
      hooks.add_to_destructor(each);
    } else if (each.getName().contains("St10_Sp_atomicI")) {
      hooks.add_to_atomic_pointer(each);
    } else if (is_pointer_exchange(each.getName())) {
      hooks.add_to_exchange(each);
    } else if (each.getName().starts_with("_ZNSt12__shared_ptrI") && each.getName().ends_with("St9nothrow_t")) {
      hooks.add_to_lock(each);
    } else if (each.getName().starts_with("_ZNKSt10__weak_ptrI") && each.getName().ends_with("7expiredEv")) {
      hooks.add_to_expired(each);
    } else if (each.getName().starts_with("_ZNKSt12__shared_ptrINSt13__future_base") &&
               each.getName().ends_with("6uniqueEv")) {
      hooks.replace_unique(each);
    }
    hooks.add_effects(each);
  }
}

void separate_counts(llvm::Module& module) {
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    leave_out_shortcut(each);
    for (Instruction& instruction : llvm::instructions(each)) {
      if (auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) release_pointer_lock(*change);
    }
  }
}

}  // namespace qpor::frontend::native
