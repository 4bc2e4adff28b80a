// expect: verdict=safe traces=1 deadlocks=0
//
// std::cout and std::clog have a buffer each.

#include <iostream>
#include <thread>

int main() {
  std::ios::sync_with_stdio(false);
  std::thread other([] { std::clog.put('a'); });
  std::cout.put('b');
  other.join();
}
