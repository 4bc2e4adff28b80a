// expect: verdict=safe traces=7 deadlocks=0
//
// Main holds a recursive mutex r, twice, while it tries a timed one, t; the worker holds t while it tries r.
//  - One of them does all of it before the other begins: 2.
//  - The worker fails to get r. Main tries t before the worker has it, while it has it, or after that: 3.
//  - The worker gets r, main fails to get t. The worker tries r before main has it, or after that: 2.

#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::recursive_mutex r;
static std::timed_mutex t;

int main() {
  std::thread worker([] {
    const std::lock_guard<std::timed_mutex> guard(t);
    if (r.try_lock()) r.unlock();
  });
  {
    const std::lock_guard<std::recursive_mutex> outer(r);
    const std::lock_guard<std::recursive_mutex> inner(r);
    const std::unique_lock<std::timed_mutex> tried(t, std::chrono::milliseconds(5));
  }
  worker.join();
}
