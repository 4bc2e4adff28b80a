// expect: verdict=safe traces=2 deadlocks=0
//
// As flag.c with std::atomic.

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> flag;
static int data;

int main() {
  std::thread setter([] {
    data = 1;
    flag.store(true, std::memory_order_release);
  });
  while (!flag.load(std::memory_order_acquire)) std::this_thread::yield();
  assert(data == 1);
  setter.join();
}
