// A program that is nothing but lists of operations, one list per thread: for what the model language cannot say.
// Threads are t0, t1, ..., objects o0, o1, ...

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/program/executor.h"

namespace qpor::engine {

class ScriptedExecutor final : public Executor {
 public:
  struct Line {
    OperationKind kind{};
    std::uint32_t object = 0;  ///< its number
    Value argument = 0;
    Value argument2 = 0;
    std::optional<Value> unless = {};
  };
  using Script = std::vector<Line>;

  ScriptedExecutor(std::vector<Script> scripts, std::vector<ObjectKind> objects)
      : scripts_(std::move(scripts)), objects_(std::move(objects)) {}

  /// The program ends with the last operation of this thread, as with the return from main.
  void end_with(ThreadId thread) { main_ = thread; }

  void start(Vocabulary& vocabulary) override {
    vocabulary_ = &vocabulary;
    if (vocabulary.objects.size() == 0) {
      for (std::size_t i = 0; i < objects_.size(); ++i) {
        const std::string name = "o" + std::to_string(i);
        vocabulary.objects.add({objects_[i], name, hash_of(name), 0, 0});
      }
    }
    for (std::uint32_t i = 0; i < scripts_.size(); ++i) {
      vocabulary.threads.intern(kNoThread, i, "t" + std::to_string(i));
    }
    done_.assign(scripts_.size(), 0);
    pending_.assign(scripts_.size(), kNoOperation);
    steps_.clear();
    for (std::size_t i = 0; i < scripts_.size(); ++i) announce(static_cast<ThreadId>(i));
  }
  void step(ThreadId thread, Value) override {
    ++done_[index(thread)];
    steps_.push_back(thread);
    announce(thread);
  }
  void rewind(std::size_t steps) override {
    for (; steps_.size() > steps; steps_.pop_back()) {
      --done_[index(steps_.back())];
      announce(steps_.back());
    }
  }
  const Failure* failure(ThreadId) const override { return nullptr; }
  bool has_ended() const override { return main_ && pending(*main_) == kNoOperation; }
  Location location(std::uint32_t) const override { return {}; }

 private:
  void announce(ThreadId thread) {
    const Script& script = scripts_[index(thread)];
    const std::size_t at = done_[index(thread)];
    pending_[index(thread)] = kNoOperation;
    if (at == script.size()) return;
    const Line& line = script[at];
    pending_[index(thread)] = vocabulary_->operations.intern({line.kind,
                                                              static_cast<ObjectId>(line.object),
                                                              line.argument,
                                                              line.argument2,
                                                              0,
                                                              line.unless.has_value(),
                                                              {},
                                                              line.unless.value_or(0)});
  }

  std::vector<Script> scripts_;
  std::vector<ObjectKind> objects_;
  std::optional<ThreadId> main_;
  Vocabulary* vocabulary_ = nullptr;
  std::vector<std::size_t> done_;
  std::vector<ThreadId> steps_;
};

}  // namespace qpor::engine
