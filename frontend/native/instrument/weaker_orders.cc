#include "frontend/native/instrument/weaker_orders.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend/native/build/library_code.h"
#include "frontend/native/build/source_map.h"
#include "frontend/native/instrument/instrument_atomics.h"

namespace qpor::frontend::native {
namespace {

using llvm::AtomicOrdering;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::StringRef;

struct Weaker {
  std::string order;
  std::string access;
};

// --- words

constexpr const char* kSequential = "seq_cst";
constexpr const char* kVariable = "variable";

std::string text_of(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Acquire: return "acquire";
    case AtomicOrdering::Release: return "release";
    case AtomicOrdering::AcquireRelease: return "acq_rel";
    case AtomicOrdering::SequentiallyConsistent: return kSequential;
    default: return "relaxed";
  }
}

/// An argument of type memory_order, as the compilers number them.
std::string order_of(const llvm::Value* argument) {
  constexpr const char* kOrders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", kSequential};
  const auto* const number = dyn_cast<llvm::ConstantInt>(argument);
  if (number == nullptr) return kVariable;
  // The bits above are hints for the processor.
  const std::uint64_t order = number->getZExtValue() & 0xffff;
  return order < std::size(kOrders) ? kOrders[order] : kVariable;
}

std::string both(const std::string& success, const std::string& failure) {
  return success == failure ? success : success + "/" + failure;
}

std::string without(std::string text, std::string_view beginning, std::string_view ending) {
  if (text.starts_with(beginning)) text.erase(0, beginning.size());
  if (text.ends_with(ending)) text.erase(text.size() - ending.size());
  return text;
}

/// "fetch_add" of std::atomic_fetch_add_explicit<int>, "load" of std::atomic<int>::load
std::string access_in(std::string name) {
  int depth = 0;
  std::string plain;
  for (const char c : name) {
    if (c == '>') --depth;
    if (depth == 0 && c != '<' && c != '>') plain += c;
    if (c == '<') ++depth;
  }
  plain = plain.substr(plain.rfind(':') + 1);
  plain = without(plain, "atomic_", "_explicit");
  if (plain.starts_with("compare_exchange")) return "compare-exchange";
  if (plain == "thread_fence") return "fence";
  return plain;
}

// --- instructions

std::optional<Weaker> weaker(const Instruction& instruction) {
  const auto found = [](AtomicOrdering order, const std::string& access) -> std::optional<Weaker> {
    if (order == AtomicOrdering::SequentiallyConsistent) return {};
    return Weaker{text_of(order), access};
  };
  if (const auto* const fence = dyn_cast<llvm::FenceInst>(&instruction)) {
    if (fence->getSyncScopeID() == llvm::SyncScope::SingleThread) return {};  // for the compiler only
    return found(fence->getOrdering(), "fence");
  }
  if (!instruction.isAtomic()) return {};
  if (const auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) return found(load->getOrdering(), "load");
  if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) return found(store->getOrdering(), "store");
  if (const auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    const bool is_exchange = change->getOperation() == llvm::AtomicRMWInst::Xchg;
    const std::string name = llvm::AtomicRMWInst::getOperationName(change->getOperation()).str();
    return found(change->getOrdering(), is_exchange ? "exchange" : "fetch_" + name);
  }
  if (const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    const std::string order = both(text_of(exchange->getSuccessOrdering()), text_of(exchange->getFailureOrdering()));
    if (order == kSequential) return {};
    return Weaker{order, "compare-exchange"};
  }
  return {};
}

// --- calls

/// How many arguments at the end of a call are orders.
unsigned orders_in(StringRef name) {
  if (name.starts_with("__atomic_")) {
    if (name.contains("is_lock_free")) return 0;
    return name.contains("compare_exchange") ? 2 : 1;
  }
  constexpr StringRef kOrder = "St12memory_order";
  if (name.ends_with(kOrder)) return 1;
  // The second of two is an abbreviation: S1_
  const std::size_t at = name.find(kOrder);
  if (at == StringRef::npos) return 0;
  const StringRef rest = name.drop_front(at + kOrder.size());
  return rest.starts_with("S") && rest.ends_with("_") ? 2 : 0;
}

/// Functions by which a program accesses an atomic.
bool is_access(StringRef name) {
  if (name.starts_with("__atomic_")) return true;
  const std::string readable = readable_name(name.str());
  if (readable.starts_with("std::atomic_signal_fence")) return false;
  return readable.starts_with("std::atomic") || readable.starts_with("std::__atomic_base") ||
         readable.starts_with("std::__atomic_float") || readable.starts_with("std::__atomic_ref");
}

std::optional<Weaker> weaker(const llvm::CallBase& call) {
  const Function* const callee = call.getCalledFunction();
  if (callee == nullptr) return {};
  const unsigned orders = orders_in(callee->getName());
  if (orders == 0 || call.arg_size() < orders || !is_access(callee->getName())) return {};
  std::string order = order_of(call.getArgOperand(call.arg_size() - 1));
  if (orders == 2) order = both(order_of(call.getArgOperand(call.arg_size() - 2)), order);
  if (order == kSequential) return {};
  const std::string name = callee->getName().str();
  if (!name.starts_with("__atomic_")) return Weaker{order, access_in(readable_name(name))};
  // __atomic_fetch_add_8
  std::string access = name.substr(std::string_view("__atomic_").size());
  access.erase(access.find_last_not_of("0123456789") + 1);
  if (access.ends_with("_")) access.pop_back();
  return Weaker{order, access == "compare_exchange" ? "compare-exchange" : access};
}

// --- places

bool is_library_scope(const llvm::DILocation& at) {
  const StringRef file = at.getFilename();
  return is_library_file({file.data(), file.size()});
}

/// The function of the library that the program called, when the code was inlined from there; empty otherwise.
StringRef called_library_function(const llvm::DILocation* at) {
  StringRef name;
  for (; at != nullptr && is_library_scope(*at); at = at->getInlinedAt()) {
    const llvm::DISubprogram* const subprogram = at->getScope()->getSubprogram();
    name = subprogram->getLinkageName().empty() ? subprogram->getName() : subprogram->getLinkageName();
  }
  return name;
}

WeakerAtomic placed(const Instruction& instruction, Weaker what) {
  const llvm::DILocation* at = instruction.getDebugLoc().get();
  while (at != nullptr && is_library_scope(*at)) at = at->getInlinedAt();
  WeakerAtomic result{"", 0, std::move(what.order), std::move(what.access)};
  if (at == nullptr) return result;
  std::string path = at->getFilename().str();
  if (!path.starts_with("/")) path = at->getDirectory().str() + "/" + path;
  result.file = shortest_path(path);
  result.line = at->getLine();
  return result;
}

// --- locks of pointers

/// A function of the lock within std::atomic<std::shared_ptr>.
bool is_pointer_lock(StringRef name) { return name.contains("St10_Sp_atomicI") && name.contains("13_Atomic_count"); }

bool sets_lowest_bit(const llvm::AtomicCmpXchgInst& exchange) {
  const auto* const value = dyn_cast<llvm::BinaryOperator>(exchange.getNewValOperand());
  if (value == nullptr || value->getOpcode() != Instruction::Or) return false;
  const auto* const bit = dyn_cast<llvm::ConstantInt>(value->getOperand(1));
  return bit != nullptr && bit->isOne();
}

}  // namespace

std::vector<WeakerAtomic> weaker_atomics(const llvm::Module& module) {
  std::set<WeakerAtomic> all;
  for (const Function& function : module) {
    if (function.isDeclaration()) continue;
    const bool is_of_library = is_library_function(function);
    for (const Instruction& each : llvm::instructions(function)) {
      if (is_of_library && !comes_from_program(each)) continue;
      const auto* const call = dyn_cast<llvm::CallBase>(&each);
      std::optional<Weaker> found = call != nullptr ? weaker(*call) : weaker(each);
      if (!found || counts_references(each)) continue;
      const StringRef inlined = called_library_function(each.getDebugLoc().get());
      if (!inlined.empty() && !is_access(inlined)) continue;  // on the library's own account
      all.insert(placed(each, std::move(*found)));
    }
  }
  return {all.begin(), all.end()};
}

bool is_pointer_lock(const llvm::AtomicCmpXchgInst& exchange) {
  if (is_pointer_lock(exchange.getFunction()->getName())) return true;
  const llvm::DILocation* at = exchange.getDebugLoc().get();
  if (at == nullptr) return sets_lowest_bit(exchange);
  for (; at != nullptr; at = at->getInlinedAt()) {
    if (at->getFilename().ends_with("/bits/shared_ptr_atomic.h")) return true;
    if (is_pointer_lock(at->getScope()->getSubprogram()->getLinkageName())) return true;
  }
  return false;
}

bool has_pointer_locks(const llvm::Module& module) {
  for (const Function& function : module) {
    for (const Instruction& each : llvm::instructions(function)) {
      const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&each);
      if (exchange != nullptr && is_pointer_lock(*exchange)) return true;
    }
  }
  return false;
}

}  // namespace qpor::frontend::native
