// expect: verdict=safe traces=3 deadlocks=0
//
// Any of three threads initialises the static variable; that the others find it commutes, and who has found it once
// need not ask again.

#include <cassert>
#include <thread>

static int constructed = 0;

struct Registry {
  Registry() { ++constructed; }
  int entries = 7;
};

static Registry& registry() {
  static Registry instance;
  return instance;
}

static void use() {
  for (int i = 0; i < 3; ++i) assert(registry().entries == 7 && constructed == 1);
}

int main() {
  std::thread one(use), two(use), three(use);
  one.join();
  two.join();
  three.join();
}
