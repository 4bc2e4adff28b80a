// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of count_shared_from_this.cc: main holds a reference meanwhile, so that the order
// of the locks and drops cannot be told.

#include <memory>
#include <thread>

struct Session : std::enable_shared_from_this<Session> {};

int main() {
  auto p = std::make_shared<Session>();
  std::thread t([q = p]() mutable { q.reset(); });
  auto mine = p->shared_from_this();
  t.join();
}
