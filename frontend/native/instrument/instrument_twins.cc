#include "frontend/native/instrument/instrument_twins.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_memory.h"

namespace qpor::frontend::native {
namespace {

using llvm::AllocaInst;
using llvm::BasicBlock;
using llvm::CallBase;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::isa;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

/// What a call reads from outside into memory: the argument that points there, and what the result counts.
struct BytesRead {
  enum class Unit { None, Byte, Item, Text } unit;  ///< an item has the size that argument 1 says
  unsigned place;
};

BytesRead bytes_read_by(llvm::StringRef name) {
  using Unit = BytesRead::Unit;
  return llvm::StringSwitch<BytesRead>(name)
      .Cases("read", "__read", "pread", "pread64", {Unit::Byte, 1})
      .Case("getrandom", {Unit::Byte, 0})
      .Cases("fread", "fread_unlocked", {Unit::Item, 0})
      .Cases("fgets", "fgets_unlocked", {Unit::Text, 0})
      .Default({Unit::None, 0});
}

/// As the program calls it: what qpor puts before it says that its accesses are announced.
llvm::StringRef name_of(const Function& function) {
  llvm::StringRef name = function.getName();
  name.consume_front(kCheckedPrefix);
  return name;
}

class TwinNotes {
 public:
  explicit TwinNotes(llvm::Module& module) : module_(module), layout_(module.getDataLayout()) {}

  void add(Function& function) {
    SmallVector<AllocaInst*> fixed, others;
    SmallVector<llvm::IntrinsicInst*> beginnings;
    SmallVector<CallBase*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      if (auto* const local = dyn_cast<AllocaInst>(&each)) {
        (local->isStaticAlloca() ? fixed : others).push_back(local);
      } else if (auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(&each);
                 intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
        beginnings.push_back(intrinsic);
      } else if (auto* const call = dyn_cast<CallBase>(&each); call != nullptr && tells_something(*call)) {
        calls.push_back(call);
      }
    }
    for (CallBase* each : calls) note(*each);
    for (llvm::IntrinsicInst* each : beginnings) clear(*each);
    for (AllocaInst* each : others) clear({each}, each->getNextNode());
    if (!fixed.empty()) clear_at_entry(function, fixed);
  }

 private:
  // --- local variables

  /// Ends the block before `at` with a branch to a new one, whose end is returned, that is taken while the flag is set.
  Instruction* where_flag_is_set(Instruction* at) {
    IRBuilder<> builder(at);
    auto* const byte = builder.getInt8Ty();
    auto* const flag = llvm::cast<llvm::GlobalVariable>(module_.getOrInsertGlobal(kTwinFlagName, byte));
    Value* const is_set = builder.CreateICmpNE(builder.CreateLoad(byte, flag), builder.getInt8(0));
    llvm::MDNode* const weights = llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 1000);
    return llvm::SplitBlockAndInsertIfThen(is_set, at->getIterator(), false, weights);
  }

  void clear(llvm::ArrayRef<AllocaInst*> locals, Instruction* at) {
    IRBuilder<> builder(where_flag_is_set(at));
    for (AllocaInst* each : locals) {
      Value* const count = builder.CreateZExtOrTrunc(each->getArraySize(), builder.getInt64Ty());
      Value* const size =
          builder.CreateMul(count, builder.getInt64(layout_.getTypeAllocSize(each->getAllocatedType())));
      builder.CreateMemSet(each, builder.getInt8(0), size, each->getAlign());
    }
  }

  /// A variable that is there only in a part of the function has no memory before.
  void clear(llvm::IntrinsicInst& beginning) {
    auto* const local = dyn_cast<AllocaInst>(beginning.getArgOperand(1)->stripPointerCasts());
    if (local != nullptr && local->isStaticAlloca()) clear({local}, beginning.getNextNode());
  }

  void clear_at_entry(Function& function, llvm::ArrayRef<AllocaInst*> locals) {
    SmallVector<AllocaInst*> whole;
    BasicBlock& entry = function.getEntryBlock();
    for (AllocaInst* each : locals) {
      const bool is_partly_there = std::any_of(each->user_begin(), each->user_end(), [](const llvm::User* user) {
        const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(user);
        return intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
      });
      if (!is_partly_there) whole.push_back(each);
    }
    // They depend on nothing, so that all can come first.
    for (AllocaInst* each : llvm::reverse(locals)) each->moveBefore(entry, entry.begin());
    Instruction* first = &*entry.begin();
    while (isa<AllocaInst>(first)) first = first->getNextNode();
    if (!whole.empty()) clear(whole, first);
  }

  // --- values

  static bool is_shown(const Type* type) {
    return (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) || type->isFloatTy() || type->isDoubleTy();
  }

  static bool tells_something(const CallBase& call) {
    if (call.isMustTailCall()) return false;
    const Function* const callee = call.getCalledFunction();
    if (callee != nullptr && bytes_read_by(name_of(*callee)).unit != BytesRead::Unit::None) {
      return callee->isDeclaration();
    }
    const Type* const type = call.getType();
    const auto* const parts = dyn_cast<llvm::StructType>(type);
    const bool has_part = parts != nullptr && std::any_of(parts->element_begin(), parts->element_end(),
                                                          [](Type* t) { return is_shown(t); });
    if (!is_shown(type) && !has_part) return false;
    if (call.isInlineAsm()) return true;
    if (callee == nullptr || !callee->isDeclaration() || name_of(*callee).starts_with("qpor.")) return false;
    // Arithmetic is not told by anybody.
    return !callee->isIntrinsic() || !callee->doesNotAccessMemory();
  }

  /// The first place after the call; null when there is none.
  static Instruction* behind(CallBase& call) {
    auto* const invoke = dyn_cast<llvm::InvokeInst>(&call);
    if (invoke == nullptr) return isa<llvm::CallInst>(call) ? call.getNextNode() : nullptr;
    BasicBlock* next = invoke->getNormalDest();
    if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(invoke->getParent(), next);
    return &*next->getFirstInsertionPt();
  }

  void note(CallBase& call) {
    Instruction* const at = behind(call);
    if (at == nullptr) return;
    IRBuilder<> builder(where_flag_is_set(at));
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    if (const auto* const parts = dyn_cast<llvm::StructType>(call.getType())) {
      for (unsigned i = 0; i < parts->getNumElements(); ++i) {
        if (is_shown(parts->getElementType(i))) note_value(builder, builder.CreateExtractValue(&call, {i}));
      }
    } else if (is_shown(call.getType())) {
      note_value(builder, &call);
    }
    if (const Function* const callee = call.getCalledFunction()) {
      note_bytes(builder, call, bytes_read_by(name_of(*callee)));
    }
  }

  void note_value(IRBuilder<>& builder, Value* value) {
    if (value->getType()->isFloatTy()) value = builder.CreateBitCast(value, builder.getInt32Ty());
    if (value->getType()->isDoubleTy()) value = builder.CreateBitCast(value, builder.getInt64Ty());
    const auto hook = module_.getOrInsertFunction(kTwinValueName, builder.getVoidTy(), builder.getInt64Ty());
    builder.CreateCall(hook, {builder.CreateSExtOrTrunc(value, builder.getInt64Ty())});
  }

  void note_bytes(IRBuilder<>& builder, CallBase& call, const BytesRead& bytes) {
    if (bytes.unit == BytesRead::Unit::None || call.arg_size() < 2) return;
    Value* const place = call.getArgOperand(bytes.place);
    if (!place->getType()->isPointerTy()) return;
    auto* const word = builder.getInt64Ty();
    Value* const zero = builder.getInt64(0);
    Value* count = nullptr;
    if (bytes.unit == BytesRead::Unit::Text) {
      if (!call.getType()->isPointerTy()) return;
      // Nothing was read when the result is null.
      Value* const has_read = builder.CreateICmpNE(&call, llvm::Constant::getNullValue(call.getType()));
      Value* const most = builder.CreateSExtOrTrunc(call.getArgOperand(1), word);
      const auto size = module_.getOrInsertFunction(kStringSizeName, word, builder.getPtrTy(), word);
      count = builder.CreateCall(size, {place, builder.CreateSelect(has_read, most, zero)});
    } else {
      if (!call.getType()->isIntegerTy()) return;
      count = builder.CreateSExtOrTrunc(&call, word);
      count = builder.CreateSelect(builder.CreateICmpSLT(count, zero), zero, count);  // an error
      if (bytes.unit == BytesRead::Unit::Item) {
        count = builder.CreateMul(count, builder.CreateZExtOrTrunc(call.getArgOperand(1), word));
      }
    }
    const auto hook = module_.getOrInsertFunction(kTwinBytesName, builder.getVoidTy(), builder.getPtrTy(), word);
    builder.CreateCall(hook, {place, count});
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
};

}  // namespace

void instrument_twins(llvm::Module& module) {
  TwinNotes notes(module);
  for (Function& each : module) {
    if (!each.isDeclaration()) notes.add(each);
  }
}

}  // namespace qpor::frontend::native
