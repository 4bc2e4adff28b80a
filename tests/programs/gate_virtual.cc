// expect: verdict=safe traces=1 deadlocks=0
//
// Calls through pointers that are known: virtual functions of the program, functions of the C library by their
// addresses, exceptions and error categories of the C++ library.

#include <cassert>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

struct Shape {
  virtual ~Shape() = default;
  virtual int corners() const = 0;
};
struct Square : Shape {
  int corners() const override { return 4; }
};

std::size_t (*volatile length)(const char*) = std::strlen;
double (*volatile down)(double) = std::floor;

int main() {
  const std::unique_ptr<Shape> shape = std::make_unique<Square>();
  const std::function<int(int)> twice = [](int number) { return 2 * number; };
  assert(shape->corners() == 4 && twice(2) == 4 && length("four") == 4 && down(4.5) == 4);
  try {
    throw std::runtime_error("four");
  } catch (const std::exception& error) {
    assert(std::string(error.what()) == "four");
  }
  const std::error_code code = std::make_error_code(std::errc::invalid_argument);
  assert(!code.message().empty() && std::strcmp(code.category().name(), "generic") == 0);
}
