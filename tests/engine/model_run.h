// Explores a program of the model language and keeps what tests look at afterwards.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/qpor/explore.h"
#include "frontend/model/model.h"

namespace qpor::engine {

/// The events of C, in the order of their execution.
inline std::vector<EventId> trail_of(const EventExplorer& explorer) {
  std::vector<EventId> trail;
  for (std::size_t i = 0; i < explorer.configuration().size(); ++i) trail.push_back(explorer.configuration()[i]);
  return trail;
}

inline Options without_pruning() {
  Options options;
  options.prune = false;
  return options;
}

/// Called at each maximal configuration.
using OnTrace = std::function<void(const Qpor&, bool deadlock)>;

class ModelRun : private Observer {
 public:
  explicit ModelRun(std::string_view text, OnTrace on_trace_call = nullptr, const Options& options = without_pruning())
      : executor_(frontend::model::make_executor(frontend::model::compile(text, "test.model"))),
        on_trace_(std::move(on_trace_call)),
        explorer_(*executor_, options, this) {
    explorer_.explore();
  }

  const Qpor& explorer() const { return explorer_; }
  const EventStructure& structure() const { return explorer_.structure(); }

  std::vector<EventId> all_events() const {
    std::vector<EventId> events;
    for (std::size_t i = 0; i < structure().id_bound(); ++i) {
      const auto event = static_cast<EventId>(i);
      if (structure()[event].is_live && structure()[event].mode != Mode::Bottom) events.push_back(event);
    }
    return events;
  }

 private:
  bool on_trace(const Execution&, bool deadlock) override {
    if (on_trace_) on_trace_(explorer_, deadlock);
    return true;
  }

  std::unique_ptr<Executor> executor_;
  OnTrace on_trace_;
  Qpor explorer_;
};

inline std::uint64_t seed_of_random_tests() {
  const char* text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
  std::printf("QPOR_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

}  // namespace qpor::engine
