// expect: verdict=safe traces=1 deadlocks=0
//
// Dates and money as text come out as libstdc++.so has them, though the code is another; and only the members of a date
// that a format names are accessed.

#include <cassert>
#include <ctime>
#include <iomanip>
#include <sstream>
#include <thread>

std::tm shared{};

int main() {
  std::tm date{};
  std::istringstream in("03:04 PM 2026-11-18");
  in >> std::get_time(&date, "%I:%M %p %Y-%m-%d");
  assert(!in.fail() && date.tm_hour == 15 && date.tm_min == 4 && date.tm_mday == 18 && date.tm_mon == 10);
  assert(date.tm_year == 126 && date.tm_wday == 3 && date.tm_yday == 321);
  std::ostringstream out;
  out << std::put_time(&date, "%H:%M %Y-%m-%d|%j") << '|' << std::put_money(1234.0L);
  assert(out.str() == "15:04 2026-11-18|322|1234");
  std::istringstream bad("12:xx");
  bad >> std::get_time(&date, "%H:%M");
  assert(bad.fail());

  std::thread one([] { shared.tm_mday = 3; });
  std::thread other([] {
    std::istringstream hour("12");
    hour >> std::get_time(&shared, "%H");
    assert(shared.tm_hour == 12);
  });
  one.join();
  other.join();
}
