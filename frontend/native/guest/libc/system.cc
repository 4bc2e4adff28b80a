// What a process can ask about itself and its machine. The answers are made up and the same everywhere, so that a
// result does not depend on where it was computed: four processors, one user, the C locale.

#include <grp.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <sys/prctl.h>
#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/libc/process_state.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr pid_t kProcess = 4242;
constexpr pid_t kParent = 4241;
constexpr uid_t kUser = 1000;
constexpr int kProcessors = 4;
constexpr long kPages = 262'144;  ///< 1 GiB
constexpr char kHostName[] = "qpor";
char locale_name[] = "C";

char* find_variable(const char* name, const Touch& touch) {
  const std::size_t length = std::strlen(name);
  touch.read(&library_state.environment, sizeof library_state.environment);
  for (char** entry = library_state.environment; entry != nullptr; ++entry) {
    touch.read(entry, sizeof *entry);
    if (*entry == nullptr) break;
    touch.read_text(*entry, length + 1);
    if (std::strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  }
  return nullptr;
}

bool may_run_on(int processor) { return (machine().current().processors >> processor & 1) != 0; }

}  // namespace

void refuse_call(Address pc, const ParkedMessage& message) { machine().fail(FailureKind::Refused, message, pc); }

void set_environment(char** environment) { library_state.environment = environment; }

char* guest_getenv(const char* name) {
  machine().assume(Assumption::FixedInput);
  return find_variable(name, Touch{QPOR_CALLED_BY});
}

// --- who

pid_t guest_getpid() {
  machine().assume(Assumption::MadeUpMachine);
  return kProcess;
}
pid_t guest_getppid() {
  machine().assume(Assumption::MadeUpMachine);
  return kParent;
}
pid_t guest_gettid() { return kProcess + static_cast<pid_t>(index(machine().current().slot)); }
pid_t guest_getpgid(pid_t) { return kProcess; }
pid_t guest_getpgrp() { return kProcess; }
uid_t guest_getuid() { return kUser; }

int guest_uname(utsname* result) {
  machine().assume(Assumption::MadeUpMachine);
  *result = {};
  std::strcpy(result->sysname, "Linux");
  std::strcpy(result->nodename, kHostName);
  std::strcpy(result->release, "6.0.0");
  std::strcpy(result->version, "#1");
  std::strcpy(result->machine, "x86_64");
  return 0;
}

int guest_gethostname(char* name, std::size_t size) {
  machine().assume(Assumption::MadeUpMachine);
  if (size < sizeof kHostName) {
    errno = ENAMETOOLONG;
    return -1;
  }
  std::strcpy(name, kHostName);
  return 0;
}

/// Names of threads are for other tools; all else changes the process.
int guest_prctl(int option, ...) {
  if (option == PR_SET_NAME) {
    std::va_list arguments;
    va_start(arguments, option);
    constexpr std::size_t kLongestName = 16;
    const char* const name = va_arg(arguments, const char*);
    Touch{QPOR_CALLED_BY}.read_text(name, kLongestName);
    va_end(arguments);
    char label[kLongestName] = {};
    std::strncpy(label, name, kLongestName - 1);
    return thread_setname(thread_self(), label);
  }
  refuse(QPOR_CALLER, "calls prctl(", option, ", ...), which qpor does not run: it would change the process of qpor");
}

// --- where

int guest_get_nprocs() {
  machine().assume(Assumption::MadeUpMachine);
  return kProcessors;
}

/// The first of those that the thread may run on.
int guest_sched_getcpu() {
  machine().assume(Assumption::MadeUpMachine);
  int processor = 0;
  while (!may_run_on(processor)) ++processor;
  return processor;
}

long guest_sysconf(int name) {
  machine().assume(Assumption::MadeUpMachine);
  switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return kProcessors;
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES: return kPages;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 1024;
    case _SC_CHILD_MAX: return 0;
    default: return ::sysconf(name);
  }
}

int guest_sched_getaffinity(pid_t, std::size_t size, cpu_set_t* result) {
  machine().assume(Assumption::MadeUpMachine);
  std::memset(result, 0, size);
  for (int i = 0; i < kProcessors; ++i) {
    if (may_run_on(i)) CPU_SET_S(i, size, result);
  }
  return 0;
}

/// Of the calling thread, whichever is asked for.
int guest_sched_setaffinity(pid_t, std::size_t size, const cpu_set_t* wanted) {
  std::uint32_t processors = 0;
  for (int i = 0; i < kProcessors; ++i) {
    if (CPU_ISSET_S(i, size, wanted)) processors |= std::uint32_t{1} << i;
  }
  if (processors == 0) {
    errno = EINVAL;
    return -1;
  }
  machine().current().processors = processors;
  return 0;
}

/// Of the program's heap: what the library allocates itself is neither saved nor looked at.
cpu_set_t* guest_sched_cpualloc(std::size_t count) {
  return static_cast<cpu_set_t*>(heap_allocate(CPU_ALLOC_SIZE(count), 16, QPOR_CALLER));
}

int guest_getrlimit(int resource, rlimit* result) {
  machine().assume(Assumption::MadeUpMachine);
  *result = {RLIM_INFINITY, RLIM_INFINITY};
  if (resource == RLIMIT_STACK) result->rlim_cur = machine().options().stack_size;
  if (resource == RLIMIT_NOFILE) result->rlim_cur = result->rlim_max = 1024;
  return 0;
}

// --- locale

char* guest_setlocale(int, const char* locale) {
  const bool is_c =
      locale == nullptr || *locale == '\0' || std::strcmp(locale, "C") == 0 || std::strcmp(locale, "POSIX") == 0;
  return is_c ? locale_name : nullptr;
}

/// A static structure that every call fills anew.
lconv* guest_localeconv() {
  lconv* const result = &process_state().conventions;
  Touch{QPOR_CALLED_BY}.write(result, sizeof *result);
  machine().run().uses_process_state = true;
  *result = *std::localeconv();
  return result;
}

void guest_nothing() {}

void guest_nothing_to(void*) {}

}  // namespace qpor::frontend::native
