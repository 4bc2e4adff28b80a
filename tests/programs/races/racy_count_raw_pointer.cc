// expect: verdict=defect kind=data-race,use-after-free lines=11,19
//
// The thread has dropped its reference and goes on with a raw pointer: main may free the object meanwhile, or the
// thread itself has just freed it. Counting is not observed here.

#include <memory>
#include <thread>

static int seen;

static void drop(std::shared_ptr<int>& p) { p.reset(); }

int main() {
  auto p = std::make_shared<int>(5);
  std::thread t([q = p]() mutable {
    const int* const raw = q.get();
    drop(q);
    // main drops the last reference before or after this.
    seen = *raw;
  });
  drop(p);
  t.join();
}
