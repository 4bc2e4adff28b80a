// expect: verdict=safe traces=2 deadlocks=0
//
// Two threads would join one std::thread, if it is joinable; a mutex lets one after the other look.

#include <mutex>
#include <thread>

static std::thread work;
static std::mutex lock;

static void finish() {
  const std::lock_guard guard(lock);
  if (work.joinable()) work.join();
}

int main() {
  work = std::thread([] {});
  std::thread other(finish);
  finish();
  other.join();
}
