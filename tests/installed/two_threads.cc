// An executor of one's own against the installed library: two threads that lock two mutexes in opposite orders, which
// has 3 traces: first a, first b, and the deadlock in which both have their first lock.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "engine/execution/observer.h"
#include "engine/execution/trace.h"
#include "engine/explorer.h"
#include "engine/program/executor.h"

namespace {

using namespace qpor::engine;

struct Line {
  OperationKind kind;
  std::uint32_t mutex;
};
const std::vector<std::vector<Line>> kThreads = {
    {{OperationKind::Lock, 0}, {OperationKind::Lock, 1}, {OperationKind::Unlock, 1}, {OperationKind::Unlock, 0}},
    {{OperationKind::Lock, 1}, {OperationKind::Lock, 0}, {OperationKind::Unlock, 0}, {OperationKind::Unlock, 1}}};

class TwoThreads final : public Executor {
 public:
  void start(Vocabulary& vocabulary) override {
    vocabulary_ = &vocabulary;
    if (vocabulary.objects.size() == 0) {
      for (const char* const name : {"a", "b"}) vocabulary.objects.add({ObjectKind::Mutex, name, hash_of(name), 0, 0});
    }
    pending_.assign(kThreads.size(), kNoOperation);
    done_.assign(kThreads.size(), 0);
    steps_.clear();
    for (std::uint32_t i = 0; i < kThreads.size(); ++i) {
      vocabulary.threads.intern(kNoThread, i, "t" + std::to_string(i));
      announce(static_cast<ThreadId>(i));
    }
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
  Location location(std::uint32_t) const override { return {}; }

 private:
  void announce(ThreadId thread) {
    const std::vector<Line>& lines = kThreads[index(thread)];
    const std::size_t next = done_[index(thread)];
    pending_[index(thread)] = kNoOperation;
    if (next == lines.size()) return;
    Operation operation;
    operation.kind = lines[next].kind;
    operation.object = static_cast<ObjectId>(lines[next].mutex);
    pending_[index(thread)] = vocabulary_->operations.intern(operation);
  }

  Vocabulary* vocabulary_ = nullptr;
  std::vector<std::size_t> done_;
  std::vector<ThreadId> steps_;
};

class Counter final : public Observer {
 public:
  bool on_trace(const Execution& execution, bool deadlock) override {
    ++traces;
    deadlocks += deadlock ? 1 : 0;
    steps += Trace(execution).size();
    return true;
  }
  unsigned traces = 0;
  unsigned deadlocks = 0;
  std::size_t steps = 0;
};

}  // namespace

int main() {
  TwoThreads program;
  Counter counter;
  const std::unique_ptr<Explorer> explorer = make_explorer(program, Options{}, &counter);
  const bool is_complete = explorer->explore() == Ending::Complete;
  std::printf("%u traces, %u deadlock, %zu steps\n", counter.traces, counter.deadlocks, counter.steps);
  return is_complete && counter.traces == 3 && counter.deadlocks == 1 ? 0 : 1;
}
