// expect: verdict=defect kind=exception line=20 traces=2 deadlocks=1
//
// Two critical sections in either order. In one of them the second thread finds nothing, and its exception leaves the
// thread's function; only main, who joins, is blocked then.

#include <mutex>
#include <optional>
#include <thread>

static std::mutex lock;
static std::optional<int> stored;

int main() {
  std::thread puts([] {
    const std::lock_guard<std::mutex> guard(lock);
    stored = 1;
  });
  std::thread takes([] {
    const std::lock_guard<std::mutex> guard(lock);
    stored.value() -= 1;
  });
  puts.join();
  takes.join();
}
