// expect: verdict=defect kind=use-after-free line=24 traces=3 deadlocks=1
// args: --races=causality
//
// The worker says that it is done, releases the lock, and only then notifies. Main waits (1) and is woken, or comes
// after the worker's section; then it may destroy the condition variable after the notification (2) or before it (3).
// In (3) the worker notifies a condition variable that is freed, and main waits for it forever. By happens-before the
// destruction would be a race with the notification in (1) and (2), since that orders nothing.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

int main() {
  std::mutex lock;
  auto done = std::make_unique<std::condition_variable>();
  std::condition_variable& condition = *done;
  bool is_done = false;
  std::thread worker([&] {
    {
      const std::lock_guard<std::mutex> guard(lock);
      is_done = true;
    }
    condition.notify_one();
  });
  {
    std::unique_lock<std::mutex> guard(lock);
    done->wait(guard, [&] { return is_done; });
  }
  done.reset();
  worker.join();
}
