// expect: verdict=safe traces=1 deadlocks=0
//
// In C++20 the name of str() is mangled in a way of its own.

#include <sstream>

int main() {
  std::ostringstream out;
  out << 1;
  return out.str() != "1";
}
