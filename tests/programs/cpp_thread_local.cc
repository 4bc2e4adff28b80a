// expect: verdict=safe traces=2 deadlocks=0
//
// The critical sections are in destructors of thread-local objects, which run when the threads end, the newest first.

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int sum = 0;

struct Tally {
  explicit Tally(int weight) : weight(weight) {}
  ~Tally() {
    if (weight == 0) return;
    const std::lock_guard<std::mutex> guard(lock);
    sum = 10 * sum + weight * count;
  }
  int weight;
  int count = 0;
};

static void work() {
  thread_local Tally first(0);
  thread_local Tally second(1);
  ++first.count;
  second.count += first.count;
}

int main() {
  std::thread one(work), two(work);
  one.join();
  two.join();
  assert(sum == 11);
}
