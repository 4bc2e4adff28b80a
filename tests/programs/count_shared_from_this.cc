// expect: verdict=defect kind=exception traces=2 deadlocks=0
//
// shared_from_this of an object that another thread may be destroying throws std::bad_weak_ptr. Its memory is not
// freed, because a std::weak_ptr is left.

#include <memory>
#include <thread>

struct Session : std::enable_shared_from_this<Session> {};

int main() {
  auto p = std::make_shared<Session>();
  const std::weak_ptr<Session> keeps_memory = p;
  Session* const raw = p.get();
  std::thread t([p = std::move(p)]() mutable { p.reset(); });
  auto q = std::weak_ptr<Session>(keeps_memory);
  (void)raw;
  std::shared_ptr<Session> mine(q);
  t.join();
}
