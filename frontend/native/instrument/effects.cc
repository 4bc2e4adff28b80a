#include "frontend/native/instrument/effects.h"

#include <algorithm>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_atomics.h"

namespace qpor::frontend::native {
namespace {

using llvm::CallBase;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::isa;
using llvm::StringRef;

/// Functions of the library that only let time go by.
bool is_pause(StringRef name) {
  static constexpr const char* kNames[] = {"sched_yield", "pthread_yield", "thrd_yield", "thrd_sleep",
                                           "usleep",      "nanosleep",     "sleep",      "clock_nanosleep"};
  return std::any_of(std::begin(kNames), std::end(kNames), [name](const char* each) { return name == each; }) ||
         name.starts_with("_ZNSt11this_thread11__sleep_for");
}

/// Those of instrument_atomics.h and the library's functions for atomics that give their result as a value.
bool is_atomic_event(StringRef name) {
  if (name.starts_with("qpor.atomic_")) return true;
  return name.starts_with("__atomic_load_") || name.starts_with("__atomic_exchange_") ||
         name.starts_with("__atomic_fetch_") || name.starts_with("__atomic_store_");
}

/// Locks that are tried: whether they are taken shows when they run (try_in_loop).
bool is_try(StringRef name) {
  return name == "pthread_mutex_trylock" || name == "pthread_spin_trylock" || name == "pthread_rwlock_tryrdlock" ||
         name == "mtx_trylock";
}

/// Hooks that change nothing of the program.
bool is_silent_hook(StringRef name) { return name.starts_with("qpor.spin_") || name == "qpor.loop_limit"; }

/// Accesses that are no events have no hook (reference counts).
bool has_hook(const Instruction& instruction) {
  const auto* const call = llvm::dyn_cast_or_null<CallBase>(instruction.getPrevNonDebugInstruction());
  return call != nullptr && call->getCalledFunction() != nullptr &&
         is_atomic_event(call->getCalledFunction()->getName());
}

bool is_own_local(const llvm::Value* place) { return isa<llvm::AllocaInst>(llvm::getUnderlyingObject(place, 0)); }

Effect effect_of_store(const llvm::StoreInst& store) {
  llvm::Type* const type = store.getValueOperand()->getType();
  const bool is_simple = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
  const std::uint64_t size = store.getModule()->getDataLayout().getTypeStoreSize(type);
  return is_simple && size <= 8 ? Effect::Store : Effect::Certain;
}

Effect effect_of_intrinsic(const llvm::IntrinsicInst& intrinsic) {
  if (intrinsic.isAssumeLikeIntrinsic()) return Effect::None;  // tells an optimiser something, like an output of flags
  if (isa<llvm::MemTransferInst>(intrinsic)) return Effect::Copy;
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::x86_sse2_mfence:
    case llvm::Intrinsic::x86_sse2_lfence:
    case llvm::Intrinsic::x86_sse_sfence: return Effect::None;
    default: break;
  }
  return intrinsic.mayWriteToMemory() ? Effect::Certain : Effect::None;
}

}  // namespace

Effect Effects::of(const Instruction& instruction) {
  if (isa<llvm::AllocaInst>(instruction)) return Effect::Certain;  // in a loop: another place each time
  if (isa<llvm::FenceInst>(instruction)) return Effect::None;
  if (isa<llvm::AtomicRMWInst>(instruction) || isa<llvm::AtomicCmpXchgInst>(instruction)) {
    return has_hook(instruction) ? Effect::None : Effect::Certain;
  }
  if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!store->isAtomic()) return effect_of_store(*store);
    return has_hook(instruction) ? Effect::None : Effect::Certain;
  }
  if (isa<llvm::LoadInst>(instruction)) return Effect::None;  // also a volatile one
  if (const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(&instruction)) return effect_of_intrinsic(*intrinsic);
  const auto* const call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return instruction.mayWriteToMemory() ? Effect::Certain : Effect::None;
  if (const auto* const code = dyn_cast<llvm::InlineAsm>(call->getCalledOperand())) {
    return is_idle_assembly(*code) ? Effect::None : Effect::Certain;
  }
  if (call->doesNotReturn()) return Effect::None;  // the round does not come to its end
  const Function* const callee = call->getCalledFunction();
  if (callee == nullptr) return Effect::Certain;
  const StringRef name = callee->getName();
  if (is_atomic_event(name) || is_try(name) || is_silent_hook(name) || is_pause(name)) return Effect::None;
  if (callee->isDeclaration()) return call->onlyReadsMemory() ? Effect::None : Effect::Certain;
  return summary(*callee).has_effect ? Effect::Certain : Effect::None;
}

const Effects::Summary& Effects::summary(const Function& function) {
  const auto [known, is_new] = summaries_.try_emplace(&function);
  if (!is_new) return known->second;
  Summary found;
  found.has_effect = false;
  for (const Instruction& each : llvm::instructions(function)) {
    found.reads_atomic |= reads_atomic(each);
    found.reads_memory |= reads_memory(each);
    const bool is_local = isa<llvm::AllocaInst>(each) && each.getParent() == &function.getEntryBlock();
    const auto* const store = dyn_cast<llvm::StoreInst>(&each);
    const auto* const copy = dyn_cast<llvm::MemIntrinsic>(&each);
    const bool stays_in_frame = is_local || (store != nullptr && is_own_local(store->getPointerOperand())) ||
                                (copy != nullptr && is_own_local(copy->getRawDest()));
    if (!stays_in_frame && of(each) != Effect::None) found.has_effect = true;
  }
  return summaries_[&function] = found;
}

bool Effects::reads_atomic(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr) return false;
  if (callee->getName() == kAtomicFenceName) return false;
  if (callee->isDeclaration()) return is_atomic_event(callee->getName()) || is_try(callee->getName());
  return summary(*callee).reads_atomic;
}

bool Effects::reads_memory(const Instruction& instruction) {
  if (const auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) return !is_own_local(load->getPointerOperand());
  const auto* const call = dyn_cast<CallBase>(&instruction);
  const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && !callee->isDeclaration() && summary(*callee).reads_memory;
}

}  // namespace qpor::frontend::native
