// Drives a model by hand: threads by name, pending operations as text, results as the test likes them.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/executor.h"
#include "engine/report/message_text.h"
#include "frontend/model/model.h"
#include "tests/support/paths.h"

namespace qpor::frontend::model {

class Driver {
 public:
  explicit Driver(std::string_view text, const Definitions& definitions = {})
      : executor(make_executor(compile(text, "test.model", definitions))) {
    executor->start(vocabulary);
  }

  engine::ThreadId thread(std::string_view name) const {
    for (std::size_t i = 0; i < vocabulary.threads.size(); ++i) {
      const auto id = static_cast<engine::ThreadId>(i);
      if (vocabulary.threads[id].name == name) return id;
    }
    ADD_FAILURE() << "no thread " << name;
    return engine::kNoThread;
  }

  /// "store x 5", "lock m[2]", "join worker@main.0", or "" when nothing is pending.
  std::string pending(engine::ThreadId id) const {
    const engine::OperationId pending = executor->pending(id);
    if (pending == engine::kNoOperation) return "";
    const engine::Operation& operation = vocabulary.operations[pending];
    std::string text(engine::text_of(operation.kind));
    if (operation.object != engine::kNoObject) text += " " + vocabulary.objects[operation.object].name;
    using engine::OperationKind;
    switch (operation.kind) {
      case OperationKind::Create:
      case OperationKind::Join:
        return text + " " + vocabulary.threads[static_cast<engine::ThreadId>(operation.argument)].name;
      case OperationKind::ArriveOrdered: return "ordered " + text;
      case OperationKind::LeaveOrdered: return "ordered " + text + " " + std::to_string(operation.argument);
      case OperationKind::CompareExchange:
        return text + " " + std::to_string(operation.argument) + " " + std::to_string(operation.argument2);
      case OperationKind::Store:
      case OperationKind::FetchAdd:
      case OperationKind::Exchange:
      case OperationKind::Choose:
      case OperationKind::Arrive:
      case OperationKind::Leave: return text + " " + std::to_string(operation.argument);
      default: return text;
    }
  }
  std::string pending(std::string_view name) const { return pending(thread(name)); }

  void step(std::string_view name, engine::Value result = 0) { executor->step(thread(name), result); }

  /// Steps with these results; what was pending before each, and at last.
  std::vector<std::string> run(std::string_view name, const std::vector<engine::Value>& results) {
    std::vector<std::string> shown = {pending(name)};
    for (const engine::Value result : results) {
      if (shown.back().empty()) {
        ADD_FAILURE() << "the thread has ended too early";
        return shown;
      }
      step(name, result);
      shown.push_back(pending(name));
    }
    return shown;
  }

  /// "line:column kind: message", or "".
  std::string failure(engine::ThreadId id) const {
    const engine::Failure* const failure = executor->failure(id);
    if (failure == nullptr) return "";
    return std::to_string(failure->location.line) + ":" + std::to_string(failure->location.column) + " " +
           std::string(engine::text_of(failure->kind)) + ": " + engine::text_of(failure->message);
  }
  std::string failure(std::string_view name) const { return failure(thread(name)); }

  /// Everything that can be seen of all threads.
  std::string snapshot() const {
    std::string text;
    for (std::size_t i = 0; i < executor->thread_bound(); ++i) {
      const auto id = static_cast<engine::ThreadId>(i);
      const std::string shown = pending(id) + failure(id);
      if (!shown.empty()) text += vocabulary.threads[id].name + ": " + shown + "\n";
    }
    return text;
  }

  std::vector<engine::ThreadId> ready() const {
    std::vector<engine::ThreadId> result;
    for (std::size_t i = 0; i < executor->thread_bound(); ++i) {
      const auto id = static_cast<engine::ThreadId>(i);
      if (executor->pending(id) != engine::kNoOperation) result.push_back(id);
    }
    return result;
  }

  engine::Vocabulary vocabulary;
  std::unique_ptr<engine::Executor> executor;
};

/// The message of the error in the text, or "".
inline std::string error_of(std::string_view text, const Definitions& definitions = {}) {
  try {
    compile(text, "test.model", definitions);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

/// Of a random test, to be printed with its failures; QPOR_SEED replaces it.
inline std::uint64_t seed_or(std::uint64_t fallback) {
  const char* const text = std::getenv("QPOR_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : fallback;
}

struct Example {
  std::string name;
  std::string text;
};

/// All of examples/models, in the order of their names.
inline std::vector<Example> examples() {
  const auto folder = std::filesystem::path(tests::source_dir()) / "examples" / "models";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".model") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Example> result;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    result.push_back({path.filename().string(), std::string(std::istreambuf_iterator<char>(file), {})});
  }
  return result;
}

}  // namespace qpor::frontend::model
