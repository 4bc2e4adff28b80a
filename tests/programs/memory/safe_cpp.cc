// expect: verdict=safe traces=1
// args: --leaks --uninitialised
//
// new and delete in all their forms, containers, strings, shared pointers, an exception, a virtual destructor.

#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Base {
  virtual ~Base() = default;
  long value = 1;
};
struct Derived : Base {
  std::string name = "a name that is too long to be kept inside of a string";
};
struct alignas(64) Aligned {
  char bytes[64] = {};
};

int main() {
  int* const one = new int(1);
  int* const many = new int[3]();
  Derived* const objects = new Derived[2];
  auto* const aligned = new Aligned;
  auto* const raw = new (std::nothrow) int[2];
  raw[0] = *one + many[2];
  std::size_t sum = static_cast<std::size_t>(raw[0]) + objects[1].name.size();
  delete one;
  delete[] many;
  delete[] objects;
  delete aligned;
  delete[] raw;
  const std::unique_ptr<Base> base = std::make_unique<Derived>();
  std::map<int, std::string> names;
  std::vector<int> numbers;
  for (int i = 0; i < 20; ++i) {
    names[i] = std::to_string(i);
    numbers.push_back(i);
  }
  sum += names[7].size() + static_cast<std::size_t>(numbers[3]);
  const auto shared = std::make_shared<std::vector<int>>(5);
  std::thread([shared] { (*shared)[0] = 1; }).join();
  try {
    throw std::runtime_error("a text");
  } catch (const std::exception& error) {
    sum += std::string(error.what()).size();
  }
  return sum > 0 && base->value == 1 && (*shared)[0] == 1 ? 0 : 1;
}
