// expect: verdict=defect kind=data-race lines=10,11 variable=cin
//
// The thread finds no number and says so in the state of the stream, which main reads.

#include <iostream>
#include <thread>

int main() {
  int number = 0;
  std::thread other([&number] { std::cin >> number; });
  const bool ended = std::cin.eof();
  other.join();
  return ended ? 0 : number;
}
