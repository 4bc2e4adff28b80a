// expect: verdict=defect kind=deadlock line=19 traces=2 deadlocks=1
//
// The thread waits before the notification, or after it and then for ever: it does not look whether it still has to
// wait. Main has joined nobody; it waits for the thread to end.

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;

int main() {
  std::thread sender([] {
    const std::lock_guard<std::mutex> guard(lock);
    changed.notify_all();
  });
  std::unique_lock<std::mutex> guard(lock);
  changed.wait(guard);
  guard.unlock();
  sender.join();
}
