// Random C programs over atomics of 1, 2, 4 and 8 bytes, against their twins in the model language: the same number of
// traces, for k = 1 and the optimal search. Threads branch on what they read, so that a wrong value leads to other
// traces. Values that are stored are multiples of 16 and each occurs once, and sums stay below 16: so no
// read-modify-write leaves a value as it is, which in C would be a read and in a model is none. Every result is stored:
// an addition whose result is not used counts, which a model's does not. QPOR_SEED chooses other programs.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/explorer.h"
#include "frontend/model/model.h"
#include "frontend/native/machine/executor.h"
#include "tests/frontend/command_driver.h"
#include "tests/support/random_source.h"

namespace qpor::frontend {
namespace {

/// A program in both languages, grown line by line.
class Twins {
 public:
  Twins(std::uint64_t seed, std::size_t number) : random_(seed), prefix_("p" + std::to_string(number) + "_") {
    const int threads = random_.pick({2, 2, 3});
    for (int v = 0; v < 2; ++v) declare(v);
    for (int t = 0; t < threads; ++t) add_thread(t, threads == 2 ? 4 : 2);
    c_ += "static void " + prefix_ + "main(void) {\n" + initialisation_ + "  pthread_t t[" + std::to_string(threads) +
          "];\n";
    for (int t = 0; t < threads; ++t) {
      c_ += "  pthread_create(&t[" + std::to_string(t) + "], NULL, " + prefix_ + "t" + std::to_string(t) + ", NULL);\n";
    }
    for (int t = 0; t < threads; ++t) c_ += "  pthread_join(t[" + std::to_string(t) + "], NULL);\n";
    c_ += "}\n";
  }

  const std::string& c() const { return c_; }
  const std::string& model() const { return model_; }
  std::string main_name() const { return prefix_ + "main"; }

 private:
  static constexpr int kStep = 16;

  void declare(int v) {
    const std::string type = std::vector<std::string>{"uint8_t", "int16_t", "uint32_t", "int64_t"}.at(
        static_cast<std::size_t>(random_.below(4)));
    const std::string value = std::to_string(random_.pick({0, 0, 1}));
    const std::string name = "x" + std::to_string(v);
    types_.push_back(type);
    model_ += "var " + name + " = " + value + ";\n";
    c_ += "static _Atomic(" + type + ") " + prefix_ + name;
    if (random_.chance(50)) {
      c_ += " = " + value + ";\n";
    } else {  // by a plain store
      c_ += ";\n";
      initialisation_ += "  atomic_init(&" + prefix_ + name + ", " + value + ");\n";
    }
  }

  void add_thread(int number, int length) {
    const std::string name = "t" + std::to_string(number);
    model_ += "thread " + name + " {\n  local r = 0;\n";
    c_ += "static void* " + prefix_ + name + "(void* none) {\n  volatile long r = 0;\n";
    for (int i = 0; i < length; ++i) {
      if (i > 0 && random_.chance(40)) {
        both("  if (r == " + std::to_string(random_.chance(50) ? random_.below(2) : known_value()) + ") {\n");
        add_access();
        both("  }\n");
      } else {
        add_access();
      }
    }
    model_ += "}\n";
    c_ += "  (void)r;\n  return none;\n}\n";
  }

  void both(const std::string& text) {
    model_ += text;
    c_ += text;
  }

  int new_value() { return kStep * ++values_; }
  int known_value() { return kStep * random_.below(values_ + 1) + random_.pick({0, 0, 1}); }

  void add_access() {
    const int v = random_.below(2);
    const std::string x = "x" + std::to_string(v);
    const std::string place = "&" + prefix_ + x;
    switch (random_.weighted({25, 20, 20, 10, 25})) {
      case 0: return add("r = " + x + ";", "r = atomic_load(" + place + ");");
      case 1: {
        const std::string value = std::to_string(new_value());
        return add(x + " = " + value + ";", "atomic_store(" + place + ", " + value + ");");
      }
      case 2: return add("r = fetch_add(" + x + ", 1);", "r = atomic_fetch_add(" + place + ", 1);");
      case 3: {
        const std::string value = std::to_string(new_value());
        return add("r = exchange(" + x + ", " + value + ");", "r = atomic_exchange(" + place + ", " + value + ");");
      }
      default: {
        const std::string expected = std::to_string(random_.chance(40) ? 0 : known_value());
        const std::string value = std::to_string(new_value());
        return add("r = cas(" + x + ", " + expected + ", " + value + ");",
                   "{ " + types_[static_cast<std::size_t>(v)] + " e = " + expected +
                       "; r = atomic_compare_exchange_strong(" + place + ", &e, " + value + "); }");
      }
    }
  }
  void add(const std::string& model, const std::string& c) {
    model_ += "  " + model + "\n";
    c_ += "  " + c + "\n";
  }

  oracle::RandomSource random_;
  std::string prefix_;
  std::vector<std::string> types_;
  std::string c_, model_, initialisation_;
  int values_ = 0;
};

std::uint64_t traces_of(engine::Executor& executor, engine::AltKind alt) {
  engine::Options options;
  options.alt = alt;
  options.check = true;
  const auto explorer = engine::make_explorer(executor, options);
  EXPECT_EQ(explorer->explore(), engine::Ending::Complete);
  if (alt == engine::AltKind::Optimal) {
    EXPECT_EQ(explorer->statistics().blocked, 0u);
  }
  EXPECT_EQ(explorer->statistics().deadlocks, 0u);
  return explorer->statistics().traces;
}

TEST(NativeAtomicsFuzz, HasTheTracesOfTheModel) {
  const char* text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr || *text == '\0' ? 1 : std::strtoull(text, nullptr, 10);
  std::cout << "seed " << seed << "\n";
  constexpr std::size_t kPrograms = 200;
  std::vector<Twins> all;
  std::string c =
      "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
      "#include <stddef.h>\n";
  std::string choice = "int main(int argc, char** argv) {\n  switch (argc > 1 ? atoi(argv[1]) : 0) {\n";
  for (std::size_t i = 0; i < kPrograms; ++i) {
    all.emplace_back(seed * 1'000'000 + i, i);
    c += all.back().c();
    choice += "    case " + std::to_string(i) + ": " + all.back().main_name() + "(); break;\n";
  }
  const CFile file(c + choice + "  }\n  return 0;\n}\n");
  native::ProgramOptions options;
  options.sources.paths = {file.path()};
  options.arguments = {"program", "0"};
  native::NativeExecutor executor(build(options));
  std::uint64_t traces = 0;
  for (std::size_t i = 0; i < kPrograms; ++i) {
    executor.machine().set_arguments({"program", std::to_string(i)});
    const auto model = model::make_executor(model::compile(all[i].model(), "random.model"));
    const std::uint64_t wanted = traces_of(*model, engine::AltKind::Optimal);
    traces += wanted;
    for (const engine::AltKind alt : {engine::AltKind::Partial, engine::AltKind::Optimal}) {
      ASSERT_EQ(traces_of(executor, alt), wanted) << all[i].model() << "\n" << all[i].c();
    }
  }
  std::cout << traces << " traces\n";
  EXPECT_GT(traces, kPrograms);
}

}  // namespace
}  // namespace qpor::frontend
