"""C sources from descriptions: one translation unit holds many cases, chosen by argv[1]."""

import re

from calls import CLEAN, FREED, OUTSIDE, PRELUDES, RACE, RANGE, places

PRELUDE = r"""
#define _GNU_SOURCE 1
#define __STDC_WANT_IEC_60559_BFP_EXT__ 1
#include <features.h>
#ifdef QPOR_INVOKE  // calls of library functions may throw, so that they become invokes (with -fexceptions)
#undef __THROW
#undef __THROWNL
#undef __NTH
#undef __NTHNL
#define __THROW
#define __THROWNL
#define __NTH(f) f
#define __NTHNL(f) f
#endif
#include <arpa/inet.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <monetary.h>
#include <netdb.h>
#include <obstack.h>
#include <pthread.h>
#include <sched.h>
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <threads.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>
#undef basename
extern char* basename(const char* path);
extern int __xpg_strerror_r(int error, char* text, size_t size);

enum { kStatic, kExact, kShort, kFreed, kHeap };
enum { kPlain, kLocked, kFirstA, kFirstB, kOnlyA };

struct Case {
  void (*setup)(int special, int mode);
  int special, mode;
  void (*keep)(void);
  void (*a)(void);
  void (*b)(void);
  int order;
};

static void nothing(void) {}
static void left(int* guard) { *guard = 1; }
#ifdef QPOR_INVOKE
#define BODY __attribute__((cleanup(left))) int guard = 0; (void)guard;
#else
#define BODY (void)left;
#endif

static void* place(void* store, const void* init, size_t element, size_t count, size_t needed, int mode) {
  char* start = (char*)store + element;
  size_t size = element * count;
  if (mode == kExact || mode == kFreed) size = element * needed;
  if (mode == kShort) size = element * needed - 1;
  if (mode == kHeap) {
    start = malloc(element * (count + 2));
    for (size_t i = 0; i < element * (count + 2); ++i) start[i] = 0;
    start += element;
  } else if (mode != kStatic) {
    start = malloc(size);
  }
  for (size_t i = 0; i < size && i < element * count; ++i) start[i] = ((const char*)init)[i];
  return start;
}
"""

EPILOGUE = r"""
static const struct Case* chosen;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run_a(void* unused) {
  if (chosen->order == kLocked) pthread_mutex_lock(&mutex);
  chosen->a();
  if (chosen->order == kLocked) pthread_mutex_unlock(&mutex);
  return unused;
}

static void* run_b(void* unused) {
  if (chosen->order == kLocked) pthread_mutex_lock(&mutex);
  chosen->b();
  if (chosen->order == kLocked) pthread_mutex_unlock(&mutex);
  return unused;
}

static void run_case(int number) {
  chosen = &cases[number];
  chosen->setup(chosen->special, chosen->mode);
  chosen->keep();
  pthread_t a, b;
  if (chosen->order == kFirstB) {
    pthread_create(&b, 0, run_b, 0);
    pthread_join(b, 0);
    pthread_create(&a, 0, run_a, 0);
    pthread_join(a, 0);
    return;
  }
  pthread_create(&a, 0, run_a, 0);
  if (chosen->order == kFirstA) pthread_join(a, 0);
  if (chosen->order != kOnlyA) {
    pthread_create(&b, 0, run_b, 0);
    pthread_join(b, 0);
  }
  if (chosen->order != kFirstA) pthread_join(a, 0);
}

static int number_of(const char* text) {
  int number = 0;
  for (; *text; ++text) number = 10 * number + (*text - '0');
  return number;
}

#ifdef QPOR_NATIVE  // under ThreadSanitizer: NUMBER ... prints how many of QPOR_NATIVE runs of each case have a report
#include <stdio.h>
static volatile int has_report;
void __tsan_on_report(void* report) { has_report = report != 0; }

int main(int argc, char** argv) {
  FILE* out = fopen(argv[1], "a");
  for (int i = 2; i < argc; ++i) {
    int reports = 0;
    for (int run = 0; run < QPOR_NATIVE; ++run) {
      has_report = 0;
      rewind(stdin);
      run_case(number_of(argv[i]));
      reports += has_report;
    }
    fprintf(out, "%s %d\n", argv[i], reports);
    fflush(out);
  }
  return 0;
}
#else
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  run_case(number_of(argv[1]));
  return 0;
}
#endif
"""


class Case:
    """One case: its row in the table of the translation unit and what is said of it."""

    def __init__(self, function, row, expected, words, native, covers):
        self.function, self.row, self.expected, self.words, self.native = function, row, expected, words, native
        self.covers = covers  # what a sample should have at least once
        self.accepts = [{RACE: "data-race"}.get(expected, expected)]


def touched_by_buffer(spec):
    """For each buffer the number of elements from its start that must be there; only where the last one is touched."""
    needed = {}
    for region in spec.reads + spec.writes + spec.touches:
        match = RANGE.match(region)
        if match:
            needed[match[1]] = max(needed.get(match[1], 0), int(match[3]))
    return needed


class Block:
    """The text of one call, and its cases. Helpers are functions that only some cases need."""

    def __init__(self, spec, number, function):
        self.spec, self.function = spec, function
        self.prefix = f"s{number}_{spec.names.index(function)}"
        self.lines, self.helpers, self.cases = [], {}, []
        self.needed = touched_by_buffer(spec)
        self.common()
        self.add_cases()

    def common(self):
        spec, prefix, out = self.spec, self.prefix, self.lines
        if self.function != spec.names[0]:
            out.append(f"extern __typeof__({spec.names[0]}) {self.function};")
        for buffer in spec.buffers:
            own = f"{prefix}_{buffer.name}"
            out.append(f"static {buffer.ctype} {own}_store[{buffer.count + 2}];")
            out.append(f"static {buffer.ctype} {own}_init[{buffer.count}] = {buffer.initialiser()};")
            out.append(f"static {buffer.ctype}* {own};")
            out.append(f"#define {buffer.name} {own}")
        out.append(f"static void {prefix}_setup(int special, int mode) {{")
        for i, buffer in enumerate(spec.buffers):
            own = f"{prefix}_{buffer.name}"
            out.append(f"  {own} = place({own}_store, {own}_init, sizeof {own}_store[0], {buffer.count}, "
                       f"{self.needed.get(buffer.name, buffer.count)}, special == {i} || mode == kHeap ? mode : kStatic);")
        if spec.setup:
            out.append("  " + spec.setup)
        for i, buffer in enumerate(spec.buffers):
            out.append(f"  if (special == {i} && mode == kFreed) free({prefix}_{buffer.name});")
        out.append("}")
        self.helpers[f"{prefix}_direct"] = f"static void {prefix}_direct(void) {{ BODY {spec.code.replace('@', self.function)} }}"
        if spec.pointer:
            self.helpers[f"{prefix}_pointer"] = (
                f"static __typeof__({self.function})* volatile {prefix}_called = {self.function};\n"
                f"static void {prefix}_pointer(void) {{ BODY {spec.code.replace('@', prefix + '_called')} }}")

    def add(self, expected, words, covers, b="nothing", keep="nothing", order="kPlain", a="direct", special=-1, mode="kStatic"):
        row = f"{{{self.prefix}_setup, {special}, {mode}, {keep}, {self.prefix}_{a}, {b}, {order}}}"
        words = f"{self.spec.code.replace('@', self.function)} | {words}" + (" | call through a pointer" if a == "pointer" else "")
        self.cases.append(Case(self.function, row, expected, words, self.spec.native, covers))

    def writer(self, place, by_memcpy):
        """A function that writes the value there that it has at the beginning, so that the call does what it would do."""
        number = len(self.helpers)
        keep, name = f"{self.prefix}_k{number}", f"{self.prefix}_w{number}"
        self.helpers[f"{keep}_take"] = f"static __typeof__({place}) {keep};\nstatic void {keep}_take(void) {{ {keep} = {place}; }}"
        how = f"memcpy(&{place}, &{keep}, sizeof {keep});" if by_memcpy else f"{place} = {keep};"
        self.helpers[name] = f"static void {name}(void) {{ {how} }}"
        return name, f"{keep}_take", f"B: {how}"

    def reader(self, place, by_memcpy):
        name = f"{self.prefix}_r{len(self.helpers)}"
        if by_memcpy:
            how = f"__typeof__({place}) seen; memcpy(&seen, &{place}, sizeof seen);"
        else:
            how = f"volatile __typeof__({place}) seen = {place}; (void)seen;"
        self.helpers[name] = f"static void {name}(void) {{ {how} }}"
        return name, f"B: {how}"

    def add_cases(self):
        spec = self.spec
        written = {each for region in spec.writes + spec.touches for each in places(region, every=True)}
        for kind, regions in (("r", spec.reads), ("w", spec.writes), ("t", spec.touches)):
            for region in regions:
                for i, where in enumerate(places(region)):
                    w, keep, words = self.writer(where, i % 2 == 1)
                    r, r_words = self.reader(where, i % 2 == 0)
                    mode = "kHeap" if i % 2 == 1 else "kStatic"
                    is_open = kind == "t" or kind == "r" and where in written
                    seen = CLEAN if kind == "r" else RACE
                    self.add(RACE, words, {region + RACE}, w, keep, mode=mode)
                    if not is_open:
                        self.add(seen, r_words, {region + seen}, r, mode=mode)
                    if i == 0:
                        self.add(CLEAN, words + " | under a mutex", {"locked"}, w, keep, "kLocked")
                        self.add(CLEAN, words + " | A joined before", {"first"}, w, keep, "kFirstA")
                        if spec.pointer:
                            self.add(RACE, words, {"pointer" + RACE}, w, keep, a="pointer")
                            if not is_open:
                                self.add(seen, r_words, {"pointer" + seen}, r, a="pointer")
        clean = list(spec.clean)
        if spec.guards:
            for buffer in spec.buffers:
                clean += [f"{buffer.name}[-1]", f"{buffer.name}[{buffer.count}]"]
        for i, region in enumerate(clean):
            for where in places(region):
                w, keep, words = self.writer(where, i % 2 == 1)
                self.add(CLEAN, words, {"beside" + region[0]}, w, keep, mode="kHeap" if i % 2 == 1 else "kStatic")
                if spec.pointer and i == 0:
                    self.add(CLEAN, words, {"pointer beside"}, w, keep, a="pointer")
        if spec.memory:
            for i, buffer in enumerate(spec.buffers):
                if buffer.name in self.needed:
                    size = f"{self.needed[buffer.name]} * sizeof *{buffer.name}"
                    self.add(CLEAN, f"{buffer.name} has {size} bytes", {"exact"}, order="kOnlyA", special=i, mode="kExact")
                    self.add(OUTSIDE, f"{buffer.name} has {size} - 1 bytes", {"short" + buffer.name}, order="kOnlyA", special=i, mode="kShort")
                    self.add(FREED, f"{buffer.name} was freed", {"freed"}, order="kOnlyA", special=i, mode="kFreed")
                    if spec.pointer:
                        self.add(OUTSIDE, f"{buffer.name} has {size} - 1 bytes", {"pointer short"}, order="kOnlyA",
                                 special=i, mode="kShort", a="pointer")

    def text(self, cases):
        rows = " ".join(case.row for case in cases)
        names = set(re.findall(r"\w+", rows))
        undo = [f"#undef {buffer.name}" for buffer in self.spec.buffers]
        return self.lines + [text for name, text in self.helpers.items() if name in names] + undo


def declared_names(line):
    """The functions and variables that a line of the preludes declares."""
    return set(re.findall(r"(\w+)\s*[(;,=]", line.split("{")[0]))


class Unit:
    """A translation unit with some of the cases of some blocks."""

    def __init__(self, flags):
        self.flags = flags
        self.blocks, self.cases = [], []

    def add(self, block, cases):
        self.blocks.append((block, cases))
        self.cases += cases

    def source(self):
        lines = [line for block, cases in self.blocks for line in block.text(cases)]
        words = set(re.findall(r"\w+", " ".join(lines)))
        preludes = []
        for each in PRELUDES[::-1]:  # those that are used, and those that these use
            declared = set(re.findall(r"\w+", each))
            if declared_names(each) & words or each.startswith("#"):
                preludes.insert(0, each)
                words |= declared
        rows = [f"    /* {i} {case.function}: {case.expected} */ {case.row}," for i, case in enumerate(self.cases)]
        return "\n".join([PRELUDE, *preludes, *lines, "", "static const struct Case cases[] = {", *rows, "};", EPILOGUE])
