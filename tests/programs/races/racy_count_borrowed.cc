// expect: verdict=defect kind=data-race,use-after-free lines=13,15
//
// The thread has borrowed a raw pointer from main, which frees the object without waiting for it.

#include <memory>
#include <thread>

static int seen;

int main() {
  auto p = std::make_shared<int>(5);
  auto q = p;
  std::thread t([raw = p.get()] { seen = *raw; });
  q.reset();
  p.reset();
  t.join();
}
