// Whether a program may set or see the environment of floating-point arithmetic (float_environment.h). Where it cannot,
// threads need not have one each.

#pragma once

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// REQUIRES: assembly that is known has been translated
bool may_use_float_environment(const llvm::Module& module);

}  // namespace qpor::frontend::native
