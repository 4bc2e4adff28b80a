// expect: verdict=safe traces=2 deadlocks=0
//
// The first use of a facet numbers it, in every execution the same; the last locale that has it deletes it.

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
  }
  other.join();
  assert(live == 0 && seen == 0);
}
