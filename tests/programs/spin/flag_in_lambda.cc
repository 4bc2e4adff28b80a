// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-O2
//
// The optimiser inlines the loop into a function of the library. It is a loop of the program nevertheless.

#include <atomic>
#include <thread>

static std::atomic<int> flag;

int main() {
  std::thread other([] {
    while (flag.load() != 1) {
    }
  });
  flag = 1;
  other.join();
}
