// expect: verdict=safe traces=2
// Who drops the last reference runs the destructor, which tells the threads apart by a thread-local variable: counting
// is observed, and both orders are explored.
#include <memory>
#include <thread>

static thread_local int self = 0;
static int destroyed_by = -1;

struct Shared {
  ~Shared() { destroyed_by = self; }
};

int main() {
  auto first = std::make_shared<Shared>();
  std::thread other([copy = first]() mutable {
    self = 1;
    copy.reset();
  });
  first.reset();
  other.join();
}
