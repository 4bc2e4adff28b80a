"""Translation units of steps. argv[1] chooses: a batch of steps, below kSingle; one step, or one under a mutex, above; from
kShuffled on one thread makes all steps of the batches, in a random order whose seed is the number."""

from steps import ALONE, TOGETHER

SINGLE, LOCKED, SHUFFLED = 10000, 20000, 30000
BATCH = 48
ORDERS = 3  # of the steps that run together

C_COMMON = r"""
enum { kThreads = 3, kSingle = 10000, kLocked = 20000, kShuffled = 30000 };
static pthread_mutex_t own[kThreads] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
static char folder[1024], entries[1024], input_path[1024], file_paths[kThreads][1024];

// An operation that commutes with all of other threads: here they may go on.
static void tick(int me) {
  pthread_mutex_lock(&own[me]);
  pthread_mutex_unlock(&own[me]);
}
"""

C_HELPERS = r"""
#define RESULT(e) __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(e), void), ((e), 0), (e))
#define SEE(e) ({ __typeof__(RESULT(e)) result = RESULT(e); tick(me); \
  keep(me, kNumber, &result, _Generic((result), FILE*: 0, DIR*: 0, default: sizeof result)); \
  keep_text(me, kNumber, _Generic((result), char*: (result), const char*: (result), default: (const char*)0)); result; })

// Results, but no streams: where the library has these depends on the order of opening.
static struct { _Alignas(16) char bytes[8][32]; int count; } results[kThreads][kSteps];
static char texts[kThreads][kSteps][64];

static void keep(int me, int number, const void* result, size_t size) {
  char* to = results[me][number].bytes[results[me][number].count++ % 8];
  for (size_t i = 0; i < size && i < 32; ++i) to[i] = ((const char*)result)[i];
}

static void keep_text(int me, int number, const char* text) {
  for (int i = 0; text && text[i] && i < 64; ++i) texts[me][number][i] = text[i];
}

static void copy(void* to, const void* from, size_t size) {
  for (size_t i = 0; i < size; ++i) ((char*)to)[i] = ((const char*)from)[i];
}

static FILE* own_input(int me) { return fopen(input_path, "r"); }
static int own_file(int me) { return open(input_path, O_RDONLY); }
static const char* own_path(int me) { return file_paths[me]; }
static FILE* own_output(int me) { return fopen(file_paths[me], "w"); }
static char* own_template(int me) {
  static char names[kThreads][1040];
  size_t length = strlen(folder);
  copy(names[me], folder, length);
  copy(names[me] + length, "/sweepXXXXXX", 13);
  return names[me];
}
"""

MAIN = r"""
static int first, count, is_locked;

static void* run(void* argument) {
  int me = (int)(long)argument;
  for (int i = 0; i < count; ++i) {
    int next = me == 0 ? i : me == 1 ? count - 1 - i : (i + count / 2) % count;
    if (is_locked) pthread_mutex_lock(&common);
    tick(me);
    steps[first + next](me);
    if (is_locked) pthread_mutex_unlock(&common);
  }
  return argument;
}

// Each step twice: the stack shadow holds the marks of any other step.
static void* run_shuffled(void* argument) {
  static int order[2 * kTogether];
  for (int i = 0; i < 2 * kTogether; ++i) order[i] = i % kTogether;
  unsigned chance = (unsigned)(long)argument + 1;
  for (int i = 2 * kTogether - 1; i > 0; --i) {
    chance = chance * 1664525u + 1013904223u;
    int other = (int)((chance >> 8) % (unsigned)(i + 1)), step = order[i];
    order[i] = order[other];
    order[other] = step;
  }
  for (int i = 0; i < 2 * kTogether; ++i) steps[order[i]](0);
  return argument;
}

static int number_of(const char* text) {
  int number = 0;
  for (; *text; ++text) number = 10 * number + (*text - '0');
  return number;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  int length = 0;
  for (int i = 0; argv[0][i]; ++i) {
    if (argv[0][i] == '/') length = i;
  }
  for (int i = 0; i < length; ++i) folder[i] = entries[i] = input_path[i] = argv[0][i];
  for (int i = 0; i < 7; ++i) input_path[length + i] = "/stdin"[i];
  for (int i = 0; i < 9; ++i) entries[length + i] = "/entries"[i];
  for (int me = 0; me < kThreads; ++me) {
    for (int i = 0; argv[0][i]; ++i) file_paths[me][i] = argv[0][i], file_paths[me][i + 1] = '.', file_paths[me][i + 2] = (char)('0' + me);
  }
  int number = number_of(argv[1]);
  if (number >= kShuffled) {
    run_shuffled((void*)(long)(number - kShuffled));
    return 0;
  }
  is_locked = number >= kLocked;
  first = number < kSingle ? number * kBatch : number % kSingle;
  count = number < kSingle ? kTogether - first < kBatch ? kTogether - first : kBatch : 1;
  pthread_t threads[kThreads];
  int many = first < kTogether ? kThreads : 2;
  for (long i = 0; i < many; ++i) pthread_create(&threads[i], 0, run, (void*)i);
  for (int i = 0; i < many; ++i) pthread_join(threads[i], 0);
  return 0;
}
"""


def once(lines):
    return list(dict.fromkeys(line for text in lines for line in text.splitlines()))


class Unit:
    """Steps of one language: those that run together first, then those that run alone."""

    def __init__(self, name, steps, flags, headers, common, helpers, options=()):
        self.options = ["--check", "--allow-writes", *options]
        self.name, self.flags, self.headers, self.common, self.helpers = name, flags, headers, common, helpers
        self.together = sum(each.kind == TOGETHER for each in steps)
        self.steps = sorted(steps, key=lambda each: each.kind != TOGETHER)

    def source(self, text_of_step):
        lines = [self.headers, self.common, f"enum {{ kSteps = {len(self.steps)}, kTogether = {self.together}, kBatch = {BATCH} }};", self.helpers]
        lines += once(each.prelude for each in self.steps)
        for i, each in enumerate(self.steps):
            lines += [f"static void step_{i}(int me) {{  // {' '.join(each.names)}", f"  enum {{ kNumber = {i} }};", *text_of_step(each), "}"]
        lines += ["static void (*const steps[])(int) = {" + ", ".join(f"step_{i}" for i in range(len(self.steps))) + "};", MAIN]
        return "\n".join(lines) + "\n"

    def cases(self):
        found = []

        def case(number, names, expected, words, accepts):
            found.append({"unit": self.name, "number": number, "function": " ".join(names), "expected": expected, "words": words, "flags": self.flags,
                          "accepts": accepts, "options": self.options})
        span = lambda batch: f"steps {batch * BATCH} to {min((batch + 1) * BATCH, self.together) - 1}"
        for batch in range((self.together + BATCH - 1) // BATCH):
            members = self.steps[batch * BATCH:min((batch + 1) * BATCH, self.together)]
            case(batch, list(dict.fromkeys(name for each in members for name in each.names)), "clean", span(batch), ["clean"])
        for i in range(ORDERS if self.name.endswith(".cc") else 0):  # those of C leave too many streams open
            case(SHUFFLED + i, [], "clean", f"order {i}", ["clean"])
        for i, each in enumerate(self.steps[self.together:], self.together):
            if each.kind == ALONE:
                case(SINGLE + i, each.names, "clean", each.code, ["clean"])
            else:
                case(SINGLE + i, each.names, "race", each.code, ["data-race"])
                case(LOCKED + i, each.names, "clean", "under a mutex: " + each.code, ["clean"])
        for i, each in enumerate(self.steps[:self.together]):  # for who asks which step of a batch it is
            case(SINGLE + i, each.names, "step", span(i // BATCH), ["clean"])
        return found


def c_step(step):
    lines = []
    for buffer in step.buffers:
        lines.append(f"  static {buffer.ctype} {buffer.name}_store[kThreads][{buffer.count + 2}];")
        lines.append(f"  static const {buffer.ctype} {buffer.name}_init[{buffer.count}] = {buffer.initialiser()};")
        lines.append(f"  {buffer.ctype}* {buffer.name} = {buffer.name}_store[me] + 1;")
        lines.append(f"  copy({buffer.name}, {buffer.name}_init, sizeof {buffer.name}_init);")
    return lines + ["  " + step.code]
