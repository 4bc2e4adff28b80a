// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// Two critical sections in either order. A std::jthread is joined when it is destroyed, so that main sees both.

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter = 0;

static void count() {
  const std::scoped_lock guard(lock);
  ++counter;
}

int main() {
  {
    const std::jthread one(count);
    const std::jthread two(count);
  }
  assert(counter == 2);
}
