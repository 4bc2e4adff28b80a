// Small programs that count: threads that are lists of operations, some of which take place only if an earlier one was
// told something. For what the model language cannot say. Two judges, by all interleavings: one that knows nothing of
// events (which ends are there?), and one that knows the names of events only (which maximal configurations are there,
// and is every linearization of each one executable?).

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/program/count.h"
#include "engine/program/executor.h"
#include "engine/qpor/explore.h"

namespace qpor::engine::counting {

struct Line {
  OperationKind kind{};
  std::uint32_t object = 0;
  Value argument = 0;
  Value argument2 = 0;
  int after = -1;  ///< takes place only if that line of the thread took place and was told `told`
  Value told = 0;
  std::optional<Value> unless = {};
};
using Script = std::vector<Line>;

struct Object {
  ObjectKind kind = ObjectKind::Atomic;
  Value initial = 0;
};

struct Program {
  std::vector<Object> objects;
  std::vector<Script> threads;
  std::string text() const;
};

inline constexpr unsigned kBytes = 4;

// --- lines

inline Line counts(std::uint32_t object, Value change, CountTest test, std::int32_t constant) {
  return {OperationKind::AtomicCount, object, change, count_code(test, constant, kBytes), -1, 0, {}};
}
inline Line copy(std::uint32_t object) { return counts(object, 1, CountTest::None, 0); }
inline Line drop(std::uint32_t object) { return counts(object, -1, CountTest::Equals, 1); }
inline Line lock_weak(std::uint32_t object) { return counts(object, 1, CountTest::Above, 0); }
inline Line is_alive(std::uint32_t object) { return counts(object, 0, CountTest::Above, 0); }
inline Line is_unique(std::uint32_t object) { return counts(object, 0, CountTest::Equals, 1); }
inline Line use_count(std::uint32_t object) { return {OperationKind::AtomicLoad, object, 0, 0, -1, 0, {}}; }
inline Line store(std::uint32_t object, Value value) { return {OperationKind::Store, object, value, 0, -1, 0, {}}; }
inline Line load(std::uint32_t object) { return {OperationKind::Load, object, 0, 0, -1, 0, {}}; }
inline Line lock(std::uint32_t object) { return {OperationKind::Lock, object, 0, 0, -1, 0, {}}; }
inline Line unlock(std::uint32_t object) { return {OperationKind::Unlock, object, 0, 0, -1, 0, {}}; }
inline Line post(std::uint32_t object) { return {OperationKind::Post, object, 0, 0, -1, 0, {}}; }
inline Line acquire(std::uint32_t object) { return {OperationKind::Acquire, object, 0, 0, -1, 0, {}}; }
/// Only if that line was told 1.
inline Line only_if(int line, Line then, Value told = 1) {
  then.after = line;
  then.told = told;
  return then;
}

inline std::string Program::text() const {
  std::string all;
  for (const Object& object : objects) {
    all += std::string(text_of(object.kind)) + " = " + std::to_string(object.initial) + "\n";
  }
  for (const Script& script : threads) {
    for (std::size_t i = 0; i < script.size(); ++i) {
      const Line& line = script[i];
      const Operation operation{
          line.kind, static_cast<ObjectId>(line.object), line.argument, line.argument2, 0, false, {}, 0};
      all += (i == 0 ? "thread: " : "        ") + std::to_string(i) + ": " + std::string(text_of(operation)) + " o" +
             std::to_string(line.object) + " " + std::to_string(line.argument);
      if (line.kind == OperationKind::AtomicCount) {
        all += " test " + std::to_string(static_cast<int>(count_test_in(line.argument2))) + " " +
               std::to_string(count_constant_in(line.argument2));
      }
      if (line.after >= 0) all += " if " + std::to_string(line.after) + " told " + std::to_string(line.told);
      if (line.unless) all += " unless " + std::to_string(*line.unless);
      all += "\n";
    }
  }
  return all;
}

/// What one thread was told, in order, and the lines that took place.
struct Told {
  std::vector<int> lines;
  std::vector<Value> values;
  auto operator<=>(const Told&) const = default;

  /// The line that comes next, or the end.
  std::size_t next(const Script& script) const {
    std::size_t line = lines.empty() ? 0 : static_cast<std::size_t>(lines.back()) + 1;
    for (; line < script.size(); ++line) {
      if (script[line].after < 0) break;
      bool is_to_be_done = false;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        is_to_be_done = is_to_be_done || (lines[i] == script[line].after && values[i] == script[line].told);
      }
      if (is_to_be_done) break;
    }
    return line;
  }
};

/// Where an interleaving ends: what each thread was told, and what the objects hold.
struct End {
  std::vector<Told> threads;
  std::vector<Value> objects;
  auto operator<=>(const End&) const = default;
};

/// Knows nothing of events: every interleaving, one state after the other.
class AllInterleavings {
 public:
  explicit AllInterleavings(const Program& program, std::size_t most) : program_(program), most_(most) {
    End begin;
    begin.threads.resize(program.threads.size());
    for (const Object& object : program.objects) begin.objects.push_back(object.initial);
    visit(begin);
    while (!open_.empty() && !is_too_big()) {
      const End state = open_.back();
      open_.pop_back();
      bool is_end = true;
      for (std::size_t t = 0; t < program.threads.size(); ++t) {
        End next = state;
        if (!step(next, t)) continue;
        is_end = false;
        visit(next);
      }
      if (is_end) ends_.insert(state);
    }
  }
  bool is_too_big() const { return seen_.size() > most_; }
  const std::set<End>& ends() const { return ends_; }

 private:
  /// As a load has it, zero-extended.
  static Value bits_of(Value value) { return static_cast<Value>(truncated(static_cast<std::uint64_t>(value), kBytes)); }
  void visit(const End& state) {
    if (seen_.insert(state).second) open_.push_back(state);
  }
  bool step(End& state, std::size_t t) const {
    Told& told = state.threads[t];
    const std::size_t at = told.next(program_.threads[t]);
    if (at == program_.threads[t].size()) return false;
    const Line& line = program_.threads[t][at];
    Value& value = state.objects[line.object];
    if (line.unless && line.kind != OperationKind::AtomicCount && value == *line.unless) return false;
    Value result = 0;
    switch (line.kind) {
      case OperationKind::AtomicCount: {
        const auto constant = count_constant_in(line.argument2);
        const CountTest test = count_test_in(line.argument2);
        if (test == CountTest::Equals) result = value == constant ? 1 : 0;
        if (test == CountTest::Above || test == CountTest::Exceeds) result = value > constant ? 1 : 0;
        if (line.unless && result == *line.unless) return false;
        if (test != CountTest::Above || result != 0) value += line.argument;
        break;
      }
      case OperationKind::AtomicLoad: result = bits_of(value); break;
      case OperationKind::Load: result = value; break;
      case OperationKind::AtomicStore:
      case OperationKind::Store: value = line.argument; break;
      case OperationKind::AtomicChange:  // an exchange
        result = bits_of(value);
        value = line.argument;
        break;
      case OperationKind::AtomicCompareExchange:
        result = value == line.argument ? 1 : 0;
        if (result != 0) value = line.argument2;
        break;
      case OperationKind::Lock:
        if (value != 0) return false;
        value = static_cast<Value>(t) + 1;
        break;
      case OperationKind::Unlock: value = 0; break;
      case OperationKind::Post: ++value; break;
      case OperationKind::Acquire:
        if (value == 0) return false;
        --value;
        break;
      default: return false;
    }
    told.lines.push_back(static_cast<int>(at));
    told.values.push_back(result);
    return true;
  }

  const Program& program_;
  std::size_t most_;
  std::set<End> seen_;
  std::vector<End> open_;
  std::set<End> ends_;
};

class CountingExecutor final : public Executor {
 public:
  explicit CountingExecutor(const Program& program) : program_(program) {}

  void start(Vocabulary& vocabulary) override {
    vocabulary_ = &vocabulary;
    if (vocabulary.objects.size() == 0) {
      for (std::size_t i = 0; i < program_.objects.size(); ++i) {
        const std::string name = "o" + std::to_string(i);
        vocabulary.objects.add({program_.objects[i].kind, name, hash_of(name), program_.objects[i].initial, 0});
      }
    }
    for (std::uint32_t i = 0; i < program_.threads.size(); ++i) {
      vocabulary.threads.intern(kNoThread, i, "t" + std::to_string(i));
    }
    told_.assign(program_.threads.size(), {});
    pending_.assign(program_.threads.size(), kNoOperation);
    steps_.clear();
    for (std::size_t i = 0; i < told_.size(); ++i) announce(i);
  }
  void step(ThreadId thread, Value result) override {
    Told& told = told_[index(thread)];
    told.lines.push_back(static_cast<int>(told.next(program_.threads[index(thread)])));
    told.values.push_back(result);
    steps_.push_back(thread);
    announce(index(thread));
  }
  void rewind(std::size_t steps) override {
    for (; steps_.size() > steps; steps_.pop_back()) {
      Told& told = told_[index(steps_.back())];
      told.lines.pop_back();
      told.values.pop_back();
      announce(index(steps_.back()));
    }
  }
  const Failure* failure(ThreadId) const override { return nullptr; }
  Location location(std::uint32_t) const override { return {}; }

  End end(const Execution& execution) const {
    const Semantics& semantics = execution.semantics();
    End end{told_, {}};
    for (std::size_t i = 0; i < program_.objects.size(); ++i) {
      const State state = execution.state(static_cast<ObjectId>(i));
      end.objects.push_back(
          program_.objects[i].kind == ObjectKind::Atomic ? sign_extended(semantics.value_in(state), kBytes) : state);
    }
    return end;
  }

 private:
  void announce(std::size_t thread) {
    const Script& script = program_.threads[thread];
    const std::size_t at = told_[thread].next(script);
    pending_[thread] = kNoOperation;
    if (at == script.size()) return;
    const Line& line = script[at];
    pending_[thread] = vocabulary_->operations.intern({line.kind,
                                                       static_cast<ObjectId>(line.object),
                                                       line.argument,
                                                       line.argument2,
                                                       0,
                                                       line.unless.has_value(),
                                                       {},
                                                       line.unless.value_or(0)});
  }

  const Program& program_;
  Vocabulary* vocabulary_ = nullptr;
  std::vector<Told> told_;
  std::vector<ThreadId> steps_;
};

/// All configurations by all interleavings, by the names of events alone.
class AllConfigurations {
 public:
  AllConfigurations(const Program& program, std::size_t most)
      : executor_(program),
        execution_(executor_, {}),
        structure_(execution_.semantics(), 2),
        configuration_(structure_),
        causality_(configuration_),
        layers_(configuration_),
        most_(most) {
    execution_.set_causality(causality_);
    execution_.set_layer_rule(layers_);
    execution_.start();
    configuration_.grow();
    visit();
    if (error.empty() && !is_too_big()) check_linearizations();
  }
  bool is_too_big() const { return infos_.size() > most_; }
  const std::set<std::uint64_t>& maximal() const { return maximal_; }
  std::string error;

 private:
  struct Info {
    std::set<EventId> events;
    std::set<EventId> enabled;
    End state;
  };

  void visit() {
    const std::uint64_t hash = configuration_.hash();
    Info info;
    for (std::size_t i = 0; i < configuration_.size(); ++i) info.events.insert(configuration_[i]);
    info.state = executor_.end(execution_);
    const auto known = infos_.find(hash);
    if (known != infos_.end()) {
      if (known->second.events != info.events) error = "two configurations have one hash";
      if (known->second.state != info.state) error = "two orders of one configuration end differently";
      return;
    }
    if (is_too_big()) return;
    infos_.emplace(hash, info);
    std::vector<EventId> enabled;
    for (std::size_t i = 0; i < executor_.thread_bound(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      const OperationId pending = executor_.pending(thread);
      if (pending == kNoOperation) continue;
      Outcomes outcomes;
      execution_.outcomes(thread, execution_.vocabulary().operations[pending], outcomes);
      for (const Outcome outcome : outcomes) {
        enabled.push_back(next_event(configuration_, execution_, thread, pending, outcome));
      }
    }
    infos_[hash].enabled.insert(enabled.begin(), enabled.end());
    if (enabled.empty()) maximal_.insert(hash);
    for (const EventId event : enabled) {
      if (configuration_.in_conflict_with(event)) error = "an enabled event is said to be in conflict with C";
      const std::size_t size = configuration_.size();
      const Event e = structure_[event];
      configuration_.push(event);
      layers_.has_counts = structure_.has_counts();
      execution_.push(e.thread, {e.outcome, e.mode});
      visit();
      configuration_.pop();
      execution_.rewind(size);
      if (!error.empty() || is_too_big()) return;
    }
  }

  void check_linearizations() {
    for (const std::uint64_t hash : maximal_) {
      const Info& whole = infos_[hash];
      for (const auto& [ignored, part] : infos_) {
        if (!std::includes(whole.events.begin(), whole.events.end(), part.events.begin(), part.events.end())) continue;
        for (const EventId event : whole.events) {
          if (part.events.contains(event)) continue;
          bool has_causes = true;
          structure_.for_each_cause(event,
                                    [&](EventId cause) { has_causes = has_causes && part.events.contains(cause); });
          if (has_causes && !part.enabled.contains(event)) error = "a linearization is not executable";
        }
      }
    }
  }

  CountingExecutor executor_;
  Execution execution_;
  EventStructure structure_;
  Configuration configuration_;
  TreeCausality causality_;
  EventLayers layers_;
  std::size_t most_;
  std::map<std::uint64_t, Info> infos_;
  std::set<std::uint64_t> maximal_;
};

// --- what the engine does

struct Setting {
  const char* name;
  AltKind alt;
  std::size_t k;
  bool prune;
  bool refined = true;
};

inline Options options_of(const Setting& setting) {
  Options options;
  options.alt = setting.alt;
  options.k = setting.k;
  options.prune = setting.prune;
  options.prune_threshold = 4;
  options.spike_order = setting.refined ? SpikeOrder::OldestFirst : SpikeOrder::NewestFirst;
  options.cover_most_first = options.adaptive = options.wide_spikes = setting.refined;
  options.check = true;
  options.newest_thread_first = setting.k == 2;
  options.meet_first = setting.prune;
  options.long_list = setting.prune ? 1 : 48;
  options.graft_always = setting.k % 2 == 0;
  options.skip_step = 2;
  return options;
}

inline const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {
      {"optimal", AltKind::Optimal, 1, false},
      {"optimal, pruned", AltKind::Optimal, 1, true},
      {"k=1", AltKind::Partial, 1, false},
      {"k=1, pruned", AltKind::Partial, 1, true},
      {"k=2, pruned", AltKind::Partial, 2, true},
      {"k=3", AltKind::Partial, 3, false},
      {"k=2 as in the paper, pruned", AltKind::Partial, 2, true, false},
      {"optimal as in the paper, pruned", AltKind::Optimal, 1, true, false},
      {"source, pruned", AltKind::FirstEvent, 1, true},
      {"none", AltKind::None, 1, false},
  };
  return all;
}

struct Visits final : Observer {
  explicit Visits(const CountingExecutor& executor) : executor(executor) {}
  bool on_trace(const Execution& execution, bool) override {
    hashes.insert(explorer->configuration().hash());
    ends.insert(executor.end(execution));
    return true;
  }
  bool on_progress(const Execution& execution) override {
    is_well_formed = is_well_formed && explorer->disabled().well_formed() && execution.well_formed();
    return true;
  }
  const CountingExecutor& executor;
  const Qpor* explorer = nullptr;
  std::set<std::uint64_t> hashes;
  std::set<End> ends;
  bool is_well_formed = true;
};

struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t too_big = 0;
  std::uint64_t classes = 0;
  std::uint64_t ends = 0;
  std::uint64_t blocked_at_1 = 0;
};

/// Empty, or what is wrong.
inline std::string judge(const Program& program, Tally& tally, std::size_t most = 3000) {
  const AllInterleavings truth(program, 50 * most);
  if (truth.is_too_big()) {
    ++tally.too_big;
    return "";
  }
  AllConfigurations all(program, most);
  if (!all.error.empty()) return all.error;
  if (all.is_too_big()) {
    ++tally.too_big;
    return "";
  }
  ++tally.programs;
  tally.classes += all.maximal().size();
  tally.ends += truth.ends().size();
  for (const Setting& setting : settings()) {
    CountingExecutor executor(program);
    Visits visits(executor);
    Qpor explorer(executor, options_of(setting), &visits);
    visits.explorer = &explorer;
    const auto wrong = [&](const std::string& what) { return std::string(setting.name) + ": " + what; };
    try {
      explorer.explore();
    } catch (const std::exception& error) {
      return wrong(error.what());
    }
    if (!visits.is_well_formed) return wrong("D is not well formed");
    if (explorer.statistics().traces != visits.hashes.size()) return wrong("a class was visited twice");
    if (visits.hashes != all.maximal()) {
      return wrong(std::to_string(visits.hashes.size()) + " classes instead of " +
                   std::to_string(all.maximal().size()));
    }
    if (visits.ends != truth.ends()) {
      return wrong(std::to_string(visits.ends.size()) + " ends instead of " + std::to_string(truth.ends().size()));
    }
    if (setting.alt == AltKind::Optimal && explorer.statistics().blocked != 0) return wrong("optimal was blocked");
    if (setting.alt == AltKind::Partial && setting.k == 1 && setting.prune) {
      tally.blocked_at_1 += explorer.statistics().blocked;
    }
    if (!explorer.structure().well_formed()) return wrong("U is not well formed");
  }
  return "";
}

}  // namespace qpor::engine::counting
