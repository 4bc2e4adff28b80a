#include "frontend/native/instrument/pad_globals.h"

#include <algorithm>

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

namespace qpor::frontend::native {
namespace {

using llvm::Constant;
using llvm::GlobalValue;
using llvm::GlobalVariable;

bool is_padded(const GlobalVariable& variable) {
  if (variable.isDeclaration() || variable.isThreadLocal() || variable.hasSection()) return false;
  if (variable.hasCommonLinkage() || variable.hasAppendingLinkage() || variable.hasAvailableExternallyLinkage() ||
      variable.isExternallyInitialized()) {
    return false;
  }
  const llvm::StringRef name = variable.getName();
  // Tables of virtual functions and types, guards of static variables: nobody indexes them.
  return !name.starts_with("llvm.") && !name.starts_with("qpor.") && !name.starts_with("_ZT") &&
         !name.starts_with("_ZGV");
}

/// At least 16, and more behind large ones, where indices go astray further. All globals are copied at the beginning of
/// each run, so that it must not be much. A multiple of 16 together with the variable, so that the next one shares no
/// cell of the shadow with these bytes.
std::uint64_t padding_of(std::uint64_t size) {
  const std::uint64_t least = size <= 64 ? 16 : size <= 1024 ? 32 : 64;
  return llvm::alignTo(size + least, 16) - size;
}

void pad(llvm::Module& module, GlobalVariable& variable, std::uint64_t size) {
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::LLVMContext& context = module.getContext();
  auto* const bytes = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), padding_of(size));
  Constant* const value =
      llvm::ConstantStruct::getAnon({variable.getInitializer(), Constant::getNullValue(bytes)}, /*Packed=*/true);
  auto* const padded =
      new GlobalVariable(module, value->getType(), variable.isConstant(), variable.getLinkage(), value, "", &variable);
  padded->copyAttributesFrom(&variable);
  padded->setAlignment(std::max(layout.getPreferredAlign(&variable), llvm::Align(8)));
  padded->setComdat(variable.getComdat());
  padded->copyMetadata(&variable, 0);
  padded->takeName(&variable);
  // Reports know a variable by its symbol, which private ones do not have.
  if (padded->hasPrivateLinkage()) padded->setLinkage(GlobalValue::InternalLinkage);
  variable.replaceAllUsesWith(padded);
  variable.eraseFromParent();
}

}  // namespace

std::map<std::string, std::uint64_t> pad_globals(llvm::Module& module) {
  std::map<std::string, std::uint64_t> sizes;
  llvm::SmallVector<GlobalVariable*> variables;
  for (GlobalVariable& each : module.globals()) {
    // Every variable has a symbol, so that addresses between them are known.
    if (!each.hasName() && !each.isDeclaration()) each.setName("unnamed");
    if (is_padded(each))
      variables.push_back(&each);
    else if (each.hasPrivateLinkage() && !each.getName().starts_with("qpor."))
      each.setLinkage(GlobalValue::InternalLinkage);
  }
  for (GlobalVariable* each : variables) {
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(each->getValueType());
    sizes.emplace(each->getName().str(), size);
    pad(module, *each, size);
  }
  return sizes;
}

}  // namespace qpor::frontend::native
