// The text of inline assembly as statements: LLVM's form of AT&T syntax, in which "$0" or "${0:b}" is an operand, "$$1"
// an immediate and "%rax" a register. Knows no instruction; instrument_assembly.h gives statements their meaning.
//
// Text in a form that is not understood (labels, directives, segments, symbols, Intel syntax) has no statements at all:
// a part of the code is not enough to tell what the whole does.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qpor::frontend::native {

/// An operand of the whole code, or a register by its name.
struct AsmRegister {
  std::optional<unsigned> number;  ///< of the operand
  char modifier = 0;               ///< "${0:b}"
  std::string name;                ///< without the "%"; empty for an operand
};

struct AsmOperand {
  enum class Kind { Register, Immediate, Memory };
  Kind kind = Kind::Register;
  AsmRegister base;                         ///< the register or operand; of memory: what the address begins with
  std::int64_t value = 0;                   ///< an immediate, or the displacement
  std::optional<AsmRegister> displacement;  ///< an operand that is a constant, in addition to `value`
  std::optional<AsmRegister> index;
  std::uint64_t scale = 1;
};

struct AsmStatement {
  bool is_locked = false;
  std::string mnemonic;              ///< in lower case; "rep nop" is "pause"
  std::vector<AsmOperand> operands;  ///< in the order of the text: the destination comes last
};

/// None for text that is not understood.
std::optional<std::vector<AsmStatement>> parse_assembly(std::string_view text);

/// The first line, as the program has it: "%0" and "$1" instead of "$0" and "$$1".
std::string first_line_of_assembly(std::string_view text);

}  // namespace qpor::frontend::native
