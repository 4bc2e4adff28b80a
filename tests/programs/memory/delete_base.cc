// expect: verdict=defect kind=mismatched-free line=18 traces=1
// expect: says="delete of 8 bytes of a block of 24 bytes, allocated by main in line 23"
//
// An object is deleted by a pointer to its base class without a virtual destructor: the compiler says the wrong size.

#include <utility>

struct Base {
  long id = 0;
};

struct Derived : Base {
  std::pair<long, long> more;
};

static void drop(Base* object) {
  // The type of the pointer is what counts.
  delete object;
}

int main() {
  Base* const right = new Base;
  Base* const wrong = new Derived;
  drop(right);
  drop(wrong);
}
