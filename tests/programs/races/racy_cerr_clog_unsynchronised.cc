// expect: verdict=defect kind=data-race lines=10,11 variable=clog
//
// std::cerr and std::clog write through one buffer.

#include <iostream>
#include <thread>

int main() {
  std::ios::sync_with_stdio(false);
  std::thread other([] { std::clog.put('a'); });
  std::cerr.put('b');
  other.join();
}
