#include "frontend/native/instrument/local_uses.h"

#include <algorithm>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

using llvm::CallBase;
using llvm::dyn_cast;
using llvm::Function;
using llvm::isa;
using llvm::Value;

using Offset = std::optional<std::int64_t>;

/// Functions of C that keep a pointer they are given, with the first argument that they keep.
struct Keeper {
  const char* name;
  unsigned first;
};
constexpr Keeper kKeepers[] = {
    {"pthread_create", 3},
    {"thrd_create", 2},
    {"pthread_setspecific", 1},
    {"tss_set", 1},
    {"__cxa_atexit", 1},
    {"on_exit", 1},
    {"__cxa_thread_atexit", 1},
    {"setvbuf", 1},
    {"setbuf", 1},
    {"setbuffer", 1},
    {"putenv", 0},
    {"strtok", 0},
    {"wcstok", 0},
    {"fmemopen", 0},
    {"open_memstream", 0},
    {"readdir_r", 1},
    {"readdir64_r", 1},
    {"__strtok_r", 0},
    {"strtok_r", 0},
    {"__pthread_register_cancel", 0},
    {"_pthread_cleanup_push", 0},
    {"_setjmp", 0},
    {"setjmp", 0},
    {"__sigsetjmp", 0},
    {"__cxa_throw", 0},
    {"hsearch", 0},
    // Those that they call may keep what they are given.
    {"qsort", 0},
    {"qsort_r", 0},
    {"bsearch", 0},
    {"lfind", 0},
    {"lsearch", 0},
    {"tfind", 0},
    {"tdelete", 0},
    {"twalk_r", 2},
    {"tsearch", 0},
    {"insque", 0},
};

/// strtol and its like store a pointer into the text, unless they are told no place for it.
bool hands_out_end(const CallBase& call, llvm::StringRef name, unsigned argument) {
  if (argument != 0 || call.arg_size() < 2) return false;
  if (!name.contains("strto") && !name.contains("wcsto")) return false;
  return call.getArgOperand(1)->getType()->isPointerTy() && !isa<llvm::ConstantPointerNull>(call.getArgOperand(1));
}

/// What printf and its like may write as a text, from which a pointer can be made again.
bool may_print_pointer(const CallBase& call, llvm::StringRef name, unsigned argument) {
  const unsigned fixed = call.getFunctionType()->getNumParams();
  if (!name.contains("printf") || fixed == 0 || argument < fixed) return false;
  llvm::StringRef format;
  return !llvm::getConstantStringInfo(call.getArgOperand(fixed - 1), format) || format.contains('p');
}

/// A primitive is known to the machine, and is no more when its variable is gone.
bool is_of_primitive(llvm::StringRef name) {
  for (const char* beginning : {"pthread_mutex_", "pthread_cond_", "pthread_rwlock_", "pthread_spin_",
                                "pthread_barrier_", "pthread_once", "sem_", "mtx_", "cnd_", "call_once"}) {
    if (name.starts_with(beginning)) return true;
  }
  return false;
}

bool keeps(llvm::StringRef name, unsigned argument) {
  if (is_of_primitive(name)) return true;
  if (name.starts_with("_Z") || find_library_function({name.data(), name.size()}) == nullptr) return true;
  for (const Keeper& each : kKeepers) {
    if (name == each.name) return argument >= each.first;
  }
  return false;
}

}  // namespace

bool has_atomics(const Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& each) {
    if (each.isAtomic() && !isa<llvm::FenceInst>(each)) return true;
    const auto* const call = dyn_cast<CallBase>(&each);
    const Function* const callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return callee != nullptr && callee->getName().starts_with("__atomic_");
  });
}

/// From a pointer along everything that is made of it.
class LocalUses::Walk {
 public:
  Walk(LocalUses& all, const Value& root) : all_(all), root_(root), is_own_(isa<llvm::AllocaInst>(root)) {}

  PointerUses follow() {
    push(root_, 0);
    while (!waiting_.empty() && !uses_.escapes) {
      const auto [value, offset] = waiting_.pop_back_val();
      for (const llvm::Use& use : value->uses()) look_at(use, offset);
    }
    return uses_;
  }

  void add_pointers(llvm::SmallVectorImpl<const Value*>& pointers) const {
    for (const auto& each : offsets_) pointers.push_back(each.first);
  }

 private:
  void push(const Value& value, Offset offset) {
    const auto [known, is_new] = offsets_.try_emplace(&value, offset);
    if (!is_new && (known->second == offset || !known->second)) return;
    if (!is_new) known->second = offset = std::nullopt;
    waiting_.push_back({&value, offset});
  }

  void access(Offset offset, std::uint64_t size, const Value& place) {
    if (offset) {
      uses_.begin = std::min(uses_.begin, *offset);
      uses_.end = std::max(uses_.end, *offset + static_cast<std::int64_t>(size));
    } else if (!is_own_ || llvm::getUnderlyingObject(&place, 0) != &root_) {
      uses_.is_unbounded = true;
    }
  }

  void access(Offset offset, llvm::Type* type, const Value& place) {
    const llvm::TypeSize size = all_.layout_.getTypeStoreSize(type);
    if (size.isScalable())
      uses_.is_unbounded = true;
    else
      access(offset, size.getFixedValue(), place);
  }

  void look_at(const llvm::Use& use, Offset offset) {
    const llvm::User* const user = use.getUser();
    const Value& value = *use.get();
    if (const auto* const load = dyn_cast<llvm::LoadInst>(user)) {
      access(offset, load->getType(), value);
    } else if (const auto* const store = dyn_cast<llvm::StoreInst>(user)) {
      if (store->getValueOperand() == &value)
        uses_.escapes = true;
      else
        access(offset, store->getValueOperand()->getType(), value);
    } else if (const auto* const step = dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt distance(all_.layout_.getIndexTypeSizeInBits(step->getType()), 0);
      const bool is_known = offset && step->accumulateConstantOffset(all_.layout_, distance);
      push(*step, is_known ? Offset(*offset + distance.getSExtValue()) : std::nullopt);
    } else if (isa<llvm::CastInst>(user) && user->getType()->isPointerTy()) {
      push(*user, offset);
    } else if (isa<llvm::FreezeInst>(user)) {
      push(*user, offset);
    } else if (isa<llvm::PHINode>(user) || isa<llvm::SelectInst>(user)) {
      uses_.has_aliases = uses_.is_passed = true;
      push(*user, std::nullopt);
    } else if (isa<llvm::ReturnInst>(user)) {
      uses_.returned_at = uses_.is_returned && uses_.returned_at != offset ? std::nullopt : offset;
      uses_.is_returned = true;
    } else if (const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(user)) {
      if (use.getOperandNo() != llvm::AtomicCmpXchgInst::getPointerOperandIndex())
        uses_.escapes = true;
      else
        access(offset, exchange->getNewValOperand()->getType(), value);
    } else if (const auto* const change = dyn_cast<llvm::AtomicRMWInst>(user)) {
      if (use.getOperandNo() != llvm::AtomicRMWInst::getPointerOperandIndex())
        uses_.escapes = true;
      else
        access(offset, change->getType(), value);
    } else if (const auto* const call = dyn_cast<CallBase>(user)) {
      look_at_call(*call, use, offset);
    } else if (!isa<llvm::ICmpInst>(user)) {
      uses_.escapes = true;
    }
  }

  void look_at_intrinsic(const llvm::IntrinsicInst& call, const llvm::Use& use, Offset offset) {
    constexpr std::uint64_t kSizeOfVariableArguments = 24;
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::invariant_start:
      case llvm::Intrinsic::invariant_end:
      case llvm::Intrinsic::assume:
      case llvm::Intrinsic::objectsize:
      case llvm::Intrinsic::var_annotation: return;
      case llvm::Intrinsic::vastart:
      case llvm::Intrinsic::vacopy:
      case llvm::Intrinsic::vaend: access(offset, kSizeOfVariableArguments, *use.get()); return;
      case llvm::Intrinsic::launder_invariant_group:
      case llvm::Intrinsic::strip_invariant_group:
      case llvm::Intrinsic::ptr_annotation: push(call, offset); return;
      default: break;
    }
    uses_.is_passed = true;
    if (const auto* const memory = dyn_cast<llvm::MemIntrinsic>(&call)) {
      const auto* const length = dyn_cast<llvm::ConstantInt>(memory->getLength());
      if (offset && length != nullptr)
        access(offset, length->getZExtValue(), *use.get());
      else
        uses_.is_unbounded = true;
      return;
    }
    uses_.is_unbounded = true;
    if (call.getType()->isPointerTy() || !call.doesNotCapture(call.getArgOperandNo(&use))) uses_.escapes = true;
  }

  void look_at_call(const CallBase& call, const llvm::Use& use, Offset offset) {
    if (call.isCallee(&use)) return;
    if (!call.isArgOperand(&use)) {
      uses_.escapes = uses_.is_unbounded = true;
      return;
    }
    if (const auto* const intrinsic = dyn_cast<llvm::IntrinsicInst>(&call)) {
      look_at_intrinsic(*intrinsic, use, offset);
      return;
    }
    uses_.is_passed = true;
    const unsigned number = call.getArgOperandNo(&use);
    if (call.isByValArgument(number)) {
      access(offset, call.getParamByValType(number), *use.get());
      return;
    }
    const Function* const callee = call.getCalledFunction();
    if (callee == nullptr) {
      uses_.escapes = uses_.is_unbounded = true;
      return;
    }
    if (callee->getName().starts_with("qpor.")) return;  // which know what they access
    if (!callee->isDeclaration() && number < callee->arg_size()) {
      add(all_.of(*callee->getArg(number)), call, offset);
      return;
    }
    uses_.is_unbounded = true;
    const llvm::StringRef name = callee->getName();
    if (hands_out_end(call, name, number) || may_print_pointer(call, name, number) ||
        (!call.doesNotCapture(number) && (!callee->isDeclaration() || keeps(name, number)))) {
      uses_.escapes = true;
    } else if (call.getType()->isPointerTy()) {
      push(call, std::nullopt);  // strchr and the like
    }
  }

  void add(const PointerUses& other, const CallBase& call, Offset offset) {
    uses_.escapes |= other.escapes;
    uses_.meets_atomics |= other.meets_atomics;
    uses_.is_unbounded |= other.is_unbounded;
    if (other.end > other.begin) {
      if (offset) {
        uses_.begin = std::min(uses_.begin, *offset + other.begin);
        uses_.end = std::max(uses_.end, *offset + other.end);
      } else {
        uses_.is_unbounded = true;
      }
    }
    if (!other.is_returned) return;
    push(call, offset && other.returned_at ? Offset(*offset + *other.returned_at) : std::nullopt);
  }

  LocalUses& all_;
  const Value& root_;
  const bool is_own_;
  PointerUses uses_;
  llvm::SmallVector<std::pair<const Value*, Offset>> waiting_;
  llvm::DenseMap<const Value*, Offset> offsets_;
};

PointerUses LocalUses::of(const llvm::AllocaInst& local, llvm::SmallVectorImpl<const Value*>& pointers) {
  Walk walk(*this, local);
  PointerUses uses = walk.follow();
  walk.add_pointers(pointers);
  if (uses.is_returned) uses.escapes = true;
  return uses;
}

const PointerUses& LocalUses::of(const llvm::Argument& parameter) {
  PointerUses unknown;
  unknown.escapes = unknown.is_unbounded = true;
  const auto [place, is_new] = known_.try_emplace(&parameter, unknown);
  if (!is_new) return place->second;
  PointerUses found = Walk(*this, parameter).follow();
  found.meets_atomics |= has_atomics(*parameter.getParent());
  return known_[&parameter] = found;
}

}  // namespace qpor::frontend::native
