// expect: verdict=defect kind=out-of-bounds line=7 traces=1 says="writes 1 byte right behind the end of the local variable name (5 bytes)"
//
// The last bytes of a local share a cell of the shadow with bytes that are nobody's.

__attribute__((noinline)) static void copy(char* to, const char* from) {
  do {
    *to++ = *from;
  } while (*from++ != '\0');
}

int main(void) {
  char name[5];
  copy(name, "four");
  copy(name, "fives");
  return name[0] == 'f';
}
