#include "frontend/native/instrument_atomics.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "frontend/native/library.h"

namespace qpor::frontend::native {
namespace {

using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::StringRef;
using llvm::Value;

/// Where libstdc++ counts references.
bool is_counting_file(StringRef path) {
  for (const char* ending :
       {"/ext/atomicity.h", "/bits/shared_ptr_base.h", "/bits/shared_ptr.h", "/bits/cow_string.h"}) {
    if (path.ends_with(ending)) return true;
  }
  return false;
}

/// The same functions by their names.
bool is_counting_function(StringRef name) {
  for (const char* start :
       {"_ZN9__gnu_cxx18__exchange_and_add", "_ZN9__gnu_cxx27__exchange_and_add_dispatch",
        "_ZN9__gnu_cxx12__atomic_add", "_ZN9__gnu_cxx21__atomic_add_dispatch", "_ZNSt16_Sp_counted_base",
        "_ZNKSt16_Sp_counted_base", "_ZNSt14__shared_count", "_ZNKSt14__shared_count", "_ZNSt12__weak_count",
        "_ZNKSt12__weak_count", "_ZNSt10stop_token13_Stop_state_t12_M_add_ownerEv",
        "_ZNSt10stop_token13_Stop_state_t20_M_release_ownershipEv", "_ZNSs4_Rep", "_ZNKSs4_Rep"}) {
    if (name.starts_with(start)) return true;
  }
  return false;
}

bool counts_references(const Instruction& instruction) {
  if (is_counting_function(instruction.getFunction()->getName())) return true;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (is_counting_file(at->getFilename())) return true;
  }
  return false;
}

bool is_guard(const Value* place) { return place->stripInBoundsOffsets()->getName().starts_with("_ZGV"); }

/// Null when it is no atomic access.
Value* place_of(Instruction& instruction) {
  if (!instruction.isAtomic()) return nullptr;
  if (auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) return load->getPointerOperand();
  if (auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) return store->getPointerOperand();
  if (auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) return change->getPointerOperand();
  if (auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) return exchange->getPointerOperand();
  return nullptr;  // a fence
}

/// The stand-in for waiting needs no value of the place that it waits at.
void drop_waiting_values(Function& function) {
  for (Instruction& each : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::LoadInst>(each) || !each.isAtomic()) continue;
    each.replaceAllUsesWith(llvm::Constant::getNullValue(each.getType()));
    each.eraseFromParent();
  }
}

/// So that it shows who makes an access of std::atomic.
void inline_accesses(Function& function) {
  for (bool is_done = false; !is_done;) {
    is_done = true;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<llvm::CallBase>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || callee->isDeclaration() || !callee->getName().contains("__atomic_base")) continue;
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info).isSuccess()) continue;
      is_done = false;
      break;
    }
  }
}

}  // namespace

void shorten_spinning(llvm::Module& module) {
  constexpr std::uint64_t kRounds = 16;  // __atomic_spin_count
  for (Function& function : module) {
    if (!function.getName().starts_with("_ZNSt8__detail13__atomic_spinI")) continue;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const comparison = dyn_cast<llvm::ICmpInst>(&each);
      if (comparison == nullptr || comparison->getPredicate() != llvm::CmpInst::ICMP_SLT) continue;
      const auto* const bound = dyn_cast<llvm::ConstantInt>(comparison->getOperand(1));
      if (bound == nullptr || bound->getZExtValue() != kRounds) continue;
      comparison->setOperand(1, llvm::ConstantInt::get(bound->getType(), 1));
    }
  }
}

void replace_header_functions(llvm::Module& module) {
  for (Function& each : module) {
    const StringRef name = each.getName();
    if (!each.isDeclaration() && is_counting_function(name)) inline_accesses(each);
    if (each.isDeclaration() || !each.hasLinkOnceLinkage()) continue;
    if (name.starts_with("_ZNSt8__detail13__waiter_baseI") && name.contains("_S_do_spin")) drop_waiting_values(each);
    const LibraryFunction* const known = find_library_function({name.data(), name.size()});
    if (known == nullptr || known->treatment != Treatment::Replaced) continue;
    each.deleteBody();
    each.setComdat(nullptr);
    each.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
}

void add_atomic_hooks(Function& function) {
  llvm::Module& module = *function.getParent();
  for (Instruction& each : llvm::instructions(function)) {
    Value* const place = place_of(each);
    if (place == nullptr || is_guard(place) || counts_references(each)) continue;
    llvm::IRBuilder<> builder(&each);
    auto* const pointer = builder.getPtrTy();
    if (llvm::isa<llvm::LoadInst>(each)) {
      const std::uint64_t size = module.getDataLayout().getTypeStoreSize(each.getType());
      const auto hook = module.getOrInsertFunction(kAtomicLoadName, builder.getVoidTy(), pointer, builder.getInt32Ty());
      builder.CreateCall(hook, {place, builder.getInt32(static_cast<std::uint32_t>(size))});
    } else {
      const auto hook = module.getOrInsertFunction(kAtomicWriteName, builder.getVoidTy(), pointer);
      builder.CreateCall(hook, {place});
    }
  }
}

}  // namespace qpor::frontend::native
