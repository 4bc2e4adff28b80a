// expect: verdict=defect kind=assertion line=17 traces=3 deadlocks=0
//
// The result comes before the first look, between the two, or after both. Main takes it for granted after the first
// time-out. It fails, with the other thread neither joined nor in anybody's way.

#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread producer([&promise] { promise.set_value(); });
  if (future.wait_for(std::chrono::milliseconds(10)) == std::future_status::timeout) {
    const auto in_a_second = std::chrono::system_clock::now() + std::chrono::seconds(1);
    assert(future.wait_until(in_a_second) == std::future_status::ready);
  }
  future.get();
  producer.join();
}
