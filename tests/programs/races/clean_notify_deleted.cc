// expect: verdict=safe traces=6 deadlocks=0
//
// The atomic is deleted after the thread that notifies was joined. The load that finds the store: before or after the
// notification. One that comes earlier: main queues up before the store, or fails to do so before the notification, and
// then loads again before or after it, or fails to do so after it.

#include <atomic>
#include <thread>

int main() {
  auto* const flag = new std::atomic<int>(0);
  std::thread thread([flag] {
    flag->store(1);
    flag->notify_one();
  });
  flag->wait(0);
  thread.join();
  delete flag;
}
