// expect: verdict=safe traces=14 deadlocks=0
// args: --cflags=-std=c++17
//
// Each locks one mutex and tries the other; who fails gives way, and begins with the other one. Threads that do this at
// the same time could go on for ever: an execution is cut at the third failure of one call. By failures of the two:
//  - none, 0 and 0: either thread is first, 2 traces;
//  - one thread only, once or twice, while the other has both mutexes, and again while that has given back one: 4;
//  - both, each once or twice, in turns; then either of them is the first to get both: 2 for each of 4 cases.
// Together 14. A third failure of one makes the other fail, who finds a mutex of it: one execution is cut.

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m, n;
static int both = 0;

int main() {
  std::thread other([] {
    const std::scoped_lock guard(n, m);
    ++both;
  });
  {
    const std::scoped_lock guard(m, n);
    ++both;
  }
  other.join();
  assert(both == 2);
}
