// expect: verdict=incomplete traces=1 deadlocks=0
// args: --allow-asm
//
// Functions whose whole body is assembly: a naked one, and one that assembly of the file defines.

#include <assert.h>

__attribute__((naked)) long twice(long x) { __asm__("lea (%rdi,%rdi), %rax\n\tret"); }

__asm__(".globl thrice\n\t.type thrice, @function\nthrice:\n\tlea (%rdi,%rdi,2), %rax\n\tret");
long thrice(long x);

int main(void) {
  assert(twice(2) == 4);
  assert(thrice(2) == 6);
}
