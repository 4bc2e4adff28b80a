// expect: verdict=safe traces=2 deadlocks=0
//
// A synchronized_pool_resource is for all threads. In each order of the two allocations one trace.

#include <memory_resource>
#include <thread>

std::pmr::synchronized_pool_resource pool;

int main() {
  std::thread one([] { static_cast<void>(pool.allocate(16)); });
  std::thread other([] { static_cast<void>(pool.allocate(16)); });
  one.join();
  other.join();
}
