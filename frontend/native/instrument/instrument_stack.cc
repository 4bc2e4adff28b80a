#include "frontend/native/instrument/instrument_stack.h"

#include <algorithm>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/StackLifetime.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include "frontend/native/guest/check/stack_marks.h"
#include "frontend/native/instrument/local_uses.h"

namespace qpor::frontend::native {
namespace {

using llvm::AllocaInst;
using llvm::CallBase;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::SmallVector;
using llvm::Value;

/// In a frame of more cells than this a loop looks at them, rather than the function itself.
constexpr std::uint64_t kMostInline = 24;

// --- decisions

/// What is split off the first block must not take them along: they would no longer be part of the frame.
void move_to_top(Function& function) {
  llvm::BasicBlock& first = function.getEntryBlock();
  SmallVector<AllocaInst*> locals;
  for (Instruction& each : first) {
    auto* const local = dyn_cast<AllocaInst>(&each);
    if (local != nullptr && llvm::isa<llvm::ConstantInt>(local->getArraySize())) locals.push_back(local);
  }
  Instruction* const top = &*first.getFirstInsertionPt();
  for (AllocaInst* each : locals) {
    if (each != top) each->moveBefore(top);
  }
}

/// Parameters that are passed by value in memory become locals, which are gone when the function returns.
void copy_parameters(Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  for (llvm::Argument& each : function.args()) {
    if (!each.hasByValAttr() || each.use_empty() || function.isVarArg()) continue;
    IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::Type* const type = each.getParamByValType();
    AllocaInst* const copy = builder.CreateAlloca(type);
    copy->setAlignment(each.getParamAlign().value_or(layout.getABITypeAlign(type)));
    each.replaceAllUsesWith(copy);
    builder.SetInsertPoint(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    builder.CreateMemCpy(copy, copy->getAlign(), &each, copy->getAlign(),
                         layout.getTypeAllocSize(type).getFixedValue());
  }
}

const llvm::DILocalVariable* debug_of(AllocaInst& local) {
  for (llvm::DbgDeclareInst* each : llvm::findDbgDeclares(&local)) return each->getVariable();
  for (llvm::DbgVariableRecord* each : llvm::findDVRDeclares(&local)) return each->getVariable();
  return nullptr;
}

class Decisions {
 public:
  Decisions(llvm::Module& module, std::vector<LocalInModule>& all)
      : layout_(module.getDataLayout()), uses_(layout_), all_(all) {}

  FunctionLocals decide(Function& function) {
    SmallVector<AllocaInst*> locals;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const local = dyn_cast<AllocaInst>(&each);
      if (local == nullptr || local->getName().starts_with(kOwnLocalName) || local->isSwiftError() ||
          local->isUsedWithInAlloca() || local->getAddressSpace() != 0 ||
          layout_.getTypeAllocSize(local->getAllocatedType()).isScalable()) {
        continue;
      }
      locals.push_back(local);
    }
    FunctionLocals result;
    SmallVector<const AllocaInst*> in_blocks;
    llvm::DenseMap<const AllocaInst*, Pointers> pointers;
    for (AllocaInst* each : locals) {
      Pointers found;
      const LocalTreatment treatment = decide(*each, found);
      result[each] = treatment;
      if (treatment.is_shared || !has_block(*each)) continue;
      in_blocks.push_back(each);
      pointers[each] = std::move(found);
    }
    if (!in_blocks.empty()) add_uses_after_blocks(function, in_blocks, pointers, result);
    const auto number = [&](AllocaInst& local) {
      const llvm::DILocalVariable* const debug = debug_of(local);
      result[&local].number = static_cast<std::uint32_t>(all_.size());
      all_.push_back({debug != nullptr ? debug->getName().str() : "", result[&local].size, debug});
    };
    const auto is_in_frame = [&](AllocaInst* local) {
      return result[local].is_tracked && result[local].bytes == nullptr;
    };
    // Those that become one have numbers in a row.
    for (AllocaInst* each : locals) {
      if (is_in_frame(each)) number(*each);
    }
    for (AllocaInst* each : locals) {
      if (!is_in_frame(each) && (result[each].bytes != nullptr || is_indexed(*each))) number(*each);
    }
    return result;
  }

 private:
  using Pointers = SmallVector<const Value*, 2>;

  LocalTreatment decide(AllocaInst& local, Pointers& pointers) {
    LocalTreatment treatment;
    const std::uint64_t element = layout_.getTypeAllocSize(local.getAllocatedType()).getFixedValue();
    if (const auto* const count = dyn_cast<llvm::ConstantInt>(local.getArraySize())) {
      treatment.size = element * count->getZExtValue();
    } else {
      IRBuilder<> builder(&local);
      Value* const count64 = builder.CreateZExtOrTrunc(local.getArraySize(), builder.getInt64Ty());
      treatment.bytes = builder.CreateMul(count64, builder.getInt64(element));
    }
    const PointerUses uses = uses_.of(local, pointers);
    const bool is_dynamic = !local.isStaticAlloca();
    const bool is_within = !uses.is_unbounded && uses.begin >= 0 && treatment.bytes == nullptr &&
                           static_cast<std::uint64_t>(uses.end) <= treatment.size;
    treatment.escapes = uses.escapes;
    treatment.is_shared = uses.escapes || (uses.has_aliases && has_block(local));
    treatment.is_tracked = uses.escapes || !is_within || treatment.is_shared;
    // Nothing to put red zones around.
    if (treatment.bytes == nullptr && (treatment.size == 0 || treatment.size > std::uint32_t{1} << 30)) {
      treatment.is_tracked = treatment.escapes = false;
    }
    const bool is_exposed = !treatment.is_tracked && uses.is_passed && treatment.size > 0;
    // The entry of the function clears the marks of exposed locals. alloca(16) in a branch has no address there: red
    // zones, which it gets where it is made.
    treatment.is_exposed = is_exposed && !is_dynamic;
    treatment.is_tracked |= is_exposed && is_dynamic;
    if (is_dynamic && treatment.bytes == nullptr)
      treatment.bytes = llvm::ConstantInt::get(llvm::Type::getInt64Ty(local.getContext()), treatment.size);
    return treatment;
  }

  static bool has_block(const AllocaInst& local) {
    return std::any_of(local.user_begin(), local.user_end(), [](const llvm::User* user) {
      const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(user);
      return intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end;
    });
  }

  /// Pointers that were kept in registers, or that calls have returned, may be used when the block of their variable is
  /// over.
  void add_uses_after_blocks(Function& function, llvm::ArrayRef<const AllocaInst*> locals,
                             const llvm::DenseMap<const AllocaInst*, Pointers>& pointers, FunctionLocals& result) {
    llvm::StackLifetime lifetime(function, locals, llvm::StackLifetime::LivenessType::Must);
    lifetime.run();
    const auto is_late = [&](const AllocaInst& local, const llvm::User* user) {
      const auto* const access = dyn_cast<Instruction>(user);
      const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(user);
      if (access == nullptr || !access->mayReadOrWriteMemory() || !lifetime.isReachable(access)) return false;
      if (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) return false;
      return !lifetime.isAliveAfter(&local, access);
    };
    for (const AllocaInst* local : locals) {
      for (const Value* pointer : pointers.find(local)->second) {
        if (std::none_of(pointer->user_begin(), pointer->user_end(),
                         [&](const llvm::User* user) { return is_late(*local, user); })) {
          continue;
        }
        result[local].is_shared = result[local].is_tracked = true;
        result[local].is_exposed = false;
      }
    }
  }

  /// Is it accessed at an offset that is not constant?
  bool is_indexed(const AllocaInst& local) const {
    SmallVector<const Value*> waiting = {&local};
    while (!waiting.empty()) {
      for (const llvm::User* user : waiting.pop_back_val()->users()) {
        if (const auto* const step = dyn_cast<llvm::GetElementPtrInst>(user)) {
          if (!step->hasAllConstantIndices()) return true;
          waiting.push_back(step);
        }
      }
    }
    return false;
  }

  const llvm::DataLayout& layout_;
  LocalUses uses_;
  std::vector<LocalInModule>& all_;
};

// --- changes

struct Tracked {
  AllocaInst* local;
  LocalTreatment treatment;
  std::uint64_t offset = 0;  ///< in the part of the frame that holds them all
};

/// More behind large ones, where indices go astray further.
std::uint64_t zone_behind(std::uint64_t size) { return size <= 64 ? kLeastZone : size <= 1024 ? 32 : 64; }

class StackChecks {
 public:
  StackChecks(Function& function, const FunctionLocals& locals)
      : function_(function), module_(*function.getParent()), locals_(locals), builder_(function.getContext()) {}

  void add() {
    for (Instruction& each : llvm::instructions(function_)) {
      auto* const local = dyn_cast<AllocaInst>(&each);
      const auto known = local != nullptr ? locals_.find(local) : locals_.end();
      if (known == locals_.end()) continue;
      if (known->second.is_exposed) exposed_.push_back({local, known->second});
      if (!known->second.is_tracked) continue;
      (known->second.bytes == nullptr ? tracked_ : dynamic_).push_back({local, known->second});
    }
    find_exits();
    treat_landings();
    treat_blocks();
    for (Tracked& each : tracked_) {
      if (each.treatment.escapes)
        leave_at_exits(each.local, builder_.getInt64(each.treatment.size), each.treatment.number);
    }
    clear_parameters();
    clear_outgoing();
    for (Tracked& each : dynamic_) pad_dynamic(each);
    if (!tracked_.empty()) merge();
    if (!exposed_.empty()) clear_exposed();
  }

 private:
  llvm::FunctionCallee hook(const char* name, llvm::ArrayRef<llvm::Type*> types) {
    return module_.getOrInsertFunction(name, llvm::FunctionType::get(builder_.getVoidTy(), types, false));
  }

  void go_before(Instruction* place) {
    builder_.SetInsertPoint(place);
    llvm::DebugLoc location = place->getDebugLoc();
    if (!location && function_.getSubprogram() != nullptr) {
      location = llvm::DILocation::get(function_.getContext(), function_.getSubprogram()->getLine(), 0,
                                       function_.getSubprogram());
    }
    builder_.SetCurrentDebugLocation(location);
  }

  /// Where the function is left. A call that takes the place of the frame has to be the last thing in it.
  void find_exits() {
    for (llvm::BasicBlock& block : function_) {
      Instruction* const end = block.getTerminator();
      if (!llvm::isa<llvm::ReturnInst>(end) && !llvm::isa<llvm::ResumeInst>(end)) continue;
      llvm::CallInst* const last = block.getTerminatingMustTailCall();
      exits_.push_back(last != nullptr ? static_cast<Instruction*>(last) : end);
    }
  }
  void call_with_local(const char* name, Value* local, Value* size, std::uint32_t number) {
    builder_.CreateCall(hook(name, {builder_.getPtrTy(), builder_.getInt64Ty(), builder_.getInt32Ty()}),
                        {local, size, builder_.getInt32(number)});
  }

  void leave_at_exits(Value* local, Value* size, std::uint32_t number) {
    for (Instruction* exit : exits_) {
      go_before(exit);
      call_with_local(kEndFunctionName, local, size, number);
    }
  }

  /// Where control arrives from functions that have not returned.
  void treat_landings() {
    SmallVector<Instruction*> places;
    for (Instruction& each : llvm::instructions(function_)) {
      if (each.isEHPad()) places.push_back(&*each.getParent()->getFirstInsertionPt());
      const auto* const call = dyn_cast<CallBase>(&each);
      if (call == nullptr || !call->hasFnAttr(llvm::Attribute::ReturnsTwice)) continue;
      if (!each.isTerminator()) places.push_back(each.getNextNode());
    }
    for (Instruction* each : places) {
      go_before(each);
      builder_.CreateCall(hook(kLandedName, {}), {});
    }
  }

  /// The markers have done their work then: code generation would let locals of other blocks have the same place.
  void treat_blocks() {
    SmallVector<llvm::IntrinsicInst*> markers;
    for (Instruction& each : llvm::instructions(function_)) {
      auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(&each);
      if (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) markers.push_back(intrinsic);
    }
    for (llvm::IntrinsicInst* each : markers) {
      const AllocaInst* const local = llvm::findAllocaForValue(each->getArgOperand(1), true);
      const auto known = local != nullptr ? locals_.find(local) : locals_.end();
      if (known != locals_.end() && known->second.is_shared && known->second.is_tracked &&
          known->second.bytes == nullptr) {
        go_before(each);
        Value* const place = const_cast<AllocaInst*>(local);
        Value* const size = builder_.getInt64(known->second.size);
        if (each->getIntrinsicID() == llvm::Intrinsic::lifetime_end) {
          call_with_local(kEndBlockName, place, size, known->second.number);
        } else {
          builder_.CreateCall(hook(kReviveName, {builder_.getPtrTy(), builder_.getInt64Ty()}), {place, size});
        }
      }
      each->eraseFromParent();
    }
  }

  /// What is passed in memory lies where other functions may have left marks.
  void clear_parameters() {
    const auto revive = [&](Value* place, std::uint64_t size) {
      builder_.CreateCall(hook(kReviveName, {builder_.getPtrTy(), builder_.getInt64Ty()}),
                          {place, builder_.getInt64(size)});
    };
    for (llvm::Argument& each : function_.args()) {
      if (!each.hasByValAttr() || each.use_empty()) continue;
      go_before(&*function_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
      revive(&each, module_.getDataLayout().getTypeAllocSize(each.getParamByValType()));
    }
    if (!function_.isVarArg()) return;
    constexpr std::uint64_t kRegisterArea = 176, kPlaceOfIt = 16;  // in the record that va_start fills
    for (Instruction& each : llvm::instructions(function_)) {
      const auto* const start = dyn_cast<llvm::VAStartInst>(&each);
      if (start == nullptr) continue;
      go_before(each.getNextNode());
      Value* const field = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), start->getArgList(), kPlaceOfIt);
      revive(builder_.CreateLoad(builder_.getPtrTy(), field), kRegisterArea);
    }
  }

  /// Variable arguments that do not fit into registers: only the caller knows how many.
  void clear_outgoing() {
    constexpr std::uint64_t kIntegers = 6, kNumbers = 8;
    SmallVector<std::pair<CallBase*, std::uint64_t>> calls;
    for (Instruction& each : llvm::instructions(function_)) {
      auto* const call = dyn_cast<CallBase>(&each);
      if (call == nullptr || !call->getFunctionType()->isVarArg() || call->isInlineAsm()) continue;
      if (call->getCalledFunction() != nullptr && call->getCalledFunction()->isDeclaration()) continue;
      std::uint64_t integers = 0, numbers = 0, bytes = 0;
      for (unsigned i = 0; i < call->arg_size(); ++i) {
        llvm::Type* const type =
            call->isByValArgument(i) ? call->getParamByValType(i) : call->getArgOperand(i)->getType();
        const std::uint64_t size = llvm::alignTo(module_.getDataLayout().getTypeAllocSize(type), 16);
        const bool is_large = call->isByValArgument(i) || type->isX86_FP80Ty() || size > 16;
        std::uint64_t& registers = type->isFloatingPointTy() || type->isVectorTy() ? numbers : integers;
        if (is_large || ++registers > (&registers == &numbers ? kNumbers : kIntegers)) bytes += size;
      }
      if (bytes > 0) calls.push_back({call, bytes});
    }
    for (const auto& [call, bytes] : calls) {
      go_before(call);
      builder_.CreateCall(hook(kOutgoingName, {builder_.getInt64Ty()}), {builder_.getInt64(bytes)});
    }
  }

  /// A variable-length array or alloca().
  void pad_dynamic(Tracked& each) {
    AllocaInst& local = *each.local;
    const std::uint64_t alignment = std::max<std::uint64_t>(local.getAlign().value(), kLeastZone);
    go_before(&local);
    Value* const bytes = each.treatment.bytes;
    Value* const whole = builder_.CreateAdd(bytes, builder_.getInt64(alignment + 3 * kLeastZone));
    AllocaInst* const padded = builder_.CreateAlloca(builder_.getInt8Ty(), whole);
    padded->setAlignment(llvm::Align(alignment));
    Value* const begin = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), padded, alignment);
    call_with_local(kEnterLocalName, begin, bytes, each.treatment.number);
    llvm::DIBuilder debug(module_, false);
    llvm::replaceDbgDeclare(&local, begin, debug, llvm::DIExpression::ApplyOffset, 0);
    local.replaceAllUsesWith(begin);
    if (each.treatment.escapes) note_dynamic(each, begin, bytes);
    local.eraseFromParent();
  }

  /// Where it is, for the exits, which it does not dominate.
  void note_dynamic(const Tracked& each, Value* begin, Value* bytes) {
    IRBuilder<>::InsertPointGuard guard(builder_);
    Instruction* const after = dyn_cast<Instruction>(begin)->getNextNode();
    builder_.SetInsertPoint(&*function_.getEntryBlock().getFirstInsertionPt());
    AllocaInst* const place = builder_.CreateAlloca(builder_.getPtrTy(), nullptr, kOwnLocalName);
    AllocaInst* const size = builder_.CreateAlloca(builder_.getInt64Ty(), nullptr, kOwnLocalName);
    builder_.CreateStore(builder_.getInt64(0), size);
    builder_.CreateStore(llvm::ConstantPointerNull::get(builder_.getPtrTy()), place);
    go_before(after);
    builder_.CreateStore(begin, place);
    builder_.CreateStore(bytes, size);
    SmallVector<Instruction*> ends(exits_);
    for (Instruction& instruction : llvm::instructions(function_)) {
      auto* const restore = dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (restore != nullptr && restore->getIntrinsicID() == llvm::Intrinsic::stackrestore) ends.push_back(restore);
    }
    for (Instruction* end : ends) {
      const bool is_exit = std::find(exits_.begin(), exits_.end(), end) != exits_.end();
      go_before(end);
      Value* const known = builder_.CreateLoad(builder_.getInt64Ty(), size);
      Value* const where = builder_.CreateLoad(builder_.getPtrTy(), place);
      Value* gone = known;
      if (!is_exit) {
        // Those that were made since the stack pointer was saved.
        Value* const saved = builder_.CreatePtrToInt(dyn_cast<CallBase>(end)->getArgOperand(0), builder_.getInt64Ty());
        Value* const is_gone = builder_.CreateICmpULT(builder_.CreatePtrToInt(where, builder_.getInt64Ty()), saved);
        gone = builder_.CreateSelect(is_gone, known, builder_.getInt64(0));
      }
      call_with_local(is_exit ? kEndFunctionName : kEndBlockName, where, gone, each.treatment.number);
    }
  }

  // --- locals of known sizes

  /// Inline for the first cells, which is all of them as a rule.
  void clear_exposed() {
    move_to_top(function_);
    Instruction* place = &*function_.getEntryBlock().getFirstInsertionPt();
    while (llvm::isa<AllocaInst>(place)) place = place->getNextNode();
    go_before(place);
    auto* const word = builder_.getInt64Ty();
    Value* marks = builder_.getInt64(0);
    Value* tails = builder_.getInt64(0);
    std::uint64_t cells = 0;
    for (const Tracked& each : exposed_) {
      // Its cells are its own then.
      each.local->setAlignment(std::max(each.local->getAlign(), llvm::Align(kCellSize)));
      Value* const address = builder_.CreatePtrToInt(each.local, word);
      Value* const shadow = builder_.CreateIntToPtr(builder_.CreateShl(address, 1), builder_.getPtrTy());
      for (std::uint64_t at = 0; at < each.treatment.size && cells <= kMostInline; at += kCellSize, ++cells) {
        Value* const part = builder_.CreateConstInBoundsGEP1_64(word, shadow, at / kCellSize * 2);
        marks = builder_.CreateOr(marks, builder_.CreateLoad(word, part));
      }
      if (cells <= kMostInline) tails = builder_.CreateOr(tails, tail_at(shadow, cells_of(each)));
    }
    if (cells <= kMostInline) {
      llvm::MDNode* const weights = llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1000);
      Value* const limits = builder_.CreateOr(builder_.CreateAnd(marks, kStackBit), tails);
      Value* const is_marked = builder_.CreateICmpNE(limits, builder_.getInt64(0));
      go_before(llvm::SplitBlockAndInsertIfThen(is_marked, place, false, weights));
    }
    for (const Tracked& each : exposed_) {
      builder_.CreateCall(hook(kReviveName, {builder_.getPtrTy(), word}),
                          {each.local, builder_.getInt64(cells_of(each) * kCellSize)});
    }
  }

  static std::uint64_t cells_of(const Tracked& each) { return llvm::divideCeil(each.treatment.size, kCellSize); }

  /// Not 0 if a red zone in the cell limits accesses of the cell before it. The zone is stale: exposed locals have
  /// none.
  Value* tail_at(Value* shadow, std::uint64_t cell) {
    constexpr std::uint64_t kTail = std::uint64_t{kCellSize - 1} << kMarkTailShift;
    // The lower bit of the kind, which only words of marks have: segments and places of lists stay below it.
    constexpr std::uint64_t kAfter = std::uint64_t{1} << kMarkKindShift;
    static_assert(static_cast<std::uint64_t>(StackMark::Kind::After) == 1);
    auto* const word = builder_.getInt64Ty();
    Value* const read = builder_.CreateLoad(word, builder_.CreateConstGEP1_64(word, shadow, cell * 2 + 1));
    // All ones if it has that bit.
    Value* const is_after = builder_.CreateAShr(builder_.CreateShl(read, llvm::countl_zero(kAfter)), 63);
    return builder_.CreateAnd(builder_.CreateAnd(read, is_after), kTail);
  }

  std::uint64_t lay_out() {
    std::uint64_t end = 0, zone = kLeastZone;
    for (Tracked& each : tracked_) {
      const std::uint64_t alignment = std::max<std::uint64_t>(each.local->getAlign().value(), kCellSize);
      each.offset = llvm::alignTo(end + zone, alignment);
      end = each.offset + each.treatment.size;
      zone = zone_behind(each.treatment.size);
    }
    return llvm::alignTo(end + zone, kLeastZone);
  }

  void merge() {
    const std::uint64_t size = lay_out();
    move_to_top(function_);
    builder_.SetInsertPoint(&*function_.getEntryBlock().getFirstInsertionPt());
    auto* const type = llvm::ArrayType::get(builder_.getInt8Ty(), size);
    AllocaInst* const frame = builder_.CreateAlloca(type, nullptr, kOwnLocalName);
    llvm::Align alignment(kLeastZone);
    for (const Tracked& each : tracked_) alignment = std::max(alignment, each.local->getAlign());
    frame->setAlignment(alignment);
    Instruction* place = frame->getNextNode();
    while (llvm::isa<AllocaInst>(place)) place = place->getNextNode();
    go_before(place);
    SmallVector<llvm::Constant*> rows;
    llvm::DIBuilder debug(module_, false);
    for (const Tracked& each : tracked_) {
      rows.push_back(builder_.getInt32(static_cast<std::uint32_t>(each.offset)));
      rows.push_back(builder_.getInt32(static_cast<std::uint32_t>(each.treatment.size)));
    }
    auto* const table_type = llvm::ArrayType::get(builder_.getInt32Ty(), rows.size());
    auto* const table = new llvm::GlobalVariable(module_, table_type, true, llvm::GlobalValue::PrivateLinkage,
                                                 llvm::ConstantArray::get(table_type, rows), "qpor.locals");
    call_enter(frame, table, size, place);
    for (const Tracked& each : tracked_) {
      builder_.SetInsertPoint(frame->getNextNode());
      Value* const begin = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), frame, each.offset);
      llvm::replaceDbgDeclare(each.local, frame, debug, llvm::DIExpression::ApplyOffset, static_cast<int>(each.offset));
      each.local->replaceAllUsesWith(begin);
      each.local->eraseFromParent();
    }
  }

  void call_enter(AllocaInst* frame, llvm::GlobalVariable* table, std::uint64_t size, Instruction* place) {
    if (size / kCellSize <= kMostInline) {
      Value* const differs = difference_to_entered(frame, size);
      llvm::MDNode* const weights = llvm::MDBuilder(function_.getContext()).createBranchWeights(1, 1000);
      Value* const is_other = builder_.CreateICmpNE(differs, builder_.getInt64(0));
      go_before(llvm::SplitBlockAndInsertIfThen(is_other, place, false, weights));
    }
    auto* const integer = builder_.getInt32Ty();
    builder_.CreateCall(
        hook(kEnterFrameName, {builder_.getPtrTy(), builder_.getPtrTy(), integer, integer, integer}),
        {frame, table, builder_.getInt32(static_cast<std::uint32_t>(tracked_.size())),
         builder_.getInt32(tracked_.front().treatment.number), builder_.getInt32(static_cast<std::uint32_t>(size))});
  }

  /// 0 when the cells are as enter_frame would make them.
  Value* difference_to_entered(AllocaInst* frame, std::uint64_t size) {
    auto* const word = builder_.getInt64Ty();
    Value* const shadow =
        builder_.CreateIntToPtr(builder_.CreateShl(builder_.CreatePtrToInt(frame, word), 1), builder_.getPtrTy());
    const auto part = [&](std::uint64_t offset, std::uint64_t which) {
      return builder_.CreateLoad(word,
                                 builder_.CreateConstInBoundsGEP1_64(word, shadow, offset / kCellSize * 2 + which));
    };
    Value* differs = builder_.getInt64(0);
    Value* marks = builder_.getInt64(0);
    const auto zone = [&](std::uint64_t from, std::uint64_t to, StackMark::Kind kind, const Tracked& near) {
      for (std::uint64_t at = from; at < to; at += kCellSize) {
        const std::uint64_t distance =
            (kind == StackMark::Kind::Before ? near.offset - at : at - near.offset) / kCellSize;
        const std::uint64_t tail = kind == StackMark::Kind::After ? near.treatment.size % kCellSize : 0;
        Value* const expected = builder_.getInt64(mark_word(kind, near.treatment.number, distance, tail));
        differs = builder_.CreateOr(differs, builder_.CreateXor(part(at, 1), expected));
      }
    };
    std::uint64_t from = 0;
    for (std::size_t i = 0; i < tracked_.size(); ++i) {
      const Tracked& each = tracked_[i];
      const std::uint64_t end = each.offset + each.treatment.size;
      zone(from, each.offset, StackMark::Kind::Before, each);
      for (std::uint64_t at = each.offset; at < end; at += kCellSize) {
        if (end - at >= kCellSize) {
          marks = builder_.CreateOr(marks, part(at, 0));
        } else {
          const std::uint64_t behind = kBytes & ~((std::uint64_t{1} << (end - at)) - 1);
          Value* const both = builder_.CreateOr(part(at, 0), part(at, 1));
          differs = builder_.CreateOr(differs, builder_.CreateAnd(both, kListBit | kStackBit | behind));
        }
      }
      from = i + 1 == tracked_.size() ? size : tracked_[i + 1].offset - kCellSize;
      zone(llvm::alignTo(end, kCellSize), from, StackMark::Kind::After, each);
    }
    return builder_.CreateOr(differs, builder_.CreateAnd(marks, kStackBit));
  }

  Function& function_;
  llvm::Module& module_;
  const FunctionLocals& locals_;
  IRBuilder<> builder_;
  SmallVector<Tracked> tracked_, dynamic_, exposed_;
  SmallVector<Instruction*> exits_;
};

}  // namespace

llvm::DenseMap<Function*, FunctionLocals> decide_about_locals(llvm::Module& module, std::vector<LocalInModule>& all) {
  if (all.empty()) all.emplace_back();  // number 0 is none
  Decisions decisions(module, all);
  llvm::DenseMap<Function*, FunctionLocals> result;
  for (Function& each : module) {
    if (each.isDeclaration()) continue;
    copy_parameters(each);
    move_to_top(each);
    result[&each] = decisions.decide(each);
  }
  return result;
}

void add_stack_checks(Function& function, const FunctionLocals& locals) { StackChecks(function, locals).add(); }

}  // namespace qpor::frontend::native
