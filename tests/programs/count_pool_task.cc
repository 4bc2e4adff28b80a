// expect: verdict=safe traces=3 deadlocks=0
//
// As thread pools do it: a task is held by a std::shared_ptr, of which both the queue's function and the submitter have
// a copy, and the worker drops its copy of the function while main goes on.

#include <cassert>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::queue<std::function<void()>> tasks;

static void work() {
  for (int i = 0; i < 1; ++i) {
    std::function<void()> task;
    {
      const std::lock_guard<std::mutex> guard(m);
      if (tasks.empty()) return;
      task = std::move(tasks.front());
      tasks.pop();
    }
    task();
  }
}

int main() {
  std::thread worker(work);
  auto packaged = std::make_shared<std::packaged_task<int()>>([] { return 42; });
  std::future<int> result = packaged->get_future();
  {
    const std::lock_guard<std::mutex> guard(m);
    tasks.emplace([packaged] { (*packaged)(); });
  }
  packaged.reset();
  worker.join();
  work();
  assert(result.get() == 42);
}
