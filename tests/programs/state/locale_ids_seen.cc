// expect: verdict=defect kind=assertion line=37 traces=3 deadlocks=0
//
// The twin that gives up the lock while the facet is there.

#include <cassert>
#include <iostream>
#include <locale>
#include <mutex>
#include <sstream>
#include <thread>

struct Facet : std::locale::facet {
  static std::locale::id id;
  explicit Facet(int* live) : live(live) { ++*live; }
  ~Facet() override { --*live; }
  int* live;
};
std::locale::id Facet::id;

int main() {
  std::mutex mutex;
  int live = 0;
  int seen = 0;
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    seen = live;
  });
  {
    const std::lock_guard lock(mutex);
    const std::locale own(std::locale::classic(), new Facet(&live));
    const std::locale copy = std::locale::classic().combine<Facet>(own);
    assert(std::has_facet<Facet>(copy) && std::use_facet<Facet>(copy).live == &live && live == 1);
    mutex.unlock();
    mutex.lock();
  }
  other.join();
  assert(live == 0 && seen == 0);
}
