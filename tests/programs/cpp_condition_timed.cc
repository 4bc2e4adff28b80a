// expect: verdict=safe traces=4 deadlocks=0
//
// The other thread's section comes first, and main need not wait (1). Or main waits and is notified (2), or the time is
// up before that: then it gets the lock back before the other's section (3) or after it (4), and looks again.

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static bool is_set = false;

int main() {
  std::thread setter([] {
    const std::lock_guard<std::mutex> guard(lock);
    is_set = true;
    changed.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(lock);
    const bool was_set = changed.wait_for(guard, std::chrono::milliseconds(10), [] { return is_set; });
    assert(was_set == is_set);
  }
  setter.join();
}
