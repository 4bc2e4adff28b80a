#include "tests/support/plain_program.h"

#include <algorithm>

#include "tests/support/random_source.h"

namespace qpor::oracle {
namespace {

struct Variable {
  std::uint32_t offset;
  std::uint32_t size;
};

// The flag is accessed atomically only, the mixed variable in both ways. They share a cell.
constexpr Variable kFlag{24, 4};
constexpr Variable kMixed{28, 4};

/// What the threads of one program have in common.
const std::vector<std::vector<Variable>>& themes() {
  static const std::vector<std::vector<Variable>> all = {
      {{0, 4}, {4, 4}, {12, 4}},         // two of them in one cell
      {{8, 1}, {9, 1}, {10, 2}},         // neighbours
      {{16, 8}, {16, 4}, {20, 4}},       // a whole and its halves
      {{0, 4}, {9, 1}, {16, 8}},         //
      {{6, 4}, {4, 4}, {8, 1}, {4, 2}},  // beyond the end of a cell
      {{16, 8}, {18, 1}, {16, 2}, {20, 4}},
      {kMixed, {0, 4}},  //
  };
  return all;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  PlainProgram make() {
    const std::vector<Variable>& theme = random_.pick(themes());
    const int variables = std::min(static_cast<int>(theme.size()), random_.between(1, 3));
    for (int i = 0; i < variables; ++i) variables_.push_back(random_.pick(theme));
    guarded_ = random_.pick({0, 40, 85, 100, 100});
    publishing_ = random_.pick({0, 0, 30, 60});
    strangers_ = random_.pick({0, 0, 0, 15});
    has_common_lock_ = random_.chance(60);
    writing_ = random_.pick({25, 50, 75});
    const int children = random_.pick({2, 2, 3});
    PlainProgram program;
    program.threads.resize(static_cast<std::size_t>(children) + 1);
    for (int t = 1; t <= children; ++t) {
      add_body(program.threads[static_cast<std::size_t>(t)], random_.between(2, children == 2 ? 5 : 3));
    }
    add_main(program.threads[0], children);
    return program;
  }

 private:
  void add_main(PlainThread& main, int children) {
    const bool is_busy = random_.chance(40);
    std::vector<int> left;
    for (int t = 1; t <= children; ++t) {
      if (is_busy && random_.chance(30)) add_access(main);
      main.push_back(of_thread(PlainKind::Create, t));
      left.push_back(t);
      if (random_.chance(10)) {  // before the next begins
        main.push_back(of_thread(PlainKind::Join, t));
        left.pop_back();
      }
    }
    while (!left.empty()) {
      if (is_busy && random_.chance(25)) add_piece(main);
      const std::size_t place = static_cast<std::size_t>(random_.below(static_cast<int>(left.size())));
      main.push_back(of_thread(PlainKind::Join, left[place]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
    }
    if (is_busy) add_access(main);
  }

  void add_body(PlainThread& thread, int length) {
    while (static_cast<int>(thread.size()) < length) add_piece(thread);
  }

  void add_piece(PlainThread& thread) {
    if (random_.chance(publishing_)) {
      add_with_flag(thread);
    } else if (random_.chance(20)) {
      add_atomic(thread, kFlag);
    } else {
      add_perhaps_guarded(thread);
    }
  }

  /// Hands over, or takes what was handed over.
  void add_with_flag(PlainThread& thread) {
    const auto value = static_cast<std::uint64_t>(random_.between(1, 2));
    if (random_.chance(50)) {
      add_access(thread);
      thread.push_back(of(PlainKind::AtomicStore, kFlag, value));
      return;
    }
    thread.push_back(of(PlainKind::AtomicLoad, kFlag));
    add_if(thread, value);
  }

  void add_if(PlainThread& thread, std::uint64_t expected) {
    const std::size_t place = thread.size();
    thread.push_back({});
    add_access(thread);
    if (random_.chance(30)) add_access(thread);
    thread[place].kind = PlainKind::SkipUnless;
    thread[place].expected = expected;
    thread[place].number = static_cast<int>(thread.size() - place - 1);
  }

  void add_perhaps_guarded(PlainThread& thread) {
    if (!random_.chance(guarded_)) return add_access_or_test(thread);
    int mutex = has_common_lock_ ? 0 : random_.below(kPlainMutexes);
    if (random_.chance(strangers_)) mutex = 1 - mutex;
    thread.push_back(of_thread(PlainKind::Lock, mutex));
    add_access_or_test(thread);
    const bool is_nested = random_.chance(15);
    if (is_nested) {
      thread.push_back(of_thread(PlainKind::Lock, 1 - mutex));
      add_access(thread);
      thread.push_back(of_thread(PlainKind::Unlock, 1 - mutex));
    }
    thread.push_back(of_thread(PlainKind::Unlock, mutex));
  }

  void add_access_or_test(PlainThread& thread) {
    if (!random_.chance(30)) return add_access(thread);
    thread.push_back(of(PlainKind::Read, random_.pick(variables_)));
    add_if(thread, static_cast<std::uint64_t>(random_.below(3)));
  }

  void add_access(PlainThread& thread) {
    const Variable variable = random_.pick(variables_);
    if (variable.offset == kMixed.offset && random_.chance(50)) return add_atomic(thread, variable);
    if (!random_.chance(writing_)) {
      thread.push_back(of(PlainKind::Read, variable));
      return;
    }
    const auto value = static_cast<std::uint64_t>(random_.below(3));
    thread.push_back(of(PlainKind::Write, variable, value));
    thread.back().adds_register = random_.chance(30);
  }

  void add_atomic(PlainThread& thread, Variable variable) {
    const auto value = static_cast<std::uint64_t>(random_.between(1, 2));
    switch (random_.weighted({40, 30, 15, 15})) {
      case 0: return thread.push_back(of(PlainKind::AtomicLoad, variable));
      case 1: return thread.push_back(of(PlainKind::AtomicStore, variable, value));
      case 2: return thread.push_back(of(PlainKind::AtomicAdd, variable, value));
      default: thread.push_back(of(PlainKind::CompareExchange, variable, value)); thread.back().expected = value - 1;
    }
  }

  static PlainInstruction of(PlainKind kind, Variable variable, std::uint64_t value = 0) {
    PlainInstruction result;
    result.kind = kind;
    result.offset = variable.offset;
    result.size = variable.size;
    result.value = value;
    return result;
  }
  /// Or of a mutex.
  static PlainInstruction of_thread(PlainKind kind, int number) {
    PlainInstruction result;
    result.kind = kind;
    result.number = number;
    return result;
  }

  RandomSource random_;
  std::vector<Variable> variables_;
  int guarded_ = 0;
  int publishing_ = 0;
  int strangers_ = 0;
  int writing_ = 0;
  bool has_common_lock_ = false;
};

// --- as C

std::string place_of(const PlainInstruction& i, const std::string& prefix, const std::string& kind) {
  return kind + std::to_string(8 * i.size) + "(" + prefix + "memory + " + std::to_string(i.offset) + ")";
}

std::string statement(const PlainInstruction& i, const std::string& prefix) {
  const std::string value = std::to_string(i.value);
  const std::string number = std::to_string(i.number);
  const std::string mutex = "(&" + prefix + "m" + number + ");";
  const std::string plain = place_of(i, prefix, "PLAIN");
  const std::string atomic = place_of(i, prefix, "ATOMIC");
  switch (i.kind) {
    case PlainKind::Read: return "r = " + plain + ";";
    case PlainKind::Write: return plain + " = " + (i.adds_register ? "r + " : "") + value + ";";
    case PlainKind::AtomicLoad: return "r = atomic_load(" + atomic + ");";
    case PlainKind::AtomicStore: return "atomic_store(" + atomic + ", " + value + ");";
    case PlainKind::AtomicAdd: return "r = atomic_fetch_add(" + atomic + ", " + value + ");";
    case PlainKind::CompareExchange:
      return "{ uint32_t e = " + std::to_string(i.expected) + "; r = atomic_compare_exchange_strong(" + atomic +
             ", &e, " + value + "); }";
    case PlainKind::Lock: return "pthread_mutex_lock" + mutex;
    case PlainKind::Unlock: return "pthread_mutex_unlock" + mutex;
    case PlainKind::Create: return "pthread_create(&t[" + number + "], NULL, " + prefix + "t" + number + ", NULL);";
    case PlainKind::Join: return "pthread_join(t[" + number + "], NULL);";
    case PlainKind::SkipUnless: return "if (r == " + std::to_string(i.expected) + ") {";
  }
  return "";
}

std::string body(const PlainThread& thread, const std::string& prefix, std::size_t number) {
  std::string text = "  uint64_t r = 0;\n";
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    text += "  " + statement(thread[i], prefix) + "\n";
    if (thread[i].kind == PlainKind::SkipUnless) ends.push_back(i + static_cast<std::size_t>(thread[i].number));
    for (; !ends.empty() && ends.back() == i; ends.pop_back()) text += "  }\n";
  }
  return text + "  PLAIN64(" + prefix + "memory + " + std::to_string(kPlainBytes + 8 * number) + ") = r;\n";
}

constexpr const char* kBeginning =
    "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "typedef uint8_t __attribute__((aligned(1))) any8;\n"
    "typedef uint16_t __attribute__((aligned(1))) any16;\n"
    "typedef uint32_t __attribute__((aligned(1))) any32;\n"
    "typedef uint64_t __attribute__((aligned(1))) any64;\n"
    "#define PLAIN8(place) (*(any8*)(place))\n"
    "#define PLAIN16(place) (*(any16*)(place))\n"
    "#define PLAIN32(place) (*(any32*)(place))\n"
    "#define PLAIN64(place) (*(any64*)(place))\n"
    "#define ATOMIC32(place) ((_Atomic(uint32_t)*)(place))\n";

}  // namespace

PlainProgram random_plain_program(std::uint64_t seed) { return Generator(seed).make(); }

std::string to_c_text(const PlainProgram& program, const std::string& prefix) {
  const std::size_t bytes = kPlainBytes + 8 * program.threads.size();
  std::string text = "_Alignas(8) static char " + prefix + "memory[" + std::to_string(bytes) + "];\n";
  text += "static pthread_mutex_t";
  for (int m = 0; m < kPlainMutexes; ++m) {
    text += (m > 0 ? ", " : " ") + prefix + "m" + std::to_string(m) + " = PTHREAD_MUTEX_INITIALIZER";
  }
  text += ";\n";
  for (std::size_t t = 1; t < program.threads.size(); ++t) {
    text += "static void* " + prefix + "t" + std::to_string(t) + "(void* none) {\n" +
            body(program.threads[t], prefix, t) + "  return none;\n}\n";
  }
  return text + "static void " + prefix + "main(void) {\n  printf(\"%p\\n\", (void*)" + prefix +
         "memory);\n  pthread_t t[" + std::to_string(program.threads.size()) + "];\n" +
         body(program.threads[0], prefix, 0) + "}\n";
}

std::string to_c_text(const std::vector<PlainProgram>& programs) {
  std::string text = kBeginning;
  std::string choice = "int main(int argc, char** argv) {\n  switch (argc > 1 ? atoi(argv[1]) : 0) {\n";
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string prefix = "p" + std::to_string(i) + "_";
    text += to_c_text(programs[i], prefix);
    choice += "    case " + std::to_string(i) + ": " + prefix + "main(); break;\n";
  }
  return text + choice + "  }\n  return 0;\n}\n";
}

}  // namespace qpor::oracle
