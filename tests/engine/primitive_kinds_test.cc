// The kinds of operations that models do not have (once, await, atomics that are changed and waited for, arrivals that
// are counted), judged by an enumeration of all interleavings that shares nothing with the engine: its own states, and
// traces as partial orders spelled out. QPOR_SEED chooses other programs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "engine/program/atomic_function.h"
#include "engine/qpor/explore.h"
#include "tests/engine/scripted_executor.h"
#include "tests/support/random_source.h"

namespace qpor::engine {
namespace {

using Line = ScriptedExecutor::Line;
using Scripts = std::vector<ScriptedExecutor::Script>;

/// An object of any kind; each looks at its own part.
struct ObjectState {
  long once = 0;  // -1 done, otherwise 1 + who is at it
  long value = 0;
  long word = 0;  // of an atomic of one byte
  long arrivals = 0;
  std::set<std::size_t> queue;
};

struct Happened {
  std::size_t thread;
  std::uint32_t object;
  char mode;  // X, R or T
  long outcome;
  std::uint64_t below;  // the events that it depends on, by position; closed
};

struct Choice {
  char mode;
  long outcome;
  std::size_t cause;  // of a T: the event
};

/// What a change makes of a word of one byte; those functions that the random programs have.
long changed_byte(const Line& line, long word) {
  long result = 0;
  switch (function_in(line.argument2)) {
    case AtomicFunction::Exchange: result = line.argument; break;
    case AtomicFunction::Add: result = word + line.argument; break;
    case AtomicFunction::Sub: result = word - line.argument; break;
    case AtomicFunction::Or: result = word | line.argument; break;
    case AtomicFunction::UnsignedMax: result = word < line.argument ? line.argument : word; break;
    default: ADD_FAILURE() << "unknown change"; break;
  }
  return (result + 256) % 256;
}

class Enumeration {
 public:
  explicit Enumeration(const Scripts& scripts)
      : scripts_(scripts), done_(scripts.size()), woken_(scripts.size(), kNobody) {
    objects_.resize(4);
    go_on();
  }
  const std::set<std::string>& traces() const { return traces_; }
  std::size_t deadlocks() const { return deadlocks_.size(); }

 private:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  std::vector<Choice> choices(std::size_t thread) const {
    if (done_[thread] == scripts_[thread].size()) return {};
    const Line& line = scripts_[thread][done_[thread]];
    const ObjectState& o = objects_[line.object];
    const Choice x{'X', 0, kNobody};
    const Choice r{'R', 0, kNobody};
    if (line.unless && o.word == *line.unless) return {};
    switch (line.kind) {
      case OperationKind::OnceBegin:
        if (o.once == 0) return {{'X', 1, kNobody}};
        return o.once == -1 ? std::vector<Choice>{r} : std::vector<Choice>{};
      case OperationKind::Await: return o.value == line.argument ? std::vector<Choice>{r} : std::vector<Choice>{};
      case OperationKind::AtomicLoad:
      case OperationKind::Arrive: return {r};
      case OperationKind::EnqueueIf: return {{'R', o.word == line.argument ? 1 : 0, kNobody}};
      case OperationKind::AtomicChange: return {changed_byte(line, o.word) == o.word ? r : x};
      case OperationKind::AtomicCompareExchange:
        if (o.word != line.argument) return {r};
        return {{line.argument2 == line.argument ? 'R' : 'X', 1, kNobody}};
      case OperationKind::Signal: {
        if (o.queue.empty()) return {{'X', -1, kNobody}};
        std::vector<Choice> all;
        for (const std::size_t waiter : o.queue) all.push_back({'X', static_cast<long>(waiter), kNobody});
        return all;
      }
      case OperationKind::Wake:
        return woken_[thread] != kNobody ? std::vector<Choice>{{'T', 0, woken_[thread]}} : std::vector<Choice>{};
      case OperationKind::TimedWake:
        if (woken_[thread] != kNobody) return {{'T', 0, woken_[thread]}};
        return o.queue.contains(thread) ? std::vector<Choice>{x} : std::vector<Choice>{};
      default: return {x};
    }
  }

  void apply(std::size_t thread, const Line& line, const Choice& choice, std::size_t event) {
    ObjectState& o = objects_[line.object];
    switch (line.kind) {
      case OperationKind::OnceBegin:
        if (choice.mode == 'X') o.once = static_cast<long>(thread) + 1;
        break;
      case OperationKind::OnceEnd: o.once = line.argument; break;
      case OperationKind::Store: o.value = line.argument; break;
      case OperationKind::AtomicWrite: ++o.word; break;
      case OperationKind::AtomicStore: o.word = line.argument; break;
      case OperationKind::AtomicChange: o.word = changed_byte(line, o.word); break;
      case OperationKind::AtomicCompareExchange:
        if (choice.outcome == 1) o.word = line.argument2;
        break;
      case OperationKind::Arrive: ++o.arrivals; break;
      case OperationKind::EnqueueIf:
        if (choice.outcome == 1) o.queue.insert(thread);
        break;
      case OperationKind::Signal:
        if (choice.outcome < 0) break;
        o.queue.erase(static_cast<std::size_t>(choice.outcome));
        woken_[static_cast<std::size_t>(choice.outcome)] = event;
        break;
      case OperationKind::Broadcast:
        for (const std::size_t waiter : o.queue) woken_[waiter] = event;
        o.queue.clear();
        break;
      case OperationKind::Wake: woken_[thread] = kNobody; break;
      case OperationKind::TimedWake:
        if (choice.mode == 'X') o.queue.erase(thread);
        woken_[thread] = kNobody;
        break;
      default: break;
    }
  }

  std::uint64_t below(std::size_t thread, const Line& line, const Choice& choice) const {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      const Happened& earlier = path_[i];
      const bool races = choice.mode != 'T' && earlier.mode != 'T' && earlier.object == line.object &&
                         (choice.mode == 'X' || earlier.mode == 'X');
      if (earlier.thread == thread || races || i == choice.cause) all |= earlier.below | std::uint64_t{1} << i;
    }
    return all;
  }

  void go_on() {
    bool is_maximal = true;
    for (std::size_t thread = 0; thread < scripts_.size(); ++thread) {
      for (const Choice& choice : choices(thread)) {
        is_maximal = false;
        const Line& line = scripts_[thread][done_[thread]];
        const auto objects = objects_;
        const auto woken = woken_;
        path_.push_back({thread, line.object, choice.mode, choice.outcome, below(thread, line, choice)});
        apply(thread, line, choice, path_.size() - 1);
        ++done_[thread];
        go_on();
        --done_[thread];
        path_.pop_back();
        objects_ = objects;
        woken_ = woken;
      }
    }
    if (!is_maximal) return;
    const std::string trace = spelled_out();
    traces_.insert(trace);
    for (std::size_t thread = 0; thread < scripts_.size(); ++thread) {
      if (done_[thread] < scripts_[thread].size()) deadlocks_.insert(trace);
    }
  }

  /// Every event by thread and place in it, with what is below it: the same for all orders of one trace.
  std::string spelled_out() const {
    std::vector<std::string> names(path_.size());
    std::vector<std::size_t> place(scripts_.size(), 0);
    for (std::size_t i = 0; i < path_.size(); ++i) {
      names[i] = std::to_string(path_[i].thread) + "." + std::to_string(place[path_[i].thread]++) + path_[i].mode +
                 std::to_string(path_[i].outcome);
    }
    std::set<std::string> lines;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      std::set<std::string> causes;
      for (std::size_t j = 0; j < i; ++j) {
        if ((path_[i].below >> j & 1) != 0) causes.insert(names[j]);
      }
      std::string line = names[i] + "<";
      for (const std::string& cause : causes) line += cause + ",";
      lines.insert(line);
    }
    std::string text;
    for (const std::string& line : lines) text += line + ";";
    return text;
  }

  const Scripts& scripts_;
  std::vector<ObjectState> objects_;
  std::vector<std::size_t> done_;
  std::vector<std::size_t> woken_;
  std::vector<Happened> path_;
  std::set<std::string> traces_;
  std::set<std::string> deadlocks_;
};

// o0 is a once flag, o1 a variable, o2 an atomic, o3 a barrier.
const std::vector<ObjectKind> kObjects = {ObjectKind::Once, ObjectKind::Variable, ObjectKind::Atomic,
                                          ObjectKind::Barrier};

Scripts random_scripts(oracle::RandomSource& random) {
  Scripts scripts(2 + random.below(2));
  for (auto& script : scripts) {
    while (script.size() < 4) {
      switch (random.below(10)) {
        case 0:
          script.push_back({OperationKind::OnceBegin, 0, 0});
          if (random.below(4) > 0) script.push_back({OperationKind::OnceEnd, 0, random.below(4) > 0 ? -1 : 0});
          break;
        case 1: script.push_back({OperationKind::Store, 1, static_cast<Value>(random.below(2))}); break;
        case 2: script.push_back({OperationKind::Await, 1, static_cast<Value>(random.below(2))}); break;
        case 3: script.push_back({OperationKind::AtomicLoad, 2, 0}); break;
        case 4: script.push_back({OperationKind::AtomicWrite, 2, 0}); break;
        case 5:
        case 6:
          script.push_back({OperationKind::EnqueueIf, 2, static_cast<Value>(random.below(2))});
          script.push_back({random.below(3) > 0 ? OperationKind::Wake : OperationKind::TimedWake, 2, 0});
          break;
        case 7: script.push_back({OperationKind::Signal, 2, 0}); break;
        case 8: script.push_back({OperationKind::Broadcast, 2, 0}); break;
        default:
          script.push_back({random.below(3) > 0 ? OperationKind::Arrive : OperationKind::CountArrivals, 3, 0});
          break;
      }
    }
  }
  return scripts;
}

Line random_access(oracle::RandomSource& random) {
  const auto value = [&random] { return static_cast<Value>(random.below(3)); };
  constexpr AtomicFunction kFunctions[] = {AtomicFunction::Exchange, AtomicFunction::Add, AtomicFunction::Sub,
                                           AtomicFunction::Or, AtomicFunction::UnsignedMax};
  switch (random.below(6)) {
    case 0: return {OperationKind::AtomicLoad, 2, 0};
    case 1: return {OperationKind::AtomicStore, 2, value()};
    case 2:
    case 3: return {OperationKind::AtomicChange, 2, value(), change_code(kFunctions[random.below(5)], 1)};
    default: return {OperationKind::AtomicCompareExchange, 2, value(), value()};
  }
}

/// Accesses of one atomic, some of which wait for another value, and threads that wait for it.
Scripts random_accesses(oracle::RandomSource& random) {
  Scripts scripts(2 + random.below(2));
  for (auto& script : scripts) {
    const std::size_t lines = scripts.size() == 2 ? 5 : 3;
    while (script.size() < lines) {
      const std::size_t what = random.below(12);
      if (what == 0) {
        script.push_back({OperationKind::EnqueueIf, 2, static_cast<Value>(random.below(3))});
        script.push_back({OperationKind::TimedWake, 2, 0});
      } else if (what == 1) {
        script.push_back({OperationKind::Broadcast, 2, 0});
      } else {
        script.push_back(random_access(random));
        if (random.below(3) == 0) script.back().unless = static_cast<Value>(random.below(2));
      }
    }
  }
  return scripts;
}

std::string text_of(const Scripts& scripts) {
  std::string text;
  for (const auto& script : scripts) {
    for (const Line& line : script) {
      text += std::string(text_of(line.kind)) + " o" + std::to_string(line.object) + " " +
              std::to_string(line.argument) + " " + std::to_string(line.argument2) +
              (line.unless ? " unless " + std::to_string(*line.unless) : "") + "; ";
    }
    text += "\n";
  }
  return text;
}

void expect_as_enumerated(const Scripts& scripts) {
  const Enumeration truth(scripts);
  std::set<std::uint64_t> trace_sets;
  struct Way {
    AltKind alt;
    std::size_t k;
  };
  for (const auto& [alt, k] :
       {Way{AltKind::None, 1}, Way{AltKind::Partial, 1}, Way{AltKind::Partial, 2}, Way{AltKind::Optimal, 1}}) {
    ScriptedExecutor executor(scripts, kObjects);
    Options options;
    options.alt = alt;
    options.k = k;
    options.check = true;
    Qpor explorer(executor, options);
    explorer.explore();
    ASSERT_EQ(explorer.statistics().traces, truth.traces().size()) << static_cast<int>(alt) << "\n" << text_of(scripts);
    ASSERT_EQ(explorer.statistics().deadlocks, truth.deadlocks()) << text_of(scripts);
    if (alt == AltKind::Optimal) {
      ASSERT_EQ(explorer.statistics().blocked, 0u) << text_of(scripts);
    }
    trace_sets.insert(explorer.trace_set_hash());
  }
  ASSERT_EQ(trace_sets.size(), 1u) << text_of(scripts);
}

TEST(PrimitiveKinds, HaveTheTracesOfAllInterleavings) {
  const char* text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr || *text == '\0' ? 1 : std::strtoull(text, nullptr, 10);
  std::cout << "seed " << seed << "\n";
  oracle::RandomSource random(seed);
  for (int i = 0; i < 150; ++i) {
    expect_as_enumerated(random_scripts(random));
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(PrimitiveKinds, AtomicsHaveTheTracesOfAllInterleavings) {
  const char* text = std::getenv("QPOR_SEED");
  oracle::RandomSource random(text == nullptr || *text == '\0' ? 1 : std::strtoull(text, nullptr, 10));
  for (int i = 0; i < 300; ++i) {
    expect_as_enumerated(random_accesses(random));
    if (testing::Test::HasFatalFailure()) return;
  }
}

std::size_t traces_of(const Scripts& scripts) {
  expect_as_enumerated(scripts);
  return Enumeration(scripts).traces().size();
}

TEST(PrimitiveKinds, FailingCompareExchangesCommute) {
  const Line fails{OperationKind::AtomicCompareExchange, 2, 1, 2};
  EXPECT_EQ(traces_of({{fails}, {fails}, {fails}}), 1u);
  const Line takes{OperationKind::AtomicCompareExchange, 2, 0, 1};
  EXPECT_EQ(traces_of({{takes}, {takes}, {takes}}), 3u) << "who takes it; the others fail after that";
}

TEST(PrimitiveKinds, AnExchangeThatChangesNothingIsARead) {
  const Line taking{OperationKind::AtomicChange, 2, 1, change_code(AtomicFunction::Exchange, 1)};
  EXPECT_EQ(traces_of({{taking}, {taking, taking}}), 2u) << "who is the first";
}

TEST(PrimitiveKinds, ASpinLockIsTakenInEveryOrder) {
  const Line lock{OperationKind::AtomicChange, 2, 1, change_code(AtomicFunction::Exchange, 1), Value{1}};
  const Line unlock{OperationKind::AtomicStore, 2, 0};
  EXPECT_EQ(traces_of({{lock, unlock}, {lock, unlock}, {lock, unlock}}), 6u);
  EXPECT_EQ(traces_of({{lock}, {lock}}), 2u) << "who is the first; the other spins for ever";
}

TEST(PrimitiveKinds, OnceIsDoneByOneAndReadByOthers) {
  const ScriptedExecutor::Script script = {{OperationKind::OnceBegin, 0, 0}};
  const Scripts scripts = {{{OperationKind::OnceBegin, 0, 0}, {OperationKind::OnceEnd, 0, kOnceDone}}, script, script};
  expect_as_enumerated(scripts);
  EXPECT_EQ(Enumeration(scripts).traces().size(), 3u);  // who comes first; if not the one who ends it, the others wait
}

}  // namespace
}  // namespace qpor::engine
