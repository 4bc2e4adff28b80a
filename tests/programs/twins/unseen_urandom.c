// expect: verdict=incomplete line=10 thread=main
// A file that is never the same.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  unsigned char bytes[64];
  int file = open("/dev/urandom", O_RDONLY);
  long count = read(file, bytes, sizeof bytes);
  assert(count == 64);
}
