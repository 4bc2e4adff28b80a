// expect: verdict=safe traces=1 deadlocks=0
//
// Two threads and main wait for one result. They can only see it after it is there, and seeing it commutes: one trace.

#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  const std::shared_future<int> future = promise.get_future().share();
  std::thread one([future] { assert(future.get() == 42); });
  std::thread two([future] { assert(future.get() == 42); });
  std::thread producer([&promise] { promise.set_value(42); });
  assert(future.get() == 42);
  one.join();
  two.join();
  producer.join();
}
