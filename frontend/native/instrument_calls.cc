// Calls of library functions that access memory of the program: the accesses are announced to accesses.h around the
// call, as functions_accesses.def says.

#include <optional>
#include <string>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "frontend/native/instrument_memory.h"

namespace qpor::frontend::native {
namespace {

using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::StringRef;
using llvm::Value;

/// What the call of a library function accesses, as functions_accesses.def has it.
struct CallAccesses {
  StringRef what;
  std::optional<unsigned> format;  ///< the argument that is one
};

CallAccesses accesses_of(StringRef name) {
  static const llvm::StringMap<CallAccesses> table = [] {
    llvm::StringMap<CallAccesses> rows;
#define QPOR_ACCESSES(name, accesses) rows[name].what = accesses;
#define QPOR_FORMATS(name, argument) rows[name].format = argument;
#include "frontend/native/functions_accesses.def"
    return rows;
  }();
  return table.lookup(name);
}

/// Members of std::string: those that are const read the object, the others write it.
StringRef accesses_of_string_member(StringRef name, bool returns_in_memory) {
  constexpr StringRef kMember = "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
  const bool is_const = name.consume_front("_ZNK");
  if ((!is_const && !name.consume_front("_ZN")) || !name.starts_with(kMember)) return "";
  if (is_const) return returns_in_memory ? "r1:=32" : "r0:=32";
  return returns_in_memory ? "w1:=32" : "w0:=32";
}

bool is_releasing(StringRef name) {
  if (!name.starts_with("_ZNSt")) return false;
  for (const char* part : {"10_M_releaseEv", "_M_release_last_use", "_M_weak_release", "_M_release_ownership"}) {
    if (name.contains(part)) return true;
  }
  return false;
}

class CallChecks {
 public:
  explicit CallChecks(llvm::Module& module) : module_(module) {}

  void add(Function& function) {
    llvm::SmallVector<llvm::CallBase*> calls, releases;
    const bool is_quiet = is_releasing(function.getName());
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = dyn_cast<llvm::CallBase>(&each);
      if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
      if (is_quiet || is_inlined_release(*call)) releases.push_back(call);
      const Function* const callee = call->getCalledFunction();
      if (callee != nullptr && !callee->isIntrinsic()) calls.push_back(call);
    }
    for (llvm::CallBase* each : calls) add(*each);
    for (llvm::CallBase* each : releases) make_quiet(*each);
  }

 private:
  /// Is the call in a function of the C++ library that gives up a counted reference, and that was inlined?
  bool is_inlined_release(const llvm::CallBase& call) {
    for (const llvm::DILocation* at = call.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
      const llvm::DISubprogram* const program = at->getScope()->getSubprogram();
      if (program == nullptr) continue;
      const auto [known, is_new] = releasing_.try_emplace(program, false);
      if (is_new) known->second = is_releasing(program->getLinkageName());
      if (known->second) return true;
    }
    return false;
  }

  void add(llvm::CallBase& call) {
    const Function& callee = *call.getCalledFunction();
    CallAccesses accesses = accesses_of(callee.getName());
    if (accesses.what.empty()) {
      accesses.what = accesses_of_string_member(callee.getName(), call.hasStructRetAttr());
    }
    if (!callee.isDeclaration() && callee.getName() != "memcpy") {
      // The program's own function of that name is instrumented itself.
      if (!callee.getName().starts_with("_Z")) return;
      accesses.what = "";
    }
    llvm::SmallVector<StringRef> parts;
    accesses.what.split(parts, ' ', -1, false);
    for (const StringRef part : parts) add_part(call, part);
    if (accesses.format) add_format(call, *accesses.format);
  }

  void make_quiet(llvm::CallBase& call) {
    IRBuilder<> builder(&call);
    builder.CreateCall(module_.getOrInsertFunction(kQuietBeginName, builder.getVoidTy()));
    const auto end = module_.getOrInsertFunction(kQuietEndName, builder.getVoidTy());
    if (auto* const invoke = dyn_cast<llvm::InvokeInst>(&call)) {
      for (llvm::BasicBlock* next : {invoke->getNormalDest(), invoke->getUnwindDest()}) {
        if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(invoke->getParent(), next);
        builder.SetInsertPoint(next, next->getFirstInsertionPt());
        builder.SetCurrentDebugLocation(call.getDebugLoc());
        builder.CreateCall(end);
      }
    } else if (call.getNextNode() != nullptr) {
      builder.SetInsertPoint(call.getNextNode());
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      builder.CreateCall(end);
    }
  }

  void add_part(llvm::CallBase& call, StringRef part) {
    const char kind = part[0];
    const bool is_after = llvm::isUpper(kind);
    const bool is_write = llvm::toLower(kind) == 'w';
    unsigned argument = 0;
    part = part.drop_front();
    part.consumeInteger(10, argument);
    part.consume_front(":");
    if (argument >= call.arg_size() || !call.getArgOperand(argument)->getType()->isPointerTy()) return;
    Instruction* place = &call;
    if (is_after) {
      place = dyn_cast<llvm::CallInst>(&call) != nullptr ? call.getNextNode() : nullptr;
      if (place == nullptr) return;
    }
    IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    Value* const size = size_of(builder, call, part);
    if (size == nullptr) return;
    const auto hook = module_.getOrInsertFunction(is_write ? kWriteName : kReadName, builder.getVoidTy(),
                                                  builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(hook, {call.getArgOperand(argument), size});
  }

  Value* as_size(IRBuilder<>& builder, Value* value) {
    return value->getType()->isIntegerTy() ? builder.CreateSExtOrTrunc(value, builder.getInt64Ty()) : nullptr;
  }

  Value* argument_as_size(IRBuilder<>& builder, llvm::CallBase& call, StringRef& text) {
    unsigned argument = 0;
    if (text.consumeInteger(10, argument) || argument >= call.arg_size()) return nullptr;
    return as_size(builder, call.getArgOperand(argument));
  }

  Value* string_size(IRBuilder<>& builder, llvm::CallBase& call, StringRef& text) {
    unsigned argument = 0;
    if (text.consumeInteger(10, argument) || argument >= call.arg_size()) return nullptr;
    Value* most = builder.getInt64(~std::uint64_t{0});
    if (text.consume_front(",")) most = argument_as_size(builder, call, text);
    const auto hook =
        module_.getOrInsertFunction(kStringSizeName, builder.getInt64Ty(), builder.getPtrTy(), builder.getInt64Ty());
    return most == nullptr ? nullptr : builder.CreateCall(hook, {call.getArgOperand(argument), most});
  }

  /// Null when the call is not of the form that the table expects.
  Value* size_of(IRBuilder<>& builder, llvm::CallBase& call, StringRef text) {
    if (text.consume_front("=")) {
      std::uint64_t bytes = 0;
      text.consumeInteger(10, bytes);
      return builder.getInt64(bytes);
    }
    if (text.consume_front("a")) {
      Value* size = argument_as_size(builder, call, text);
      if (size == nullptr || !text.consume_front("*a")) return size;
      Value* const factor = argument_as_size(builder, call, text);
      return factor == nullptr ? nullptr : builder.CreateMul(size, factor);
    }
    if (text.consume_front("s") || text.consume_front("n")) return string_size(builder, call, text);
    if (text.consume_front("m")) {
      Value* const most = argument_as_size(builder, call, text);
      Value* const length = as_size(builder, &call);
      if (most == nullptr || length == nullptr) return nullptr;
      Value* const whole = builder.CreateAdd(length, builder.getInt64(1));
      return builder.CreateSelect(builder.CreateICmpULT(whole, most), whole, most);
    }
    if (!text.consume_front("ret")) return nullptr;
    Value* const result = as_size(builder, &call);
    if (result == nullptr || !text.consume_front("*a")) return result;
    Value* const factor = argument_as_size(builder, call, text);
    return factor == nullptr ? nullptr : builder.CreateMul(result, factor);
  }

  /// Only formats that are known now.
  void add_format(llvm::CallBase& call, unsigned argument) {
    if (argument >= call.arg_size()) return;
    const auto* const variable = dyn_cast<llvm::GlobalVariable>(call.getArgOperand(argument)->stripPointerCasts());
    if (variable == nullptr || !variable->isConstant() || !variable->hasInitializer()) return;
    const auto* const text = dyn_cast<llvm::ConstantDataArray>(variable->getInitializer());
    if (text == nullptr || !text->isString()) return;
    StringRef rest = text->getAsString();
    unsigned next = argument + 1;
    for (;;) {
      rest = rest.drop_front(std::min(rest.find('%'), rest.size()));
      if (rest.size() < 2) return;
      rest = rest.drop_front();
      if (rest.consume_front("%")) continue;
      bool has_precision = false;
      for (; !rest.empty() && StringRef("-+ #0123456789.*'hlLqjzt").contains(rest[0]); rest = rest.drop_front()) {
        if (rest[0] == '*') ++next;
        if (rest[0] == '.') has_precision = true;
      }
      if (rest.empty() || next >= call.arg_size()) return;
      if (rest[0] == 's' && !has_precision) {
        const std::string number = std::to_string(next);
        add_part(call, "r" + number + ":s" + number);
      }
      ++next;
    }
  }

  llvm::Module& module_;
  llvm::DenseMap<const llvm::DISubprogram*, bool> releasing_;  ///< as far as it was asked for
};

}  // namespace

void add_call_checks(llvm::Module& module) {
  CallChecks checks(module);
  for (Function& each : module) {
    if (!each.isDeclaration()) checks.add(each);
  }
}

}  // namespace qpor::frontend::native
