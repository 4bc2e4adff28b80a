#include "frontend/native/instrument/instrument_memory.h"

#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/guest/check/shadow.h"
#include "frontend/native/instrument/memory_errors_ir.h"

namespace qpor::frontend::native {
namespace {

using llvm::BasicBlock;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::isa;
using llvm::SmallVector;
using llvm::Value;

struct PlainAccess {
  Instruction* instruction;
  Value* place;
  std::uint64_t size;
  bool is_aligned;
  bool is_write;
  const llvm::AllocaInst* bounds = nullptr;  ///< the local that it has to be within, if that is not known
  bool is_private = false;                   ///< nothing else has to be checked
  bool is_doubtful = false;
  bool sets_table = false;  ///< stores the pointer to a table of virtual functions
};

class MemoryChecks {
 public:
  MemoryChecks(Function& function, bool interleaves, const FunctionLocals& locals)
      : function_(function),
        module_(*function.getParent()),
        layout_(module_.getDataLayout()),
        interleaves_(interleaves),
        locals_(locals) {}

  void add() {
    collect();
    for (llvm::MemIntrinsic* each : memory_) replace(*each);
    for (const PlainAccess& each : accesses_) check(each);
  }

 private:
  void collect() {
    for (BasicBlock& block : function_) {
      llvm::DenseMap<std::pair<Value*, std::uint64_t>, bool> seen;  // whether it was written
      for (Instruction& each : block) {
        if (auto* const memory = dyn_cast<llvm::MemIntrinsic>(&each)) {
          const auto* const length = dyn_cast<llvm::ConstantInt>(memory->getLength());
          const std::uint64_t size = length != nullptr ? length->getZExtValue() : ~std::uint64_t{0};
          if (!is_private(memory->getDest(), size) || is_shared_source(*memory, size)) memory_.push_back(memory);
          continue;
        }
        // In a call another segment may begin, and at the end of its block a local is gone.
        const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(&each);
        if (auto* const call = dyn_cast<llvm::CallBase>(&each)) collect_copied_arguments(*call);
        if (isa<llvm::CallBase>(each) && (intrinsic == nullptr || intrinsic->isLifetimeStartOrEnd())) seen.clear();
        PlainAccess access{&each, nullptr, 0, false, false, nullptr, false, false};
        if (!is_plain_access(access)) continue;
        look_at_local(access);
        access.is_doubtful = !access.is_write && !interleaves_ && is_doubtful(each);
        access.sets_table = access.is_write && !interleaves_ && is_table(*each.getOperand(0));
        if (access.is_private && access.bounds == nullptr) continue;
        if (interleaves_) seen.clear();  // each access may be an operation, before which others run
        if (access.is_doubtful) {        // tells nothing of a certain one
          accesses_.push_back(access);
          continue;
        }
        const auto [known, is_new] = seen.try_emplace({access.place, access.size}, access.is_write);
        if (!is_new && (known->second || !access.is_write)) continue;
        known->second = known->second || access.is_write;
        accesses_.push_back(access);
      }
    }
  }

  /// Large structures are passed by value: the code generator copies them, which no instruction shows.
  void collect_copied_arguments(llvm::CallBase& call) {
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      if (!call.isByValArgument(i)) continue;
      PlainAccess access{&call, call.getArgOperand(i), 0, false, false, nullptr, false, false};
      access.size = layout_.getTypeStoreSize(call.getParamByValType(i)).getFixedValue();
      look_at_local(access);
      if (access.size > 0 && !(access.is_private && access.bounds == nullptr)) accesses_.push_back(access);
    }
  }

  bool is_plain_access(PlainAccess& access) const {
    llvm::Type* type = nullptr;
    llvm::Align alignment;
    if (auto* const load = dyn_cast<llvm::LoadInst>(access.instruction); load != nullptr && !load->isAtomic()) {
      if (!interleaves_ && is_bitfield_load(*load)) return false;  // of which the store tells
      access.place = load->getPointerOperand();
      type = load->getType();
      alignment = load->getAlign();
    } else if (auto* const store = dyn_cast<llvm::StoreInst>(access.instruction);
               store != nullptr && !store->isAtomic()) {
      access.place = store->getPointerOperand();
      access.is_write = true;
      type = store->getValueOperand()->getType();
      alignment = store->getAlign();
    } else {
      return false;
    }
    if (access.place->getType()->getPointerAddressSpace() != 0) return false;
    const llvm::TypeSize size = layout_.getTypeStoreSize(type);
    if (size.isScalable()) return false;
    access.size = size.getFixedValue();
    access.is_aligned =
        access.size <= kCellSize && llvm::isPowerOf2_64(access.size) && alignment.value() >= access.size;
    return true;
  }

  /// May what is loaded be thrown away, whatever the block does with it?
  bool is_doubtful(Instruction& load) {
    if (function_.hasFnAttribute(kPlainAttribute) || load.isVolatile()) return false;
    if (has_unused_lanes(load)) return true;
    SmallVector<Instruction*> waiting = {&load};
    llvm::SmallPtrSet<Instruction*, 8> seen;
    while (!waiting.empty()) {
      Instruction* const value = waiting.pop_back_val();
      if (!seen.insert(value).second) continue;
      for (llvm::Use& use : value->uses()) {
        auto* const user = llvm::cast<Instruction>(use.getUser());
        if (auto* const phi = dyn_cast<llvm::PHINode>(user)) {
          if (is_certain_after(load, *phi->getIncomingBlock(use)->getTerminator(), phi->getParent()))
            waiting.push_back(phi);
        } else if (may_drop_operand(*user, use.getOperandNo())) {
          continue;
        } else if (user->isTerminator() || user->mayHaveSideEffects() || user->mayReadFromMemory()) {
          if (is_certain_after(load, *user, nullptr)) return false;
        } else {
          waiting.push_back(user);
        }
      }
    }
    return true;
  }

  /// A selection; also one of bits, or by a factor of 0 or 1, which optimisers make of it.
  static bool may_drop_operand(const Instruction& user, unsigned operand) {
    if (isa<llvm::SelectInst>(user)) return operand > 0;
    const unsigned opcode = user.getOpcode();
    const bool is_mask = opcode == Instruction::And || opcode == Instruction::Or || opcode == Instruction::Mul;
    if (!is_mask) return false;
    const Value* const other = user.getOperand(1 - operand);
    const auto* const extended = dyn_cast<llvm::CastInst>(other);
    const llvm::Type* const type = extended != nullptr ? extended->getSrcTy() : other->getType();
    return type->isIntOrIntVectorTy(1) && !isa<llvm::Constant>(other);
  }

  /// Vectorised loops read over gaps between what the program reads.
  static bool has_unused_lanes(const Instruction& load) {
    const auto* const type = dyn_cast<llvm::FixedVectorType>(load.getType());
    if (type == nullptr) return false;
    llvm::SmallBitVector used(type->getNumElements());
    for (const llvm::Use& use : load.uses()) {
      const auto* const shuffle = dyn_cast<llvm::ShuffleVectorInst>(use.getUser());
      if (shuffle == nullptr) return false;
      const int first = use.getOperandNo() == 0 ? 0 : static_cast<int>(type->getNumElements());
      for (const int lane : shuffle->getShuffleMask()) {
        if (lane >= first && lane < first + static_cast<int>(type->getNumElements())) {
          used.set(static_cast<unsigned>(lane - first));
        }
      }
    }
    return !used.all();
  }

  /// Does that instruction, with which control goes on to that block, if one is given, always follow the load?
  bool is_certain_after(Instruction& load, Instruction& user, BasicBlock* next) {
    if (next != nullptr && user.getNumSuccessors() != 1) return false;
    if (user.getParent() == load.getParent()) return true;
    if (!after_) after_.emplace(function_);
    return after_->dominates(user.getParent(), load.getParent());
  }

  bool is_shared_source(const llvm::MemIntrinsic& memory, std::uint64_t size) {
    const auto* const copy = dyn_cast<llvm::MemTransferInst>(&memory);
    return copy != nullptr && !is_private(copy->getSource(), size);
  }

  /// Is it certain that so many bytes from there are within the local or the variable?
  bool is_within(Value* place, std::uint64_t size, const Value* object, std::uint64_t size_of_object) const {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(place->getType()), 0);
    const Value* const base = place->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return base == object && offset.ule(size_of_object) && size <= size_of_object - offset.getZExtValue();
  }

  void look_at_local(PlainAccess& access) const {
    const auto* const local = dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(access.place, 0));
    const auto known = local != nullptr ? locals_.find(local) : locals_.end();
    if (known == locals_.end()) {
      access.is_private = is_private(access.place, access.size);
      return;
    }
    const LocalTreatment& treatment = known->second;
    access.is_private = !treatment.is_shared;
    const bool is_within_it = treatment.bytes == nullptr && is_within(access.place, access.size, local, treatment.size);
    if (!is_within_it) access.bounds = local;
  }

  /// Can no other thread get there, and are these bytes certain to be there?
  bool is_private(Value* place, std::uint64_t size) const {
    const Value* const object = llvm::getUnderlyingObject(place, 0);
    if (const auto* const local = dyn_cast<llvm::AllocaInst>(object)) {
      const auto known = locals_.find(local);
      if (known == locals_.end()) return true;  // qpor's own
      return !known->second.is_shared && known->second.bytes == nullptr &&
             is_within(place, size, local, known->second.size);
    }
    const auto* const variable = dyn_cast<llvm::GlobalVariable>(object);
    if (variable == nullptr) return false;
    if (variable->getName().starts_with("qpor.")) return true;
    if (!variable->isConstant() || variable->isDeclaration()) return false;
    return is_within(place, size, variable, layout_.getTypeAllocSize(variable->getValueType()).getFixedValue());
  }

  /// Is it certain that the address has a shadow?
  bool is_ours(Value* place) const {
    const Value* const object = llvm::getUnderlyingObject(place, 0);
    if (isa<llvm::AllocaInst>(object)) return true;
    const auto* const variable = dyn_cast<llvm::GlobalVariable>(object);
    return variable != nullptr && !variable->isDeclaration();
  }

  void replace(llvm::MemIntrinsic& memory) {
    IRBuilder<> builder(&memory);
    auto* const pointer = builder.getPtrTy();
    Value* const size = builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
    if (auto* const copy = dyn_cast<llvm::MemTransferInst>(&memory)) {
      const auto hook =
          module_.getOrInsertFunction(kCopyName, builder.getVoidTy(), pointer, pointer, builder.getInt64Ty());
      builder.CreateCall(hook, {copy->getDest(), copy->getSource(), size});
    } else {
      const auto hook = module_.getOrInsertFunction(kSetName, builder.getVoidTy(), pointer, builder.getInt32Ty(),
                                                    builder.getInt64Ty());
      auto& fill = llvm::cast<llvm::MemSetInst>(memory);
      builder.CreateCall(hook, {fill.getDest(), builder.CreateZExt(fill.getValue(), builder.getInt32Ty()), size});
    }
    memory.eraseFromParent();
  }

  void call_hook(IRBuilder<>& builder, const PlainAccess& access) {
    const char* const name = access.is_doubtful ? kDoubtfulReadName : access.is_write ? kWriteName : kReadName;
    const auto hook = module_.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(hook, {access.place, builder.getInt64(access.size)});
  }

  /// Ends the block before `at` with a branch to a new one in front of it, which is returned, unless the condition
  /// holds.
  Instruction* unless(Value* condition, Instruction* at) {
    return llvm::SplitBlockAndInsertIfElse(condition, at->getIterator(), false, weights());
  }

  llvm::MDNode* weights() const { return llvm::MDBuilder(function_.getContext()).createBranchWeights(1000, 1); }

  void check(const PlainAccess& access) {
    if (access.bounds != nullptr) check_bounds(access);
    if (access.is_private) return;
    if (access.sets_table)
      check_table(access);
    else
      check_cell(access);
  }

  static bool is_table(const Value& value) {
    return value.getType()->isPointerTy() && llvm::getUnderlyingObject(&value, 0)->getName().starts_with("_ZTV");
  }

  /// A destructor sets the pointer to its own table, which is there already unless the class is a base: then the object
  /// stays as it is, and the language has no such access at all. It counts as a read.
  void check_table(const PlainAccess& access) {
    Instruction* const at = access.instruction;
    IRBuilder<> builder(at);
    Value* const table = at->getOperand(0);
    Value* const is_same = builder.CreateICmpEQ(builder.CreateLoad(table->getType(), access.place), table);
    Instruction* same = nullptr;
    Instruction* other = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(is_same, at->getIterator(), &same, &other);
    PlainAccess as_read = access;
    as_read.is_write = false;
    builder.SetInsertPoint(same);
    builder.SetCurrentDebugLocation(at->getDebugLoc());
    call_hook(builder, as_read);
    builder.SetInsertPoint(other);
    builder.SetCurrentDebugLocation(at->getDebugLoc());
    call_hook(builder, access);
  }

  /// An index out of range is found however far it leads.
  void check_bounds(const PlainAccess& access) {
    const LocalTreatment& treatment = locals_.find(access.bounds)->second;
    Instruction* const at = access.instruction;
    IRBuilder<> builder(at);
    auto* const word = builder.getInt64Ty();
    Value* const local = const_cast<llvm::AllocaInst*>(access.bounds);
    Value* const offset =
        builder.CreateSub(builder.CreatePtrToInt(access.place, word), builder.CreatePtrToInt(local, word));
    Value* const wanted = builder.getInt64(access.size);
    Value* size = treatment.bytes;
    Value* is_inside = nullptr;
    if (size != nullptr) {
      is_inside = builder.CreateAnd(builder.CreateICmpULT(offset, size),
                                    builder.CreateICmpULE(wanted, builder.CreateSub(size, offset)));
    } else {
      size = builder.getInt64(treatment.size);
      is_inside = access.size <= treatment.size
                      ? builder.CreateICmpULE(offset, builder.getInt64(treatment.size - access.size))
                      : builder.getFalse();
    }
    builder.SetInsertPoint(unless(is_inside, at));
    builder.SetCurrentDebugLocation(at->getDebugLoc());
    const auto hook = module_.getOrInsertFunction(kOutsideName, builder.getVoidTy(), builder.getPtrTy(), word,
                                                  builder.getInt32Ty(), builder.getPtrTy(), word, builder.getInt32Ty());
    builder.CreateCall(hook, {access.place, wanted, builder.getInt32(access.is_write ? 1 : 0), local, size,
                              builder.getInt32(treatment.number)});
  }

  /// A read is known as a read or as a write, a write as a write only. What is not known, and what is outside of the
  /// program's memory, goes to the hook.
  void check_cell(const PlainAccess& access) {
    Instruction* const at = access.instruction;
    IRBuilder<> builder(at);
    if (!access.is_aligned || access.is_doubtful) {
      call_hook(builder, access);
      return;
    }
    auto* const word = builder.getInt64Ty();
    Value* const address = builder.CreatePtrToInt(access.place, word);
    BasicBlock* const before = at->getParent();
    BasicBlock* const rest = before->splitBasicBlock(at->getIterator());
    before->getTerminator()->eraseFromParent();
    BasicBlock* const slow = BasicBlock::Create(function_.getContext(), "", &function_, rest);
    builder.SetInsertPoint(before);
    builder.SetCurrentDebugLocation(at->getDebugLoc());
    const auto go_on_unless = [&](Value* is_slow) {
      BasicBlock* const next = BasicBlock::Create(function_.getContext(), "", &function_, slow);
      builder.CreateCondBr(is_slow, slow, next, llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1000));
      builder.SetInsertPoint(next);
    };
    if (!is_ours(access.place)) {
      go_on_unless(builder.CreateICmpNE(builder.CreateLShr(address, kRegionBit), builder.getInt64(1)));
    }
    Value* const cell = builder.CreateIntToPtr(
        builder.CreateShl(builder.CreateAnd(address, ~std::uint64_t{kCellSize - 1}), 1), builder.getPtrTy());
    auto* const variable = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal(kSegmentName, word));
    Value* const current = builder.CreateLoad(word, variable);
    Value* mask = nullptr;
    if (access.size < kCellSize) {
      Value* const bytes = builder.getInt64((std::uint64_t{1} << access.size) - 1);
      mask = builder.CreateOr(builder.CreateShl(bytes, builder.CreateAnd(address, kCellSize - 1)), ~kBytes);
    }
    const auto is_known = [&](unsigned which) -> Value* {
      Value* const part = builder.CreateConstInBoundsGEP1_32(word, cell, which);
      Value* difference = builder.CreateXor(builder.CreateLoad(word, part), current);
      if (mask != nullptr) difference = builder.CreateAnd(difference, mask);
      return builder.CreateICmpEQ(difference, builder.getInt64(0));
    };
    if (!access.is_write) {
      BasicBlock* const next = BasicBlock::Create(function_.getContext(), "", &function_, slow);
      builder.CreateCondBr(is_known(0), rest, next, weights());
      builder.SetInsertPoint(next);
    }
    builder.CreateCondBr(is_known(access.is_write ? 0 : 1), rest, slow, weights());
    builder.SetInsertPoint(slow);
    call_hook(builder, access);
    builder.CreateBr(rest);
  }

  Function& function_;
  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  const bool interleaves_;
  const FunctionLocals& locals_;
  std::optional<llvm::PostDominatorTree> after_;  ///< made when it is asked for, before blocks are split
  SmallVector<PlainAccess> accesses_;
  SmallVector<llvm::MemIntrinsic*> memory_;
};

}  // namespace

void add_memory_checks(Function& function, bool interleaves, const FunctionLocals& locals) {
  MemoryChecks(function, interleaves, locals).add();
}

}  // namespace qpor::frontend::native
