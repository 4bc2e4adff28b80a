// The processor while one piece of inline assembly is translated: what its registers and flags hold, as values of LLVM,
// and where its operands are. instrument_assembly.cc runs the statements on it.
//
// A register that the code neither gets nor declares as changed has no value: reading it is a reason to give up. One
// that it declares (outputs, clobbers) and has not written yet holds whatever the compiler left there: zero is as good.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>

#include "frontend/native/instrument/assembly_text.h"

namespace qpor::frontend::native {

/// Thrown where the code does something that is not known.
struct NotUnderstood {};

/// A register, of which `bits` are meant; 0 bits: a constant, of any size.
struct RegisterPart {
  std::string name;
  unsigned bits = 0;
  bool is_constant = false;
};

class AssemblyState {
 public:
  /// Puts instructions before the call. Throws NotUnderstood.
  AssemblyState(llvm::CallInst& call, llvm::IRBuilder<>& builder);

  /// Does the code tell the compiler that it accesses memory?
  bool has_memory_clobber() const { return has_memory_clobber_; }

  // --- operands

  bool is_memory(const AsmOperand& operand) const;
  /// REQUIRES: it is not memory. Immediates have no name.
  RegisterPart part(const AsmOperand& operand) const;
  llvm::Value* address(const AsmOperand& operand);
  /// Is it an address relative to the top of the stack?
  static bool is_on_top_of_stack(const AsmOperand& operand);

  // --- registers

  llvm::Value* read(const AsmOperand& operand, unsigned bits);
  llvm::Value* read(const std::string& name, unsigned bits);
  void write(const AsmOperand& operand, unsigned bits, llvm::Value* value);
  void write(const std::string& name, unsigned bits, llvm::Value* value);
  /// Also of registers without a value.
  void swap(const std::string& a, const std::string& b) { std::swap(registers_[a], registers_[b]); }

  // --- flags

  /// The flags after the result of an operation; those of a sum and a difference depend on its operands.
  enum class FlagsOf { Sum, Difference, Logic, Step, Bit };
  void set_flags(FlagsOf kind, llvm::Value* left, llvm::Value* right, llvm::Value* result);
  /// "z", "nz", "c", ... as in setz and "=@ccz".
  llvm::Value* condition(llvm::StringRef name);

  /// What the call gives.
  llvm::Value* result();

 private:
  struct Operand {
    std::string name;  ///< of the register; for flags: the condition
    enum class Kind { Register, Memory, Flag } kind = Kind::Register;
    unsigned bits = 0;
    bool is_constant = false;
    llvm::Value* place = nullptr;  ///< in memory
    llvm::Type* output = nullptr;  ///< of a result
  };

  void add_operand(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument, unsigned& output);
  const Operand& operand(unsigned number) const;
  llvm::Value* carry();
  llvm::Value* overflow();
  llvm::Value* known(llvm::Value* value) const;

  llvm::CallInst& call_;
  llvm::IRBuilder<>& builder_;
  std::vector<Operand> operands_;
  std::map<std::string, llvm::Value*> registers_;  ///< 64 bits each; null: no value
  bool has_memory_clobber_ = false;

  FlagsOf flags_ = FlagsOf::Logic;
  llvm::Value* left_ = nullptr;
  llvm::Value* right_ = nullptr;
  llvm::Value* outcome_ = nullptr;      ///< null: flags have no value
  llvm::Value* older_carry_ = nullptr;  ///< which inc and dec leave alone
};

/// The number of bits of a register and its name with 64: "eax" is 32 bits of "rax". None for others.
std::optional<RegisterPart> register_named(llvm::StringRef name);

}  // namespace qpor::frontend::native
