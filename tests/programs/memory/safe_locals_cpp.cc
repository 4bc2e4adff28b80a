// expect: verdict=safe traces=1
//
// Temporaries that live as long as references to them, exceptions that leave frames, lambdas with references to locals,
// containers and algorithms.

#include <algorithm>
#include <cassert>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Noted {
  explicit Noted(int* place) : place_(place) { ++*place_; }
  ~Noted() { --*place_; }
  int value() const { return *place_; }
  int* place_;
};

Noted make(int* place) { return Noted(place); }

int thrown(int depth, int* count) {
  const Noted noted(count);
  int own[3] = {depth, noted.value(), 0};
  int* const kept = own;
  if (depth == 0) throw std::runtime_error("bottom of " + std::to_string(*kept));
  return thrown(depth - 1, count) + own[0];
}

}  // namespace

int main() {
  int count = 0;
  for (int round = 0; round < 3; ++round) {
    {
      const Noted& extended = make(&count);
      assert(extended.value() == 1);
    }
    assert(make(&count).value() == 1);
    assert(count == 0);
    try {
      thrown(20, &count);
      assert(false);
    } catch (const std::exception& error) {
      assert(std::string(error.what()) == "bottom of 0");
    }
    assert(count == 0);
    std::vector<int> cells;
    for (int i = 0; i < 40; ++i) cells.push_back((i * 7) % 40);
    int largest = 0;
    std::function<void(int)> look = [&](int each) { largest = std::max(largest, each); };
    std::for_each(cells.begin(), cells.end(), look);
    std::sort(cells.begin(), cells.end(), [&](int a, int b) { return a + largest < b + largest; });
    assert(largest == 39 && cells[39] == 39);
    for (const std::string& word : {std::string("one"), std::string("a word that is longer than others")}) {
      assert(!word.empty());
    }
    int result = 0;
    std::thread worker([&result] { result = 5; });
    worker.join();
    assert(result == 5);
  }
  return 0;
}
