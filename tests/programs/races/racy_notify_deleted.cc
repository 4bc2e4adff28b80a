// expect: verdict=defect kind=data-race,use-after-free lines=12,18
//
// The waiter sees the new value and deletes the atomic before the notification, which then has none to go to.

#include <atomic>
#include <thread>

int main() {
  auto* const flag = new std::atomic<int>(0);
  std::thread thread([flag] {
    flag->store(1);
    flag->notify_one();
  });

  flag->wait(0);
  // The store is before this, not the notification.

  delete flag;
  thread.join();
}
