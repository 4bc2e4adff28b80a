// expect: verdict=safe traces=4 deadlocks=0
//
// std::mutex::try_lock in a loop.

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

static void adds() {
  while (!lock.try_lock()) std::this_thread::yield();
  ++counter;
  lock.unlock();
}

int main() {
  std::thread a(adds), b(adds);
  a.join();
  b.join();
  assert(counter == 2);
}
