// expect: verdict=incomplete
// Who drops the last reference runs the destructor, and counting is no operation: the destructor tells the threads
// apart by a thread-local variable.
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
