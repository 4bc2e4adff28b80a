// expect: verdict=safe traces=1
// Who drops the last reference frees the block, and a destructor without effects runs in its thread: nothing that the
// program can see. Later allocations have the same addresses all the same.
#include <memory>
#include <string>
#include <thread>
#include <vector>

struct Node {
  std::string name = "a name that is too long to be kept inside of the object";
  std::vector<int> numbers = {1, 2, 3};
};
static std::unique_ptr<int> later[3];

int main() {
  auto node = std::make_shared<Node>();
  std::shared_ptr<int> count = std::make_shared<int>(7);
  const auto work = [](std::shared_ptr<Node> mine, std::shared_ptr<int> also, int i) {
    const std::size_t size = mine->name.size() + static_cast<std::size_t>(*also);
    mine.reset();
    also.reset();
    later[i] = std::make_unique<int>(static_cast<int>(size) + i);
  };
  std::thread a(work, node, count, 0), b(work, node, count, 1);
  node.reset();
  count.reset();
  later[2] = std::make_unique<int>(2);
  a.join();
  b.join();
}
