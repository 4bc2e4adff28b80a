// expect: verdict=defect kind=data-race lines=11,12 variable=value
// args: --cflags=-std=c++20
//
// The scope of the thread ends only after the value is read.

#include <thread>

static int value;

int main() {
  std::jthread thread([] { value = 42; });
  return value < 0;
}
