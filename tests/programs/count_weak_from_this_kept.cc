// expect: verdict=safe traces=1 deadlocks=0
//
// As count_weak_from_this_late.cc, but main keeps a reference.

#include <memory>
#include <thread>

struct Node : std::enable_shared_from_this<Node> {
  int value = 0;
};

int main() {
  auto node = std::make_shared<Node>();
  const std::shared_ptr<Node> kept = node;
  std::thread thread([node = std::move(node)]() mutable { node.reset(); });
  const std::weak_ptr<Node> mine = kept->weak_from_this();
  thread.join();
}
