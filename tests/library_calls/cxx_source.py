"""C++ sources from models: one translation unit per model, its cases chosen by argv[1]."""

import re

from calls import CLEAN, RACE

PRELUDE = r"""
#include <pthread.h>

enum { kPlain, kLocked, kFirstA, kFirstB };
struct Case {
  void (*a)();
  void (*b)();
  int order;
};

static volatile long thrown;
struct Guard {  // a destructor, so that calls become invokes
  ~Guard() { if (active) active = false; }
  bool active = true;
};
template <class T> static void use(const T& value) {
  T copy(value);
  (void)copy;
}
"""

EPILOGUE = r"""
static const Case* chosen;
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
  setup();
  pthread_t a, b;
  pthread_create(chosen->order == kFirstB ? &b : &a, 0, chosen->order == kFirstB ? run_b : run_a, 0);
  if (chosen->order == kFirstA) pthread_join(a, 0);
  if (chosen->order == kFirstB) pthread_join(b, 0);
  pthread_create(chosen->order == kFirstB ? &a : &b, 0, chosen->order == kFirstB ? run_a : run_b, 0);
  if (chosen->order != kFirstA) pthread_join(a, 0);
  if (chosen->order != kFirstB) pthread_join(b, 0);
}

static int number_of(const char* text) {
  int number = 0;
  for (; *text; ++text) number = 10 * number + (*text - '0');
  return number;
}

#ifdef QPOR_NATIVE  // under ThreadSanitizer: NUMBER ... prints how many of QPOR_NATIVE runs of each case have a report
#include <stdio.h>
static volatile int has_report;
extern "C" void __tsan_on_report(void* report) { has_report = report != 0; }

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


# What a thread does after it has lost a race may show as another error first.
OTHERS = ["use-after-free", "double-free", "out-of-bounds", "segmentation-fault", "invalid-free"]


class CxxCase:
    def __init__(self, function, row, expected, words, covers):
        self.function, self.row, self.expected, self.words, self.covers = function, row, expected, words, covers
        self.native = True
        self.accepts = ["data-race"] + OTHERS if expected == RACE else [expected]


class CxxBlock:
    """All pairs of operations of a model whose answer is known."""

    def __init__(self, model):
        self.model = model
        self.cases = []
        operations = model.operations
        for i, a in enumerate(operations):
            for j, b in enumerate(operations[i:], i):
                words = f"A: {a.code} | B: {b.code}"
                name = f"{model.name}: {a.code}"
                covers = lambda kind: {f"{i} {kind}", f"{j} {kind}"}
                if a.races_with(b):
                    self.add(name, i, j, "kPlain", RACE, words, covers(RACE))
                    if (i + j) % 5 == 0 and a.may_come_after(b) and b.may_come_after(a):
                        self.add(name, i, j, "kLocked", CLEAN, words + " | under a mutex", {f"{i} locked"})
                    if (i + j) % 5 == 2 and b.may_come_after(a):
                        self.add(name, i, j, "kFirstA", CLEAN, words + " | A joined before", {f"{i} first"})
                    if (i + j) % 5 == 4 and a.may_come_after(b):
                        self.add(name, i, j, "kFirstB", CLEAN, words + " | B joined before", {f"{j} first"})
                elif a.is_clean_with(b):
                    self.add(name, i, j, "kPlain", CLEAN, words, covers(CLEAN))

    def add(self, name, a, b, order, expected, words, covers):
        self.cases.append(CxxCase(name, f"{{op{a}, op{b}, {order}}}", expected, words, covers))


class CxxUnit:
    def __init__(self, block, cases):
        self.model, self.cases, self.flags = block.model, cases, []

    def source(self):
        names = set(re.findall(r"op\d+", " ".join(case.row for case in self.cases)))
        out = [f"#include <{each}>" for each in self.model.includes] + [PRELUDE, self.model.declarations]
        out += ["static void setup() {", self.model.setup, "}"]
        for i, each in enumerate(self.model.operations):
            if f"op{i}" in names:
                out.append(f"static void op{i}() {{ Guard guard; try {{ {each.code}; }} catch (...) {{ thrown = 1; }} }}")
        rows = [f"    /* {i} {case.expected} */ {case.row}," for i, case in enumerate(self.cases)]
        return "\n".join([*out, "static const Case cases[] = {", *rows, "};", EPILOGUE])
