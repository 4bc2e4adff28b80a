"""Which functions of qpor's tables take pointers and have no case: what generate.py --coverage prints."""

import glob
import os
import re
import subprocess

from c_source import PRELUDE

# There is no case of these because
NO_CASE = {
    "ends the process": "abort exit _exit _Exit quick_exit err errx verr verrx __assert_fail __assert_perror_fail longjmp _longjmp siglongjmp __longjmp_chk "
                        "pthread_exit thrd_exit",
    "needs a locale, which qpor refuses to make": r".*_l",
    "is the heap itself": "free cfree realloc reallocarray malloc_usable_size posix_memalign",
    "takes handles only": "fclose fflush fflush_unlocked _IO_fclose _IO_fflush feof.* ferror.* clearerr.* _IO_feof _IO_ferror _IO_getc _IO_putc fgetc.* getc.* fputc.* putc.* "
                          "putw getw fileno.* fseek.* ftell.* rewind setbuf setbuffer setlinebuf setvbuf _IO_setvbuf ungetc _IO_ungetc __f.* closedir dirfd readdir readdir64 "
                          "rewinddir seekdir telldir fdopendir __overflow __uflow __underflow __sched_cpufree __sched_cpualloc",
    "takes functions only": "atexit at_quick_exit on_exit __cxa_atexit pthread_atfork thrd_create",
    "cancels threads, which qpor does not": "__pthread_.* _pthread_.*",
    "stores a pointer, not what it points to": "pthread_setspecific tss_set",
    "waits for a signal that no other thread sends": "pthread_cond_wait cnd_wait",
    "fails or does nothing for the kinds of mutexes and threads there are": "pthread_mutex_consistent pthread_mutex_getprioceiling pthread_mutex_setprioceiling "
        "pthread_setschedparam pthread_setaffinity_np pthread_attr_setstack pthread_.*attr_destroy pthread_attr_destroy",
    "like another that has cases": "pthread_clockjoin_np pthread_tryjoin_np readdir64_r getopt_long_only __posix_getopt",
    "works by macros of the program": "_?obstack_.*",
    "would write files": "creat creat64 mkstemp.* mkostemp.* pwrite pwrite64 __pwrite64 tmpfile",
    "keeps state that the next issue is about": "seed48 textdomain gettext dgettext dcgettext ngettext dngettext dcngettext",
}


def table_functions(root):
    names = set()
    for path in glob.glob(os.path.join(root, "frontend", "native", "library", "functions*.def")):
        if not path.endswith("functions_refused.def"):
            names |= set(re.findall(r'QPOR_(?!NO|REFUSED)\w+\("(\w+)"', open(path).read()))
    return {name for name in names if not name.startswith("_Z")}


def declared_with_pointers():
    """From the headers of the C library: functions with a pointer among their parameters."""
    text = subprocess.run(["clang-19", "-E", "-P", "-xc", "-"], input=PRELUDE.split("enum {")[0], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|__asm__\s*\([^)]*\)|__extension__|__restrict|__inline", " ", text)
    found = {}
    for name, parameters in re.findall(r"\b(\w+)\s*\(((?:[^();{}]|\([^()]*\)|\([^()]*\([^()]*\)[^()]*\))*)\)\s*;", text):
        found[name] = "*" in parameters or "[" in parameters or "va_list" in parameters
    return found


def report(root, functions):
    """The names without a case, in lines."""
    declared = declared_with_pointers()
    reasons = {name: reason for reason, names in NO_CASE.items() for name in names.split()}
    left, unknown = [], []
    for name in sorted(table_functions(root) - functions):
        if any(re.fullmatch(pattern, name) for pattern in reasons):
            continue
        if name not in declared:
            unknown.append(name)
        elif declared[name]:
            left.append(name)
    return [f"{len(functions)} functions have cases", f"with a pointer and without a case ({len(left)}): " + " ".join(left),
            f"not declared in headers and without a case ({len(unknown)}): " + " ".join(unknown)]
