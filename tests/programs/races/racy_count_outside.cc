// expect: verdict=defect kind=data-race lines=11,20 variable=log_entries
//
// The destructor writes a variable that main reads without waiting for the thread that may run it.

#include <memory>
#include <thread>

static int log_entries;

struct Entry {
  ~Entry() { ++log_entries; }
};

int main() {
  auto p = std::make_shared<Entry>();
  std::thread t([q = p]() mutable { q.reset(); });
  p.reset();
  // In the trace in which main has dropped the last reference this is no race.

  const int seen = log_entries;
  t.join();
  return seen > 1;
}
