// expect: verdict=defect kind=data-race lines=12,12 variable=total
//
// Two objects, each with one owner: their destructors run in two threads, and both write the same variable.

#include <memory>
#include <thread>
#include <utility>

static int total;

struct Entry {
  ~Entry() { total++; }
};

int main() {
  auto p = std::make_shared<Entry>(), q = std::make_shared<Entry>();
  std::thread a([p = std::move(p)]() mutable { p.reset(); }), b([q = std::move(q)]() mutable { q.reset(); });
  a.join();
  b.join();
}
