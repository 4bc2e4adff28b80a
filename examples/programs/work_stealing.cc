// expect: verdict=safe traces=263 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=105
//
// A worker with a deque of tasks, and a helper that moves half of them to its own deque whenever that is empty. A
// monitor may count the tasks at any time: each is in a deque or has been taken out by the thread that does it. A latch
// holds everyone back until the deque is filled.
//
// With -DBUG=1 a thief locks the victim, takes the tasks, and only then locks itself to put them down, so as never to
// hold two locks. In between the tasks are nowhere, and the monitor counts too few.

#include <cassert>
#include <cstddef>
#include <deque>
#include <iterator>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#ifndef TASKS
#define TASKS 2
#endif

class TaskDeque {
 public:
  void push(int task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(task);
  }

  /// The newest task, whose data are still warm. From now on it counts as taken.
  std::optional<int> take() {
    const std::lock_guard lock(mutex_);
    if (tasks_.empty()) return std::nullopt;
    const int task = tasks_.back();
    tasks_.pop_back();
    ++taken_;
    return task;
  }

  /// Moves the older half of the victim's tasks here, at least one if there is one. False if there was none.
  bool steal_from(TaskDeque& victim) {
#ifdef BUG
    std::deque<int> moved;
    {
      const std::lock_guard lock(victim.mutex_);
      moved = victim.remove_older_half();
    }
    const std::lock_guard lock(mutex_);
#else
    const std::scoped_lock lock(mutex_, victim.mutex_);  // holds none while it waits for one
    const std::deque<int> moved = victim.remove_older_half();
#endif
    tasks_.insert(tasks_.end(), moved.begin(), moved.end());
    return !moved.empty();
  }

  /// Tasks in both deques, and those taken from them, at one moment. One lock after the other is safe: who else locks
  /// both does it with a scoped_lock, which gives way.
  static std::size_t count(TaskDeque& a, TaskDeque& b) {
    const std::lock_guard lock_a(a.mutex_);
    const std::lock_guard lock_b(b.mutex_);
    return a.tasks_.size() + a.taken_ + b.tasks_.size() + b.taken_;
  }

 private:
  /// REQUIRES: the mutex is held.
  std::deque<int> remove_older_half() {
    const auto end = std::next(tasks_.begin(), static_cast<std::ptrdiff_t>((tasks_.size() + 1) / 2));
    std::deque<int> removed(tasks_.begin(), end);
    tasks_.erase(tasks_.begin(), end);
    return removed;
  }

  std::mutex mutex_;
  std::deque<int> tasks_;
  std::size_t taken_ = 0;
};

void work(TaskDeque& own, std::vector<int>& done) {
  while (const std::optional<int> task = own.take()) done.push_back(*task);
}

/// Ends when there is nothing left to steal.
void help(TaskDeque& own, TaskDeque& victim, std::vector<int>& done) {
  while (own.steal_from(victim)) work(own, done);
}

int main() {
  TaskDeque deques[2];
  std::vector<int> done[2];
  std::latch filled(1);
  {
    std::jthread worker([&] {
      for (int task = 0; task < TASKS; ++task) deques[0].push(task);
      filled.count_down();
      work(deques[0], done[0]);
    });
    std::jthread helper([&] {
      filled.wait();
      help(deques[1], deques[0], done[1]);
    });
    filled.wait();
    assert(TaskDeque::count(deques[0], deques[1]) == TASKS);
  }
  std::vector<int> times(TASKS);
  for (const std::vector<int>& tasks : done) {
    for (const int task : tasks) ++times[static_cast<std::size_t>(task)];
  }
  for (const int count : times) assert(count == 1);
}
