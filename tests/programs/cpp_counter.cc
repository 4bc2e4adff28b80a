// expect: verdict=safe traces=6 deadlocks=0
//
// Three critical sections in any of 3! orders; the threads are a function, a lambda and an object with a call operator.

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter = 0;

static void count(int by) {
  const std::lock_guard<std::mutex> guard(lock);
  counter += by;
}

struct Count {
  void operator()() const { count(3); }
};

int main() {
  std::thread one(count, 1);
  std::thread two([] { count(2); });
  std::thread three{Count()};
  assert(one.joinable() && one.get_id() != two.get_id() && two.get_id() != std::this_thread::get_id());
  one.join();
  assert(!one.joinable() && one.get_id() == std::thread::id());
  two.join();
  three.join();
  assert(counter == 6 && std::thread::hardware_concurrency() > 0);
}
