// expect: verdict=safe traces=2 deadlocks=0
//
// The twin of count_shared_from_this.cc: main holds a reference meanwhile.

#include <memory>
#include <thread>

struct Session : std::enable_shared_from_this<Session> {};

int main() {
  auto p = std::make_shared<Session>();
  std::thread t([q = p]() mutable { q.reset(); });
  auto mine = p->shared_from_this();
  t.join();
}
