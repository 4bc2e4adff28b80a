#include "frontend/native/instrument/assembly_state.h"

#include <algorithm>

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

namespace qpor::frontend::native {

using llvm::StringRef;
using llvm::Value;

namespace {

constexpr unsigned kWord = 64;

/// The register that a letter of a constraint stands for; empty for a class of them.
std::string register_of_letter(StringRef code) {
  return llvm::StringSwitch<std::string>(code)
      .Case("a", "rax")
      .Case("b", "rbx")
      .Case("c", "rcx")
      .Case("d", "rdx")
      .Case("S", "rsi")
      .Case("D", "rdi")
      .Default("");
}

bool is_class_of_registers(StringRef code) {
  return llvm::StringSwitch<bool>(code).Cases("r", "q", "Q", "R", "l", "g", "m", "rm", true).Default(false);
}

bool is_immediate(StringRef code) {
  return llvm::StringSwitch<bool>(code)
      .Cases("i", "n", "e", "Z", "I", "J", "K", "L", true)
      .Cases("M", "N", "O", true)
      .Default(false);
}

StringRef without_braces(StringRef code) {
  return code.starts_with("{") && code.ends_with("}") ? code.drop_front().drop_back() : code;
}

}  // namespace

std::optional<RegisterPart> register_named(StringRef name) {
  for (const char* each : {"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"}) {
    const std::string word = each;
    if (name == "r" + word) return RegisterPart{"r" + word, kWord, false};
    if (name == "e" + word) return RegisterPart{"r" + word, 32, false};
    if (name == word) return RegisterPart{"r" + word, 16, false};
    const std::string byte = word.back() == 'x' ? word.substr(0, 1) + "l" : word + "l";
    if (name == byte) return RegisterPart{"r" + word, 8, false};
  }
  if (!name.consume_front("r")) return {};
  const unsigned bits = name.consume_back("d") ? 32 : name.consume_back("w") ? 16 : name.consume_back("b") ? 8 : kWord;
  unsigned number = 0;
  if (name.getAsInteger(10, number) || number < 8 || number > 15) return {};
  return RegisterPart{"r" + std::to_string(number), bits, false};
}

AssemblyState::AssemblyState(llvm::CallInst& call, llvm::IRBuilder<>& builder) : call_(call), builder_(builder) {
  const auto& code = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (code.getDialect() != llvm::InlineAsm::AD_ATT) throw NotUnderstood();
  unsigned argument = 0;
  unsigned output = 0;
  for (const llvm::InlineAsm::ConstraintInfo& each : code.ParseConstraints()) {
    if (each.isMultipleAlternative || each.Type == llvm::InlineAsm::isLabel) throw NotUnderstood();
    if (each.Type == llvm::InlineAsm::isClobber) {
      const StringRef name = without_braces(each.Codes.front());
      if (name == "memory") has_memory_clobber_ = true;
      if (const auto changed = register_named(name)) registers_.try_emplace(changed->name, builder.getInt64(0));
    } else {
      add_operand(each, argument, output);
    }
  }
  for (const Operand& each : operands_) {
    if (each.kind == Operand::Kind::Register) registers_.try_emplace(each.name, builder.getInt64(0));
  }
}

void AssemblyState::add_operand(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument,
                                unsigned& output) {
  const bool is_output = constraint.Type == llvm::InlineAsm::isOutput;
  Operand operand;
  if (constraint.isIndirect) {
    operand.kind = Operand::Kind::Memory;
    operand.place = call_.getArgOperand(argument++);
    operands_.push_back(operand);
    return;
  }
  Value* const input = is_output ? nullptr : call_.getArgOperand(argument++);
  llvm::Type* type = input != nullptr ? input->getType() : call_.getType();
  if (is_output) {
    if (auto* const all = llvm::dyn_cast<llvm::StructType>(type)) type = all->getElementType(output);
    ++output;
    operand.output = type;
  }
  if (!type->isPointerTy() && !(type->isIntegerTy() && type->getIntegerBitWidth() <= kWord)) throw NotUnderstood();
  operand.bits = type->isPointerTy() ? kWord : type->getIntegerBitWidth();
  operand.name = "#" + std::to_string(operands_.size());
  if (constraint.Codes.size() == 1) {
    const StringRef code = constraint.Codes.front();
    unsigned same = 0;
    if (StringRef flag = without_braces(code); flag.consume_front("@cc")) {
      operand.kind = Operand::Kind::Flag;
      operand.name = flag.str();
    } else if (!code.getAsInteger(10, same)) {
      if (same >= operands_.size() || operands_[same].kind != Operand::Kind::Register) throw NotUnderstood();
      operand.name = operands_[same].name;
    } else if (const auto named = register_named(without_braces(code))) {
      operand.name = named->name;
    } else if (const std::string name = register_of_letter(code); !name.empty()) {
      operand.name = name;
    } else if (is_immediate(code)) {
      operand.is_constant = true;
    } else if (!is_class_of_registers(code)) {
      throw NotUnderstood();
    }
  } else {
    for (const std::string& code : constraint.Codes) {
      // A choice between one register and a constant is no name for the register.
      if (!is_class_of_registers(code) && !is_immediate(code) && register_of_letter(code).empty())
        throw NotUnderstood();
    }
  }
  if (input != nullptr) {
    Value* const bits = type->isPointerTy() ? builder_.CreatePtrToInt(input, builder_.getInt64Ty()) : input;
    // A constant stands in the text as a number with its sign.
    const bool is_number = llvm::isa<llvm::ConstantInt>(input) &&
                           std::any_of(constraint.Codes.begin(), constraint.Codes.end(),
                                       [](const std::string& code) { return is_immediate(code) || code == "g"; });
    registers_[operand.name] =
        is_number ? builder_.CreateSExt(bits, builder_.getInt64Ty()) : builder_.CreateZExt(bits, builder_.getInt64Ty());
  }
  operands_.push_back(operand);
}

// --- operands

const AssemblyState::Operand& AssemblyState::operand(unsigned number) const {
  if (number >= operands_.size()) throw NotUnderstood();
  return operands_[number];
}

bool AssemblyState::is_memory(const AsmOperand& given) const {
  if (given.kind != AsmOperand::Kind::Register) return given.kind == AsmOperand::Kind::Memory;
  if (!given.base.number) return false;
  return operand(*given.base.number).kind == Operand::Kind::Memory || given.base.modifier == 'a';
}

RegisterPart AssemblyState::part(const AsmOperand& given) const {
  if (given.kind == AsmOperand::Kind::Immediate) return {"", 0, true};
  if (!given.base.number) {
    const auto found = register_named(given.base.name);
    if (!found) throw NotUnderstood();
    return *found;
  }
  const Operand& known = operand(*given.base.number);
  if (known.kind != Operand::Kind::Register) throw NotUnderstood();
  RegisterPart result{known.name, known.bits, known.is_constant};
  switch (given.base.modifier) {
    case 0: break;
    case 'b': result.bits = 8; break;
    case 'w': result.bits = 16; break;
    case 'k': result.bits = 32; break;
    case 'q': result.bits = kWord; break;
    default: throw NotUnderstood();
  }
  if (result.is_constant) result.bits = 0;
  return result;
}

bool AssemblyState::is_on_top_of_stack(const AsmOperand& given) {
  return given.kind == AsmOperand::Kind::Memory && given.base.name == "rsp" && !given.index;
}

Value* AssemblyState::address(const AsmOperand& given) {
  llvm::Type* const byte = builder_.getInt8Ty();
  const auto value_of = [&](const AsmRegister& where) {
    AsmOperand whole;
    whole.base = where;
    const RegisterPart found = part(whole);
    if (found.bits != kWord) throw NotUnderstood();
    return read(found.name, kWord);
  };
  if (given.kind == AsmOperand::Kind::Register) {
    const Operand& known = operand(given.base.number.value());
    if (known.kind != Operand::Kind::Memory) {  // "%a0"
      AsmRegister plain = given.base;
      plain.modifier = 0;
      return builder_.CreateIntToPtr(value_of(plain), builder_.getPtrTy());
    }
    switch (given.base.modifier) {
      case 0:
      case 'b':
      case 'w':
      case 'k':
      case 'q': return known.place;
      case 'H': return builder_.CreateGEP(byte, known.place, builder_.getInt64(8));
      default: throw NotUnderstood();
    }
  }
  Value* sum = builder_.CreateAdd(value_of(given.base), builder_.getInt64(static_cast<std::uint64_t>(given.value)));
  if (given.displacement) {
    AsmOperand constant;
    constant.base = *given.displacement;
    if (!part(constant).is_constant) throw NotUnderstood();
    sum = builder_.CreateAdd(sum, read(constant, kWord));
  }
  if (given.index)
    sum = builder_.CreateAdd(sum, builder_.CreateMul(value_of(*given.index), builder_.getInt64(given.scale)));
  return builder_.CreateIntToPtr(sum, builder_.getPtrTy());
}

// --- registers

Value* AssemblyState::known(Value* value) const {
  if (value == nullptr) throw NotUnderstood();
  return value;
}

Value* AssemblyState::read(const AsmOperand& given, unsigned bits) {
  if (given.kind == AsmOperand::Kind::Immediate) {
    return builder_.CreateTrunc(builder_.getInt64(static_cast<std::uint64_t>(given.value)), builder_.getIntNTy(bits));
  }
  return read(part(given).name, bits);
}

Value* AssemblyState::read(const std::string& name, unsigned bits) {
  const auto found = registers_.find(name);
  if (found == registers_.end()) throw NotUnderstood();
  return builder_.CreateTrunc(known(found->second), builder_.getIntNTy(bits));
}

void AssemblyState::write(const AsmOperand& given, unsigned bits, Value* value) {
  const RegisterPart found = part(given);
  if (found.is_constant) throw NotUnderstood();
  write(found.name, bits, value);
}

/// Writing 32 bits clears the others; writing 8 or 16 leaves them alone.
void AssemblyState::write(const std::string& name, unsigned bits, Value* value) {
  const auto found = registers_.find(name);
  if (found == registers_.end()) throw NotUnderstood();  // the compiler does not know that it changes
  Value* const wide = builder_.CreateZExt(value, builder_.getInt64Ty());
  if (bits >= 32) {
    found->second = wide;
    return;
  }
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  found->second = builder_.CreateOr(builder_.CreateAnd(known(found->second), builder_.getInt64(~mask)), wide);
}

// --- flags

void AssemblyState::set_flags(FlagsOf kind, Value* left, Value* right, Value* result) {
  if (kind == FlagsOf::Step) {
    older_carry_ = outcome_ != nullptr ? carry() : nullptr;
  }
  flags_ = kind;
  left_ = left;
  right_ = right;
  outcome_ = result;
}

Value* AssemblyState::carry() {
  switch (flags_) {
    case FlagsOf::Sum: return builder_.CreateICmpULT(outcome_, left_);
    case FlagsOf::Difference: return builder_.CreateICmpULT(left_, right_);
    case FlagsOf::Logic: return builder_.getFalse();
    case FlagsOf::Step: return known(older_carry_);
    case FlagsOf::Bit: return outcome_;
  }
  throw NotUnderstood();
}

Value* AssemblyState::overflow() {
  const auto sign = [&](Value* bits) {
    return builder_.CreateICmpSLT(bits, llvm::Constant::getNullValue(bits->getType()));
  };
  switch (flags_) {
    case FlagsOf::Sum:
      return sign(builder_.CreateAnd(builder_.CreateXor(left_, outcome_), builder_.CreateXor(right_, outcome_)));
    case FlagsOf::Difference:
      return sign(builder_.CreateAnd(builder_.CreateXor(left_, right_), builder_.CreateXor(left_, outcome_)));
    case FlagsOf::Logic: return builder_.getFalse();
    default: throw NotUnderstood();
  }
}

Value* AssemblyState::condition(StringRef name) {
  known(outcome_);
  const auto zero = [&] {
    if (flags_ == FlagsOf::Bit) throw NotUnderstood();
    return builder_.CreateICmpEQ(outcome_, llvm::Constant::getNullValue(outcome_->getType()));
  };
  const auto sign = [&] {
    if (flags_ == FlagsOf::Bit) throw NotUnderstood();
    return builder_.CreateICmpSLT(outcome_, llvm::Constant::getNullValue(outcome_->getType()));
  };
  // Each condition and its opposite.
  const auto positive = [&](StringRef word) -> Value* {
    if (word == "z" || word == "e") return zero();
    if (word == "c" || word == "b" || word == "nae") return carry();
    if (word == "s") return sign();
    if (word == "o") return overflow();
    if (word == "be" || word == "na") return builder_.CreateOr(carry(), zero());
    if (word == "l" || word == "nge") return builder_.CreateXor(sign(), overflow());
    if (word == "le" || word == "ng") return builder_.CreateOr(zero(), builder_.CreateXor(sign(), overflow()));
    return nullptr;
  };
  if (Value* const found = positive(name)) return found;
  const StringRef opposite = llvm::StringSwitch<StringRef>(name)
                                 .Cases("nz", "ne", "z")
                                 .Cases("nc", "nb", "ae", "c")
                                 .Case("ns", "s")
                                 .Case("no", "o")
                                 .Cases("a", "nbe", "be")
                                 .Cases("ge", "nl", "l")
                                 .Cases("g", "nle", "le")
                                 .Default("");
  if (opposite.empty()) throw NotUnderstood();
  return builder_.CreateNot(positive(opposite));
}

Value* AssemblyState::result() {
  std::vector<Value*> values;
  for (const Operand& each : operands_) {
    if (each.output == nullptr) continue;
    if (each.kind == Operand::Kind::Flag) {
      values.push_back(builder_.CreateZExtOrTrunc(condition(each.name), each.output));
    } else if (each.output->isPointerTy()) {
      values.push_back(builder_.CreateIntToPtr(read(each.name, kWord), each.output));
    } else {
      values.push_back(read(each.name, each.bits));
    }
  }
  if (values.empty()) return nullptr;
  if (!call_.getType()->isStructTy()) return values.front();
  Value* all = llvm::PoisonValue::get(call_.getType());
  for (unsigned i = 0; i < values.size(); ++i) all = builder_.CreateInsertValue(all, values[i], {i});
  return all;
}

}  // namespace qpor::frontend::native
