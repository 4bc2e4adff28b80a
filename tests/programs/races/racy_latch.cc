// expect: verdict=defect kind=data-race lines=14,20 variable=parts
// args: --cflags=-std=c++20
//
// The latch is for one arrival, but there are two threads.

#include <latch>
#include <thread>

static int parts[2];

int main() {
  std::latch done(1);
  const auto work = [&done](int i) {
    parts[i] = i + 1;
    if (i == 0) done.count_down();
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  done.wait();
  const int sum = parts[0] + parts[1];
  first.join();
  second.join();
  return sum < 0;
}
