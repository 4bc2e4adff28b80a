// expect: verdict=defect kind=deadlock traces=2 deadlocks=1
//
// The destructor locks a mutex. The thread drops its reference while it holds that mutex: a deadlock if it is the last.

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
    const std::lock_guard<std::mutex> guard(m);
    p.reset();
  });
  p.reset();
  t.join();
}
