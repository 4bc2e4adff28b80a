// expect: verdict=defect kind=assertion line=20 traces=2 deadlocks=0
// stdin: 12
//
// std::cin is one stream: the thread may get the first character.

#include <cassert>
#include <iostream>
#include <thread>

int main() {
  int first = 0, second = 0;
  std::thread other([&second] { second = std::cin.get(); });
  first = std::cin.get();
  other.join();
  assert(first + second == '1' + '2');
  // Both orders are explored,
  //
  // also the one in which the thread comes first.
  //
  assert(first == '1');
}
