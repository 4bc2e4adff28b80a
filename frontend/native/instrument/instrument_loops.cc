#include "frontend/native/instrument/instrument_loops.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "frontend/native/build/library_code.h"
#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/instrument/effects.h"
#include "frontend/native/instrument/instrument_stack.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::cast;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Loop;
using llvm::Module;
using llvm::PHINode;
using llvm::Value;

// --- what is known of a loop, taken down before anything changes

struct Plan {
  enum class Kind { Plain, Silent, Spinning };  ///< Silent: may spin, without an atomic
  Kind kind = Kind::Plain;
  bool is_bounded = false;

  BasicBlock* head = nullptr;
  std::vector<BasicBlock*> entries;  ///< blocks outside that go to the head
  std::vector<BasicBlock*> exits;    ///< blocks outside that are gone to
  std::vector<PHINode*> carried;     ///< what may change from round to round
  std::vector<std::pair<Instruction*, Effect>> effects;
  std::string lines;
  llvm::DebugLoc place;
};

/// "lines 12-15", "line 12", or "" when they are not known. What was inlined counts where it was called.
std::string lines_of(const Loop& loop) {
  unsigned first = 0;
  unsigned last = 0;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& each : *block) {
      const llvm::DILocation* at = each.getDebugLoc().get();
      if (at == nullptr || llvm::isa<PHINode>(each)) continue;
      while (at->getInlinedAt() != nullptr) at = at->getInlinedAt();
      if (at->getLine() == 0) continue;
      first = first == 0 ? at->getLine() : std::min(first, at->getLine());
      last = std::max(last, at->getLine());
    }
  }
  if (first == 0) return {};
  if (first == last) return "line " + std::to_string(first);
  return "lines " + std::to_string(first) + "-" + std::to_string(last);
}

/// The first place in the head that has one: reports name it.
llvm::DebugLoc place_of(const Loop& loop) {
  for (const Instruction& each : *loop.getHeader()) {
    if (const llvm::DebugLoc& place = each.getDebugLoc(); place && place.getLine() != 0) return place;
  }
  if (llvm::DebugLoc start = loop.getStartLoc()) return start;
  llvm::DISubprogram* const subprogram = loop.getHeader()->getParent()->getSubprogram();
  if (subprogram == nullptr) return {};
  return llvm::DILocation::get(subprogram->getContext(), subprogram->getLine(), 0, subprogram);
}

/// A counter: the same plus a constant.
bool is_step_of(const Value* value, const PHINode& phi) {
  if (const auto* const sum = dyn_cast<llvm::BinaryOperator>(value)) {
    const bool adds = sum->getOpcode() == Instruction::Add || sum->getOpcode() == Instruction::Sub;
    const auto* const step = dyn_cast<llvm::ConstantInt>(sum->getOperand(1));
    return adds && sum->getOperand(0) == &phi && step != nullptr && !step->isZero();
  }
  if (const auto* const moved = dyn_cast<llvm::GetElementPtrInst>(value)) {
    llvm::APInt offset(64, 0);
    return moved->getPointerOperand() == &phi &&
           moved->accumulateConstantOffset(moved->getModule()->getDataLayout(), offset) && !offset.isZero();
  }
  return false;
}

/// Does nothing depend on it but itself?
bool is_dead(const PHINode& phi) {
  return std::all_of(phi.user_begin(), phi.user_end(), [&phi](const llvm::User* user) {
    if (user == &phi) return true;
    const auto* const step = dyn_cast<Instruction>(user);
    return step != nullptr && !step->mayHaveSideEffects() && !step->isTerminator() &&
           std::all_of(step->user_begin(), step->user_end(), [&phi](const llvm::User* each) { return each == &phi; });
  });
}

/// An optimiser carries along what a compare-exchange gives: a value and whether it was changed.
bool is_comparable(const llvm::Type& type) {
  if (type.isStructTy())
    return llvm::all_of(type.subtypes(), [](const llvm::Type* each) { return is_comparable(*each); });
  return type.isIntegerTy() || type.isPointerTy() || type.isFloatTy() || type.isDoubleTy();
}

/// False when the loop carries along what changes for certain, or what we cannot compare.
bool find_carried(const Loop& loop, std::vector<PHINode*>& carried) {
  for (PHINode& phi : loop.getHeader()->phis()) {
    if (is_dead(phi)) continue;
    if (!is_comparable(*phi.getType())) return false;
    bool always_steps = true;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      if (!loop.contains(phi.getIncomingBlock(i))) continue;
      always_steps &= is_step_of(phi.getIncomingValue(i), phi);
    }
    if (always_steps) return false;
    carried.push_back(&phi);
  }
  return true;
}

/// Is there a way from the head back to it through blocks without a certain effect?
bool has_quiet_way(const Loop& loop, const std::set<const BasicBlock*>& loud) {
  std::set<const BasicBlock*> seen;
  std::vector<const BasicBlock*> open = {loop.getHeader()};
  while (!open.empty()) {
    const BasicBlock* const block = open.back();
    open.pop_back();
    if (loud.contains(block)) continue;
    for (const BasicBlock* next : llvm::successors(block)) {
      if (next == loop.getHeader()) return true;
      if (loop.contains(next) && seen.insert(next).second) open.push_back(next);
    }
  }
  return false;
}

Plan::Kind kind_of(const Loop& loop, Effects& effects, Plan& plan) {
  if (!find_carried(loop, plan.carried)) return Plan::Kind::Plain;
  bool reads_atomic = false;
  bool reads_memory = false;
  std::set<const BasicBlock*> loud;
  for (BasicBlock* block : loop.blocks()) {
    for (Instruction& each : *block) {
      reads_atomic |= effects.reads_atomic(each);
      reads_memory |= effects.reads_memory(each);
      const Effect effect = effects.of(each);
      if (effect == Effect::Certain) loud.insert(block);
      if (effect != Effect::None) plan.effects.emplace_back(&each, effect);
    }
  }
  if (!has_quiet_way(loop, loud)) return Plan::Kind::Plain;
  if (reads_atomic) return Plan::Kind::Spinning;
  // One that reads nothing is left to the timer, as other endless computations are.
  return reads_memory ? Plan::Kind::Silent : Plan::Kind::Plain;
}

// --- code

class Emitter {
 public:
  Emitter(Function& function, std::uint32_t unroll)
      : function_(function), module_(*function.getParent()), builder_(function.getContext()), unroll_(unroll) {}

  void emit(const Plan& plan) {
    builder_.SetCurrentDebugLocation(plan.place);
    Value* idle = builder_.getFalse();
    if (plan.kind == Plan::Kind::Spinning) idle = emit_spinning(plan);
    if (plan.kind == Plan::Kind::Silent) emit_silent(plan);
    if (plan.is_bounded) emit_bound(plan, idle);
  }

 private:
  llvm::AllocaInst* local(llvm::Type* type) {
    IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(&*function_.getEntryBlock().getFirstInsertionPt());
    return builder_.CreateAlloca(type, nullptr, kOwnLocalName);
  }
  /// Where the head of the loop goes on after what was put there.
  void go_to_head(const Plan& plan) {
    builder_.SetInsertPoint(&*plan.head->getFirstInsertionPt());
    builder_.SetCurrentDebugLocation(plan.place);
  }
  void store_at_entries(const Plan& plan, Value* value, Value* place) {
    for (BasicBlock* entry : plan.entries) {
      builder_.SetInsertPoint(entry->getTerminator());
      builder_.CreateStore(value, place);
    }
  }

  /// Of all bits. REQUIRES: is_comparable
  Value* emit_equality(Value* a, Value* b) {
    if (auto* const type = dyn_cast<llvm::StructType>(a->getType())) {
      Value* is_same = builder_.getTrue();
      for (unsigned i = 0; i < type->getNumElements(); ++i) {
        Value* const of_a = builder_.CreateExtractValue(a, i);
        Value* const of_b = builder_.CreateExtractValue(b, i);
        is_same = builder_.CreateAnd(is_same, emit_equality(of_a, of_b));
      }
      return is_same;
    }
    llvm::Type* const bits = a->getType()->isPointerTy()
                                 ? builder_.getInt64Ty()
                                 : builder_.getIntNTy(static_cast<unsigned>(a->getType()->getScalarSizeInBits()));
    const auto as_bits = [&](Value* value) {
      return value->getType()->isPointerTy() ? builder_.CreatePtrToInt(value, bits)
                                             : builder_.CreateBitCast(value, bits);
    };
    return builder_.CreateICmpEQ(as_bits(a), as_bits(b));
  }

  /// At the head: does the loop carry along what it did a round ago?
  Value* emit_comparison(const Plan& plan) {
    Value* is_same = builder_.getTrue();
    for (PHINode* phi : plan.carried) {
      llvm::AllocaInst* const last = local(phi->getType());
      Value* const before = builder_.CreateLoad(phi->getType(), last);
      is_same = builder_.CreateAnd(is_same, emit_equality(before, phi));
      builder_.CreateStore(phi, last);
    }
    return is_same;
  }

  /// What an earlier call has left in a local must not decide whether the first store there changes something.
  void clear(const Value* place) {
    auto* const found = dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(place));
    if (found == nullptr || found->isArrayAllocation() || !cleared_.insert(found).second) return;
    IRBuilder<>::InsertPointGuard guard(builder_);
    auto* const variable = const_cast<llvm::AllocaInst*>(found);
    builder_.SetInsertPoint(variable->getNextNode());
    const std::uint64_t size = module_.getDataLayout().getTypeAllocSize(variable->getAllocatedType());
    builder_.CreateMemSet(variable, builder_.getInt8(0), size, variable->getAlign());
  }

  /// Each instruction that may change something says so in that byte.
  void emit_effects(const Plan& plan, Value* has_effect) {
    for (const auto& [instruction, effect] : plan.effects) {
      builder_.SetInsertPoint(instruction);
      builder_.SetCurrentDebugLocation(instruction->getDebugLoc());
      if (effect == Effect::Certain) {
        builder_.CreateStore(builder_.getInt8(1), has_effect);
      } else if (effect == Effect::Copy) {
        auto* const copy = cast<llvm::MemTransferInst>(instruction);
        const auto hook = module_.getOrInsertFunction(kSpinCopyName, builder_.getVoidTy(), builder_.getPtrTy(),
                                                      builder_.getPtrTy(), builder_.getPtrTy(), builder_.getInt64Ty());
        builder_.CreateCall(hook, {has_effect, copy->getRawDest(), copy->getRawSource(),
                                   builder_.CreateZExtOrTrunc(copy->getLength(), builder_.getInt64Ty())});
      } else {
        auto* const store = cast<llvm::StoreInst>(instruction);
        clear(store->getPointerOperand());
        const std::uint64_t size = module_.getDataLayout().getTypeStoreSize(store->getValueOperand()->getType());
        llvm::Type* const bits = builder_.getIntNTy(static_cast<unsigned>(8 * size));
        Value* value = store->getValueOperand();
        if (value->getType()->isPointerTy())
          value = builder_.CreatePtrToInt(value, bits);
        else if (value->getType()->isIntegerTy())
          value = builder_.CreateZExt(value, bits);
        else
          value = builder_.CreateBitCast(value, bits);
        Value* const before = builder_.CreateAlignedLoad(bits, store->getPointerOperand(), store->getAlign());
        Value* const differs = builder_.CreateZExt(builder_.CreateICmpNE(before, value), builder_.getInt8Ty());
        Value* const so_far = builder_.CreateLoad(builder_.getInt8Ty(), has_effect);
        builder_.CreateStore(builder_.CreateOr(so_far, differs), has_effect);
      }
    }
  }

  Value* emit_spinning(const Plan& plan) {
    auto* const bytes = llvm::ArrayType::get(builder_.getInt8Ty(), sizeof(SpinLoop));
    llvm::AllocaInst* const record = local(bytes);
    record->setAlignment(llvm::Align(alignof(SpinLoop)));
    const auto field = [&](std::size_t offset) {
      IRBuilder<>::InsertPointGuard guard(builder_);
      builder_.SetInsertPoint(record->getNextNode());
      return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), record, offset);
    };
    store_at_entries(plan, builder_.getInt8(1), field(offsetof(SpinLoop, is_first)));
    emit_effects(plan, field(offsetof(SpinLoop, has_effect)));
    const auto leave = module_.getOrInsertFunction(kSpinLeaveName, builder_.getVoidTy(), builder_.getPtrTy());
    for (BasicBlock* exit : plan.exits) {
      builder_.SetInsertPoint(&*exit->getFirstInsertionPt());
      builder_.SetCurrentDebugLocation(plan.place);
      builder_.CreateCall(leave, {record});
    }
    go_to_head(plan);
    const auto hook =
        module_.getOrInsertFunction(kSpinHeadName, builder_.getInt8Ty(), builder_.getPtrTy(), builder_.getInt32Ty());
    Value* const is_same = builder_.CreateZExt(emit_comparison(plan), builder_.getInt32Ty());
    return builder_.CreateIsNotNull(builder_.CreateCall(hook, {record, is_same}));
  }

  void emit_silent(const Plan& plan) {
    llvm::AllocaInst* const has_effect = local(builder_.getInt8Ty());
    store_at_entries(plan, builder_.getInt8(1), has_effect);
    emit_effects(plan, has_effect);
    go_to_head(plan);
    Value* const is_same = emit_comparison(plan);
    Value* const is_quiet = builder_.CreateIsNull(builder_.CreateLoad(builder_.getInt8Ty(), has_effect));
    builder_.CreateStore(builder_.getInt8(0), has_effect);
    Instruction* const idle =
        llvm::SplitBlockAndInsertIfThen(builder_.CreateAnd(is_same, is_quiet), &*builder_.GetInsertPoint(), false);
    Instruction* const rest = cast<llvm::BranchInst>(idle)->getSuccessor(0)->getFirstNonPHI();
    builder_.SetInsertPoint(idle);
    builder_.SetCurrentDebugLocation(plan.place);
    builder_.CreateCall(module_.getOrInsertFunction(kSpinIdleName, builder_.getVoidTy()), {});
    builder_.SetInsertPoint(rest);
    builder_.SetCurrentDebugLocation(plan.place);
  }

  /// Goes on where the builder is, in the head or what has been split off it; `idle`: the last round does not count.
  void emit_bound(const Plan& plan, Value* idle) {
    auto* const integer = builder_.getInt32Ty();
    llvm::AllocaInst* const counter = local(integer);
    {
      IRBuilder<>::InsertPointGuard guard(builder_);
      store_at_entries(plan, builder_.getInt32(0), counter);
    }
    if (plan.kind == Plan::Kind::Plain) go_to_head(plan);
    Value* const rounds = builder_.CreateLoad(integer, counter);
    Value* const counted = builder_.CreateZExt(builder_.CreateNot(idle), integer);
    builder_.CreateStore(builder_.CreateAdd(rounds, counted), counter);
    Value* const is_over = builder_.CreateICmpUGT(rounds, builder_.getInt32(unroll_));
    Instruction* const over = llvm::SplitBlockAndInsertIfThen(is_over, &*builder_.GetInsertPoint(), true);
    builder_.SetInsertPoint(over);
    builder_.SetCurrentDebugLocation(plan.place);
    const std::string text = "the loop" + (plan.lines.empty() ? "" : " in " + plan.lines) +
                             " was left after --unroll=" + std::to_string(unroll_) +
                             (unroll_ == 1 ? " round" : " rounds");
    llvm::Constant* const bytes = llvm::ConstantDataArray::getString(module_.getContext(), text);
    auto* const message =
        new llvm::GlobalVariable(module_, bytes->getType(), true, llvm::GlobalValue::PrivateLinkage, bytes);
    const auto hook = module_.getOrInsertFunction(kLoopLimitName, builder_.getVoidTy(), builder_.getPtrTy());
    builder_.CreateCall(hook, {message});
  }

  Function& function_;
  Module& module_;
  IRBuilder<> builder_;
  std::uint32_t unroll_;
  std::set<const llvm::AllocaInst*> cleared_;
};

// --- C++

/// Members of std::atomic and its kin, and what they call. Waiting has stand-ins.
bool is_atomic_member(llvm::StringRef name) {
  if (name.contains("4wait") || name.contains("notify")) return false;
  for (const char* cv : {"_ZN", "_ZNK", "_ZNV", "_ZNVK"}) {
    for (const char* type : {"St6atomicI", "St13__atomic_baseI", "St11atomic_flag", "St12__atomic_ref",
                             "St10atomic_refI", "St14__atomic_floatI"}) {
      if (name.starts_with(std::string(cv) + type)) return true;
    }
  }
  return name.starts_with("_ZStanSt12memory_order") || name.starts_with("_ZStorSt12memory_order") ||
         name.starts_with("_ZSt23__cmpexch_failure_order") || name.starts_with("_ZSt24__cmpexch_failure_order") ||
         name.starts_with("_ZNSt12__atomic_impl");
}

llvm::CallBase* find_atomic_call(Function& function) {
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (BasicBlock& block : function) {
    if (loops.getLoopFor(&block) == nullptr) continue;
    for (Instruction& each : block) {
      auto* const call = dyn_cast<llvm::CallBase>(&each);
      const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee != nullptr && !callee->isDeclaration() && callee != &function && is_atomic_member(callee->getName()))
        return call;
    }
  }
  return nullptr;
}

}  // namespace

void inline_atomics_in_loops(Function& function) {
  if (function.size() == 1 || is_library_alone(function)) return;
  // Members call members, a few deep; a call that cannot be inlined ends it.
  while (llvm::CallBase* const call = find_atomic_call(function)) {
    llvm::InlineFunctionInfo info;
    if (!llvm::InlineFunction(*call, info).isSuccess()) return;
  }
}

namespace {

/// True when there is one that needs its place in the chain.
bool instrument_function(Function& function, Effects& effects, bool may_spin, std::uint32_t unroll, bool interleaves) {
  if (function.size() == 1 || is_library_alone(function)) return false;
  llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  std::vector<Plan> plans;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    Plan plan;
    if (may_spin) plan.kind = kind_of(*loop, effects, plan);
    if (interleaves && plan.kind == Plan::Kind::Silent) plan.kind = Plan::Kind::Spinning;
    plan.is_bounded = unroll > 0;
    if (plan.kind == Plan::Kind::Plain && !plan.is_bounded) continue;
    plan.head = loop->getHeader();
    plan.lines = lines_of(*loop);
    plan.place = place_of(*loop);
    for (BasicBlock* before : llvm::predecessors(plan.head)) {
      if (!loop->contains(before)) plan.entries.push_back(before);
    }
    llvm::SmallVector<BasicBlock*> exits;
    loop->getUniqueExitBlocks(exits);
    plan.exits.assign(exits.begin(), exits.end());
    plans.push_back(std::move(plan));
  }
  Emitter emitter(function, unroll);
  for (const Plan& plan : plans) emitter.emit(plan);
  return std::any_of(plans.begin(), plans.end(), [](const Plan& plan) { return plan.kind == Plan::Kind::Spinning; });
}

/// A jump leaves loops without passing by their exits.
bool jumps(const Module& module) {
  for (const char* name : {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}) {
    if (module.getFunction(name) != nullptr) return true;
  }
  return false;
}

void tell_of_landings(Function& function) {
  IRBuilder<> builder(function.getContext());
  const auto hook = function.getParent()->getOrInsertFunction(kSpinLandedName, builder.getVoidTy());
  for (BasicBlock& block : function) {
    if (!block.isLandingPad()) continue;
    builder.SetInsertPoint(&*block.getFirstInsertionPt());
    builder.CreateCall(hook, {});
  }
}

}  // namespace

void instrument_loops(Module& module, std::uint32_t unroll, bool interleaves) {
  Effects effects;
  const bool may_spin = !jumps(module);
  bool spins = false;
  for (Function& each : module) {
    if (!each.isDeclaration()) spins |= instrument_function(each, effects, may_spin, unroll, interleaves);
  }
  if (!spins) return;
  for (Function& each : module) {
    if (each.hasPersonalityFn()) tell_of_landings(each);
  }
}

}  // namespace qpor::frontend::native
