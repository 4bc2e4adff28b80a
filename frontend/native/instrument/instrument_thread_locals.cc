#include "frontend/native/instrument/instrument_thread_locals.h"

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include "frontend/native/instrument/instrument_errno.h"

namespace qpor::frontend::native {
namespace {

using llvm::ArrayType;
using llvm::Constant;
using llvm::ConstantStruct;
using llvm::dyn_cast;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Module;
using llvm::PointerType;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

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

}  // namespace

void lower_thread_locals(llvm::Module& module, Instrumented& result) { ThreadLocals(module).lower(result); }

}  // namespace qpor::frontend::native
