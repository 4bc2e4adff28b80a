// expect: verdict=safe traces=3 deadlocks=0
//
// Any of three threads is the first and does it, under a lock that only it takes; that the others find it done
// commutes.

#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static std::mutex lock;
static int done = 0;

static void initialise(int by) {
  const std::lock_guard<std::mutex> guard(lock);
  done += by;
}

static void use() {
  std::call_once(flag, initialise, 1);
  assert(done == 1);
}

int main() {
  std::thread one(use), two(use), three(use);
  one.join();
  two.join();
  three.join();
}
