// expect: verdict=defect kind=exception line=24 traces=2 deadlocks=0
//
// Two critical sections in either order. If main comes second it does not wait for the thread, which is then destroyed
// while it can be joined: std::terminate, where the block ends. Nobody is blocked.

#include <mutex>
#include <thread>

static std::mutex lock;
static bool is_done = false;

int main() {
  {
    std::thread worker([] {
      const std::lock_guard<std::mutex> guard(lock);
      is_done = true;
    });
    bool saw_it = false;
    {
      const std::lock_guard<std::mutex> guard(lock);
      saw_it = is_done;
    }
    if (!saw_it) worker.join();
  }
}
