// expect: verdict=defect kind=data-race lines=12,14
//
// The nodes of a list are linked by code that the headers leave to the library.

#include <list>
#include <thread>

std::list<int> numbers{1, 2, 3};
int sum;

int main() {
  std::thread writer([] { numbers.reverse(); });
  std::thread reader([] {
    for (int each : numbers) sum += each;
  });
  writer.join();
  reader.join();
}
