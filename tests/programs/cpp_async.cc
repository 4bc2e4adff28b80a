// expect: verdict=safe traces=2 deadlocks=0
//
// Two tasks with a critical section each, in either order; a deferred one runs in main when its result is asked for,
// and an exception comes out where the result is asked for.

#include <cassert>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int counter = 0;

static int count(int by) {
  const std::lock_guard<std::mutex> guard(lock);
  counter += by;
  return by;
}

int main() {
  std::future<int> one = std::async(count, 1);
  std::future<int> two = std::async(std::launch::async, [] { return count(2); });
  assert(one.get() + two.get() == 3 && counter == 3);
  const std::thread::id here = std::this_thread::get_id();
  std::future<bool> three = std::async(std::launch::deferred, [here] { return std::this_thread::get_id() == here; });
  assert(three.wait_for(std::chrono::seconds(0)) == std::future_status::deferred && three.get());
  std::future<void> four = std::async(std::launch::async, [] { throw std::runtime_error("lost"); });
  bool was_caught = false;
  try {
    four.get();
  } catch (const std::runtime_error& error) {
    was_caught = error.what() == std::string("lost");
  }
  assert(was_caught);
}
