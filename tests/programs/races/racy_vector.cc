// expect: verdict=defect kind=data-race lines=10,10
//
// Two threads append to one vector. The accesses are in the library; the lines are those that call it.

#include <thread>
#include <vector>

static std::vector<int> numbers;

static void append(int number) { numbers.push_back(number); }

int main() {
  numbers.reserve(2);
  std::thread first(append, 1);
  std::thread second(append, 2);
  first.join();
  second.join();
}
