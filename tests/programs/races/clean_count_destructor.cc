// expect: verdict=safe traces=2 deadlocks=0
//
// One object with two owners: its destructor runs once, in either thread, after what both did before their drops.

#include <memory>
#include <thread>

static int total;

struct Entry {
  int mine[2] = {0, 0};
  ~Entry() { total += mine[0] + mine[1]; }
};

int main() {
  auto p = std::make_shared<Entry>();
  auto q = p;
  const auto work = [](std::shared_ptr<Entry> entry, int i) {
    entry->mine[i] = i;
    entry.reset();
  };
  std::thread a(work, std::move(p), 0), b(work, std::move(q), 1);
  a.join();
  b.join();
  return total - 1;
}
