// expect: verdict=safe traces=1
//
// Stale red zones lie right behind structures passed by value, and behind locals without red zones of their own. A zone
// limits accesses of the cell in front of it, but only for the local it was made for. Frames of many sizes bring a
// stale zone and a new local next to each other.

#include <cstddef>
#include <cstring>

namespace {

volatile std::size_t zero = 0;

// Not at a known place, so there are red zones; no pointer is left, so its own bytes keep no marks.
template <std::size_t size>
int leave_zones() {
  unsigned char local[size];
  std::memset(local + zero, 0, size);
  return local[zero];
}

template <std::size_t words>
struct Words {
  long each[words];
};

template <std::size_t words>
long sum_of(Words<words> parameter) {
  Words<words> copy;
  std::memcpy(&copy, &parameter, sizeof copy);
  return copy.each[words - 1];
}

template <std::size_t words>
int pass() {
  return static_cast<int>(sum_of(Words<words>{}));
}

template <std::size_t words>
void clear(Words<words>* place) {
  std::memset(place, 0, sizeof *place);
}

// All accesses of the local are known to be within it: no red zones.
template <std::size_t words>
int clear_own() {
  Words<words> local;
  clear(&local);
  return static_cast<int>(local.each[words - 1]);
}

// The frame of the function begins that much lower.
template <std::size_t words>
int lower(int (*function)()) {
  volatile long filler[words] = {};
  return function() + static_cast<int>(filler[0]);
}

using Function = int (*)();
using Lower = int (*)(Function);
constexpr Lower kLower[] = {lower<1>, lower<3>, lower<5>, lower<7>, lower<9>, lower<11>};
constexpr Function kEarlier[] = {leave_zones<1>, leave_zones<4>, leave_zones<12>, leave_zones<23>, leave_zones<70>};
constexpr Function kLater[] = {pass<3>, pass<4>, pass<5>, clear_own<1>, clear_own<2>, clear_own<3>, clear_own<6>};

}  // namespace

int main() {
  int sum = 0;
  for (const Function earlier : kEarlier) {
    for (const Lower earlier_place : kLower) {
      for (const Function later : kLater) {
        for (const Lower later_place : kLower) sum += earlier_place(earlier) + later_place(later);
      }
    }
  }
  return sum;
}
