// Prepares a module for running on fibers: thread-local variables become offsets from the running fiber's block, global
// constructors and destructors become functions, atomic accesses become operations (instrument_atomics.h), calls that
// are refused get a body that says so, and calls that nobody controls are noted when they happen. What is special to
// C++ is in instrument_cpp.cc.
//
// Calls to modelled functions are not touched: the linker gives their names another meaning (link.h), so that calls
// through pointers are caught as well.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/native/guest/check/unseen.h"
#include "frontend/native/instrument/instrument_svcomp.h"
#include "frontend/native/instrument/weaker_orders.h"

namespace llvm {
class AttributeList;
class Constant;
class DILocalVariable;
class Function;
class Instruction;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

// Names that the instrumented module defines or asks for.
inline constexpr const char* kEntryName = "qpor.main";
inline constexpr const char* kConstructorsName = "qpor.constructors";
inline constexpr const char* kDestructorsName = "qpor.destructors";
inline constexpr const char* kTlsImageName = "qpor.tls_image";
inline constexpr const char* kTlsBaseName = "qpor.tls_base";
inline constexpr const char* kRefusedName = "qpor.refused";
inline constexpr const char* kUnseenCallName = "qpor.unseen_call";
inline constexpr const char* kUnseenName = "qpor.unseen";
inline constexpr const char* kBarrierWaitName = "qpor.barrier_wait";
inline constexpr const char* kLockBeginName = "qpor.lock_begin";
inline constexpr const char* kLockFailedName = "qpor.lock_failed";
inline constexpr const char* kRealPrefix = "qpor.real.";
/// Before the name of a function whose stand-in announces its accesses: the compiler must neither know what it does nor
/// take its own calls for such of the program.
inline constexpr const char* kCheckedPrefix = "qpor.checked.";

/// A local variable by its number, which is at least 1.
struct LocalInModule {
  std::string name;
  std::uint64_t size = 0;  ///< 0 when it is not constant
  const llvm::DILocalVariable* debug = nullptr;
};

struct Instrumented {
  std::vector<WeakerAtomic> weaker_atomics;
  bool has_inlined_pointer_locks = false;
  std::vector<Choice> choices;  ///< by number
  std::size_t tls_size = 0;
  std::size_t tls_alignment = 1;
  std::optional<std::size_t>
      errno_offset;  ///< of a program that names errno: its place among the thread-local variables
  bool has_constructors = false;
  bool has_destructors = false;
  bool unwinds = false;                         ///< some function has something to do when a frame is left
  bool has_float_environment = false;           ///< some function may change the rounding mode or look at flags
  std::map<std::string, std::uint64_t> padded;  ///< variables with free bytes behind them, and their own sizes
  std::vector<LocalInModule> locals;            ///< by number
};

/// Of a declaration that has just got a body: it keeps no more of what was said of the declared function than these
/// attributes. Optimising compilers leave a subprogram of the debug information there, which no definition may have.
void make_definition(llvm::Function& function, const llvm::AttributeList& attributes);
/// Attributes that say how arguments and the result are passed. All others are promises about the function that was
/// declared (memory(none), speculatable, alwaysinline, noreturn, ...), which another body does not keep.
llvm::AttributeList without_promises(const llvm::Function& function);

/// The first part, for C++; needs what thread-local variables there are.
void instrument_cpp(llvm::Module& module);

struct InstrumentOptions {
  bool checks_memory = true;         ///< plain accesses are checked (instrument_memory.h)
  bool interleaves = false;          ///< plain accesses may be operations
  std::uint32_t unroll = 0;          ///< so often may a loop begin anew; 0: as often as it wants
  bool allows_assembly = false;      ///< assembly that is not understood is run
  std::vector<std::int64_t> nondet;  ///< the values of __VERIFIER_nondet_int and its kin; empty: 0, 1, -1
};

/// A constant with that text and its end.
llvm::Constant* text_constant(llvm::Module& module, const std::string& text);
/// Notes, each time that control comes to the instruction, that it does something that qpor does not see (unseen.h).
void note_unseen_before(llvm::Instruction& instruction, UnseenKind kind, const std::string& name);

/// `keeps_calls` as in LoadedModule. Throws ProgramError when symbols are missing, naming them.
Instrumented instrument(llvm::Module& module, const std::string& entry, bool keeps_calls,
                        const InstrumentOptions& options);

}  // namespace qpor::frontend::native
