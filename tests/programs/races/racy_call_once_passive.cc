// expect: verdict=defect kind=data-race lines=16,24 variable=data
//
// Only the call that runs the function synchronises with the others. The sender and the receiver both find it done by
// main, so that nothing orders them but a relaxed flag.

#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int data;
static std::atomic<bool> sent;

static void send() {
  data = 42;
  std::call_once(once, [] {});
  sent.store(true, std::memory_order_relaxed);
}

static void receive() {
  if (!sent.load(std::memory_order_relaxed)) return;
  std::call_once(once, [] {});
  assert(data == 42);
}

int main() {
  std::call_once(once, [] {});
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
