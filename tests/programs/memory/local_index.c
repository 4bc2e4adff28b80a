// expect: verdict=defect kind=out-of-bounds line=12 traces=1 says="reads 1 byte, 84 bytes behind the end of the local variable text (16 bytes)"
//
// An index that leads far away, in the function itself: whatever is there.

static volatile int index_of_letter = 100;

int main(void) {
  char text[16];
  char other[200];
  for (int i = 0; i < 16; ++i) text[i] = 'a';
  for (int i = 0; i < 200; ++i) other[i] = 'b';
  return text[index_of_letter] == other[index_of_letter];
}
