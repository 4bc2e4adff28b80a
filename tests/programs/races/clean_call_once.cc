// expect: verdict=safe traces=2 deadlocks=0
//
// Who calls first initialises the table; the other finds it done.

#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int table[4];

static void use(int i) {
  std::call_once(once, [] {
    for (int j = 0; j < 4; ++j) table[j] = j * j;
  });
  assert(table[i] == i * i);
}

int main() {
  std::thread first(use, 2);
  std::thread second(use, 3);
  first.join();
  second.join();
}
