#include "frontend/native/build/guest_library.h"

#include <dlfcn.h>

#include <algorithm>
#include <locale>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/IRSymtab.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "frontend/native/build/load.h"
#include "frontend/native/instrument/instrument_memory.h"

// The bitcode itself, byte for byte: for what C++20 programs ask for, and what only earlier ones do.
asm(R"(
  .section .rodata
  .balign 16
  .global qpor_guest_library
  qpor_guest_library:
  .incbin ")" QPOR_GUEST_LIBRARY R"("
  .global qpor_guest_library_end
  qpor_guest_library_end:
  .balign 16
  .global qpor_guest_library_cpp17
  qpor_guest_library_cpp17:
  .incbin ")" QPOR_GUEST_LIBRARY_CPP17 R"("
  .global qpor_guest_library_cpp17_end
  qpor_guest_library_cpp17_end:
  .previous
)");

extern "C" const char qpor_guest_library[], qpor_guest_library_end[];
extern "C" const char qpor_guest_library_cpp17[], qpor_guest_library_cpp17_end[];

namespace qpor::frontend::native {
namespace {

using llvm::Function;
using llvm::GlobalValue;
using llvm::GlobalVariable;
using llvm::StringRef;

/// Does the module use something that the bitcode defines? Looks at the symbol table only.
bool has_needed(StringRef bitcode, const llvm::Module& module) {
  auto contents = llvm::getBitcodeFileContents(llvm::MemoryBufferRef(bitcode, "guest library"));
  if (!contents) throw ProgramError("cannot use the guest library: " + llvm::toString(contents.takeError()));
  const llvm::irsymtab::Reader symbols({contents->Symtab.data(), contents->Symtab.size()},
                                       {contents->StrtabForSymtab.data(), contents->StrtabForSymtab.size()});
  return std::any_of(symbols.symbols().begin(), symbols.symbols().end(), [&module](const auto& symbol) {
    if (symbol.isUndefined()) return false;
    const GlobalValue* const known = module.getNamedValue(symbol.getName());
    return known != nullptr && known->isDeclaration() && !known->use_empty();
  });
}

bool is_virtual_table(StringRef name) {
  return name.starts_with("_ZTV") || name.starts_with("_ZTT") || name.starts_with("_ZTC");
}

/// Of what both the guest library and the host have, the host's variables are the ones.
void leave_variables_to_host(llvm::Module& library) {
  for (GlobalVariable& each : library.globals()) {
    if (each.isDeclaration() || each.hasLocalLinkage() || is_virtual_table(each.getName())) continue;
    if (dlsym(RTLD_DEFAULT, each.getName().str().c_str()) == nullptr) continue;
    each.setInitializer(nullptr);
    each.setLinkage(GlobalValue::ExternalLinkage);
  }
}

void link_needed(llvm::Module& module, StringRef bitcode) {
  if (!has_needed(bitcode, module)) return;
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bitcode, "guest library"), module.getContext(), true);
  if (!library) throw ProgramError("cannot use the guest library: " + llvm::toString(library.takeError()));
  // The program may have one member of a group and lack another.
  for (llvm::GlobalObject& each : (*library)->global_objects()) each.setComdat(nullptr);
  for (Function& each : **library) {
    if (!each.isDeclaration()) each.addFnAttr(kPlainAttribute);
  }
  leave_variables_to_host(**library);
  // What would come along unasked: initialisers of facets' identities, which are the host's, and those of a sanitizer.
  for (const char* name : {"llvm.global_ctors", "llvm.used", "llvm.compiler.used"}) {
    if (GlobalVariable* const list = (*library)->getGlobalVariable(name)) list->eraseFromParent();
  }
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    throw ProgramError("cannot link the guest library");
  }
}

StringRef between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

char* guest_ctype_place() {
  alignas(std::ctype<char>) static char place[sizeof(std::ctype<char>)];
  return place;
}

void link_guest_library(llvm::Module& module) {
  const StringRef library = between(qpor_guest_library, qpor_guest_library_end);
  link_needed(module, library);
  link_needed(module, between(qpor_guest_library_cpp17, qpor_guest_library_cpp17_end));
  link_needed(module, library);  // what the other part needs
  for (Function& each : module) {
    if (!each.isDeclaration() && each.getName().starts_with(kGuestStartPrefix)) appendToGlobalCtors(module, &each, 0);
  }
}

}  // namespace qpor::frontend::native
