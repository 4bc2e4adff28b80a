// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// Two threads write their parts and count down; main waits for both. The arrivals commute.

#include <cassert>
#include <latch>
#include <thread>

static int parts[2];

int main() {
  std::latch done(2);
  const auto work = [&done](int i) {
    parts[i] = i + 1;
    done.count_down();
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  done.wait();
  assert(parts[0] + parts[1] == 3);
  first.join();
  second.join();
}
