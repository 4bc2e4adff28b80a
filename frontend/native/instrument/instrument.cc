#include "frontend/native/instrument/instrument.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace qpor::frontend::native {

using llvm::Constant;
using llvm::Function;
using llvm::FunctionType;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::Module;
using llvm::SmallVector;

void make_definition(Function& function, const llvm::AttributeList& attributes) {
  function.clearMetadata();
  function.setAttributes(attributes);
  function.addFnAttr(llvm::Attribute::NoInline);
  function.addFnAttr(llvm::Attribute::getWithUWTableKind(function.getContext(), llvm::UWTableKind::Async));
  function.setComdat(nullptr);
  function.setLinkage(GlobalValue::InternalLinkage);
}

llvm::AttributeList without_promises(const Function& function) {
  const llvm::AttributeList all = function.getAttributes();
  SmallVector<llvm::AttributeSet> parameters;
  for (unsigned i = 0; i < function.arg_size(); ++i) parameters.push_back(all.getParamAttrs(i));
  return llvm::AttributeList::get(function.getContext(), {}, all.getRetAttrs(), parameters);
}

Constant* text_constant(Module& module, const std::string& text) {
  Constant* const bytes = llvm::ConstantDataArray::getString(module.getContext(), text);
  return new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes);
}

void note_unseen_before(Instruction& instruction, UnseenKind kind, const std::string& name) {
  Module& module = *instruction.getModule();
  IRBuilder<> builder(&instruction);  // with its line
  const llvm::FunctionCallee note = module.getOrInsertFunction(
      kUnseenName, FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getPtrTy()}, false));
  builder.CreateCall(note, {builder.getInt32(static_cast<std::uint32_t>(kind)), text_constant(module, name)});
}

}  // namespace qpor::frontend::native
