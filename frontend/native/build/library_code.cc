#include "frontend/native/build/library_code.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

namespace qpor::frontend::native {
namespace {

/// How mangled names of std, __gnu_cxx, __cxxabiv1 and the guest library go on after "_Z", and after the "Z"s of
/// lambdas in their functions.
constexpr std::string_view kLibraryNames[] = {
    "NSt",           "NKSt",  "St",     "NSa",           "NKSa",           "NSs", "NKSs",  "N9__gnu_cxx",
    "NK9__gnu_cxx",  "nwmPv", "dlPvS_", "N10__cxxabiv1", "NK10__cxxabiv1", "NSo", "NKSo",  "NSi",
    "NKSi",          "NSd",   "NKSd",   "NKRSt",         "NOSt",           "Thn", "Tv0_n", "N10qpor_guest",
    "NK10qpor_guest"};

/// Headers of glibc, beside those of other packages, that define functions.
constexpr std::string_view kInlineHeaders[] = {"ctype.h",   "inttypes.h", "math.h",   "pthread.h",
                                               "stdio.h",   "stdlib.h",   "string.h", "strings.h",
                                               "threads.h", "wchar.h",    "wctype.h"};

}  // namespace

bool is_library_file(std::string_view path) {
  if (path.find("/include/c++/") != std::string_view::npos) return true;
  if (path.starts_with("/usr/lib/") || path.starts_with("/usr/include/x86_64-linux-gnu/")) return true;
  constexpr std::string_view kHeaders = "/usr/include/";
  if (!path.starts_with(kHeaders)) return false;
  path.remove_prefix(kHeaders.size());
  return std::find(std::begin(kInlineHeaders), std::end(kInlineHeaders), path) != std::end(kInlineHeaders);
}

std::string readable_name(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(name.c_str())) return name;
  std::string result = name;
  char* text =
      demangler.isFunction() ? demangler.getFunctionName(nullptr, nullptr) : demangler.finishDemangle(nullptr, nullptr);
  if (text != nullptr) result = text;
  std::free(text);
  return result;
}

bool is_library_function(const llvm::Function& function) {
  if (const llvm::DISubprogram* const subprogram = function.getSubprogram()) {
    const llvm::StringRef file = subprogram->getFilename();
    return is_library_file({file.data(), file.size()});
  }
  llvm::StringRef name = function.getName();
  if (name == "__clang_call_terminate" || name == "__once_proxy") return true;
  if (!name.consume_front("_Z")) return false;
  name = name.ltrim('Z');
  return std::any_of(std::begin(kLibraryNames), std::end(kLibraryNames), [&name](std::string_view beginning) {
    return name.starts_with({beginning.data(), beginning.size()});
  });
}

bool comes_from_program(const llvm::Instruction& instruction) {
  for (const llvm::DILocation* at = instruction.getDebugLoc().get(); at != nullptr; at = at->getInlinedAt()) {
    const llvm::StringRef file = at->getFilename();
    if (!is_library_file({file.data(), file.size()})) return true;
  }
  return false;
}

bool is_library_alone(const llvm::Function& function) {
  return is_library_function(function) && llvm::none_of(llvm::instructions(function), comes_from_program);
}

}  // namespace qpor::frontend::native
