// expect: verdict=defect kind=assertion line=35 traces=10 deadlocks=0
//
// The C locale has no fractions of its currency.

#include <cassert>
#include <iomanip>
#include <iostream>
#include <locale>
#include <mutex>
#include <sstream>
#include <thread>

struct Facet : std::locale::facet {
  static std::locale::id id;
  int value = 3;
};
std::locale::id Facet::id;

int main() {
  std::mutex mutex;
  const auto section = [&mutex] { const std::lock_guard lock(mutex); };
  std::thread other([&section] {
    section();
    section();
  });
  section();
  const std::locale own(std::locale::classic(), new Facet);
  section();
  std::ostringstream text;
  text.imbue(own);
  text << std::put_money(12345) << ' ' << 1.5;
  section();
  assert(std::use_facet<Facet>(text.getloc()).value == 3);
  other.join();
  assert(text.str() == "123.45 1.5");
}
