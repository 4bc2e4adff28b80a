// expect: verdict=defect kind=data-race,use-after-free lines=10,14
//
// Main deletes a latch as soon as it has passed it, but another thread may still be waiting there.

#include <latch>
#include <thread>

int main() {
  auto* const latch = new std::latch(1);
  std::thread thread([latch] { latch->wait(); });
  latch->count_down();
  latch->wait();
  // The thread need not have come.
  delete latch;
  thread.join();
}
