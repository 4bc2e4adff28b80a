// expect: verdict=safe traces=2 deadlocks=0
//
// The same under a lock, in both orders.

#include <list>
#include <mutex>
#include <thread>

std::list<int> numbers{1, 2, 3};
std::mutex mutex;
int sum;

int main() {
  std::thread writer([] {
    const std::lock_guard<std::mutex> guard(mutex);
    numbers.reverse();
  });
  std::thread reader([] {
    const std::lock_guard<std::mutex> guard(mutex);
    for (int each : numbers) sum += each;
  });
  writer.join();
  reader.join();
}
