// expect: verdict=safe traces=1
//
// Locals of all kinds, used as they may be: recursion, arrays of variable length, long jumps out of frames, arguments in
// memory, callbacks of the library with memory of its own.

#include <alloca.h>
#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Large {
  long words[9];
  char name[13];
};

static jmp_buf back;
static int* escaped;

__attribute__((noinline)) static long sum_of(struct Large large) {
  long sum = 0;
  for (int i = 0; i < 9; ++i) sum += large.words[i];
  return sum + (long)strlen(large.name);
}

__attribute__((noinline)) static double sum_all(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += va_arg(arguments, double);
    sum += va_arg(arguments, int);
    sum += (double)va_arg(arguments, struct Large).words[8];
    sum += (double)va_arg(arguments, long double);
  }
  va_end(arguments);
  return sum;
}

__attribute__((noinline)) static int recurse(int depth, int* above) {
  int own[3] = {depth, *above, 0};
  escaped = own;
  return depth == 0 ? *above : recurse(depth - 1, &own[1]);
}

__attribute__((noinline)) static void jump(int* place) {
  int local[5] = {1};
  escaped = local;
  *place += local[0];
  longjmp(back, 1);
}

__attribute__((noinline)) static int lengths(int count) {
  int sum = 0;
  for (int i = 1; i < count; ++i) {
    int cells[i];
    memset(cells, 0, sizeof cells);
    escaped = cells;
    char* const more = alloca((size_t)i);
    memset(more, 1, (size_t)i);
    sum += cells[i - 1] + more[i - 1];
  }
  return sum;
}

static int compare(const void* left, const void* right) {
  int a = 0, b = 0;
  memcpy(&a, left, sizeof a);
  memcpy(&b, right, sizeof b);
  return a - b;
}

__attribute__((noinline)) static int sort(void) {
  int cells[100];
  for (int i = 0; i < 100; ++i) cells[i] = (i * 37) % 100;
  qsort(cells, 100, sizeof cells[0], compare);
  return cells[99];
}

int main(void) {
  struct Large large = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, "twelve chars"};
  int value = 7;
  for (int round = 0; round < 3; ++round) {
    assert(recurse(50, &value) == 7);
    assert(sum_of(large) == 57);
    assert(sum_all(4, 1.0, 2, large, 3.0L, 1.0, 2, large, 3.0L, 1.0, 2, large, 3.0L, 1.0, 2, large, 3.0L) == 60);
    int jumps = 0;
    if (setjmp(back) == 0) jump(&jumps);
    assert(jumps == 1);
    assert(lengths(9) == 8);
    assert(sort() == 99);
    char text[7];
    snprintf(text, sizeof text, "%d%s", 12, "abcdefg");
    assert(strlen(text) == 6);
    for (int i = 0; i < 5; ++i) {
      int inner[3];
      escaped = inner;
      inner[i % 3] = i;
      value += inner[i % 3] - i;
    }
  }
  return 0;
}
