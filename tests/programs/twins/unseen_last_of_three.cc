// expect: verdict=incomplete line=10 thread=lambda.1
// Three threads and main drop a reference each. Only in some of the 24 orders is it the second thread that drops the
// last one, and then the destructor's assertion fails; nothing else can be told from outside.
#include <cassert>
#include <memory>
#include <thread>

static thread_local bool is_wrong = false;
struct Buffer {
  ~Buffer() { assert(!is_wrong); }
};

int main() {
  auto buffer = std::make_shared<Buffer>();
  const auto drop = [](std::shared_ptr<Buffer> mine, bool wrong) {
    is_wrong = wrong;
    mine.reset();
  };
  std::thread a(drop, buffer, false), b(drop, buffer, true), c(drop, buffer, false);
  buffer.reset();
  a.join();
  b.join();
  c.join();
}
