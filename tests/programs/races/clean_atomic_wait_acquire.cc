// expect: verdict=safe traces=6 deadlocks=0
//
// The load that ends the wait acquires what the store has released. Traces as in clean_notify_deleted.cc.

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
  ready.wait(0, std::memory_order_acquire);
  assert(data == 42);
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
