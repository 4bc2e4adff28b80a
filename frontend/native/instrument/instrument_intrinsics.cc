#include "frontend/native/instrument/instrument_intrinsics.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h>

#include "frontend/native/instrument/instrument.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_memory.h"

namespace qpor::frontend::native {
namespace {

using llvm::dyn_cast;
using llvm::FixedVectorType;
using llvm::Function;
using llvm::Instruction;
using llvm::IntrinsicInst;
using llvm::IRBuilder;
using llvm::isa;
using llvm::StringRef;
using llvm::Value;

// --- those of x86, in terms of the general ones

/// x86 looks at the highest bit of each element of a mask.
Value* highest_bits(IRBuilder<>& builder, Value* mask) {
  auto* const type = llvm::cast<FixedVectorType>(mask->getType());
  auto* const integers = FixedVectorType::get(builder.getIntNTy(type->getScalarSizeInBits()), type->getNumElements());
  Value* const bits = builder.CreateBitCast(mask, integers);
  return builder.CreateICmpSLT(bits, llvm::Constant::getNullValue(integers));
}

Value* first_elements(IRBuilder<>& builder, Value* vector, unsigned count) {
  if (llvm::cast<FixedVectorType>(vector->getType())->getNumElements() == count) return vector;
  llvm::SmallVector<int> places(count);
  std::iota(places.begin(), places.end(), 0);
  return builder.CreateShuffleVector(vector, places);
}

void replace(IntrinsicInst& intrinsic, Value* with) {
  if (with != nullptr && !intrinsic.getType()->isVoidTy()) intrinsic.replaceAllUsesWith(with);
  intrinsic.eraseFromParent();
}

/// (place, mask), with zero where the mask is not set.
void lower_masked_load(IntrinsicInst& intrinsic) {
  IRBuilder<> builder(&intrinsic);
  Value* const mask = highest_bits(builder, intrinsic.getArgOperand(1));
  replace(intrinsic, builder.CreateMaskedLoad(intrinsic.getType(), intrinsic.getArgOperand(0), llvm::Align(1), mask,
                                              llvm::Constant::getNullValue(intrinsic.getType())));
}

void lower_masked_store(IntrinsicInst& intrinsic, unsigned place, unsigned mask, unsigned value) {
  IRBuilder<> builder(&intrinsic);
  builder.CreateMaskedStore(intrinsic.getArgOperand(value), intrinsic.getArgOperand(place), llvm::Align(1),
                            highest_bits(builder, intrinsic.getArgOperand(mask)));
  replace(intrinsic, nullptr);
}

/// (otherwise, base, indices, mask, scale). There may be fewer indices than elements, or more: elements without an
/// index are zero.
void lower_gather(IntrinsicInst& intrinsic) {
  IRBuilder<> builder(&intrinsic);
  auto* const type = llvm::cast<FixedVectorType>(intrinsic.getType());
  Value* const indices = intrinsic.getArgOperand(2);
  const unsigned count =
      std::min(type->getNumElements(), llvm::cast<FixedVectorType>(indices->getType())->getNumElements());
  auto* const words = FixedVectorType::get(builder.getInt64Ty(), count);
  Value* const scale =
      builder.CreateVectorSplat(count, builder.CreateZExt(intrinsic.getArgOperand(4), builder.getInt64Ty()));
  Value* const offsets = builder.CreateMul(builder.CreateSExt(first_elements(builder, indices, count), words), scale);
  Value* const places = builder.CreateGEP(builder.getInt8Ty(), intrinsic.getArgOperand(1), offsets);
  Value* const mask = first_elements(builder, highest_bits(builder, intrinsic.getArgOperand(3)), count);
  Value* const otherwise = first_elements(builder, intrinsic.getArgOperand(0), count);
  Value* found = builder.CreateMaskedGather(otherwise->getType(), places, llvm::Align(1), mask, otherwise);
  if (count < type->getNumElements()) {
    llvm::SmallVector<int> whole(type->getNumElements(), static_cast<int>(count));
    std::iota(whole.begin(), whole.begin() + count, 0);
    found = builder.CreateShuffleVector(found, llvm::Constant::getNullValue(found->getType()), whole);
  }
  replace(intrinsic, found);
}

void lower_load(IntrinsicInst& intrinsic) {
  IRBuilder<> builder(&intrinsic);
  replace(intrinsic, builder.CreateAlignedLoad(intrinsic.getType(), intrinsic.getArgOperand(0), llvm::Align(1)));
}

/// Cycle counters and random numbers of the processor become those of qpor. False when it is another one.
bool lower_source(IntrinsicInst& intrinsic) {
  namespace Intrinsic = llvm::Intrinsic;
  const char* source = nullptr;
  std::uint32_t second = 0;
  switch (intrinsic.getIntrinsicID()) {
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
    case Intrinsic::x86_rdtsc:
    case Intrinsic::x86_rdtscp: source = kCyclesName; break;  // rdtscp: on processor 0
    case Intrinsic::x86_rdrand_16:
    case Intrinsic::x86_rdrand_32:
    case Intrinsic::x86_rdrand_64:
    case Intrinsic::x86_rdseed_16:
    case Intrinsic::x86_rdseed_32:
    case Intrinsic::x86_rdseed_64:
      source = kRandomName;
      second = 1;  // there was one
      break;
    default: return false;
  }
  IRBuilder<> builder(&intrinsic);
  const auto function = intrinsic.getModule()->getOrInsertFunction(source, builder.getInt64Ty());
  Value* const word = builder.CreateCall(function);
  auto* const type = llvm::dyn_cast<llvm::StructType>(intrinsic.getType());
  if (type == nullptr) {
    replace(intrinsic, word);
    return true;
  }
  Value* const first = builder.CreateTrunc(word, type->getElementType(0));
  Value* const pair = builder.CreateInsertValue(llvm::PoisonValue::get(type), first, 0);
  replace(intrinsic, builder.CreateInsertValue(pair, llvm::ConstantInt::get(type->getElementType(1), second), 1));
  return true;
}

/// The address of what the C library has of a thread, which is its handle.
bool lower_thread_pointer(IntrinsicInst& intrinsic) {
  if (intrinsic.getIntrinsicID() != llvm::Intrinsic::thread_pointer) return false;
  IRBuilder<> builder(&intrinsic);
  const auto self = intrinsic.getModule()->getOrInsertFunction("pthread_self", builder.getInt64Ty());
  replace(intrinsic, builder.CreateIntToPtr(builder.CreateCall(self), intrinsic.getType()));
  return true;
}

/// False when it is another one.
bool lower_x86(IntrinsicInst& intrinsic) {
  const StringRef name = intrinsic.getCalledFunction()->getName();
  if (!name.starts_with("llvm.x86.")) return false;
  if (name.starts_with("llvm.x86.avx.maskload.") || name.starts_with("llvm.x86.avx2.maskload.")) {
    lower_masked_load(intrinsic);
  } else if (name.starts_with("llvm.x86.avx.maskstore.") || name.starts_with("llvm.x86.avx2.maskstore.")) {
    lower_masked_store(intrinsic, 0, 1, 2);
  } else if (name == "llvm.x86.sse2.maskmov.dqu") {
    lower_masked_store(intrinsic, 2, 1, 0);
  } else if (name.starts_with("llvm.x86.avx2.gather.")) {
    lower_gather(intrinsic);
  } else if (name == "llvm.x86.sse3.ldu.dq" || name == "llvm.x86.avx.ldu.dq.256") {
    lower_load(intrinsic);
  } else {
    return false;
  }
  return true;
}

// --- those that stay

/// One with a place of known size.
struct KnownAccess {
  const char* name;
  unsigned argument;
  std::uint64_t size;
  bool is_write;
};
constexpr KnownAccess kKnown[] = {
    {"llvm.x86.fxsave", 0, 512, true},      {"llvm.x86.fxsave64", 0, 512, true},
    {"llvm.x86.fxrstor", 0, 512, false},    {"llvm.x86.fxrstor64", 0, 512, false},
    {"llvm.x86.sse.stmxcsr", 0, 4, true},   {"llvm.x86.sse.ldmxcsr", 0, 4, false},
    {"llvm.x86.directstore32", 0, 4, true}, {"llvm.x86.directstore64", 0, 8, true},
};

const KnownAccess* known_access(StringRef name) {
  const auto it =
      std::find_if(std::begin(kKnown), std::end(kKnown), [name](const KnownAccess& each) { return name == each.name; });
  return it == std::end(kKnown) ? nullptr : it;
}

void announce(IntrinsicInst& intrinsic, const KnownAccess& access) {
  IRBuilder<> builder(&intrinsic);
  const auto hook = intrinsic.getModule()->getOrInsertFunction(
      access.is_write ? kWriteName : kReadName, builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(hook, {intrinsic.getArgOperand(access.argument), builder.getInt64(access.size)});
}

/// va_start and va_copy. A va_list of the function itself is nothing that others could tell.
bool announce_argument_list(IntrinsicInst& intrinsic) {
  constexpr std::uint64_t kSize = 24;
  const llvm::Intrinsic::ID id = intrinsic.getIntrinsicID();
  if (id != llvm::Intrinsic::vastart && id != llvm::Intrinsic::vacopy) return false;
  const auto is_local = [&](unsigned argument) {
    return isa<llvm::AllocaInst>(llvm::getUnderlyingObject(intrinsic.getArgOperand(argument)));
  };
  const char* const name = "";  // not looked up
  if (id == llvm::Intrinsic::vacopy && !is_local(1)) announce(intrinsic, {name, 1, kSize, false});
  if (!is_local(0)) announce(intrinsic, {name, 0, kSize, true});
  return true;
}

/// Intrinsics that LLVM takes for accesses of memory and that are none, or none that another thread could tell.
bool is_harmless(const IntrinsicInst& intrinsic) {
  using namespace llvm;
  if (isa<MemIntrinsic>(intrinsic)) return true;  // instrument_memory.h replaces it
  if (isa<DbgInfoIntrinsic>(intrinsic) || intrinsic.isLifetimeStartOrEnd()) return true;
  if (isa<ConstrainedFPIntrinsic>(intrinsic)) return true;  // arithmetic
  switch (intrinsic.getIntrinsicID()) {
    // What the optimiser is told.
    case Intrinsic::assume:
    case Intrinsic::annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::var_annotation:
    case Intrinsic::codeview_annotation:
    case Intrinsic::expect:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::sideeffect:
    case Intrinsic::donothing:
    case Intrinsic::pseudoprobe:
    // The thread's own stack and the arguments of its own functions.
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::localescape:
    case Intrinsic::localrecover:
    case Intrinsic::vaend:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::eh_unwind_init:
    case Intrinsic::eh_return_i64:
    case Intrinsic::eh_dwarf_cfa:
    // The thread's own rounding mode and flags (float_environment.h).
    case Intrinsic::get_rounding:
    case Intrinsic::set_rounding:
    case Intrinsic::get_fpenv:
    case Intrinsic::set_fpenv:
    case Intrinsic::reset_fpenv:
    case Intrinsic::get_fpmode:
    case Intrinsic::set_fpmode:
    case Intrinsic::reset_fpmode:
    // The thread ends here, with a report.
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::debugtrap:
    // Hints to the cache, and fences: every order of accesses that matters is an order of operations.
    case Intrinsic::prefetch:
    case Intrinsic::x86_sse2_pause:
    case Intrinsic::x86_sse2_mfence:
    case Intrinsic::x86_sse2_lfence:
    case Intrinsic::x86_sse_sfence:
    case Intrinsic::x86_sse2_clflush:
    case Intrinsic::x86_clflushopt:
    case Intrinsic::x86_clwb:
    case Intrinsic::x86_cldemote:
    case Intrinsic::x86_avx_vzeroall:
    case Intrinsic::x86_avx_vzeroupper:
    case Intrinsic::x86_mmx_emms: return true;
    default: return false;
  }
}

/// Through fs or gs, which lead to memory of the host.
bool is_through_segment(const Instruction& instruction) {
  const auto is_special = [](const Value* place) { return place->getType()->getPointerAddressSpace() != 0; };
  if (const auto* const load = dyn_cast<llvm::LoadInst>(&instruction)) return is_special(load->getPointerOperand());
  if (const auto* const store = dyn_cast<llvm::StoreInst>(&instruction)) return is_special(store->getPointerOperand());
  if (const auto* const change = dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return is_special(change->getPointerOperand());
  }
  const auto* const exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && is_special(exchange->getPointerOperand());
}

void note(Instruction& instruction, bool allows_assembly) {
  if (is_through_segment(instruction)) {
    note_unseen_before(instruction, UnseenKind::Intrinsic, "'mov' through a segment register");
    return;
  }
  if (auto* const intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
    if (!intrinsic->mayReadOrWriteMemory() || is_harmless(*intrinsic) || announce_argument_list(*intrinsic)) return;
    const StringRef name = intrinsic->getCalledFunction()->getName();
    if (const KnownAccess* const known = known_access(name))
      announce(*intrinsic, *known);
    else
      note_unseen_before(instruction, UnseenKind::Intrinsic, name.str());
    return;
  }
  auto* const call = dyn_cast<llvm::CallBase>(&instruction);
  if (call != nullptr && call->isInlineAsm()) note_assembly(*call, allows_assembly);
}

bool is_masked(const IntrinsicInst& intrinsic) {
  switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
    case llvm::Intrinsic::masked_expandload:
    case llvm::Intrinsic::masked_compressstore: return true;
    default: return false;
  }
}

/// LLVM's own pass, with a target for which no masked access is legal.
void scalarise(Function& function) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  llvm::ScalarizeMaskedMemIntrinPass().run(function, analyses);
}

}  // namespace

void lower_memory_intrinsics(llvm::Module& module) {
  for (Function& function : module) {
    llvm::SmallVector<IntrinsicInst*> intrinsics;
    for (Instruction& each : llvm::instructions(function)) {
      if (auto* const intrinsic = dyn_cast<IntrinsicInst>(&each)) intrinsics.push_back(intrinsic);
    }
    bool has_masked = false;
    for (IntrinsicInst* each : intrinsics) {
      if (!lower_source(*each) && !lower_thread_pointer(*each))
        has_masked = lower_x86(*each) || has_masked || is_masked(*each);
    }
    if (has_masked) scalarise(function);
  }
}

void note_unseen_instructions(llvm::Module& module, bool allows_assembly) {
  for (Function& function : module) {
    llvm::SmallVector<Instruction*> all;
    for (Instruction& each : llvm::instructions(function)) all.push_back(&each);
    for (Instruction* each : all) note(*each, allows_assembly);
  }
}

}  // namespace qpor::frontend::native
