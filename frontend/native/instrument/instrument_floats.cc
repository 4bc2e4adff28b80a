#include "frontend/native/instrument/instrument_floats.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace qpor::frontend::native {
namespace {

using llvm::StringRef;

/// Functions of fenv.h, and instructions that reach the same registers.
bool is_of_environment(StringRef name) {
  static constexpr llvm::StringLiteral kFunctions[] = {
      "feclearexcept",   "fedisableexcept", "feenableexcept", "fegetenv",      "fegetexcept",      "fegetexceptflag",
      "fegetmode",       "fegetround",      "feholdexcept",   "feraiseexcept", "fesetenv",         "fesetexcept",
      "fesetexceptflag", "fesetmode",       "fesetround",     "fetestexcept",  "fetestexceptflag", "feupdateenv"};
  static constexpr llvm::StringLiteral kParts[] = {"rounding",    "fpenv",  "fpmode",  "mxcsr", "csr",
                                                   "constrained", "fxsave", "fxrstor", "xsave", "xrstor"};
  if (llvm::is_contained(kFunctions, name)) return true;
  return name.starts_with("llvm.") && llvm::any_of(kParts, [name](StringRef part) { return name.contains(part); });
}

bool has_assembly(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&each);
    const auto* const code = call != nullptr ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
    return code != nullptr && !code->getAsmString().empty();
  });
}

}  // namespace

bool may_use_float_environment(const llvm::Module& module) {
  if (!module.getModuleInlineAsm().empty()) return true;
  return llvm::any_of(module.functions(), [](const llvm::Function& each) {
    return is_of_environment(each.getName()) || has_assembly(each);
  });
}

}  // namespace qpor::frontend::native
