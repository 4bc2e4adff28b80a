// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// The thread is joined where its object goes out of scope.

#include <cassert>
#include <thread>

static int value;

int main() {
  {
    std::jthread thread([] { value = 42; });
  }
  assert(value == 42);
}
