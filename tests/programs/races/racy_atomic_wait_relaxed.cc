// expect: verdict=defect kind=data-race lines=13,20 variable=data
//
// The wait ends when it has read the new value, by a relaxed load. Neither that nor the notification synchronises.

#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<int> ready;

static void send() {
  data = 42;
  ready.store(1, std::memory_order_release);
  ready.notify_one();
}

static void receive() {
  ready.wait(0, std::memory_order_relaxed);
  assert(data == 42);
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
