#include "frontend/native/instrument/instrument_atomics.h"

#include <optional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "engine/program/atomic_function.h"
#include "frontend/native/instrument/instrument_counters.h"
#include "frontend/native/library/library.h"

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
  return name.contains("St10_Sp_atomicI");
}

/// Those of strings and of std::stop_token, which are no operations in any case.
bool is_other_counting(StringRef name) {
  return name.starts_with("_ZNSs4_Rep") || name.starts_with("_ZNKSs4_Rep") ||
         name.starts_with("_ZNSt10stop_token13_Stop_state_t12_M_add_ownerEv") ||
         name.starts_with("_ZNSt10stop_token13_Stop_state_t20_M_release_ownershipEv");
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

/// The same holds for 16 bytes unless the processor is known to have an instruction for them, as all do that qpor runs
/// on.
void allow_wide_instructions(Function& function) {
  constexpr const char* kFeatures = "target-features";
  const StringRef given = function.getFnAttribute(kFeatures).getValueAsString();
  function.addFnAttr(kFeatures, given.empty() ? "+cx16" : given.str() + ",+cx16");
}

llvm::Type* type_of(Instruction& instruction) {
  if (auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) return store->getValueOperand()->getType();
  if (auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return exchange->getCompareOperand()->getType();
  }
  return instruction.getType();
}

llvm::Align alignment_of(const Instruction& instruction) {
  if (const auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) return load->getAlign();
  if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) return store->getAlign();
  if (const auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) return change->getAlign();
  return llvm::cast<llvm::AtomicCmpXchgInst>(instruction).getAlign();
}

/// None for what the engine cannot follow.
std::optional<engine::AtomicFunction> function_of(llvm::AtomicRMWInst::BinOp operation) {
  using engine::AtomicFunction;
  using llvm::AtomicRMWInst;
  switch (operation) {
    case AtomicRMWInst::Xchg: return AtomicFunction::Exchange;
    case AtomicRMWInst::Add: return AtomicFunction::Add;
    case AtomicRMWInst::Sub: return AtomicFunction::Sub;
    case AtomicRMWInst::And: return AtomicFunction::And;
    case AtomicRMWInst::Or: return AtomicFunction::Or;
    case AtomicRMWInst::Xor: return AtomicFunction::Xor;
    case AtomicRMWInst::Nand: return AtomicFunction::Nand;
    case AtomicRMWInst::Max: return AtomicFunction::Max;
    case AtomicRMWInst::Min: return AtomicFunction::Min;
    case AtomicRMWInst::UMax: return AtomicFunction::UnsignedMax;
    case AtomicRMWInst::UMin: return AtomicFunction::UnsignedMin;
    default: return {};
  }
}

std::uint32_t number_of(llvm::AtomicOrdering order) {
  return static_cast<std::uint32_t>(
      llvm::toCABI(order == llvm::AtomicOrdering::Unordered ? llvm::AtomicOrdering::Monotonic : order));
}

/// As the hooks are told.
std::uint32_t orders_in(const Instruction& instruction) {
  using llvm::AtomicOrdering;
  AtomicOrdering success = AtomicOrdering::SequentiallyConsistent;
  AtomicOrdering failure = success;
  if (const auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) success = load->getOrdering();
  if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) success = store->getOrdering();
  if (const auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) success = change->getOrdering();
  if (const auto* const fence = dyn_cast<llvm::FenceInst>(&instruction)) success = fence->getOrdering();
  if (const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    success = exchange->getSuccessOrdering();
    failure = exchange->getFailureOrdering();
  }
  return number_of(success) << kSuccessShift | number_of(failure) << kFailureShift;
}

void add_fence_hook(llvm::FenceInst& fence) {
  llvm::IRBuilder<> builder(&fence);
  const auto hook = fence.getModule()->getOrInsertFunction(kAtomicFenceName, builder.getVoidTy(), builder.getInt32Ty());
  builder.CreateCall(hook, {builder.getInt32(orders_in(fence))});
}

/// The call before one instruction.
class Hook {
 public:
  Hook(Instruction& instruction, Value* place) : instruction_(instruction), builder_(&instruction) {
    arguments_ = {place, builder_.getInt32(0)};
  }

  void add() {
    if (llvm::isa<llvm::LoadInst>(instruction_)) {
      set_size(instruction_.getType());
      call(kAtomicLoadName);
    } else if (auto* const store = dyn_cast<llvm::StoreInst>(&instruction_)) {
      set_size(store->getValueOperand()->getType());
      add_words(store->getValueOperand());
      call(kAtomicStoreName);
    } else if (auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction_)) {
      add_change(*change);
    } else if (auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction_)) {
      set_size(exchange->getCompareOperand()->getType());
      add_words(exchange->getCompareOperand());
      add_words(exchange->getNewValOperand());
      call(kAtomicCompareExchangeName);
    }
  }

 private:
  static constexpr unsigned kWord = 64;

  void add_change(llvm::AtomicRMWInst& change) {
    set_size(change.getType());
    const auto function = function_of(change.getOperation());
    const bool is_known = function && (size_ * 8 <= kWord || *function == engine::AtomicFunction::Exchange);
    if (!is_known) return call(kAtomicWriteName);
    const std::optional<CounterTest> told = counter_test(change);
    add_words(change.getValOperand());
    arguments_.push_back(builder_.getInt32(static_cast<std::uint32_t>(*function)));
    if (!told) return call(kAtomicChangeName);
    arguments_.push_back(builder_.getInt32(static_cast<std::uint32_t>(told->test)));
    arguments_.push_back(builder_.getInt32(static_cast<std::uint32_t>(told->constant)));
    call(kAtomicCountName);
  }

  void set_size(llvm::Type* type) {
    size_ = instruction_.getModule()->getDataLayout().getTypeStoreSize(type);
    arguments_[1] = builder_.getInt32(static_cast<std::uint32_t>(size_) | orders_in(instruction_));
  }

  /// Zero-extended to two words.
  void add_words(Value* value) {
    llvm::Type* const type = value->getType();
    auto* const bits = builder_.getIntNTy(static_cast<unsigned>(size_ * 8));
    if (type->isPointerTy()) {
      value = builder_.CreatePtrToInt(value, bits);
    } else if (!type->isIntegerTy()) {
      value = builder_.CreateBitCast(value, bits);
    }
    auto* const word = builder_.getInt64Ty();
    Value* const wide = builder_.CreateZExt(value, builder_.getInt128Ty());
    arguments_.push_back(builder_.CreateTrunc(wide, word));
    arguments_.push_back(builder_.CreateTrunc(builder_.CreateLShr(wide, kWord), word));
  }

  void call(const char* name) {
    llvm::SmallVector<llvm::Type*> types;
    for (Value* const each : arguments_) types.push_back(each->getType());
    auto* const type = llvm::FunctionType::get(builder_.getVoidTy(), types, false);
    builder_.CreateCall(instruction_.getModule()->getOrInsertFunction(name, type), arguments_);
  }

  Instruction& instruction_;
  llvm::IRBuilder<> builder_;
  llvm::SmallVector<Value*> arguments_;
  std::uint64_t size_ = 0;
};

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

bool counts_references(const Instruction& instruction) {
  if (is_counting_function(instruction.getFunction()->getName())) return true;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    if (is_counting_file(at->getFilename())) return true;
  }
  return false;
}

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

bool is_other_count(const Instruction& instruction) {
  if (is_other_counting(instruction.getFunction()->getName())) return true;
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    const llvm::DISubprogram* const program = at->getScope()->getSubprogram();
    if (program != nullptr && is_other_counting(program->getLinkageName())) return true;
  }
  return false;
}

void add_atomic_hooks(Function& function, bool counts_stand_alone) {
  bool has_wide = false;
  for (Instruction& each : llvm::instructions(function)) {
    if (auto* const fence = dyn_cast<llvm::FenceInst>(&each)) {
      const bool is_for_compiler = fence->getSyncScopeID() == llvm::SyncScope::SingleThread;
      if (!is_for_compiler && !counts_references(each)) add_fence_hook(*fence);
    }
    Value* const place = place_of(each);
    if (place == nullptr || is_guard(place)) continue;
    if (counts_stand_alone ? counts_references(each) : is_other_count(each)) continue;
    const llvm::DataLayout& layout = function.getParent()->getDataLayout();
    const std::uint64_t size = layout.getTypeStoreSize(type_of(each));
    has_wide |= size > sizeof(void*);
    // The code generator makes a call of a library function of what is not aligned: that has a stand-in.
    if (alignment_of(each).value() >= size) Hook(each, place).add();
  }
  if (has_wide) allow_wide_instructions(function);
}

}  // namespace qpor::frontend::native
