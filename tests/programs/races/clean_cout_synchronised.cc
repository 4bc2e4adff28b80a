// expect: verdict=safe traces=1 deadlocks=0
//
// sync_with_stdio(true) changes nothing: threads may write at the same time.

#include <iostream>
#include <thread>

int main() {
  std::ios::sync_with_stdio(true);
  std::thread other([] { std::cout << "ab"; });
  std::cout << "cd";
  other.join();
}
