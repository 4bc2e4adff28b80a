// expect: verdict=safe traces=2 deadlocks=0
//
// The twin of count_destructor_locks.cc: the thread drops its reference after the unlock.

#include <memory>
#include <mutex>
#include <thread>

static std::mutex m;
static int destroyed;

struct Entry {
  ~Entry() {
    const std::lock_guard<std::mutex> guard(m);
    ++destroyed;
  }
};

int main() {
  auto p = std::make_shared<Entry>();
  std::thread t([p]() mutable {
    {
      const std::lock_guard<std::mutex> guard(m);
    }
    p.reset();
  });
  p.reset();
  t.join();
}
