// expect: verdict=safe traces=75 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=65
//
// A pool of threads that gives a future for each task. The threads are std::jthread: when the pool ends, they are asked
// to stop, which wakes those that wait for tasks. Any number of threads may wait until the pool is idle.
//
// With -DBUG=1 the worker that finishes the last task wakes only one of those that wait for the pool to become idle. If
// there are two of them, the other one waits for ever.

#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <future>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef WORKERS
#define WORKERS 1
#endif

class ThreadPool {
 public:
  explicit ThreadPool(std::size_t workers) {
    for (std::size_t i = 0; i < workers; ++i) {
      workers_.emplace_back([this](std::stop_token stop) { work(stop); });
    }
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Tasks that nobody has begun are dropped: their futures throw.
  ~ThreadPool() {
    // All at once, and not each only when it is joined.
    for (std::jthread& worker : workers_) worker.request_stop();
  }

  /// The result comes in the future, or the exception that the function throws.
  template <typename Function>
  std::future<std::invoke_result_t<Function>> submit(Function function) {
    std::packaged_task<std::invoke_result_t<Function>()> task(std::move(function));
    auto result = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back(std::move(task));
      ++unfinished_;
    }
    work_.notify_one();
    return result;
  }

  /// Returns at a moment at which no task waits or runs.
  void wait_until_idle() {
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [this] { return unfinished_ == 0; });
  }

 private:
  void work(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (work_.wait(lock, stop, [this] { return !tasks_.empty(); })) {
      std::packaged_task<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
      if (--unfinished_ > 0) continue;
#ifdef BUG
      idle_.notify_one();
#else
      idle_.notify_all();
#endif
    }
  }

  std::mutex mutex_;
  std::condition_variable_any work_;              // there are tasks; of the kind that a request to stop can wake
  std::condition_variable idle_;                  // nothing is unfinished
  std::deque<std::packaged_task<void()>> tasks_;  // of any result: those are held inside
  std::size_t unfinished_ = 0;
  std::vector<std::jthread> workers_;  // the last member: they end before the others are destroyed
};

/// A result that comes when both are there; the second part is done by the caller itself.
int sum_of_squares(ThreadPool& pool, int a, int b) {
  std::future<int> square = pool.submit([a] { return a * a; });
  const int other = b * b;
  return square.get() + other;
}

int main() {
  ThreadPool pool(WORKERS);
  std::jthread observer([&pool] { pool.wait_until_idle(); });
  assert(sum_of_squares(pool, 3, 4) == 25);
  pool.wait_until_idle();
}
