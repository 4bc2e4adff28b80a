// expect: verdict=defect kind=data-race lines=11,12 variable=pool
//
// An unsynchronized_pool_resource is for one thread at a time.

#include <memory_resource>
#include <thread>

std::pmr::unsynchronized_pool_resource pool;

int main() {
  std::thread one([] { static_cast<void>(pool.allocate(16)); });
  std::thread other([] { static_cast<void>(pool.allocate(16)); });
  one.join();
  other.join();
}
