// expect: verdict=safe traces=2 deadlocks=0
//
// The consumer comes first and waits, or the producer comes first and the consumer finds the value. In the first case
// the notification finds a waiter: the consumer queues up before it releases the lock that the producer needs. In the
// second the notification is lost, or comes while nobody waits. Whether it comes before or after the consumer took
// the lock makes no difference that anybody could see: it is made under the lock.

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int value = 0;

int main() {
  std::thread consumer([] {
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return value != 0; });
    assert(value == 1 && guard.owns_lock());
  });
  {
    const std::lock_guard<std::mutex> guard(lock);
    value = 1;
    changed.notify_one();
  }
  consumer.join();
}
