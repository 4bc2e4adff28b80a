// expect: verdict=safe traces=1498 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=98
//
// A pipeline in lockstep: in each round every stage works on the block before it, then all meet at a barrier, whose
// completion moves the blocks on by one stage. The user may cancel it. A stage that sees this at the beginning of a
// round leaves; the others get to know at their next round.
//
// With -DBUG=1 a stage that is cancelled just returns, instead of telling the barrier that it will not come any more. A
// stage that began the same round before the user cancelled waits for it for ever. If all see it in the same round,
// nothing happens.

#include <array>
#include <barrier>
#include <cassert>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#ifndef BLOCKS
#define BLOCKS 1
#endif

constexpr std::size_t kStages = 2;
constexpr int kRounds = BLOCKS + static_cast<int>(kStages) - 1;

class Cancellation {
 public:
  void request() {
    const std::lock_guard lock(mutex_);
    requested_ = true;
  }
  bool requested() {
    const std::lock_guard lock(mutex_);
    return requested_;
  }

 private:
  std::mutex mutex_;
  bool requested_ = false;
};

/// Invariant: between two meetings at the barrier a stage touches only its own block. So the blocks need no locks.
class Pipeline {
 public:
  using Stage = std::function<int(int)>;

  explicit Pipeline(std::array<Stage, kStages> stages) : stages_(std::move(stages)), round_end_(kStages, MoveOn{this}) {
    blocks_[0] = Block{next_block_++};
  }

  /// Blocks that have passed all stages. Fewer than there are if cancelled.
  std::vector<int> run(Cancellation& cancellation) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kStages; ++i) {
      threads.emplace_back([this, i, &cancellation] { work(i, cancellation); });
    }
    for (std::thread& thread : threads) thread.join();
    return finished_;
  }

 private:
  /// What the barrier does when all are there, before it lets them go.
  struct MoveOn {
    Pipeline* pipeline;
    void operator()() const noexcept { pipeline->move_on(); }
  };

  struct Block {
    int value;
    std::size_t stages = 0;  // that have worked on it
  };

  /// A block that comes to a stage which has left is moved on like the others, but is never finished.
  void move_on() {
    const std::optional<Block>& last = blocks_[kStages - 1];
    if (last && last->stages == kStages) finished_.push_back(last->value);
    for (std::size_t i = kStages - 1; i > 0; --i) blocks_[i] = blocks_[i - 1];
    blocks_[0].reset();
    if (next_block_ < BLOCKS) blocks_[0] = Block{next_block_++};
  }

  void work(std::size_t stage, Cancellation& cancellation) {
    for (int round = 0; round < kRounds; ++round) {
      if (cancellation.requested()) {
#ifndef BUG
        round_end_.arrive_and_drop();
#endif
        return;
      }
      if (std::optional<Block>& block = blocks_[stage]; block) {
        block->value = stages_[stage](block->value);
        ++block->stages;
      }
      round_end_.arrive_and_wait();
    }
  }

  std::array<Stage, kStages> stages_;
  std::array<std::optional<Block>, kStages> blocks_;  // what each stage works on in this round
  int next_block_ = 0;
  std::vector<int> finished_;
  std::barrier<MoveOn> round_end_;
};

int main() {
  Pipeline pipeline({[](int block) { return block + 1; }, [](int block) { return block * 10; }});
  Cancellation cancellation;
  std::thread user([&cancellation] { cancellation.request(); });
  const std::vector<int> finished = pipeline.run(cancellation);
  user.join();
  assert(finished.size() <= BLOCKS);
  for (std::size_t i = 0; i < finished.size(); ++i) assert(finished[i] == (static_cast<int>(i) + 1) * 10);
}
