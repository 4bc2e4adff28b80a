// Thread-local variables become offsets from the running fiber's block, in whose layout errno has a place as well.

#pragma once

#include "frontend/native/instrument/instrument.h"

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// Sets what the result has of them.
void lower_thread_locals(llvm::Module& module, Instrumented& result);

}  // namespace qpor::frontend::native
