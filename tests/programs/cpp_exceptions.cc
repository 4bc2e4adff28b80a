// expect: verdict=safe traces=2 deadlocks=0
//
// Each thread handles two exceptions, one within the other, while the other thread may come in between: the critical
// sections are in the handlers.

#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex lock;

static void handle(int number) {
  try {
    throw number;
  } catch (int outer) {
    try {
      throw std::runtime_error(std::to_string(number));
    } catch (const std::exception& inner) {
      const std::lock_guard<std::mutex> guard(lock);
      assert(inner.what() == std::to_string(number));
    }
    assert(outer == number && std::uncaught_exceptions() == 0);
    try {
      throw;
    } catch (int again) {
      assert(again == number);
    }
  }
  assert(!std::current_exception());
}

int main() {
  std::thread one(handle, 1), two(handle, 2);
  one.join();
  two.join();
}
