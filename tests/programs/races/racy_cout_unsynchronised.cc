// expect: verdict=defect kind=data-race lines=10,11 variable=cout
//
// After sync_with_stdio(false) nothing protects std::cout.

#include <iostream>
#include <thread>

int main() {
  std::ios::sync_with_stdio(false);
  std::thread other([] { std::cout << "ab"; });
  std::cout << "cd";
  other.join();
}
