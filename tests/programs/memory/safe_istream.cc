// expect: verdict=safe traces=1
//
// What arrives fits, to the last byte; a buffer that is said to be larger than it is does no harm as long as it does.

#include <sstream>
#include <string>

int main() {
  char* const block = new char[4];
  std::istringstream in("abcd123\nef");
  in.read(block, 4);
  in.getline(block, 4);
  in.getline(block, 20);
  delete[] block;
}
