#include "frontend/native/instrument/instrument_entries.h"

#include <algorithm>
#include <vector>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "frontend/native/instrument/instrument.h"

namespace qpor::frontend::native {

using llvm::BasicBlock;
using llvm::cast;
using llvm::Constant;
using llvm::ConstantInt;
using llvm::ConstantStruct;
using llvm::dyn_cast;
using llvm::Function;
using llvm::FunctionType;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::IRBuilder;
using llvm::Module;
using llvm::PointerType;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

bool lower_list(Module& module, const char* list_name, const char* function_name, bool is_backwards) {
  GlobalVariable* const list = module.getGlobalVariable(list_name);
  if (list == nullptr) return false;
  struct Entry {
    std::uint64_t priority;
    std::size_t place;  // in the list
    Function* function;
  };
  std::vector<Entry> entries;
  if (list->hasInitializer()) {
    if (auto* const array = dyn_cast<llvm::ConstantArray>(list->getInitializer())) {
      for (const llvm::Use& operand : array->operands()) {
        auto* const entry = dyn_cast<ConstantStruct>(operand.get());
        if (entry == nullptr) continue;
        auto* const function = dyn_cast<Function>(entry->getOperand(1)->stripPointerCasts());
        if (function == nullptr) continue;
        entries.push_back({cast<ConstantInt>(entry->getOperand(0))->getZExtValue(), entries.size(), function});
      }
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.priority != b.priority ? a.priority < b.priority : a.place < b.place;
  });
  if (is_backwards) std::reverse(entries.begin(), entries.end());
  llvm::LLVMContext& context = module.getContext();
  auto* const type = FunctionType::get(Type::getVoidTy(context), false);
  Function* const all = Function::Create(type, GlobalValue::ExternalLinkage, function_name, module);
  IRBuilder<> builder(BasicBlock::Create(context, "", all));
  for (const Entry& entry : entries) builder.CreateCall(entry.function->getFunctionType(), entry.function);
  builder.CreateRetVoid();
  list->eraseFromParent();
  return true;
}

void make_entry(Module& module, const std::string& name) {
  Function* const entry = module.getFunction(name);
  llvm::LLVMContext& context = module.getContext();
  auto* const pointer = PointerType::get(context, 0);
  auto* const integer = Type::getInt32Ty(context);
  auto* const type = FunctionType::get(integer, {integer, pointer, pointer}, false);
  Function* const wrapper = Function::Create(type, GlobalValue::ExternalLinkage, kEntryName, module);
  IRBuilder<> builder(BasicBlock::Create(context, "", wrapper));
  SmallVector<Value*> arguments;
  for (unsigned i = 0; i < entry->arg_size(); ++i) {
    Value* const given = wrapper->getArg(i);
    Type* const wanted = entry->getFunctionType()->getParamType(i);
    arguments.push_back(given->getType() == wanted ? given : Constant::getNullValue(wanted));
  }
  Value* const status = builder.CreateCall(entry->getFunctionType(), entry, arguments);
  builder.CreateRet(status->getType() == integer ? status : builder.getInt32(0));
}

}  // namespace qpor::frontend::native
