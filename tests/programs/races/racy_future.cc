// expect: verdict=defect kind=data-race lines=15,18 variable=data
//
// The promise is kept before the data are written.

#include <future>
#include <thread>

static int data;

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread writer([&promise] {
    promise.set_value();
    data = 1;
  });
  future.wait();
  const int seen = data;
  writer.join();
  return seen < 0;
}
