// expect: verdict=safe traces=1 deadlocks=0
//
// Nothing can tell in which order references are copied and dropped: counting is no operation.

#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Node {
  std::vector<std::string> names = {"a name that is too long to be kept inside of the object", "short"};
  std::shared_ptr<Node> next;
};

int main() {
  auto p = std::make_shared<Node>();
  p->next = std::make_shared<Node>();
  const auto work = [](std::shared_ptr<Node> mine) {
    const auto copy = mine->next;
    mine.reset();
  };
  std::thread a(work, p), b(work, p), c(work, p);
  p.reset();
  a.join();
  b.join();
  c.join();
}
