// Random C programs that create threads in nested orders and publish names of theirs: one set of traces under settings
// that find the threads in different orders. The judge is the trace-set hash, as in native_names_test.cc. QPOR_SEED
// chooses other programs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "tests/engine/driver.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/native_names.h"
#include "tests/support/random_source.h"

namespace qpor::frontend::names {
namespace {

/// One function for each thread, which creates those below it in the tree of threads.
class RandomProgram {
 public:
  RandomProgram(std::uint64_t seed, std::size_t number) : random_(seed), prefix_("p" + std::to_string(number) + "_") {
    const int threads = random_.between(3, 5);
    depth_.assign(1, 0);
    children_.resize(static_cast<std::size_t>(threads) + 1);
    for (int i = 1; i <= threads; ++i) {
      std::size_t creator = static_cast<std::size_t>(i <= 2 ? 0 : random_.below(i));
      if (depth_[creator] == 3) creator = 1;
      depth_.push_back(depth_[creator] + 1);
      children_[creator].push_back(static_cast<std::size_t>(i));
    }
    for (std::size_t thread = children_.size(); thread-- > 0;) add_function(thread);
  }

  std::string text() const {
    return "static pthread_mutex_t " + prefix_ + "g = PTHREAD_MUTEX_INITIALIZER;\nstatic _Atomic(uintptr_t) " +
           prefix_ + "x, " + prefix_ + "y;\n" + functions_;
  }
  std::string main_name() const { return prefix_ + "t0"; }

 private:
  void add_function(std::size_t thread) {
    std::string handles, body, joins;
    for (const std::size_t child : children_[thread]) {
      if (thread != 0 || random_.chance(20)) add_statement(body);
      const std::string handle = "h" + std::to_string(child);
      const std::string if_there = "  if (has_" + handle + ") ";
      const std::string join = if_there + "pthread_join(" + handle + ", NULL);\n";
      handles += "  pthread_t " + handle + "; int has_" + handle + " = 0;\n";
      add_create(body, thread, child, handle);
      if (random_.chance(30)) body += if_there + publish_value("(uintptr_t)" + handle) + "\n";
      if (random_.chance(25)) {
        body += join;
      } else {
        joins = random_.chance(50) ? joins + join : join + joins;
      }
    }
    if (thread != 0) add_statement(body);
    functions_ += "static void* " + prefix_ + "t" + std::to_string(thread) + "(void* none) {\n" + handles + body +
                  joins + "  return none;\n}\n";
  }

  /// At once, or if it gets the gate, or if nothing has been published.
  void add_create(std::string& body, std::size_t thread, std::size_t child, const std::string& handle) {
    const std::string create = "has_" + handle + " = pthread_create(&" + handle + ", NULL, " + prefix_ + "t" +
                               std::to_string(child) + ", NULL) == 0;";
    const std::string gate = "&" + prefix_ + "g";
    if (thread != 0 && random_.chance(30)) {
      body += "  if (atomic_load(&" + prefix_ + "x) == 0) " + create + "\n";
    } else if (random_.chance(20)) {
      body += "  if (pthread_mutex_trylock(" + gate + ") == 0) {\n    " + create + "\n    pthread_mutex_unlock(" +
              gate + ");\n  }\n";
    } else {
      body += "  " + create + "\n";
    }
  }

  std::string publish_value(const std::string& value) {
    const std::string place = "&" + prefix_ + (random_.chance(70) ? "x" : "y");
    return random_.chance(70) ? "atomic_store(" + place + ", " + value + ");"
                              : "(void)atomic_exchange(" + place + ", " + value + ");";
  }

  void add_statement(std::string& body) {
    if (random_.chance(35)) {
      body += "  pthread_mutex_lock(&" + prefix_ + "g);\n  pthread_mutex_unlock(&" + prefix_ + "g);\n";
    }
    static const std::vector<std::string> kValues = {"(uintptr_t)malloc(8)",
                                                     "(uintptr_t)&(int){0}",
                                                     "(uintptr_t)pthread_self()",
                                                     "(uintptr_t)gettid()",
                                                     "new_key()",
                                                     "(uintptr_t)&errno",
                                                     "new_condition()",
                                                     "new_barrier()",
                                                     "owner_of_new_mutex()"};
    body += "  " + publish_value(random_.pick(kValues)) + "\n";
  }

  oracle::RandomSource random_;
  std::string prefix_;
  std::vector<int> depth_;
  std::vector<std::vector<std::size_t>> children_;
  std::string functions_;
};

constexpr const char* kHelpers =
    "static uintptr_t new_key(void) { pthread_key_t key; pthread_key_create(&key, NULL); return key; }\n"
    "static uintptr_t new_condition(void) {\n"
    "  pthread_cond_t* c = malloc(sizeof *c);\n  pthread_cond_init(c, NULL);\n  pthread_cond_signal(c);\n"
    "  return (uintptr_t)c;\n}\n"
    "static uintptr_t new_barrier(void) {\n"
    "  pthread_barrier_t* b = malloc(sizeof *b);\n  pthread_barrier_init(b, NULL, 1);\n  pthread_barrier_wait(b);\n"
    "  return (uintptr_t)b;\n}\n"
    "static uintptr_t owner_of_new_mutex(void) {\n"
    "  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n  pthread_mutex_lock(&m);\n"
    "  uintptr_t owner = (uintptr_t)m.__data.__owner;\n  pthread_mutex_unlock(&m);\n  return owner;\n}\n";

/// In which orders threads are found: the settings have little in common.
std::vector<Setting> few_settings() {
  std::vector<Setting> settings = {
      setting_of(AltKind::Optimal, 1, true, true), setting_of(AltKind::Partial, 1, false, false),
      setting_of(AltKind::Partial, 2, true, false), setting_of(AltKind::Optimal, 1, false, true)};
  settings[1].checkpoints = false;
  settings[2].options.prune = false;
  settings[3].interval = 1;
  settings.push_back(setting_of(AltKind::Optimal, 1, true, true));
  settings.back().options.algorithm = engine::Algorithm::SourceDpor;
  settings.back().options.thread_order = ThreadOrder::LastThread;
  for (Setting& each : settings) each.options.max_traces = 1'500;
  return settings;
}

struct Totals {
  std::uint64_t compared = 0;
  std::uint64_t too_big = 0;
  std::uint64_t traces = 0;
};

void compare_settings(NativeExecutor& executor, const RandomProgram& program, Totals& totals) {
  std::optional<Seen> wanted;
  for (const Setting& setting : few_settings()) {
    const Explored explored = explore(executor, setting);
    if (!explored.seen) {
      EXPECT_FALSE(wanted) << "comes to its end under other settings";
      ++totals.too_big;
      return;
    }
    if (!wanted) wanted = explored.seen;
    ASSERT_EQ(explored.seen->traces, wanted->traces) << to_string(setting) << "\n" << program.text();
    ASSERT_EQ(explored.seen->hash, wanted->hash) << to_string(setting) << "\n" << program.text();
  }
  ++totals.compared;
  totals.traces += wanted->traces;
}

void compare_batch(std::uint64_t seed, std::size_t first, std::size_t count, Totals& totals) {
  std::vector<RandomProgram> programs;
  std::string text = headers_of("C") + kHelpers;
  std::string choice =
      "int main(int argc, char** argv) {\n  (void)&published; (void)&gate; (void)own;\n"
      "  switch (argc > 1 ? atoi(argv[1]) : 0) {\n";
  for (std::size_t i = 0; i < count; ++i) {
    programs.emplace_back(seed * 1'000'000 + first + i, i);
    text += programs.back().text();
    choice += "    case " + std::to_string(i) + ": " + programs.back().main_name() + "(NULL); break;\n";
  }
  const CFile file(text + choice + "  }\n  return 0;\n}\n");
  NativeExecutor executor(build(options_for(file.path())));
  for (std::size_t i = 0; i < count; ++i) {
    executor.machine().set_arguments({"program", std::to_string(i)});
    SCOPED_TRACE("program " + std::to_string(first + i));
    ASSERT_NO_FATAL_FAILURE(compare_settings(executor, programs[i], totals));
  }
}

TEST(NativeNamesFuzz, GiveOneSetOfTracesUnderEverySetting) {
  const std::uint64_t seed = engine::seed_or(1);
  constexpr std::size_t kPrograms = 2'200, kBatch = 275;  // of which 1 in 20 has too many traces
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  const std::size_t programs = percent == nullptr ? kPrograms : kPrograms * std::strtoull(percent, nullptr, 10) / 100;
  std::cout << "seed " << seed << "\n";
  Totals totals;
  for (std::size_t first = 0; first < programs; first += kBatch) {
    ASSERT_NO_FATAL_FAILURE(compare_batch(seed, first, std::min(kBatch, programs - first), totals));
  }
  std::cout << totals.compared << " programs, " << totals.traces << " traces, " << totals.too_big << " too big\n";
  EXPECT_GT(totals.compared, totals.too_big * 9);
}

}  // namespace
}  // namespace qpor::frontend::names
