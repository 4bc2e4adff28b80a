// Makes runs comparable with runs of the same trace in another order (twin_log.h), while the flag is set that the
// inserted code tests: each local variable in memory is cleared where its life begins, for what lies there is left by
// earlier calls, of hooks among others; and what code tells the program that is not the program's, the results of
// library calls and of assembler statements, is noted.
//
// To be done last: what it inserts is not to be instrumented.

#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

inline constexpr const char* kTwinFlagName = "qpor.twin_flag";
inline constexpr const char* kTwinValueName = "qpor.twin_value";
inline constexpr const char* kTwinBytesName = "qpor.twin_bytes";

void instrument_twins(llvm::Module& module);

}  // namespace qpor::frontend::native
