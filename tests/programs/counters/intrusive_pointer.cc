// expect: verdict=safe traces=4 deadlocks=0
//
// An intrusive count behind functions that return the new value, as libraries write them. Three threads copy their
// pointer and drop both, main drops its own: four traces, one for each that may destroy the object.

#include <atomic>
#include <thread>
#include <vector>

struct Counter {
  static unsigned increment(std::atomic<unsigned>& count) { return ++count; }
  static unsigned decrement(std::atomic<unsigned>& count) { return --count; }
};

struct Node {
  std::atomic<unsigned> references{0};
  int value = 7;
};

static void add_reference(Node* node) { Counter::increment(node->references); }
static void release(Node* node) {
  if (Counter::decrement(node->references) == 0) delete node;
}

class Pointer {
 public:
  explicit Pointer(Node* node) : node_(node) { add_reference(node_); }
  Pointer(const Pointer& other) : node_(other.node_) { add_reference(node_); }
  Pointer(Pointer&& other) noexcept : node_(other.node_) { other.node_ = nullptr; }
  Pointer& operator=(const Pointer&) = delete;
  ~Pointer() {
    if (node_ != nullptr) release(node_);
  }
  int value() const { return node_->value; }

 private:
  Node* node_;
};

static void use(const Pointer& given) {
  const Pointer copy(given);
  if (copy.value() != 7) __builtin_abort();
}

int main() {
  std::vector<std::thread> threads;
  {
    const Pointer first(new Node);
    for (int i = 0; i < 3; ++i)
      threads.emplace_back([own = Pointer(first)]() mutable {
        const Pointer mine(std::move(own));
        use(mine);
      });
  }
  for (std::thread& each : threads) each.join();
  return 0;
}
