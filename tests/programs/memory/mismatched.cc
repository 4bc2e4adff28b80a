// expect: verdict=defect kind=mismatched-free line=8 traces=1
// expect: says="delete of a block of 12 bytes that came from new[], allocated by main in line 7"
//
// An array is deleted like a single object.

int main() {
  int* const numbers = new int[3];
  delete numbers;
}
