// expect: verdict=safe traces=1 deadlocks=0
//
// Main deletes a latch as soon as it has passed it: all that the other thread does is to count it down.

#include <latch>
#include <thread>

int main() {
  auto* const latch = new std::latch(1);
  std::thread thread([latch] { latch->count_down(); });
  latch->wait();
  delete latch;
  thread.join();
}
