// expect: verdict=defect kind=out-of-bounds line=12 traces=1 says="the local variable record (20 bytes)"
//
// memset runs from the last member of a structure into the next variable.

#include <string.h>

int main(void) {
  struct {
    int number;
    char name[16];
  } record;
  memset(record.name, 0, 17);
  return record.name[3];
}
