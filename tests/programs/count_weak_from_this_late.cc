// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// Main asks an object for a weak pointer to itself, through a raw pointer, beside the drop of its last reference.

#include <memory>
#include <thread>

struct Node : std::enable_shared_from_this<Node> {
  int value = 0;
};

int main() {
  auto node = std::make_shared<Node>();
  Node* const raw = node.get();
  std::thread thread([node = std::move(node)]() mutable { node.reset(); });
  const std::weak_ptr<Node> mine = raw->weak_from_this();
  thread.join();
}
