// Random scripts over shared and weak pointers (tests/programs/counts/script.cc) against an enumeration of all
// interleavings of their steps: the same set of outcomes, where an outcome is what lock, expired and use_count said in
// each thread, and which thread ran each destructor. Where nothing asks, counting costs no trace. QPOR_SEED chooses
// other scripts.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "engine/explorer.h"
#include "engine/report/message_text.h"
#include "frontend/native/machine/executor.h"
#include "tests/frontend/command_driver.h"
#include "tests/support/learning.h"
#include "tests/support/random_source.h"

namespace qpor::frontend {
namespace {

constexpr int kTypes = 6;  ///< that the script's program has of each kind
constexpr int kNone = -1;
constexpr std::size_t kMaxTraces = 3000;

struct Script {
  int type = 0;
  bool is_noisy = false, is_late = false, is_nested = false;
  std::vector<std::string> threads;

  std::vector<std::string> arguments() const {
    std::vector<std::string> words = {"script", std::to_string(type), is_noisy ? "noisy" : "quiet",
                                      is_late ? "late" : "early", is_nested ? "nested" : "apart"};
    words.insert(words.end(), threads.begin(), threads.end());
    return words;
  }
  std::string text() const {
    std::string text;
    for (const std::string& each : arguments()) text += each + " ";
    return text;
  }
  /// Does some step ask for a count?
  bool asks() const {
    return std::any_of(threads.begin(), threads.end(),
                       [](const std::string& thread) { return thread.find_first_of("efghijkl") != std::string::npos; });
  }
};

/// `asks`: with steps that ask for counts.
Script random_script(std::uint64_t seed, int type, bool is_noisy, bool asks) {
  oracle::RandomSource random(seed);
  Script script{type, is_noisy, random.chance(40), random.chance(30), {}};
  const int threads = random.pick({2, 2, 3});
  for (int t = 0; t < threads; ++t) {
    std::string thread;
    for (int i = 0; i < 2; ++i) thread += random.chance(threads == 2 ? 60 : 45) ? '1' : '0';
    for (int i = 0; i < 2; ++i) thread += random.chance(60) ? '1' : '0';
    const int steps = random.between(0, threads == 2 ? 3 : 1);
    for (int i = 0; i < steps; ++i) thread += static_cast<char>('a' + random.below(asks ? 12 : 4));
    script.threads.push_back(thread);
  }
  return script;
}

// --- all interleavings

struct Step {
  enum Kind { Add, Drop, Lock, Ask } kind;
  int object;
  int slot = 0;             ///< Lock: where the result goes
  bool is_whether = false;  ///< Ask: whether it is 0
};

struct Thread {
  std::array<int, 2> shared = {kNone, kNone}, weak = {kNone, kNone};
  std::string rest;  ///< of the script
  std::deque<Step> next;
  std::string result;
};

struct State {
  std::array<int, 2> uses = {0, 0};
  std::array<int, 2> destroyed_by = {kNone, kNone};
  std::vector<Thread> threads;  ///< main is the first
};

class Interleavings {
 public:
  explicit Interleavings(const Script& script) : script_(script) {
    State state;
    state.threads.resize(script.threads.size() + 1);
    state.uses = {1, script.is_nested ? 2 : 1};
    for (std::size_t t = 0; t < script.threads.size(); ++t) {
      Thread& thread = state.threads[t + 1];
      const std::string& word = script.threads[t];
      for (std::size_t i = 0; i < 2; ++i) {
        if (word[i] == '1') ++state.uses[i], thread.shared[i] = static_cast<int>(i);
        if (word[2 + i] == '1') thread.weak[i] = static_cast<int>(i);
      }
      thread.rest = word.substr(4) + "cd";  // drops what is left
    }
    Thread& main = state.threads[0];
    main.next = {{Step::Drop, 0}, {Step::Drop, 1}};
    while (!script.is_late && !main.next.empty()) take(state, 0);
    explore(state);
  }

  const std::set<std::string>& outcomes() const { return outcomes_; }

 private:
  /// What is of no concern to others, until the thread's next step is on a count.
  static void settle(Thread& thread) {
    while (thread.next.empty() && !thread.rest.empty()) {
      const auto step = static_cast<std::size_t>(thread.rest[0] - 'a');
      thread.rest.erase(0, 1);
      if (step < 2) {
        int& from = thread.shared[step];
        int& to = thread.shared[1 - step];
        if (from == to) continue;
        if (from != kNone) thread.next.push_back({Step::Add, from});
        if (to != kNone) thread.next.push_back({Step::Drop, to});
        to = from;
      } else if (step < 4) {
        assign(thread, step - 2, kNone);
      } else if (step < 8) {
        const int object = thread.weak[(step - 4) / 2];
        if (object != kNone) {
          thread.next.push_back({Step::Lock, object, static_cast<int>(step % 2)});
        } else {
          thread.result += '0';
          assign(thread, step % 2, kNone);
        }
      } else {
        const bool is_whether = step < 10;
        const int object = is_whether ? thread.weak[step - 8] : thread.shared[step - 10];
        if (object != kNone)
          thread.next.push_back({Step::Ask, object, 0, is_whether});
        else
          thread.result += is_whether ? '1' : '0';
      }
    }
  }

  static void assign(Thread& thread, std::size_t slot, int object) {
    if (thread.shared[slot] != kNone) thread.next.push_front({Step::Drop, thread.shared[slot]});
    thread.shared[slot] = object;
  }

  void take(State& state, std::size_t number) const {
    Thread& thread = state.threads[number];
    const Step step = thread.next.front();
    thread.next.pop_front();
    const auto object = static_cast<std::size_t>(step.object);
    int& uses = state.uses[object];
    switch (step.kind) {
      case Step::Add: ++uses; break;
      case Step::Drop:
        if (--uses > 0) break;
        if (script_.is_noisy) state.destroyed_by[object] = static_cast<int>(number);
        if (script_.is_nested && object == 0) thread.next.push_front({Step::Drop, 1});
        break;
      case Step::Lock: {
        const bool is_taken = uses > 0;
        if (is_taken) ++uses;
        thread.result += is_taken ? '1' : '0';
        assign(thread, static_cast<std::size_t>(step.slot), is_taken ? step.object : kNone);
        break;
      }
      case Step::Ask: thread.result += static_cast<char>('0' + (step.is_whether ? uses == 0 : uses)); break;
    }
  }

  static std::string key_of(const State& state) {
    std::string key;
    for (std::size_t i = 0; i < 2; ++i)
      key += std::to_string(state.uses[i]) + " " + std::to_string(state.destroyed_by[i]) + " ";
    for (const Thread& each : state.threads) {
      for (std::size_t i = 0; i < 2; ++i) key += static_cast<char>('1' + each.shared[i]);
      for (const Step& step : each.next) key += std::to_string(step.kind) + std::to_string(step.object);
      key += "/" + each.rest + "/" + each.result + ",";
    }
    return key;
  }

  void explore(State state) {
    for (Thread& each : state.threads) settle(each);
    if (!seen_.insert(key_of(state)).second) return;
    bool has_ended = true;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      if (state.threads[t].next.empty()) continue;
      has_ended = false;
      State next = state;
      take(next, t);
      explore(std::move(next));
    }
    if (!has_ended) return;
    std::string outcome;
    for (std::size_t t = 1; t < state.threads.size(); ++t) outcome += state.threads[t].result + ",";
    outcomes_.insert(outcome + std::to_string(state.destroyed_by[0]) + " " + std::to_string(state.destroyed_by[1]) +
                     "\n");
  }

  const Script& script_;
  std::set<std::string> seen_, outcomes_;
};

// --- as explored

class Outcomes final : public engine::Observer {
 public:
  explicit Outcomes(const native::NativeExecutor& executor) : executor_(executor) {}
  bool on_trace(const engine::Execution&, bool deadlock) override {
    EXPECT_FALSE(deadlock);
    outcomes.insert(executor_.guest_output());
    return ++traces <= kMaxTraces;
  }
  bool on_failure(const engine::Execution&, engine::ThreadId, const engine::Failure& failure) override {
    ADD_FAILURE() << engine::text_of(failure.kind) << ": " << engine::text_of(failure.message);
    return false;
  }

  std::set<std::string> outcomes;
  std::size_t traces = 0;

 private:
  const native::NativeExecutor& executor_;
};

/// `knowledge` is of the program, whatever its arguments, and grows.
Outcomes explored(native::NativeExecutor& executor, engine::AltKind alt, engine::Knowledge& knowledge) {
  engine::Options options;
  options.alt = alt;
  options.check = true;
  return tests::explore_until_nothing_is_learnt(executor, knowledge, [&] {
    Outcomes outcomes(executor);
    const auto explorer = engine::make_explorer(executor, options, &outcomes);
    explorer->explore();
    const engine::Interruption& end = explorer->interruption();
    if (end.kind != engine::Interruption::Kind::Restart) {
      EXPECT_EQ(tests::error_of(end), "");
    }
    return outcomes;
  });
}

std::uint64_t seed_of_tests() {
  const char* text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr || *text == '\0' ? 1 : std::strtoull(text, nullptr, 10);
  std::cout << "seed " << seed << "\n";
  return seed;
}

int scaled(int programs) {
  const char* const percent = std::getenv("QPOR_FUZZ_PERCENT");
  return percent == nullptr ? programs : std::max(1, programs * std::atoi(percent) / 100);
}

native::ProgramOptions script_program() {
  native::ProgramOptions options;
  options.sources.paths = {repository_file("tests/programs/counts/script.cc")};
  options.arguments = Script{0, false, false, false, {"0000", "0000"}}.arguments();
  return options;
}

TEST(NativeCountsFuzz, HaveTheOutcomesOfAllInterleavings) {
  const std::uint64_t seed = seed_of_tests();
  native::NativeExecutor executor(build(script_program()));
  std::size_t traces = 0, outcomes = 0, too_big = 0;
  engine::Knowledge knowledge;
  // Those of the last type of quiet objects never ask.
  for (int i = 0; i < scaled(150); ++i) {
    const bool asks = i % 5 != 0;
    const Script script = random_script(seed * 1'000'000 + static_cast<std::uint64_t>(i),
                                        asks ? i % (kTypes - 1) : kTypes - 1, asks && i % 2 == 0, asks);
    SCOPED_TRACE(script.text());
    const Interleavings all(script);
    executor.machine().set_arguments(script.arguments());
    for (const engine::AltKind alt : {engine::AltKind::Partial, engine::AltKind::Optimal}) {
      const Outcomes found = explored(executor, alt, knowledge);
      if (found.traces > kMaxTraces) {
        ++too_big;
        EXPECT_TRUE(
            std::includes(all.outcomes().begin(), all.outcomes().end(), found.outcomes.begin(), found.outcomes.end()));
        break;
      }
      ASSERT_EQ(found.outcomes, all.outcomes());
      if (!asks) {
        EXPECT_EQ(found.traces, 1u);
      }
      traces += found.traces;
      outcomes += found.outcomes.size();
    }
  }
  std::cout << traces << " traces, " << outcomes << " outcomes, " << too_big << " scripts passed over\n";
  EXPECT_GT(outcomes, 0u);
}

}  // namespace
}  // namespace qpor::frontend
