// expect: verdict=defect kind=assertion line=19 traces=4 deadlocks=0
// args: --memory=interleave
//
// A struct is set by one statement, which is two writes. Who reads its words one by one sees each old or new.

#include <cassert>
#include <thread>

struct Pair {
  long first, second;
};
static Pair shared;

int main() {
  std::thread other([] { shared = Pair{1, 1}; });
  const long first = shared.first;
  const long second = shared.second;
  other.join();
  assert(first <= second);
}
