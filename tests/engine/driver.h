// Drives the parts of the engine by hand over a model: threads by name, events as short texts. Also the few lines that
// every test of a whole exploration needs.
//
// An event is written "b.2 lock m @a.3": the second event of thread b, which locks m after the third event of a, the
// last exclusive one on m; "@-" is the beginning of the object's history. Reads that an exclusive event knows of follow
// in braces, an outcome other than the plain one follows the object.

#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/qpor/disabled.h"
#include "engine/qpor/explore.h"
#include "engine/qpor/extensions.h"
#include "engine/unfolding/configuration.h"
#include "engine/unfolding/event_structure.h"
#include "frontend/model/model.h"
#include "tests/support/paths.h"

namespace qpor::engine {

using Definitions = frontend::model::Definitions;

class Driver {
 public:
  explicit Driver(std::string_view model, const Definitions& definitions = {}, bool newest_first = false,
                  bool meet_first = false)
      : executor(frontend::model::make_executor(frontend::model::compile(model, "test.model", definitions))),
        execution(*executor, free_running(newest_first, meet_first)),
        vocabulary(execution.vocabulary()),
        semantics(execution.semantics()),
        structure(semantics, 2),
        configuration(structure),
        disabled(structure, configuration, execution.sleep_set()),
        extensions(structure, configuration),
        causality(configuration),
        layers(configuration) {
    execution.set_causality(causality);
    execution.set_layer_rule(layers);
    execution.start();
    configuration.grow();
  }

  ThreadId thread(std::string_view name) const {
    for (std::size_t i = 0; i < vocabulary.threads.size(); ++i) {
      if (vocabulary.threads[static_cast<ThreadId>(i)].name == name) return static_cast<ThreadId>(i);
    }
    throw std::invalid_argument("no thread " + std::string(name));
  }

  /// The threads that have a next operation, blocked or not.
  std::vector<ThreadId> pending_threads() const {
    std::vector<ThreadId> threads;
    for (std::size_t i = 0; i < executor->thread_bound(); ++i) {
      if (executor->pending(static_cast<ThreadId>(i)) != kNoOperation) threads.push_back(static_cast<ThreadId>(i));
    }
    return threads;
  }

  Outcomes outcomes(ThreadId id) const {
    Outcomes out;
    const OperationId pending = executor->pending(id);
    if (pending != kNoOperation) execution.outcomes(id, vocabulary.operations[pending], out);
    return out;
  }
  bool is_enabled(std::string_view name) const { return !outcomes(thread(name)).empty(); }

  /// The event that the thread does next, with its first outcome or the one wanted.
  EventId next(ThreadId id, std::optional<std::int32_t> wanted = std::nullopt) {
    for (const Outcome outcome : outcomes(id)) {
      if (!wanted || outcome.value == *wanted) {
        return next_event(configuration, execution, id, executor->pending(id), outcome);
      }
    }
    throw std::invalid_argument("not enabled: " + vocabulary.threads[id].name);
  }
  EventId next(std::string_view name, std::optional<std::int32_t> wanted = std::nullopt) {
    return next(thread(name), wanted);
  }

  void push(EventId event) {
    const Event e = structure[event];
    disabled.event_pushed(event, configuration.size());
    configuration.push(event);
    layers.has_counts = structure.has_counts();
    execution.push(e.thread, {e.outcome, e.mode});
    configuration.grow();
  }
  EventId step(std::string_view name, std::optional<std::int32_t> wanted = std::nullopt) {
    const EventId event = next(name, wanted);
    push(event);
    return event;
  }
  void run(std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) step(name);
  }
  /// Runs the lowest enabled thread until none is.
  void run_to_the_end() {
    for (bool is_running = true; is_running;) {
      is_running = false;
      for (const ThreadId id : pending_threads()) {
        if (outcomes(id).empty()) continue;
        push(next(id));
        is_running = true;
        break;
      }
    }
  }

  EventId pop() {
    const EventId event = configuration.pop();
    disabled.event_popped(configuration.size());
    execution.rewind(configuration.size());
    return event;
  }
  void pop_all() {
    while (!configuration.empty()) pop();
  }

  /// U := U + ex(C), pending operations included.
  void extend() {
    for (std::size_t i = 0; i < configuration.size(); ++i) extensions.of_event(configuration[i]);
    for (const ThreadId id : pending_threads()) extensions.of_pending(id, executor->pending(id));
  }

  std::vector<EventId> live_events() const {
    std::vector<EventId> events;
    for (std::size_t i = 0; i < structure.id_bound(); ++i) {
      const auto event = static_cast<EventId>(i);
      if (structure[event].is_live && structure[event].mode != Mode::Bottom) events.push_back(event);
    }
    return events;
  }
  /// U - C as texts.
  std::set<std::string> beside() const {
    std::set<std::string> texts;
    for (const EventId event : live_events()) {
      if (!configuration.contains(event)) texts.insert(text(event));
    }
    return texts;
  }

  std::string short_name(EventId event) const {
    if (structure[event].mode == Mode::Bottom) return "-";
    return vocabulary.threads[structure[event].thread].name + "." + std::to_string(structure.thread_depth(event) + 1);
  }
  std::string text(EventId event) const {
    const Event& e = structure[event];
    const Operation& operation = structure.operation(event);
    std::string text = short_name(event) + " " + std::string(text_of(operation.kind));
    if (operation.object != kNoObject) text += " " + vocabulary.objects[operation.object].name;
    if (operation.kind == OperationKind::Signal) {
      text += "=" + (e.outcome == kLostSignal ? "lost" : vocabulary.threads[static_cast<ThreadId>(e.outcome)].name);
    } else if (e.outcome != kPlainOutcome) {
      text += "=" + std::to_string(e.outcome);
    }
    if (e.mode != Mode::Exclusive && e.mode != Mode::Shared) return text;
    text += " @" + short_name(structure.exclusive_predecessor(event));
    if (e.mode == Mode::Exclusive && has_reads(e.place)) {
      std::string reads;
      for (const EventId read : structure.cut_reads(e.place)) reads += (reads.empty() ? "" : " ") + short_name(read);
      text += " {" + reads + "}";
    }
    return text;
  }

  std::unique_ptr<Executor> executor;
  Execution execution;
  Vocabulary& vocabulary;
  Semantics& semantics;
  EventStructure structure;
  Configuration configuration;
  Disabled disabled;
  Extensions extensions;
  TreeCausality causality;
  EventLayers layers;

 private:
  static Options free_running(bool newest_first, bool meet_first) {
    Options options;
    options.newest_thread_first = newest_first;
    options.meet_first = meet_first;
    return options;
  }
};

/// The text of examples/models/<name>.model.
inline std::string example(const std::string& name) {
  const std::string path = tests::source_dir() + "/examples/models/" + name + ".model";
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// An observer that looks at events as well; the function that runs the exploration fills it in.
struct EventObserver : Observer {
  const Qpor* explorer = nullptr;

  static void introduce(Observer* observer, const Qpor& explorer) {
    if (auto* const listener = dynamic_cast<EventObserver*>(observer)) listener->explorer = &explorer;
  }
};

struct Explored {
  Ending ending;
  Statistics statistics;
  std::uint64_t trace_set_hash;
};

inline Explored explore(std::string_view model, const Options& options = {}, const Definitions& definitions = {},
                        Observer* observer = nullptr) {
  const auto executor = frontend::model::make_executor(frontend::model::compile(model, "test.model", definitions));
  Qpor explorer(*executor, options, observer);
  EventObserver::introduce(observer, explorer);
  const Ending ending = explorer.explore();
  return {ending, explorer.statistics(), explorer.trace_set_hash()};
}

inline Options options_for(AltKind alt, std::size_t k = 1) {
  Options options;
  options.alt = alt;
  options.k = k;
  return options;
}

/// Of a random test, to be printed with its failures; QPOR_SEED replaces it.
inline std::uint64_t seed_or(std::uint64_t fallback) {
  const char* const text = std::getenv("QPOR_SEED");
  return text != nullptr && *text != '\0' ? std::strtoull(text, nullptr, 10) : fallback;
}

}  // namespace qpor::engine
