// expect: verdict=safe traces=1 deadlocks=0
//
// A task that another thread runs; the second time it is an error, as is a second future.

#include <cassert>
#include <future>
#include <thread>

template <class Action>
static bool fails_with(std::future_errc what, Action action) {
  try {
    action();
  } catch (const std::future_error& error) {
    return error.code() == what;
  }
  return false;
}

int main() {
  std::packaged_task<int(int)> task([](int x) { return 2 * x; });
  std::future<int> future = task.get_future();
  assert(fails_with(std::future_errc::future_already_retrieved, [&] { task.get_future(); }));
  std::thread worker([&task] {
    task(21);
    assert(fails_with(std::future_errc::promise_already_satisfied, [&] { task(1); }));
  });
  assert(future.get() == 42);
  worker.join();
  std::promise<int> late;
  std::future<int> last = late.get_future();
  std::thread([&late] { late.set_value_at_thread_exit(5); }).join();
  assert(last.get() == 5);
}
