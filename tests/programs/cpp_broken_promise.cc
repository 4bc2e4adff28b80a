// expect: verdict=defect kind=exception line=32 traces=2 deadlocks=0
//
// Two critical sections in either order: the worker keeps its promise only if it was not told to stop before. Otherwise
// main gets the exception of a broken promise, and nobody catches it.

#include <cassert>
#include <future>
#include <mutex>
#include <thread>

static std::mutex lock;
static bool is_stopped = false;

static void work(std::promise<int> promise) {
  {
    const std::lock_guard<std::mutex> guard(lock);
    if (is_stopped) return;
  }
  promise.set_value(1);
}

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker(work, std::move(promise));
  worker.detach();
  {
    const std::lock_guard<std::mutex> guard(lock);
    is_stopped = true;
  }
  // future_error: std::future_errc::broken_promise
  return future.get() - 1;
}
