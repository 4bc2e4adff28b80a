// expect: verdict=incomplete line=13 thread=main
// Whether a weak_ptr can still be locked depends on who comes first, main's reset or the thread.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>();
  std::weak_ptr<int> w = p;
  bool seen = false;
  std::thread t([&] { seen = w.lock() != nullptr; });
  p.reset();
  t.join(), assert(!seen);
}
