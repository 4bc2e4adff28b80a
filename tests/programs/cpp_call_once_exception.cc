// expect: verdict=safe traces=2 deadlocks=0
//
// Either thread is the first; its attempt fails with an exception, so that the other one tries again.

#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int attempts = 0;
static int caught = 0;

static void use() {
  try {
    std::call_once(flag, [] {
      if (++attempts == 1) throw attempts;
    });
  } catch (int number) {
    assert(number == 1);
    ++caught;
  }
}

int main() {
  std::thread one(use), two(use);
  one.join();
  two.join();
  assert(attempts == 2 && caught == 1);
  std::call_once(flag, [] { assert(false); });
  for (int i = 0; i < 3; ++i) {  // flags at one place, one after the other
    std::once_flag own;
    std::call_once(own, [] { ++attempts; });
  }
  assert(attempts == 5);
}
