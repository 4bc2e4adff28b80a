// Locals whose address nothing takes go into registers, as an optimiser would have it: their accesses are no accesses
// of memory. Some that clang accesses by two types are given one first.

#pragma once

namespace llvm {
class Function;
}

namespace qpor::frontend::native {

void promote_locals(llvm::Function& function);

}  // namespace qpor::frontend::native
