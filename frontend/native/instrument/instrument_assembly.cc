#include "frontend/native/instrument/instrument_assembly.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ModuleSymbolTable.h>

#include "frontend/native/build/link.h"
#include "frontend/native/instrument/assembly_state.h"
#include "frontend/native/instrument/assembly_text.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_atomics.h"
#include "frontend/native/instrument/instrument_intrinsics.h"

namespace qpor::frontend::native {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::CallInst;
using llvm::Function;
using llvm::Instruction;
using llvm::StringRef;
using llvm::Value;
using FlagsOf = AssemblyState::FlagsOf;

/// On a call that stays because LLVM has no such instruction (neg), and whose access has a hook.
constexpr const char* kSeenMark = "qpor.seen_assembly";

// --- instructions

/// "addl": add, 32 bits.
struct Mnemonic {
  std::string name;
  unsigned bits = 0;  ///< 0: as its operands say
};

unsigned bits_of(char suffix) {
  switch (suffix) {
    case 'b': return 8;
    case 'w': return 16;
    case 'l': return 32;
    case 'q': return 64;
    default: throw NotUnderstood();
  }
}

Mnemonic mnemonic_of(const std::string& word) {
  static const std::set<std::string> names = {"add",     "sub", "and", "or",  "xor",  "inc", "dec", "neg",
                                              "not",     "mov", "cmp", "sbb", "bts",  "btr", "btc", "xadd",
                                              "cmpxchg", "shl", "shr", "sal", "xchg", "test"};
  if (names.contains(word)) return {word, 0};
  if (word.empty() || !names.contains(word.substr(0, word.size() - 1))) return {word, 0};
  return {word.substr(0, word.size() - 1), bits_of(word.back())};
}

bool is_idle(StringRef mnemonic) {
  return mnemonic == "pause" || mnemonic == "nop" || mnemonic.starts_with("prefetch");
}

/// Runs the statements of one piece of code and leaves instructions of LLVM.
class Translation {
 public:
  explicit Translation(CallInst& call) : call_(call), builder_(&call), state_(call, builder_) {}

  void run(const std::vector<AsmStatement>& statements) {
    for (const AsmStatement& each : statements) has_lock_ |= each.is_locked;
    for (const AsmStatement& each : statements) run(each);
    // What cannot be said in instructions of LLVM stays; a hook tells about its only access.
    if (kept_place_ != nullptr && accesses_ > 1) throw NotUnderstood();
  }

  Value* result() { return state_.result(); }
  Value* kept_place() const { return kept_place_; }
  unsigned kept_bits() const { return kept_bits_; }

 private:
  void run(const AsmStatement& statement) {
    if (is_idle(statement.mnemonic)) return;
    const auto& operands = statement.operands;
    if (operands.empty()) return run_without_operands(statement);
    const StringRef word = statement.mnemonic;
    if (word == "cmpxchg8b" || word == "cmpxchg16b")
      return compare_exchange_pair(statement, word == "cmpxchg8b" ? 32 : 64);
    if (word.starts_with("set") && operands.size() == 1) return set(operands[0], word.drop_front(3));
    if ((word.starts_with("movz") || word.starts_with("movs")) && word.size() == 6) return move_wider(statement);
    const Mnemonic mnemonic = mnemonic_of(statement.mnemonic);
    const unsigned bits = mnemonic.bits != 0 ? mnemonic.bits : bits_of_operands(operands);
    const bool has_memory = state_.is_memory(operands.back());
    const std::string& name = mnemonic.name;
    if (operands.size() == 1) return change_one(name, operands[0], bits, statement.is_locked);
    if (operands.size() != 2) throw NotUnderstood();
    const AsmOperand& from = operands[0];
    const AsmOperand& to = operands[1];
    if (name == "xchg") return exchange(from, to, bits);
    if (statement.is_locked && !has_memory) throw NotUnderstood();
    if (name == "mov") return move(from, to, bits);
    if (name == "cmp" || name == "test") return compare(name, from, to, bits);
    if (name == "xadd") return exchange_add(from, to, bits, statement.is_locked);
    if (name == "cmpxchg") return compare_exchange(from, to, bits, statement.is_locked);
    if (name == "bts" || name == "btr" || name == "btc") return change_bit(name, from, to, bits, statement.is_locked);
    if (name == "shl" || name == "sal" || name == "shr") return shift(name, from, to, bits);
    if (name == "sbb") return borrow(from, to, bits);
    change(name, from, to, bits, statement.is_locked);
  }

  void run_without_operands(const AsmStatement& statement) {
    const StringRef word = statement.mnemonic;
    if (statement.is_locked) throw NotUnderstood();
    if (word == "mfence") return fence(AtomicOrdering::SequentiallyConsistent);
    if (word == "lfence") return fence(AtomicOrdering::Acquire);
    if (word == "sfence") return fence(AtomicOrdering::Release);
    if (word == "rdtsc" || word == "rdtscp") return read_cycles(word == "rdtscp");
    if (word == "cpuid") return ask_processor();
    throw NotUnderstood();
  }

  // --- sizes and memory

  unsigned bits_of_operands(const std::vector<AsmOperand>& operands) const {
    for (auto it = operands.rbegin(); it != operands.rend(); ++it) {
      if (state_.is_memory(*it)) continue;
      if (const unsigned bits = state_.part(*it).bits; bits != 0) return bits;
    }
    throw NotUnderstood();
  }

  llvm::Type* type(unsigned bits) { return builder_.getIntNTy(bits); }
  static llvm::Align alignment(unsigned bits) { return llvm::Align(bits / 8); }
  AtomicOrdering order(AtomicOrdering of_processor) const {
    return state_.has_memory_clobber() ? of_processor : AtomicOrdering::Monotonic;
  }
  AtomicOrdering locked() const { return order(AtomicOrdering::SequentiallyConsistent); }

  /// An instruction with a lock is what the code is for; others beside it are about what it gets and gives.
  Value* load(const AsmOperand& from, unsigned bits) {
    ++accesses_;
    auto* const value =
        builder_.CreateAlignedLoad(type(bits), state_.address(from), has_lock_ ? llvm::Align(1) : alignment(bits));
    if (!has_lock_) value->setAtomic(order(AtomicOrdering::Acquire));
    return value;
  }
  void store(Value* value, const AsmOperand& to, unsigned bits, bool is_plain) {
    ++accesses_;
    auto* const made =
        builder_.CreateAlignedStore(value, state_.address(to), is_plain ? llvm::Align(1) : alignment(bits));
    if (!is_plain) made->setAtomic(order(AtomicOrdering::Release));
  }
  Value* value_of(const AsmOperand& from, unsigned bits) {
    return state_.is_memory(from) ? load(from, bits) : state_.read(from, bits);
  }
  Value* change_memory(AtomicRMWInst::BinOp operation, Value* place, Value* operand, unsigned bits) {
    ++accesses_;
    return builder_.CreateAtomicRMW(operation, place, operand, alignment(bits), locked());
  }

  // --- moves

  void move(const AsmOperand& from, const AsmOperand& to, unsigned bits) {
    if (state_.is_memory(to)) return store(state_.read(from, bits), to, bits, has_lock_);
    state_.write(to, bits, value_of(from, bits));
  }

  /// movzbl, movslq, ...
  void move_wider(const AsmStatement& statement) {
    if (statement.operands.size() != 2 || statement.is_locked) throw NotUnderstood();
    const unsigned from = bits_of(statement.mnemonic[4]);
    const unsigned to = bits_of(statement.mnemonic[5]);
    if (from >= to) throw NotUnderstood();
    Value* const value = value_of(statement.operands[0], from);
    const bool is_signed = statement.mnemonic[3] == 's';
    state_.write(statement.operands[1], to,
                 is_signed ? builder_.CreateSExt(value, type(to)) : builder_.CreateZExt(value, type(to)));
  }

  /// On memory always with a lock.
  void exchange(const AsmOperand& a, const AsmOperand& b, unsigned bits) {
    if (!state_.is_memory(a) && !state_.is_memory(b)) {
      const RegisterPart left = state_.part(a), right = state_.part(b);
      if (bits != 64 || left.is_constant || right.is_constant) throw NotUnderstood();
      return state_.swap(left.name, right.name);
    }
    const AsmOperand& memory = state_.is_memory(a) ? a : b;
    const AsmOperand& other = state_.is_memory(a) ? b : a;
    Value* const place = state_.address(memory);
    state_.write(other, bits, change_memory(AtomicRMWInst::Xchg, place, state_.read(other, bits), bits));
  }

  // --- arithmetic

  void change(const std::string& name, const AsmOperand& from, const AsmOperand& to, unsigned bits, bool is_locked) {
    struct Known {
      AtomicRMWInst::BinOp atomic;
      FlagsOf flags;
      Instruction::BinaryOps plain;
    };
    const std::map<std::string, Known> known = {{"add", {AtomicRMWInst::Add, FlagsOf::Sum, Instruction::Add}},
                                                {"sub", {AtomicRMWInst::Sub, FlagsOf::Difference, Instruction::Sub}},
                                                {"and", {AtomicRMWInst::And, FlagsOf::Logic, Instruction::And}},
                                                {"or", {AtomicRMWInst::Or, FlagsOf::Logic, Instruction::Or}},
                                                {"xor", {AtomicRMWInst::Xor, FlagsOf::Logic, Instruction::Xor}}};
    const auto found = known.find(name);
    if (found == known.end()) throw NotUnderstood();
    const bool is_in_memory = state_.is_memory(to);
    // Without a lock, memory is read and written in two steps: not translated.
    if (is_in_memory != is_locked) throw NotUnderstood();
    if (is_locked && AssemblyState::is_on_top_of_stack(to)) {
      // The thread's own memory, and no change: the lock is what it is for.
      if (from.kind != AsmOperand::Kind::Immediate || from.value != 0 || name == "and") throw NotUnderstood();
      return fence(AtomicOrdering::SequentiallyConsistent);
    }
    Value* const right = value_of(from, bits);
    Value* const left =
        is_locked ? change_memory(found->second.atomic, state_.address(to), right, bits) : state_.read(to, bits);
    Value* const after = builder_.CreateBinOp(found->second.plain, left, right);
    if (!is_locked) state_.write(to, bits, after);
    state_.set_flags(found->second.flags, left, right, after);
  }

  void change_one(const std::string& name, const AsmOperand& to, unsigned bits, bool is_locked) {
    if (state_.is_memory(to) != is_locked) throw NotUnderstood();
    if (is_locked && AssemblyState::is_on_top_of_stack(to)) throw NotUnderstood();
    Value* const one = llvm::ConstantInt::get(type(bits), 1);
    Value* const ones = llvm::Constant::getAllOnesValue(type(bits));
    Value* const zero = llvm::ConstantInt::get(type(bits), 0);
    const auto old = [&](AtomicRMWInst::BinOp operation, Value* operand) {
      return is_locked ? change_memory(operation, state_.address(to), operand, bits) : state_.read(to, bits);
    };
    Value* after = nullptr;
    if (name == "inc" || name == "dec") {
      Value* const before = old(name == "inc" ? AtomicRMWInst::Add : AtomicRMWInst::Sub, one);
      after = name == "inc" ? builder_.CreateAdd(before, one) : builder_.CreateSub(before, one);
      state_.set_flags(FlagsOf::Step, before, one, after);
    } else if (name == "not") {
      after = builder_.CreateNot(old(AtomicRMWInst::Xor, ones));
    } else if (name == "neg" && is_locked) {
      ++accesses_;
      kept_place_ = state_.address(to);
      kept_bits_ = bits;
      state_.set_flags(FlagsOf::Difference, zero, zero, zero);  // not used: the code itself sets them
      return;
    } else if (name == "neg") {
      Value* const before = state_.read(to, bits);
      after = builder_.CreateNeg(before);
      state_.set_flags(FlagsOf::Difference, zero, before, after);
    } else {
      throw NotUnderstood();
    }
    if (!is_locked) state_.write(to, bits, after);
  }

  void compare(const std::string& name, const AsmOperand& from, const AsmOperand& to, unsigned bits) {
    Value* const right = value_of(from, bits);
    Value* const left = value_of(to, bits);
    if (name == "cmp")
      state_.set_flags(FlagsOf::Difference, left, right, builder_.CreateSub(left, right));
    else
      state_.set_flags(FlagsOf::Logic, left, right, builder_.CreateAnd(left, right));
  }

  void shift(const std::string& name, const AsmOperand& from, const AsmOperand& to, unsigned bits) {
    if (from.kind != AsmOperand::Kind::Immediate || from.value < 0 || from.value >= bits || state_.is_memory(to)) {
      throw NotUnderstood();
    }
    Value* const before = state_.read(to, bits);
    const auto count = static_cast<std::uint64_t>(from.value);
    state_.write(to, bits, name == "shr" ? builder_.CreateLShr(before, count) : builder_.CreateShl(before, count));
    state_.set_flags(FlagsOf::Logic, nullptr, nullptr, nullptr);
  }

  /// A register minus itself minus the carry: what older code makes of a carry.
  void borrow(const AsmOperand& from, const AsmOperand& to, unsigned bits) {
    if (state_.is_memory(from) || state_.is_memory(to)) throw NotUnderstood();
    if (state_.part(from).name.empty() || state_.part(from).name != state_.part(to).name) throw NotUnderstood();
    Value* const carry = state_.condition("c");
    state_.write(to, bits, builder_.CreateSExt(carry, type(bits)));
    state_.set_flags(FlagsOf::Bit, nullptr, nullptr, carry);
  }

  void set(const AsmOperand& to, StringRef condition) {
    constexpr unsigned kByte = 8;
    Value* const value = builder_.CreateZExt(state_.condition(condition), type(kByte));
    if (state_.is_memory(to)) return store(value, to, kByte, true);
    state_.write(to, kByte, value);
  }

  // --- with a lock

  void exchange_add(const AsmOperand& from, const AsmOperand& to, unsigned bits, bool is_locked) {
    if (!is_locked) throw NotUnderstood();
    Value* const right = state_.read(from, bits);
    Value* const left = change_memory(AtomicRMWInst::Add, state_.address(to), right, bits);
    state_.write(from, bits, left);
    state_.set_flags(FlagsOf::Sum, left, right, builder_.CreateAdd(left, right));
  }

  void compare_exchange(const AsmOperand& from, const AsmOperand& to, unsigned bits, bool is_locked) {
    if (!is_locked) throw NotUnderstood();
    ++accesses_;
    Value* const expected = state_.read("rax", bits);
    Value* const both = builder_.CreateAtomicCmpXchg(state_.address(to), expected, state_.read(from, bits),
                                                     alignment(bits), locked(), locked());
    Value* const found = builder_.CreateExtractValue(both, {0});
    state_.write("rax", bits, found);  // the same if they are equal
    state_.set_flags(FlagsOf::Difference, expected, found, builder_.CreateSub(expected, found));
  }

  void compare_exchange_pair(const AsmStatement& statement, unsigned half) {
    const AsmOperand& to = statement.operands.front();
    if (!statement.is_locked || statement.operands.size() != 1 || !state_.is_memory(to)) throw NotUnderstood();
    ++accesses_;
    auto* const wide = type(2 * half);
    const auto joined = [&](const char* high, const char* low) {
      Value* const shifted = builder_.CreateShl(builder_.CreateZExt(state_.read(high, half), wide), half);
      return builder_.CreateOr(shifted, builder_.CreateZExt(state_.read(low, half), wide));
    };
    Value* const expected = joined("rdx", "rax");
    Value* const both = builder_.CreateAtomicCmpXchg(state_.address(to), expected, joined("rcx", "rbx"),
                                                     alignment(2 * half), locked(), locked());
    Value* const found = builder_.CreateExtractValue(both, {0});
    state_.write("rax", half, builder_.CreateTrunc(found, type(half)));
    state_.write("rdx", half, builder_.CreateTrunc(builder_.CreateLShr(found, half), type(half)));
    state_.set_flags(FlagsOf::Logic, nullptr, nullptr, builder_.CreateXor(expected, found));  // zero is all it says
  }

  /// With a register, the bit may be in other words than the first.
  void change_bit(const std::string& name, const AsmOperand& from, const AsmOperand& to, unsigned bits,
                  bool is_locked) {
    if (!is_locked || bits < 16) throw NotUnderstood();
    const bool is_constant = from.kind == AsmOperand::Kind::Immediate || state_.part(from).is_constant;
    Value* const offset = state_.read(from, bits);
    Value* place = state_.address(to);
    if (!is_constant) {
      const unsigned shift = bits == 16 ? 4 : bits == 32 ? 5 : 6;
      place = builder_.CreateGEP(type(bits), place,
                                 builder_.CreateSExt(builder_.CreateAShr(offset, shift), builder_.getInt64Ty()));
    }
    Value* const bit = builder_.CreateAnd(offset, bits - 1);
    Value* const mask = builder_.CreateShl(llvm::ConstantInt::get(type(bits), 1), bit);
    Value* const before = name == "bts"   ? change_memory(AtomicRMWInst::Or, place, mask, bits)
                          : name == "btr" ? change_memory(AtomicRMWInst::And, place, builder_.CreateNot(mask), bits)
                                          : change_memory(AtomicRMWInst::Xor, place, mask, bits);
    Value* const was_set =
        builder_.CreateICmpNE(builder_.CreateAnd(before, mask), llvm::ConstantInt::get(type(bits), 0));
    state_.set_flags(FlagsOf::Bit, nullptr, nullptr, was_set);
  }

  // --- fences and questions

  void fence(AtomicOrdering order) { builder_.CreateFence(order); }

  void read_cycles(bool has_processor) {
    const auto hook = call_.getModule()->getOrInsertFunction(kCyclesName, builder_.getInt64Ty());
    Value* const cycles = builder_.CreateCall(hook);
    state_.write("rax", 32, builder_.CreateTrunc(cycles, type(32)));
    state_.write("rdx", 32, builder_.CreateTrunc(builder_.CreateLShr(cycles, 32), type(32)));
    if (has_processor) state_.write("rcx", 32, builder_.getInt32(0));
  }

  void ask_processor() {
    auto* const integer = builder_.getInt32Ty();
    const auto hook = call_.getModule()->getOrInsertFunction(kProcessorName, integer, integer, integer);
    Value* const leaf = state_.read("rax", 32);
    std::uint32_t which = 0;
    for (const char* name : {"rax", "rbx", "rcx", "rdx"}) {
      state_.write(name, 32, builder_.CreateCall(hook, {leaf, builder_.getInt32(which++)}));
    }
  }

  CallInst& call_;
  llvm::IRBuilder<> builder_;
  AssemblyState state_;
  bool has_lock_ = false;  ///< some statement has
  unsigned accesses_ = 0;  ///< of memory
  Value* kept_place_ = nullptr;
  unsigned kept_bits_ = 0;
};

// --- one piece of code

/// Puts the translation before the call, which it replaces; or nothing.
void translate(CallInst& call) {
  const auto& code = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const auto statements = parse_assembly({code.getAsmString().data(), code.getAsmString().size()});
  if (!statements) return;
  if (is_idle_assembly(code)) return;
  Instruction* const before = call.getPrevNode();
  const auto forget = [&] {
    while (call.getPrevNode() != before) call.getPrevNode()->eraseFromParent();
  };
  try {
    Translation translation(call);
    translation.run(*statements);
    if (Value* const place = translation.kept_place()) {
      llvm::IRBuilder<> builder(&call);
      const auto hook = call.getModule()->getOrInsertFunction(kAtomicWriteName, builder.getVoidTy(), builder.getPtrTy(),
                                                              builder.getInt32Ty());
      builder.CreateCall(hook, {place, builder.getInt32(translation.kept_bits() / 8)});
      call.setMetadata(kSeenMark, llvm::MDNode::get(call.getContext(), {}));
      return;
    }
    if (Value* const result = translation.result()) call.replaceAllUsesWith(result);
    call.eraseFromParent();
  } catch (const NotUnderstood&) {
    forget();
  }
}

// --- functions that are assembly

/// Uses of the function become uses of another, which stops the thread, or notes the call and goes on with all
/// arguments in place.
void guard(Function& function, const std::string& text, bool is_allowed) {
  llvm::Module& module = *function.getParent();
  Function* const guard = Function::Create(function.getFunctionType(), Function::InternalLinkage,
                                           "qpor.assembly." + function.getName(), module);
  function.replaceAllUsesWith(guard);
  guard->setAttributes(without_promises(function));
  guard->setCallingConv(function.getCallingConv());
  guard->addFnAttr(llvm::Attribute::NoInline);
  guard->addFnAttr(llvm::Attribute::getWithUWTableKind(module.getContext(), llvm::UWTableKind::Async));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", guard));
  auto* const pointer = builder.getPtrTy();
  Value* const name = text_constant(module, text);
  Value* const return_address = builder.CreateIntrinsic(pointer, llvm::Intrinsic::returnaddress, {builder.getInt32(0)});
  Value* const frame = builder.CreateIntrinsic(pointer, llvm::Intrinsic::frameaddress, {builder.getInt32(0)});
  if (is_allowed) {
    const auto note = module.getOrInsertFunction(kUnseenCallName, builder.getVoidTy(), builder.getInt32Ty(), pointer,
                                                 pointer, pointer);
    builder.CreateCall(
        note, {builder.getInt32(static_cast<std::uint32_t>(UnseenKind::Assembly)), name, return_address, frame});
  } else {
    const auto refuse =
        module.getOrInsertFunction(kRefusedAssemblyCallName, builder.getVoidTy(), pointer, pointer, pointer);
    builder.CreateCall(refuse, {name, return_address, frame});
  }
  llvm::SmallVector<Value*> arguments;
  for (llvm::Argument& each : guard->args()) arguments.push_back(&each);
  CallInst* const call = builder.CreateCall(&function, arguments);
  call->setTailCallKind(CallInst::TCK_MustTail);
  call->setAttributes(guard->getAttributes().removeFnAttributes(module.getContext()));
  call->setCallingConv(function.getCallingConv());
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

std::vector<std::string> defined_by_assembly(const llvm::Module& module) {
  std::vector<std::string> names;
  if (module.getModuleInlineAsm().empty()) return names;
  initialise_target();
  llvm::ModuleSymbolTable::CollectAsmSymbols(module, [&](StringRef name, llvm::object::BasicSymbolRef::Flags flags) {
    if ((flags & llvm::object::BasicSymbolRef::SF_Undefined) == 0) names.push_back(name.str());
  });
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

void translate_assembly(llvm::Module& module) {
  for (Function& function : module) {
    if (function.hasFnAttribute(llvm::Attribute::Naked)) continue;
    llvm::SmallVector<CallInst*> calls;
    for (Instruction& each : llvm::instructions(function)) {
      auto* const call = llvm::dyn_cast<CallInst>(&each);
      if (call != nullptr && call->isInlineAsm()) calls.push_back(call);
    }
    for (CallInst* each : calls) translate(*each);
  }
}

bool is_idle_assembly(const llvm::InlineAsm& code) {
  const auto statements = parse_assembly({code.getAsmString().data(), code.getAsmString().size()});
  if (!statements) return false;
  for (const AsmStatement& each : *statements) {
    if (each.is_locked || !is_idle(each.mnemonic)) return false;
  }
  return true;
}

void treat_assembly_functions(llvm::Module& module, bool is_allowed) {
  for (Function& each : llvm::make_early_inc_range(module)) {
    if (each.isDeclaration() || !each.hasFnAttribute(llvm::Attribute::Naked)) continue;
    guard(each, "of the naked function " + each.getName().str(), is_allowed);
  }
  for (const std::string& name : defined_by_assembly(module)) {
    Function* const function = module.getFunction(name);
    if (function == nullptr || !function->isDeclaration()) continue;
    function->addFnAttr(kAssemblyAttribute);
    guard(*function, "of the function " + name, is_allowed);
  }
}

void note_assembly(llvm::CallBase& call, bool is_allowed) {
  const auto& code = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  if (call.getMetadata(kSeenMark) != nullptr || is_idle_assembly(code)) return;
  if (call.getFunction()->hasFnAttribute(llvm::Attribute::Naked)) return;  // its callers are told
  const std::string text = "'" + first_line_of_assembly({code.getAsmString().data(), code.getAsmString().size()}) + "'";
  if (is_allowed) return note_unseen_before(call, UnseenKind::Assembly, text);
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  const auto hook = module.getOrInsertFunction(kRefusedAssemblyName, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(hook, {text_constant(module, text)});
}

}  // namespace qpor::frontend::native
