// expect: verdict=safe traces=4 deadlocks=0
// args: --cflags=-std=c++17
//
// Two readers, who commute, and a writer: each reader comes before it or after it.

#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int value = 0;

static void look() {
  const std::shared_lock<std::shared_mutex> guard(lock);
  assert(value % 2 == 0);
}

int main() {
  std::thread one(look), two(look);
  {
    const std::unique_lock<std::shared_mutex> guard(lock);
    ++value;
    ++value;
  }
  one.join();
  two.join();
}
