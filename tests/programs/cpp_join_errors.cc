// expect: verdict=safe traces=1 deadlocks=0
//
// What std::thread reports as an exception: nothing is concurrent but a thread that does nothing.

#include <cassert>
#include <system_error>
#include <thread>

template <class Action>
static bool fails_with(std::errc what, Action action) {
  try {
    action();
  } catch (const std::system_error& error) {
    return error.code() == what;
  }
  return false;
}

int main() {
  std::thread none;
  assert(fails_with(std::errc::invalid_argument, [&] { none.join(); }));
  assert(fails_with(std::errc::invalid_argument, [&] { none.detach(); }));
  std::thread worker([] {});
  std::thread moved(std::move(worker));
  assert(!worker.joinable() && moved.joinable());
  moved.join();
  assert(fails_with(std::errc::invalid_argument, [&] { moved.join(); }));
  std::thread free_one([] {});
  free_one.detach();
  std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::hours(1));
}
