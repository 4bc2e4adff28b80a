// The table of library functions.

#include "frontend/native/library/library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace qpor::frontend::native {
namespace {

Treatment treatment_of(std::string_view name) {
  const LibraryFunction* const found = find_library_function(name);
  return found == nullptr ? Treatment::Unknown : found->treatment;
}

TEST(NativeLibrary, HasNoNameTwice) {
  std::set<std::string_view> names;
  for (const LibraryFunction& row : library_functions()) EXPECT_TRUE(names.insert(row.name).second) << row.name;
  for (const LibraryFunction& rule : library_rules()) EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
}

TEST(NativeLibrary, EveryRowHasWhatItsTreatmentNeeds) {
  for (const LibraryFunction& row : library_functions()) {
    const bool is_ours = row.treatment == Treatment::Modelled || row.treatment == Treatment::Replaced ||
                         row.treatment == Treatment::Data || row.treatment == Treatment::Checked;
    EXPECT_EQ(row.address != nullptr, is_ours) << row.name;
    EXPECT_EQ(!row.why.empty(), row.treatment == Treatment::Refused) << row.name;
    EXPECT_FALSE(row.why.ends_with('.')) << row.name;
    EXPECT_EQ(row.real != nullptr, row.treatment == Treatment::Checked) << row.name;
  }
}

TEST(NativeLibrary, FindsEachOfItsRows) {
  for (const LibraryFunction& row : library_functions()) EXPECT_EQ(find_library_function(row.name), &row);
}

TEST(NativeLibrary, TheProcessOffersEveryFunctionOfTheLibrarysOwn) {
  for (const LibraryFunction& row : library_functions()) {
    const bool is_own = row.treatment == Treatment::Pure || row.treatment == Treatment::Checked;
    if (!is_own || row.name == "__cxa_call_terminate") continue;  // since GCC 13
    EXPECT_NE(dlsym(RTLD_DEFAULT, std::string(row.name).c_str()), nullptr) << row.name;
  }
}

TEST(NativeLibrary, TheCxxLibraryHasEveryFunctionThatMayBeCalledThroughPointers) {
#define QPOR_ALLOWED(name, why) EXPECT_NE(dlsym(RTLD_DEFAULT, name), nullptr) << (name);
#include "frontend/native/guest/check/gate.def"
}

TEST(NativeLibrary, KnowsNothingAboutOtherNames) {
  for (const char* name : {"", "no_such_function", "prin", "printf_", "_Z3foov", "_ZN3Foo3barEv"}) {
    EXPECT_EQ(find_library_function(name), nullptr) << name;
  }
}

TEST(NativeLibrary, TreatsCommonFunctionsAsExpected) {
  for (const char* name : {"printf",       "puts",          "putchar",         "perror",
                           "scanf",        "getchar",       "fopen",           "fclose",
                           "open",         "read",          "write",           "close",
                           "time",         "clock_gettime", "gettimeofday",    "sleep",
                           "usleep",       "nanosleep",     "sched_yield",     "rand",
                           "srand",        "random",        "strtok",          "strdup",
                           "asprintf",     "getline",       "qsort",           "getenv",
                           "getpid",       "getopt",        "sysconf",         "malloc",
                           "free",         "exit",          "pthread_create",  "pthread_mutex_lock",
                           "__printf_chk", "__memcpy_chk",  "memcpy",          "strtol",
                           "atoi",         "snprintf",      "fprintf",         "strtok_r",
                           "longjmp",      "mktime",        "__errno_location"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Modelled) << name;
  }
  for (const char* name : {"stdout", "stderr", "stdin", "environ", "optind", "_ZSt4cout", "_ZSt3cin"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Data) << name;
  }
  for (const char* name : {"sqrt", "sinf", "powl", "cabs", "isalpha", "__ctype_b_loc", "_setjmp", "__udivti3"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Pure) << name;
  }
  for (const char* name : {"strlen", "strcmp", "fwrite", "fgets", "bsearch", "rand_r", "wcslen"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Checked) << name;
  }
  for (const char* name : {"fork", "execve", "system", "signal", "sigaction", "kill", "socket", "poll", "pipe", "mmap",
                           "dlopen", "feenableexcept", "setenv", "chdir", "unlink", "sem_open", "wprintf"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Refused) << name;
  }
}

TEST(NativeLibrary, TreatsNamesOfTheCxxLibraryByTheirLongestRule) {
  EXPECT_EQ(treatment_of("_ZSt20__throw_length_errorPKc"), Treatment::Pure);
  EXPECT_EQ(treatment_of("_ZNKSt7__cxx118numpunctIcE11do_groupingEv"), Treatment::Pure);
  EXPECT_EQ(treatment_of("_ZTVN10__cxxabiv117__class_type_infoE"), Treatment::Pure);
  EXPECT_EQ(treatment_of("_ZNSt6chrono3_V212steady_clock3nowEv"), Treatment::Modelled);
  EXPECT_EQ(treatment_of("_ZNSt13random_device9_M_getvalEv"), Treatment::Modelled);
  EXPECT_EQ(treatment_of("_ZNSt6chrono4tzdbE"), Treatment::Refused);
  EXPECT_EQ(treatment_of("_ZNSt13basic_filebufIcSt11char_traitsIcEEC1Ev"), Treatment::Refused);
  EXPECT_EQ(treatment_of("_ZNSt10filesystem6statusERKNS_7__cxx114pathE"), Treatment::Refused);
}

/// What touches memory of the program is compiled with it (guest_library.h); in libstdc++.so it would not be seen.
TEST(NativeLibrary, LetsNoCodeOfTheCxxLibraryPassThatAccessesMemory) {
  for (const char* name : {"_ZNSolsEi", "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm",
                           "_ZNSt8__detail15_List_node_base10_M_reverseEv",
                           "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
                           "_ZSt11_Hash_bytesPKvmm", "_ZNKSt5ctypeIcE10do_toupperEPcPKc", "_ZNSsC1EPKcRKSaIcE"}) {
    EXPECT_EQ(treatment_of(name), Treatment::Unknown) << name;
  }
}

TEST(NativeLibrary, ThePageNamesEveryRow) {
  std::ostringstream page;
  write_library_markdown(page);
  const std::string text = page.str();
  for (const LibraryFunction& row : library_functions()) {
    EXPECT_NE(text.find("`" + std::string(row.name) + "`"), std::string::npos) << row.name;
  }
  EXPECT_NE(text.find("Because signals are not modelled:\n"), std::string::npos);
}

}  // namespace
}  // namespace qpor::frontend::native
