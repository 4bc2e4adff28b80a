// expect: verdict=safe traces=1 deadlocks=0
//
// A virtual function of an object that the C++ library made gives a text that the object holds.

#include <locale>
#include <string>

int main() {
  const auto& money = std::use_facet<std::moneypunct<char>>(std::locale::classic());
  return static_cast<int>(money.curr_symbol().size());
}
