// expect: verdict=safe traces=1 deadlocks=0
//
// The promise is kept after the data are written, and the reader waits for its future.

#include <cassert>
#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread writer([&promise] {
    data = 1;
    promise.set_value();
  });
  future.wait();
  assert(data == 1);
  writer.join();
}
