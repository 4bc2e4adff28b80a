// What the instrumentation of plain accesses has to know about memory errors.

#pragma once

namespace llvm {
class LoadInst;
}

namespace qpor::frontend::native {

/// A store to a bit-field loads the bits beside it first and puts them back: that is no read of the program's.
bool is_bitfield_load(const llvm::LoadInst& load);

}  // namespace qpor::frontend::native
