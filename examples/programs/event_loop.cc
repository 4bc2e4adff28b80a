// expect: verdict=safe traces=10 deadlocks=0
// expect-bug: verdict=defect kind=exception line=119
//
// An event loop that owns the data of an application. Other threads have functions run in it and wait for the results
// in futures. Functions may add listeners, which are told of each change, and a listener may remove itself: the list is
// under a recursive mutex.
//
// With -DBUG=1 a loop that is stopped throws away the calls that are left. A promise that is destroyed without a value
// gives an exception to who waits, and the worker does not expect one. It shows only if the stop comes between the
// worker's call and the loop.

#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#ifndef CALLS
#define CALLS 1
#endif

class Listeners {
 public:
  using Listener = std::function<bool(int)>;  // false: not again

  void add(Listener listener) {
    const std::lock_guard lock(mutex_);
    listeners_.push_back(std::move(listener));
  }

  /// Listeners may add others: these are told as well.
  void tell(int value) {
    const std::lock_guard lock(mutex_);
    for (auto it = listeners_.begin(); it != listeners_.end();)
      it = (*it)(value) ? std::next(it) : listeners_.erase(it);
  }

 private:
  std::recursive_mutex mutex_;
  std::list<Listener> listeners_;
};

class EventLoop {
 public:
  using Function = std::function<int()>;

  /// Has the function run by the loop. Nothing if the loop was stopped before.
  std::optional<std::future<int>> call(Function function) {
    const std::lock_guard lock(mutex_);
    if (stopped_) return std::nullopt;
    calls_.push_back({std::move(function), {}});
    changed_.notify_one();
    return calls_.back().result.get_future();
  }

  /// Calls that were accepted are still made.
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_one();
  }

  void run() {
    while (std::optional<Call> call = next()) call->result.set_value(call->function());
  }

 private:
  struct Call {
    Function function;
    std::promise<int> result;
  };

  std::optional<Call> next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || !calls_.empty(); });
#ifdef BUG
    if (stopped_) calls_.clear();
#endif
    if (calls_.empty()) return std::nullopt;
    Call call = std::move(calls_.front());
    calls_.pop_front();
    return call;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Call> calls_;
  bool stopped_ = false;
};

int main() {
  EventLoop loop;
  Listeners listeners;
  int value = 0;      // the loop's
  int last_told = 0;  // the loop's
  listeners.add([&](int told) {
    listeners.add([&](int later) {
      last_told = later;
      return true;
    });
    last_told = told;
    return false;
  });

  int seen = 0;
  std::thread worker([&] {
    for (int i = 0; i < CALLS; ++i) {
      std::optional<std::future<int>> result = loop.call([&] {
        listeners.tell(++value);
        return value;
      });
      if (!result) return;
      seen = result->get();
    }
  });
  std::thread user([&] { loop.stop(); });
  loop.run();
  user.join();
  worker.join();
  assert(seen == value);
  assert(last_told == value);
}
