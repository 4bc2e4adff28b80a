// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_call_once_passive.cc, but without the call of main, so that the sender's call runs the function, and what
// came before it happens before the receiver's call. Two traces: the flag is seen or not.

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
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}
