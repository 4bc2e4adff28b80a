// expect: verdict=safe traces=7 deadlocks=0
// args: --cflags=-std=c++20
//
// Counting and disposal are the library's business whatever the order: two stores, a relaxed load, a weak pointer. Who
// drops the last reference runs the destructor after the making of the object.

#include <atomic>
#include <memory>
#include <thread>

struct Object {
  int value;
  explicit Object(int value) : value(value) {}
  ~Object() { value = 0; }
};

static std::atomic<std::shared_ptr<Object>> pointer{std::make_shared<Object>(0)};
static std::atomic<std::weak_ptr<Object>> weak;

int main() {
  std::thread thread([] {
    pointer.store(std::make_shared<Object>(1));
    weak.store(std::weak_ptr<Object>(), std::memory_order_relaxed);
  });
  pointer.store(std::make_shared<Object>(2), std::memory_order_relaxed);
  if (pointer.load(std::memory_order_relaxed)) weak.exchange(std::weak_ptr<Object>());
  std::shared_ptr<Object> expected;
  pointer.compare_exchange_strong(expected, nullptr, std::memory_order_relaxed);
  thread.join();
}
