// Every function of the tables that takes a pointer says what it accesses: by a row, by a stand-in that announces it,
// or as a primitive. The types come from the headers, as clang reads them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "frontend/native/library/library.h"
#include "tests/frontend/command_driver.h"

namespace qpor::frontend::native {
namespace {

/// Functions without a row whose pointers are looked at all the same, or lead nowhere that is accessed. A name that
/// ends with * means all that begin so.
struct Exception {
  std::string_view name;
  std::string_view why;
};
constexpr Exception kExceptions[] = {
    {"_Z*", "functions of the C++ library have tests of their own"},
    {"__cxa_*", "the runtime of C++: objects that are not shared, and guards, which are primitives"},
    {"__clang_call_terminate", "the thread ends"},
    {"__atomic_*", "operations, which look at their places themselves"},
    {"syscall", "its futex operations look at their places themselves; the others are refused"},
    {"pthread_mutex_*", "a primitive"},
    {"pthread_cond_*", "a primitive"},
    {"pthread_rwlock_*", "a primitive"},
    {"pthread_barrier_*", "a primitive"},
    {"pthread_spin_*", "a primitive"},
    {"pthread_once", "a primitive"},
    {"sem_*", "a primitive"},
    {"mtx_*", "a primitive"},
    {"cnd_*", "a primitive"},
    {"call_once", "a primitive"},
    {"pthread_setspecific", "the pointer itself is kept"},
    {"tss_set", "the pointer itself is kept"},
    {"pthread_exit", "the pointer itself is kept"},
    {"__pthread_*", "buffers in the frames of the calling thread"},
    {"__assert_*", "constant texts, and the thread ends"},
    {"atexit", "a function"},
    {"malloc_usable_size", "the heap's own header"},
    {"free", "the heap announces it"},
    {"cfree", "the heap announces it"},
    {"__sched_cpufree", "the heap announces it"},
    {"realloc", "the heap announces it"},
    {"reallocarray", "the heap announces it"},
    {"__VERIFIER_*", "no memory"},
    {"setjmp", "a row in functions_accesses.def, for it returns twice"},
    {"_setjmp", "a row in functions_accesses.def, for it returns twice"},
    {"__sigsetjmp", "a row in functions_accesses.def, for it returns twice"},
};

bool is_exception(std::string_view name) {
  return std::any_of(std::begin(kExceptions), std::end(kExceptions), [name](const Exception& each) {
    return each.name.ends_with('*') ? name.starts_with(each.name.substr(0, each.name.size() - 1)) : name == each.name;
  });
}

constexpr const char* kHeaders[] = {
    "alloca.h",        "arpa/inet.h",    "assert.h",    "complex.h",    "ctype.h",       "dirent.h",
    "err.h",           "errno.h",        "error.h",     "fcntl.h",      "fnmatch.h",     "getopt.h",
    "inttypes.h",      "langinfo.h",     "libgen.h",    "libintl.h",    "limits.h",      "locale.h",
    "malloc.h",        "math.h",         "monetary.h",  "netdb.h",      "obstack.h",     "pthread.h",
    "sched.h",         "search.h",       "semaphore.h", "setjmp.h",     "signal.h",      "stdarg.h",
    "stdio.h",         "stdio_ext.h",    "stdlib.h",    "string.h",     "strings.h",     "sys/prctl.h",
    "sys/random.h",    "sys/resource.h", "sys/stat.h",  "sys/statfs.h", "sys/statvfs.h", "sys/sysinfo.h",
    "sys/sysmacros.h", "sys/time.h",     "sys/timeb.h", "sys/times.h",  "sys/types.h",   "sys/uio.h",
    "sys/utsname.h",   "threads.h",      "time.h",      "uchar.h",      "unistd.h",      "wchar.h",
    "wctype.h"};

struct Declared {
  std::uint32_t pointers = 0;  ///< among the parameters, as bits
  bool is_variadic = false;
};

/// A program that takes the address of each, and the same without those that no header declares.
std::string program_with(const std::set<std::string>& names) {
  std::string text = "#define _GNU_SOURCE\n";
  for (const char* each : kHeaders) text += "#include <" + std::string(each) + ">\n";
  for (const std::string& each : names) {
    text += "const void* address_of_" + each + "(void) { return (const void*)(" + each + "); }\n";
  }
  return text;
}

std::string run_clang(const std::string& options, const std::string& text) {
  const TemporaryFile source(".c", text), out(".ll"), messages(".txt");
  const std::string command = "clang-19 -std=gnu2x -w -ferror-limit=0 " + options + " -S -emit-llvm " + source.path() +
                              " -o " + out.path() + " 2>" + messages.path();
  const bool is_right = std::system(command.c_str()) == 0;
  return is_right ? out.text() : messages.text();
}

/// Functions of the tables that headers declare, with their parameters.
std::map<std::string, Declared> declared_functions() {
  std::set<std::string> names;
  for (const LibraryFunction& row : library_functions()) {
    if (row.treatment != Treatment::Data && !row.name.starts_with("_Z")) names.insert(std::string(row.name));
  }
  const std::string errors = run_clang("", program_with(names));
  const std::regex undeclared("address_of_([A-Za-z0-9_]+)");  // clang shows the lines that are wrong
  for (std::sregex_iterator it(errors.begin(), errors.end(), undeclared), end; it != end; ++it) names.erase((*it)[1]);
  const std::string module = run_clang("", program_with(names));
  std::map<std::string, Declared> result;
  const std::regex declaration("\ndeclare [^@]*@\"?([A-Za-z0-9_]+)\"?\\(([^\n]*)\\)[^\n)]*");
  for (std::sregex_iterator it(module.begin(), module.end(), declaration), end; it != end; ++it) {
    Declared declared;
    std::istringstream parameters((*it)[2]);
    std::uint32_t bit = 1;
    for (std::string each; std::getline(parameters, each, ','); bit <<= 1) {
      each.erase(0, each.find_first_not_of(' '));
      if (each.starts_with("ptr") && each.find("byval") == std::string::npos &&
          each.find("sret") == std::string::npos) {
        declared.pointers |= bit;
      }
      if (each.starts_with("...")) declared.is_variadic = true;
      if (each.find("sret") != std::string::npos) bit >>= 1;
    }
    result[(*it)[1]] = declared;
  }
  return result;
}

TEST(NativeLibraryAccesses, PureFunctionsTakeNoPointer) {
  const auto declared = declared_functions();
  EXPECT_GT(declared.size(), 900u);
  for (const LibraryFunction& row : library_functions()) {
    if (row.treatment != Treatment::Pure || is_exception(row.name)) continue;
    const auto found = declared.find(std::string(row.name));
    if (found == declared.end()) continue;  // the compiler's own helpers, which have no headers
    EXPECT_EQ(found->second.pointers, 0u) << row.name;
    EXPECT_FALSE(found->second.is_variadic) << row.name;
  }
}

TEST(NativeLibraryAccesses, StandInsHaveThePointersThatTheHeadersSay) {
  const auto declared = declared_functions();
  for (const LibraryFunction& row : library_functions()) {
    const bool is_ours = row.treatment == Treatment::Modelled || row.treatment == Treatment::Checked;
    const auto found = declared.find(std::string(row.name));
    if (!is_ours || found == declared.end() || row.accesses.empty()) continue;
    EXPECT_EQ(row.pointers, found->second.pointers) << row.name;
  }
}

TEST(NativeLibraryAccesses, AreSaidOfEveryStandInThatTakesAPointer) {
  for (const LibraryFunction& row : library_functions()) {
    if (row.treatment != Treatment::Modelled || row.pointers == 0 || is_exception(row.name)) continue;
    EXPECT_FALSE(row.accesses.empty()) << row.name;
  }
}

}  // namespace
}  // namespace qpor::frontend::native
