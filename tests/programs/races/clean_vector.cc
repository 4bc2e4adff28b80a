// expect: verdict=safe traces=2 deadlocks=0
//
// The same under a lock, in two orders; the memory that the first allocates is freed by the second, which needs more.

#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int> numbers;

static void append(int number) {
  const std::lock_guard<std::mutex> guard(lock);
  numbers.push_back(number);
}

int main() {
  std::thread first(append, 1);
  std::thread second(append, 2);
  first.join();
  second.join();
  assert(numbers.size() == 2 && numbers[0] + numbers[1] == 3);
}
