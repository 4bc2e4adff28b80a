// expect: verdict=safe traces=2 deadlocks=0
//
// The compiler makes sure that a static local variable is initialised once: by one thread, or by the other.

#include <cassert>
#include <thread>

struct Table {
  int squares[4];
  Table() {
    for (int i = 0; i < 4; ++i) squares[i] = i * i;
  }
};

static void use() {
  static Table table;
  assert(table.squares[3] == 9);
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
