#include "frontend/native/instrument/instrument_counters.h"

#include <algorithm>
#include <limits>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "frontend/native/instrument/instrument_atomics.h"

namespace qpor::frontend::native {
namespace {

using engine::CountTest;
using llvm::CallBase;
using llvm::CmpInst;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::isa;
using llvm::Value;

/// Of constants in signed comparisons, and of what is added before. The sum stays far below 2^30, the greatest value
/// for which the engine takes 4 bytes for a count (StableLayer::are_counts).
constexpr std::int64_t kMaxSmall = std::int64_t{1} << 20;

bool is_small(std::int64_t value) { return value >= -kMaxSmall && value <= kMaxSmall; }

/// A value that is the result plus a constant, in the integer type of the result.
class Result {
 public:
  /// `takes_arguments`: an argument of the function counts as a constant, as it may become one for the caller.
  explicit Result(const Value& value, bool takes_arguments = false)
      : takes_arguments_(takes_arguments), bits_(value.getType()->getIntegerBitWidth()) {
    follow(value, 0);
  }

  bool is_only_compared() const { return is_known_ && !is_returned_; }
  bool is_returned() const { return is_known_ && is_returned_; }
  CounterTest test() const { return test_.value_or(CounterTest{}); }

 private:
  void follow(const Value& first, std::int64_t first_offset) {
    offsets_[&first] = first_offset;
    llvm::SmallVector<const Value*> open = {&first};
    while (!open.empty() && is_known_) {
      const Value* const value = open.pop_back_val();
      const std::int64_t offset = offsets_[value];
      for (const llvm::User* user : value->users()) {
        const std::optional<std::int64_t> next = use(*value, offset, *user);
        if (!is_known_) return;
        if (!next) continue;
        const auto [known, is_new] = offsets_.try_emplace(user, *next);
        if (is_new) open.push_back(user);
        is_known_ = known->second == *next;
      }
    }
  }

  /// The offset of a user that is such a value as well; none for one where the value ends.
  std::optional<std::int64_t> use(const Value& value, std::int64_t offset, const llvm::User& user) {
    if (isa<llvm::PHINode>(user) || isa<llvm::FreezeInst>(user)) return offset;
    if (const auto* const select = dyn_cast<llvm::SelectInst>(&user); select != nullptr) {
      if (select->getCondition() != &value) return offset;
    } else if (const auto* const sum = dyn_cast<llvm::BinaryOperator>(&user)) {
      return offset_of_sum(value, offset, *sum);
    } else if (const auto* const comparison = dyn_cast<llvm::ICmpInst>(&user)) {
      add_test(value, offset, *comparison);
      return {};
    } else if (isa<llvm::ReturnInst>(user)) {
      is_returned_ = true;
      return {};
    }
    is_known_ = false;
    return {};
  }

  std::optional<std::int64_t> offset_of_sum(const Value& value, std::int64_t offset, const llvm::BinaryOperator& sum) {
    const bool is_first = sum.getOperand(0) == &value;
    if (takes_arguments_ && isa<llvm::Argument>(sum.getOperand(is_first ? 1 : 0))) return offset;
    const auto* const constant = dyn_cast<llvm::ConstantInt>(sum.getOperand(is_first ? 1 : 0));
    const bool adds = sum.getOpcode() == Instruction::Add;
    is_known_ = constant != nullptr && (adds || (sum.getOpcode() == Instruction::Sub && is_first)) &&
                is_small(constant->getSExtValue());
    if (!is_known_) return {};
    const std::int64_t next = adds ? offset + constant->getSExtValue() : offset - constant->getSExtValue();
    is_known_ = is_small(next);
    return next;
  }

  void add_test(const Value& value, std::int64_t offset, const llvm::ICmpInst& comparison) {
    const bool is_first = comparison.getOperand(0) == &value;
    const auto* const constant = dyn_cast<llvm::ConstantInt>(comparison.getOperand(is_first ? 1 : 0));
    const CmpInst::Predicate predicate = is_first ? comparison.getPredicate() : comparison.getSwappedPredicate();
    const std::optional<CounterTest> found =
        constant != nullptr ? test_of(predicate, *constant, offset) : std::optional<CounterTest>{};
    is_known_ = found.has_value() && (!test_ || *test_ == *found);
    test_ = found;
  }

  /// Of the old value, where that plus the offset is compared.
  std::optional<CounterTest> test_of(CmpInst::Predicate predicate, const llvm::ConstantInt& given,
                                     std::int64_t offset) const {
    const std::int64_t constant = given.getSExtValue();
    switch (predicate) {
      case CmpInst::ICMP_EQ:
      case CmpInst::ICMP_NE: return equals(constant, offset);
      case CmpInst::ICMP_SGT:
      case CmpInst::ICMP_SLE: return exceeds(constant, offset);
      case CmpInst::ICMP_SGE:
      case CmpInst::ICMP_SLT: return is_small(constant) ? exceeds(constant - 1, offset) : std::nullopt;
      case CmpInst::ICMP_UGT:
      case CmpInst::ICMP_ULE: return constant == 0 ? equals(0, offset) : std::nullopt;
      case CmpInst::ICMP_UGE:
      case CmpInst::ICMP_ULT: return constant == 1 ? equals(0, offset) : std::nullopt;
      default: return {};
    }
  }

  /// old + offset == constant, modulo the size.
  std::optional<CounterTest> equals(std::int64_t constant, std::int64_t offset) const {
    const auto difference = static_cast<std::uint64_t>(constant) - static_cast<std::uint64_t>(offset);
    const std::int64_t old = engine::sign_extended(difference, bits_ / 8);
    if (old < std::numeric_limits<std::int32_t>::min() || old > std::numeric_limits<std::int32_t>::max()) return {};
    return CounterTest{CountTest::Equals, static_cast<std::int32_t>(old)};
  }

  /// old + offset > constant.
  std::optional<CounterTest> exceeds(std::int64_t constant, std::int64_t offset) const {
    if (bits_ < 32 || !is_small(constant)) return {};
    return CounterTest{CountTest::Exceeds, static_cast<std::int32_t>(constant - offset)};
  }

  bool takes_arguments_;
  unsigned bits_;
  bool is_known_ = true;
  bool is_returned_ = false;
  std::optional<CounterTest> test_;
  llvm::DenseMap<const Value*, std::int64_t> offsets_;
};

bool may_count(const llvm::AtomicRMWInst& change) {
  const bool is_sum =
      change.getOperation() == llvm::AtomicRMWInst::Add || change.getOperation() == llvm::AtomicRMWInst::Sub;
  if (!is_sum || !change.getType()->isIntegerTy()) return false;
  const unsigned bits = change.getType()->getIntegerBitWidth();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/// Does it give its caller the result of a counter, and no more?
bool gives_counter(const Function& function, bool counts_stand_alone) {
  constexpr std::size_t kMaxSize = 100;
  if (function.isDeclaration() || function.isVarArg() || function.getInstructionCount() > kMaxSize) return false;
  if (!function.getReturnType()->isIntegerTy()) return false;
  bool gives = false;
  for (const Instruction& each : llvm::instructions(function)) {
    if (isa<llvm::AllocaInst>(each) || isa<llvm::IndirectBrInst>(each)) return false;
    const auto* const call = dyn_cast<CallBase>(&each);
    if (call != nullptr && call->getCalledFunction() == &function) return false;
    const auto* const change = dyn_cast<llvm::AtomicRMWInst>(&each);
    if (change == nullptr || !may_count(*change)) continue;
    if (counts_stand_alone ? counts_references(*change) : is_other_count(*change)) continue;
    gives = gives || Result(*change, true).is_returned();
  }
  return gives;
}

}  // namespace

std::optional<CounterTest> counter_test(const llvm::AtomicRMWInst& change) {
  // A std::barrier with a completion function: its phases and what they subtract belong together. That fewer traces are
  // enough there (1398 of 1498 of examples/programs/pipeline.cc) has not been checked against all interleavings.
  if (!may_count(change) || change.getFunction()->getName().starts_with("_ZNSt14__tree_barrierI")) return {};
  const Result result(change);
  if (!result.is_only_compared()) return {};
  return result.test();
}

void inline_counters(llvm::Module& module, bool counts_stand_alone) {
  constexpr int kMaxDepth = 8;  ///< of functions that give their callers what they were given
  bool is_done = false;
  for (int depth = 0; depth < kMaxDepth && !is_done; ++depth) {
    is_done = true;
    llvm::SmallVector<CallBase*> calls;
    for (Function& function : module) {
      if (!gives_counter(function, counts_stand_alone)) continue;
      for (const llvm::Use& use : function.uses()) {
        auto* const call = dyn_cast<CallBase>(use.getUser());
        if (call == nullptr || !call->isCallee(&use) || call->getCalledFunction() != &function) continue;
        const Result result(*call, true);
        if (result.is_only_compared() || result.is_returned()) calls.push_back(call);
      }
    }
    for (CallBase* call : calls) {
      llvm::InlineFunctionInfo info;
      if (llvm::InlineFunction(*call, info).isSuccess()) is_done = false;
    }
  }
}

}  // namespace qpor::frontend::native
