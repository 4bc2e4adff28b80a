#include "frontend/native/build/link.h"

#include <dlfcn.h>

#include <algorithm>

#include <llvm/ADT/StringMap.h>
#include <llvm/ExecutionEngine/JITLink/EHFrameSupport.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/DebugObjectManagerPlugin.h>
#include <llvm/ExecutionEngine/Orc/EPCDebugObjectRegistrar.h>
#include <llvm/ExecutionEngine/Orc/ExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include "frontend/native/build/guest_library.h"
#include "frontend/native/build/library_code.h"
#include "frontend/native/build/memory_manager.h"
#include "frontend/native/build/targets.h"
#include "frontend/native/guest/check/gate.h"
#include "frontend/native/guest/check/loops.h"
#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/libc/errno_slot.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/instrument/instrument_assembly.h"
#include "frontend/native/instrument/instrument_atomics.h"
#include "frontend/native/instrument/instrument_cleared.h"
#include "frontend/native/instrument/instrument_counters.h"
#include "frontend/native/instrument/instrument_counts.h"
#include "frontend/native/instrument/instrument_errno.h"
#include "frontend/native/instrument/instrument_intrinsics.h"
#include "frontend/native/instrument/instrument_loops.h"
#include "frontend/native/instrument/instrument_memory.h"
#include "frontend/native/instrument/instrument_stack.h"
#include "frontend/native/instrument/instrument_svcomp.h"
#include "frontend/native/instrument/instrument_twins.h"
#include "frontend/native/library/library.h"

namespace qpor::frontend::native {
namespace {

namespace orc = llvm::orc;
namespace jitlink = llvm::jitlink;

std::string message_of(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  return text.substr(0, text.find('\n'));
}

template <class T>
T value_of(llvm::Expected<T> expected, const char* what) {
  if (!expected) throw ProgramError(std::string(what) + ": " + message_of(expected.takeError()));
  return std::move(*expected);
}

std::unique_ptr<llvm::TargetMachine> make_target(const std::string& triple, unsigned optimisation) {
  orc::JITTargetMachineBuilder builder{llvm::Triple(triple)};
  builder.setCPU("x86-64-v2");
  builder.setRelocationModel(llvm::Reloc::PIC_);
  builder.setCodeModel(llvm::CodeModel::Small);
  // What cannot be reached by a program without undefined behaviour must not go on in the next function.
  builder.getOptions().TrapUnreachable = true;
  builder.setCodeGenOptLevel(optimisation == 0   ? llvm::CodeGenOptLevel::None
                             : optimisation == 1 ? llvm::CodeGenOptLevel::Less
                                                 : llvm::CodeGenOptLevel::Default);
  return value_of(builder.createTargetMachine(), "cannot generate code");
}

/// Hears what the linker knows and nobody else will: addresses of symbols and sections.
class Listener final : public orc::ObjectLinkingLayer::Plugin {
 public:
  explicit Listener(Linked& linked) : linked_(linked) {}

  void modifyPassConfig(orc::MaterializationResponsibility&, jitlink::LinkGraph&,
                        jitlink::PassConfiguration& passes) override {
    // The linker forgets symbols that no relocation names, such as static functions; reports need them.
    passes.PrePrunePasses.push_back([](jitlink::LinkGraph& graph) {
      for (jitlink::Symbol* each : graph.defined_symbols()) {
        if (each->hasName()) each->setLive(true);
      }
      return llvm::Error::success();
    });
    passes.PostAllocationPasses.push_back([this](jitlink::LinkGraph& graph) {
      listen(graph);
      return llvm::Error::success();
    });
  }
  llvm::Error notifyFailed(orc::MaterializationResponsibility&) override { return llvm::Error::success(); }
  llvm::Error notifyRemovingResources(orc::JITDylib&, orc::ResourceKey) override { return llvm::Error::success(); }
  void notifyTransferringResources(orc::JITDylib&, orc::ResourceKey, orc::ResourceKey) override {}

 private:
  void listen(jitlink::LinkGraph& graph) {
    for (jitlink::Section& section : graph.sections()) {
      if (section.getMemLifetime() == orc::MemLifetime::NoAlloc || section.blocks().empty()) continue;
      const jitlink::SectionRange range(section);
      linked_.sections.emplace(section.getName().str(), range.getStart().getValue());
    }
    for (jitlink::Symbol* each : graph.defined_symbols()) {
      if (!each->hasName() || each->getBlock().getSection().getMemLifetime() == orc::MemLifetime::NoAlloc) continue;
      const Address begin = each->getAddress().getValue();
      linked_.symbols.push_back({begin, begin + std::max<Address>(each->getSize(), 1), each->getName().str()});
    }
  }

  Linked& linked_;
};

orc::ExecutorSymbolDef symbol(const void* address) {
  return {orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
}

/// What the instrumented code calls or reads that is not of the program.
const llvm::StringMap<const void*>& hooks() {
  static const llvm::StringMap<const void*> table = {
      {kTlsBaseName, &tls_base()},
      {kBarrierWaitName, reinterpret_cast<const void*>(&barrier_wait_only)},
      {kLockBeginName, reinterpret_cast<const void*>(&cpp_lock_begin)},
      {kLockFailedName, reinterpret_cast<const void*>(&cpp_lock_failed)},
      {kAtomicLoadName, reinterpret_cast<const void*>(&atomic_load_hook)},
      {kAtomicStoreName, reinterpret_cast<const void*>(&atomic_store_hook)},
      {kAtomicChangeName, reinterpret_cast<const void*>(&atomic_change_hook)},
      {kAtomicCountName, reinterpret_cast<const void*>(&atomic_count_hook)},
      {kAtomicCompareExchangeName, reinterpret_cast<const void*>(&atomic_compare_exchange_hook)},
      {kAtomicWriteName, reinterpret_cast<const void*>(&atomic_write_hook)},
      {kAtomicFenceName, reinterpret_cast<const void*>(&atomic_fence_hook)},
      {kCountChangeName, reinterpret_cast<const void*>(&count_change_hook)},
      {kCountReadName, reinterpret_cast<const void*>(&count_read_hook)},
      {kCountAliveName, reinterpret_cast<const void*>(&count_alive_hook)},
      {kCountLockName, reinterpret_cast<const void*>(&count_lock_hook)},
      {kDisposeBeginName, reinterpret_cast<const void*>(&dispose_begin_hook)},
      {kDestroyBeginName, reinterpret_cast<const void*>(&destroy_begin_hook)},
      {kExceptionDropName, reinterpret_cast<const void*>(&exception_drop_hook)},
      {kDisposeEndName, reinterpret_cast<const void*>(&dispose_end_hook)},
      {kEffectName, reinterpret_cast<const void*>(&effect_hook)},
      {kPointerReadLockName, reinterpret_cast<const void*>(&pointer_read_lock_hook)},
      {kPointerSwapName, reinterpret_cast<const void*>(&pointer_swap_hook)},
      {kPointerReadUnlockName, reinterpret_cast<const void*>(&pointer_read_unlock_hook)},
      {kPointerLockName, reinterpret_cast<const void*>(&pointer_lock_hook)},
      {kPointerUnlockName, reinterpret_cast<const void*>(&pointer_unlock_hook)},
      {kGuestCtypeName, guest_ctype_place()},
      {kSegmentName, &segment_word()},
      {kTwinFlagName, &twin_flag()},
      {kTwinValueName, reinterpret_cast<const void*>(&twin_value_hook)},
      {kTwinBytesName, reinterpret_cast<const void*>(&twin_bytes_hook)},
      {kErrnoBeforeName, reinterpret_cast<const void*>(&errno_before_hook)},
      {kErrnoAfterName, reinterpret_cast<const void*>(&errno_after_hook)},
      {kCyclesName, reinterpret_cast<const void*>(&cycles_hook)},
      {kRandomName, reinterpret_cast<const void*>(&next_random)},
      {kReadName, reinterpret_cast<const void*>(&read_hook)},
      {kDoubtfulReadName, reinterpret_cast<const void*>(&doubtful_read_hook)},
      {kWriteName, reinterpret_cast<const void*>(&write_hook)},
      {kCopyName, reinterpret_cast<const void*>(&move_hook)},
      {kStringSizeName, reinterpret_cast<const void*>(&string_size_hook)},
      {kQuietBeginName, reinterpret_cast<const void*>(&quiet_begin_hook)},
      {kQuietEndName, reinterpret_cast<const void*>(&quiet_end_hook)},
      {kEnterFrameName, reinterpret_cast<const void*>(&enter_frame_hook)},
      {kEnterLocalName, reinterpret_cast<const void*>(&enter_local_hook)},
      {kReviveName, reinterpret_cast<const void*>(&revive_hook)},
      {kClearLocalName, reinterpret_cast<const void*>(&clear_local_hook)},
      {kEndBlockName, reinterpret_cast<const void*>(&leave_block_hook)},
      {kLandedName, reinterpret_cast<const void*>(&landed_hook)},
      {kEndFunctionName, reinterpret_cast<const void*>(&leave_function_hook)},
      {kOutgoingName, reinterpret_cast<const void*>(&outgoing_hook)},
      {kOutsideName, reinterpret_cast<const void*>(&outside_hook)},
      {kSetName, reinterpret_cast<const void*>(&set_hook)},
      {kLoopLimitName, reinterpret_cast<const void*>(&loop_limit_hook)},
      {kSpinHeadName, reinterpret_cast<const void*>(&spin_head_hook)},
      {kSpinLeaveName, reinterpret_cast<const void*>(&spin_leave_hook)},
      {kSpinLandedName, reinterpret_cast<const void*>(&spin_landed_hook)},
      {kSpinIdleName, reinterpret_cast<const void*>(&spin_idle_hook)},
      {kSpinCopyName, reinterpret_cast<const void*>(&spin_copy_hook)},
      {kErrorHookName, reinterpret_cast<const void*>(&svcomp_error_hook)},
      {kAssumeHookName, reinterpret_cast<const void*>(&svcomp_assume_hook)},
      {kNondetHookName, reinterpret_cast<const void*>(&svcomp_nondet_hook)},
      {kEnterBlockName, reinterpret_cast<const void*>(&svcomp_enter_hook)},
      {kLeaveBlockName, reinterpret_cast<const void*>(&svcomp_leave_hook)},
      {kRefusedName, reinterpret_cast<const void*>(&refused_call)},
      {kRefusedAssemblyName, reinterpret_cast<const void*>(&refused_assembly_hook)},
      {kRefusedAssemblyCallName, reinterpret_cast<const void*>(&refused_assembly_call_hook)},
      {kProcessorName, reinterpret_cast<const void*>(&processor_hook)},
      {kUnseenCallName, reinterpret_cast<const void*>(&unseen_call_hook)},
      {kUnseenName, reinterpret_cast<const void*>(&unseen_hook)},
      {kGateName, reinterpret_cast<const void*>(&gate_hook)},
  };
  return table;
}

/// The compiler makes such calls for what it has checked or need not check; the program's own have another name.
bool may_be_called_by_compiler(const LibraryFunction& function) {
  return function.treatment == Treatment::Checked || function.name == "memcpy" || function.name == "memmove" ||
         function.name == "memset";
}

/// What the object asks for and does not define.
const void* address_of(const std::string& name) {
  if (const void* const hook = hooks().lookup(name); hook != nullptr) return hook;
  const std::string prefix = kRealPrefix;
  if (name.starts_with(prefix)) return dlsym(RTLD_DEFAULT, name.c_str() + prefix.size());
  const std::string checked = kCheckedPrefix;
  if (name.starts_with(checked)) {
    const LibraryFunction* const known = find_library_function(std::string_view(name).substr(checked.size()));
    if (known == nullptr) return nullptr;
    if (known->real != nullptr) *known->real = dlsym(RTLD_DEFAULT, std::string(known->name).c_str());
    return known->address;
  }
  const LibraryFunction* const known = find_library_function(name);
  if (known != nullptr && known->address != nullptr && !may_be_called_by_compiler(*known)) return known->address;
  return dlsym(RTLD_DEFAULT, name.c_str());
}

/// Sets `uses_cxx_streams` and `targets` of the code.
void define_undefined(const llvm::MemoryBuffer& object, orc::ExecutionSession& session, orc::JITDylib& library,
                      Code& code) {
  const auto file = value_of(llvm::object::ObjectFile::createObjectFile(object.getMemBufferRef()), "cannot link");
  orc::SymbolMap map;
  std::string missing;
  for (const llvm::object::SymbolRef& each : file->symbols()) {
    const std::uint32_t flags = value_of(each.getFlags(), "cannot link");
    if ((flags & llvm::object::SymbolRef::SF_Undefined) == 0) continue;
    const std::string name = value_of(each.getName(), "cannot link").str();
    if (name.empty() || name == "_GLOBAL_OFFSET_TABLE_") continue;
    code.uses_cxx_streams |= is_of_cxx_streams(name);
    const void* const address = name == "__dso_handle" ? reinterpret_cast<const void*>(kRegion) : address_of(name);
    if (address != nullptr)
      map[session.intern(name)] = symbol(address);
    else if ((flags & llvm::object::SymbolRef::SF_Weak) == 0)
      missing += (missing.empty() ? "'" : ", '") + name + "'";
  }
  if (!missing.empty()) throw ProgramError("there is no definition of " + missing);
  std::vector<Address> targets;
  for (const auto& [name, definition] : map) targets.push_back(definition.getAddress().getValue());
  code.targets = allowed_targets(std::move(targets));
  if (llvm::Error error = library.define(orc::absoluteSymbols(std::move(map)))) {
    throw ProgramError("cannot link: " + message_of(std::move(error)));
  }
}

}  // namespace

void initialise_target() {
  static const bool once = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();  // inline assembler
    return true;
  }();
  static_cast<void>(once);
}

namespace {

/// Neighbours are one range.
std::vector<CodeRange> library_ranges(const llvm::Module& module, const std::vector<Symbol>& symbols) {
  std::vector<CodeRange> ranges;
  bool was_library = false;
  for (const Symbol& each : symbols) {
    const llvm::Function* const function = module.getFunction(each.name);
    if (function == nullptr || function->isDeclaration()) continue;
    const bool is_library = is_library_function(*function);
    if (is_library && was_library) {
      ranges.back().end = std::max(ranges.back().end, each.end);
    } else if (is_library) {
      ranges.push_back({each.begin, each.end});
    }
    was_library = is_library;
  }
  return ranges;
}

std::vector<CodeRange> stream_functions_among(const llvm::Module& module, const std::vector<Symbol>& symbols) {
  std::vector<CodeRange> ranges;
  for (const Symbol& each : symbols) {
    const llvm::Function* const function = module.getFunction(each.name);
    if (function == nullptr || function->isDeclaration() || !is_stream_function(each.name)) continue;
    if (is_library_function(*function)) ranges.push_back({each.begin, each.end});
  }
  return ranges;
}

/// Where data of the program is. A symbol without a size, as in assembly, reaches to the next one.
std::vector<Variable> all_variables(const Instrumented& instrumented, const std::vector<Symbol>& symbols,
                                    Address end_of_data) {
  std::vector<Variable> variables;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const Symbol& each = symbols[i];
    if (each.begin < kReadOnly) continue;
    const auto known = instrumented.padded.find(each.name);
    Variable variable{each.begin, each.end, each.end};
    if (known != instrumented.padded.end()) {
      variable.end = each.begin + known->second;
    } else if (each.end == each.begin + 1) {
      const bool has_next = i + 1 < symbols.size();
      variable.end = variable.padded_end = std::max(each.end, has_next ? symbols[i + 1].begin : end_of_data);
    }
    if (!variables.empty() && variable.begin < variables.back().padded_end) {
      // Another name of it, or of a part.
      Variable& outer = variables.back();
      if (variable.padded_end > outer.padded_end) outer.end = outer.padded_end = variable.padded_end;
      continue;
    }
    variables.push_back(variable);
  }
  return variables;
}

/// Those that the linker has to change before they are constant.
std::vector<Extent> constants_among(const llvm::Module& module, const std::vector<Symbol>& symbols) {
  std::vector<Extent> constants;
  for (const Symbol& each : symbols) {
    if (each.begin < kGlobals || each.begin >= kGlobalsEnd) continue;
    const llvm::GlobalVariable* const variable = module.getGlobalVariable(each.name, true);
    if (variable != nullptr && variable->isConstant()) constants.push_back({each.begin, each.end});
  }
  return constants;
}

}  // namespace

struct Linked::Session {
  explicit Session(std::unique_ptr<orc::ExecutorProcessControl> control)
      : execution(std::move(control)), layer(execution, std::make_unique<MemoryManager>(extent)) {}
  ~Session() {
    if (llvm::Error error = execution.endSession()) llvm::consumeError(std::move(error));
  }
  MemoryManager::Extent extent;
  orc::ExecutionSession execution;
  orc::ObjectLinkingLayer layer;
};

Linked::Linked() = default;
Linked::~Linked() = default;
Linked::Linked(Linked&&) noexcept = default;
Linked& Linked::operator=(Linked&&) noexcept = default;

const Symbol* Linked::symbol_at(Address address) const {
  auto it = std::upper_bound(symbols.begin(), symbols.end(), address,
                             [](Address value, const Symbol& each) { return value < each.begin; });
  while (it != symbols.begin()) {
    --it;
    if (address < it->end) return &*it;
    if (address - it->begin > 256 * kMiB) break;
  }
  return nullptr;
}

Linked link(Region& region, LoadedModule& loaded, const Instrumented& instrumented, const LinkOptions& options) {
  initialise_target();
  Linked linked;
  const auto target = make_target(loaded.module->getTargetTriple(), options.optimisation);
  loaded.module->setDataLayout(target->createDataLayout());
  linked.object = value_of(orc::SimpleCompiler(*target)(*loaded.module), "cannot generate code");

  linked.session =
      std::make_unique<Linked::Session>(value_of(orc::SelfExecutorProcessControl::Create(), "cannot link"));
  orc::ExecutionSession& session = linked.session->execution;
  orc::ObjectLinkingLayer& layer = linked.session->layer;
  std::string first_error;
  session.setErrorReporter([&first_error](llvm::Error error) {
    const std::string text = message_of(std::move(error));
    if (first_error.empty()) first_error = text;
  });
  layer.addPlugin(std::make_shared<orc::EHFrameRegistrationPlugin>(
      session, std::make_unique<jitlink::InProcessEHFrameRegistrar>()));
  layer.addPlugin(std::make_shared<Listener>(linked));
  if (options.has_debugger) {
    layer.addPlugin(std::make_shared<orc::DebugObjectManagerPlugin>(
        session,
        std::make_unique<orc::EPCDebugObjectRegistrar>(
            session, orc::ExecutorAddr::fromPtr(&llvm_orc_registerJITLoaderGDBWrapper)),
        true, true));
  }

  orc::JITDylib& library = session.createBareJITDylib("program");
  define_undefined(*linked.object, session, library, linked.code);
  auto copy = llvm::MemoryBuffer::getMemBuffer(linked.object->getMemBufferRef(), false);
  if (llvm::Error error = layer.add(library, std::move(copy))) {
    throw ProgramError("cannot link: " + message_of(std::move(error)));
  }
  const auto address = [&](const char* name) {
    auto found = session.lookup({&library}, session.intern(name));
    if (!found) {
      const std::string text = message_of(found.takeError());
      throw ProgramError("cannot link: " + (first_error.empty() ? text : first_error));
    }
    return found->getAddress();
  };
  Code& code = linked.code;
  code.main = address(kEntryName).toPtr<int (*)(int, char**, char**)>();
  if (instrumented.has_constructors) code.constructors = address(kConstructorsName).toPtr<void (*)()>();
  if (instrumented.has_destructors) code.destructors = address(kDestructorsName).toPtr<void (*)()>();
  if (instrumented.tls_size > 0) code.tls_image = address(kTlsImageName).toPtr<const char*>();
  code.tls_size = instrumented.tls_size;
  code.tls_alignment = instrumented.tls_alignment;
  code.errno_offset = instrumented.errno_offset.value_or(kNoErrnoSlot);
  code.code_begin = kCode;
  code.code_end = linked.session->extent.code;
  code.globals_begin = kGlobals;
  code.globals_end = (linked.session->extent.globals + 7) / 8 * 8;
  std::sort(linked.symbols.begin(), linked.symbols.end(),
            [](const Symbol& a, const Symbol& b) { return a.begin < b.begin; });
  code.variables = all_variables(instrumented, linked.symbols, code.globals_end);
  code.library = library_ranges(*loaded.module, linked.symbols);
  if (code.uses_cxx_streams) code.stream_functions = stream_functions_among(*loaded.module, linked.symbols);
  code.constants = constants_among(*loaded.module, linked.symbols);
  code.unwinds = instrumented.unwinds;
  code.has_float_environment = instrumented.has_float_environment;
  for (const LocalInModule& each : instrumented.locals) {
    code.locals.push_back({each.name, each.size});
    linked.locals.push_back(each.debug);
  }
  session.setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
  code.globals_image.assign(reinterpret_cast<const char*>(code.globals_begin), code.globals_end - code.globals_begin);
  region.seal(code.globals_end);
  return linked;
}

}  // namespace qpor::frontend::native
