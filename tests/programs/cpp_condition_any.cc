// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++17
//
// With a lock that is not a std::mutex. The reader comes first and waits, or the writer comes first.

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::condition_variable_any changed;
static bool is_set = false;

int main() {
  std::thread reader([] {
    std::unique_lock<std::shared_mutex> guard(lock);
    changed.wait(guard, [] { return is_set; });
    assert(is_set);
  });
  {
    const std::lock_guard<std::shared_mutex> guard(lock);
    is_set = true;
    changed.notify_all();
  }
  reader.join();
}
