// expect: verdict=safe traces=1 deadlocks=0
//
// A tree that three threads share: what the first read of the leaf is before the leaf is freed, by way of two counts,
// the root's and the leaf's.

#include <memory>
#include <thread>

struct Leaf {
  int value = 3;
};
struct Root {
  std::shared_ptr<Leaf> leaf = std::make_shared<Leaf>();
};

int main() {
  auto root = std::make_shared<Root>();
  std::thread reader([mine = root]() mutable {
    const int seen = mine->leaf->value;
    mine.reset();
    (void)seen;
  });
  std::thread keeper([mine = root->leaf]() mutable { mine.reset(); });
  root.reset();
  reader.join();
  keeper.join();
}
