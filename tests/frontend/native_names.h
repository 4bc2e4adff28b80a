// Explorations of C programs that show names, under many settings: what native_names_test.cc and
// native_names_fuzz_test.cc share.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/explorer.h"
#include "engine/report/message_text.h"
#include "frontend/native/machine/executor.h"
#include "tests/support/learning.h"

namespace qpor::frontend::names {

using engine::AltKind;
using engine::ThreadOrder;
using native::NativeExecutor;

struct Setting {
  engine::Options options;
  bool checkpoints = true;
  std::size_t interval = 0;  ///< between two checkpoints; 0: chosen by the executor
};

inline std::string to_string(const Setting& setting) {
  const engine::Options& o = setting.options;
  return std::string(engine::text_of(o.algorithm)) + ", order " + std::to_string(static_cast<int>(o.thread_order)) +
         ", alt " + std::to_string(static_cast<int>(o.alt)) + ", k " + std::to_string(o.k) + ", prune " +
         std::to_string(o.prune) + ", newest first " + std::to_string(o.newest_thread_first) + ", meet first " +
         std::to_string(o.meet_first) + ", checkpoints " + std::to_string(setting.checkpoints) + ", interval " +
         std::to_string(setting.interval);
}

inline Setting setting_of(AltKind alt, std::size_t k, bool newest_first, bool meet_first) {
  Setting setting;
  setting.options.alt = alt;
  setting.options.k = k;
  setting.options.newest_thread_first = newest_first;
  setting.options.meet_first = meet_first;
  setting.options.prune_threshold = 1;
  setting.options.check = true;
  setting.options.twins = engine::Twins::First;
  return setting;
}

inline std::vector<Setting> matrix() {
  std::vector<Setting> settings;
  const std::vector<std::pair<AltKind, std::size_t>> searches = {{AltKind::None, 1},    {AltKind::FirstEvent, 1},
                                                                 {AltKind::Partial, 1}, {AltKind::Partial, 2},
                                                                 {AltKind::Partial, 3}, {AltKind::Optimal, 1}};
  for (const auto& [alt, k] : searches) {
    for (const bool newest_first : {false, true}) {
      for (const bool meet_first : {false, true}) {
        const Setting setting = setting_of(alt, k, newest_first, meet_first);
        settings.push_back(setting);
        settings.push_back(setting);
        settings.back().options.prune = false;
        settings.push_back(setting);
        settings.back().checkpoints = false;
        settings.push_back(setting);
        settings.back().interval = 1;
        settings.back().options.spike_order = engine::SpikeOrder::NewestFirst;
        settings.back().options.cover_most_first = settings.back().options.adaptive = false;
      }
    }
  }
  // The other algorithms have operations that count in order, and so must QPOR to have their traces.
  settings.push_back(setting_of(AltKind::Optimal, 1, true, true));
  settings.back().options.exclusive_counts = true;
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    // Observers have classes of traces, not traces.
    if (each.algorithm == engine::Algorithm::Qpor || each.algorithm == engine::Algorithm::Observers) continue;
    for (const ThreadOrder order :
         {ThreadOrder::Meetings, ThreadOrder::RunOn, ThreadOrder::FirstThread, ThreadOrder::LastThread}) {
      Setting setting = settings.back();
      setting.checkpoints = true;
      setting.options.algorithm = each.algorithm;
      setting.options.thread_order = order;
      settings.push_back(setting);
      settings.push_back(setting);
      settings.back().checkpoints = false;
    }
  }
  return settings;
}

struct Seen {
  std::uint64_t traces = 0;
  std::uint64_t hash = 0;
  bool operator==(const Seen&) const = default;
};

struct Explored {
  std::optional<Seen> seen;  ///< none when it did not come to its end
  engine::Knowledge knowledge;
  bool has_restarted_for_slots = false;
};

/// No twin run parts from its trace: it has the same slots.
struct NoDivergence final : engine::Observer {
  bool on_trace(const engine::Execution&, bool) override { return true; }
  void on_divergence(const engine::Execution&, const engine::Divergence& divergence) override {
    ADD_FAILURE() << "a twin run parts from its trace: " << engine::text_of(divergence.text);
  }
};

inline Explored explore(NativeExecutor& executor, const Setting& setting) {
  executor.use_checkpoints(setting.checkpoints);
  executor.set_checkpoint_interval(setting.interval);
  Explored result;
  const auto once = [&] {
    NoDivergence observer;
    const auto explorer = engine::make_explorer(executor, setting.options, &observer);
    const engine::Ending ending = explorer->explore();
    const engine::Interruption& end = explorer->interruption();
    if (end.kind == engine::Interruption::Kind::Restart) {
      result.has_restarted_for_slots |= end.reason == engine::RestartReason::ClaimedSlots;
    } else {
      EXPECT_EQ(tests::error_of(end), "") << to_string(setting);
    }
    std::optional<Seen> seen;
    if (ending == engine::Ending::Complete) seen = {explorer->statistics().traces, explorer->trace_set_hash()};
    return seen;
  };
  result.seen = tests::explore_until_nothing_is_learnt(executor, result.knowledge, once);
  return result;
}

inline native::ProgramOptions options_for(const std::string& path) {
  native::ProgramOptions options;
  options.sources.paths = {path};
  options.arguments = {"program"};
  options.instrument.checks_memory = true;
  return options;
}

inline std::string headers_of(const std::string& language) {
  return std::string(language == "C" ? "#define _GNU_SOURCE\n" : "") +
         "#include <pthread.h>\n#include <semaphore.h>\n#include <stdint.h>\n#include <stdlib.h>\n"
         "#include <stdio.h>\n#include <string.h>\n#include <fcntl.h>\n#include <unistd.h>\n#include <errno.h>\n" +
         std::string(
             language == "C"
                 ? "#include <stdatomic.h>\n#include <threads.h>\nstatic _Atomic(uintptr_t) published;\n"
                 : "#include <algorithm>\n#include <atomic>\n#include <barrier>\n#include <condition_variable>\n"
                   "#include <exception>\n#include <future>\n#include <latch>\n#include <map>\n#include <memory>\n"
                   "#include <mutex>\n#include <semaphore>\n#include <sstream>\n#include <stop_token>\n"
                   "#include <string>\n#include <thread>\n#include <unordered_map>\n#include <vector>\n"
                   "static std::atomic<uintptr_t> published;\nstatic int kind;\n") +
         "static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;\n"
         "static " +
         (language == "C" ? "_Thread_local" : "thread_local") + " int own;\n";
}

}  // namespace qpor::frontend::names
