// Writes over the thread-local variables of qpor, the C library's pointer to its free memory among them.
#include "tests/supervised/in_second_trace.h"

static void deed(void) {
  volatile char* control_block;
  __asm__ volatile("mov %%fs:0, %0" : "=r"(control_block));
  for (int i = -512; i < 16; ++i) control_block[i] = 0x41;
}
