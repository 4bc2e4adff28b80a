// expect: verdict=defect kind=use-after-free line=14 traces=1 says="of a freed block of 16 bytes"
//
// The second delete asks a freed exception of the library for its destructor.

#include <stdexcept>

namespace {

std::exception* kept = nullptr;

void make() { kept = new std::runtime_error("text"); }
void drop() {
  const std::exception* const old = kept;
  delete old;
}

}  // namespace

int main() {
  make();
  drop();
  drop();
}
