// expect: verdict=safe traces=2 deadlocks=0
//
// Main waits before the worker's section, which ends with the thread, or comes after it. The worker's thread-local
// object is destroyed before anybody is notified.

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ended;
static bool is_ready = false;
static bool is_gone = false;

struct Last {
  ~Last() { is_gone = true; }
  int use = 0;
};

int main() {
  std::thread worker([] {
    std::unique_lock<std::mutex> guard(lock);
    is_ready = true;
    std::notify_all_at_thread_exit(ended, std::move(guard));
    thread_local Last last;
    last.use = 1;
  });
  {
    std::unique_lock<std::mutex> guard(lock);
    ended.wait(guard, [] { return is_ready; });
    assert(is_gone);
  }
  worker.join();
}
