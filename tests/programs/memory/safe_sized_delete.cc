// expect: verdict=safe traces=1
//
// Sizes that the compiler and the library tell when they delete are those of the blocks: single objects, arrays with
// and without a count before them, aligned ones, objects of derived classes, containers, strings, functions, shared
// pointers.

#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

struct Base {
  virtual ~Base() = default;
  long id = 0;
};

struct Left : virtual Base {
  int left[3] = {};
};

struct Right : virtual Base {
  char right = 0;
};

struct Both final : Left, Right {
  std::string name = "a name that does not fit into the string itself";
};

struct alignas(64) Wide {
  char bytes[96];
  ~Wide() { bytes[0] = 0; }
};

struct Empty {};

int main() {
  delete static_cast<Base*>(new Both);
  delete static_cast<Right*>(new Both);
  delete new Wide;
  delete[] new Wide[3];
  delete[] new std::string[5];
  delete[] new std::string[0];
  delete[] new char[13];
  delete[] new Empty[0];
  delete new Empty;
  ::operator delete(::operator new(0), std::size_t{0});
  ::operator delete(::operator new(5));
  std::vector<std::string> words;
  for (int i = 0; i < 20; ++i) words.emplace_back(std::size_t(i) * 5, 'x');
  words.shrink_to_fit();
  std::vector<bool> bits(77, true);
  bits.resize(400);
  std::map<int, std::string> map{{1, words[19]}, {2, words[18]}};
  std::unordered_map<std::string, int> hash{{words[17], 1}, {words[16], 2}};
  hash.rehash(100);
  std::list<Wide> list(2);
  std::deque<long> deque(300);
  const std::function<long()> function = [map, deque] { return deque[5] + static_cast<long>(map.size()); };
  const std::shared_ptr<Base> shared = std::make_shared<Both>();
  const std::shared_ptr<void> other(new Both);
  const std::unique_ptr<Base> unique = std::make_unique<Both>();
  return function() == 2 ? 0 : 1;
}
