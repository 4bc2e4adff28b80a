// expect: verdict=safe traces=62 deadlocks=0
//
// A pool as CTPL has it: push() makes a std::packaged_task that a std::shared_ptr holds, puts a function with a copy of
// it into the queue, and gives the caller the future. The worker may run and drop its function before push() drops its
// own pointer, or after. Two tasks, one worker.

#include <cassert>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int threads) {
    for (int i = 0; i < threads; ++i) {
      workers_.emplace_back([this, i] { work(i); });
    }
  }
  ~Pool() {
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      is_done_ = true;
    }
    has_task_.notify_all();
    for (std::thread& each : workers_) each.join();
  }

  template <class Function>
  auto push(Function&& function) -> std::future<decltype(function(0))> {
    auto task = std::make_shared<std::packaged_task<decltype(function(0))(int)>>(std::forward<Function>(function));
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      tasks_.push(new std::function<void(int)>([task](int id) { (*task)(id); }));
    }
    has_task_.notify_one();
    return task->get_future();
  }

 private:
  void work(int id) {
    for (;;) {
      std::function<void(int)>* next = nullptr;
      {
        std::unique_lock<std::mutex> guard(mutex_);
        has_task_.wait(guard, [this] { return is_done_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        next = tasks_.front();
        tasks_.pop();
      }
      const std::unique_ptr<std::function<void(int)>> owner(next);
      (*next)(id);
    }
  }

  std::mutex mutex_;
  std::condition_variable has_task_;
  std::queue<std::function<void(int)>*> tasks_;
  bool is_done_ = false;
  std::vector<std::thread> workers_;
};

int main() {
  Pool pool(1);
  std::future<int> first = pool.push([](int) { return 20; });
  std::future<int> second = pool.push([](int) { return 22; });
  assert(first.get() + second.get() == 42);
}
