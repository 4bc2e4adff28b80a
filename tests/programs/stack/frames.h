// Functions with frames of many kinds and sizes: the beginning of each random program of
// frontend/native_stack_fuzz_test.cc.

#pragma once

#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

using Byte = unsigned char;
inline Byte* volatile sink;
inline volatile int zero, sum, mistake;

// The same pointer, but nothing about it is known.
inline Byte* at(void* place) { return sink = static_cast<Byte*>(place), sink; }
inline void fill(Byte* place, int size, int value) {
  for (int i = 0; i < size; ++i) place[i] = Byte(value + i);
}

inline int last(const Byte* place, int size) {
  int x = 0;
  for (int i = 0; i < size; ++i) x = place[i];
  return x;
}

template <int size>
struct Block {
  Byte bytes[size];
  void clear() { memset(bytes, 0, size); }
};

template <int size>
Block<size> made(int value) {
  Block<size> block;
  fill(block.bytes, size, value);
  return block;
}

template <int size>
int taken(Block<size> block) {
  return at(&block)[size - 1];
}

template <int size>
int copied(Block<size> block) {
  Block<size> copy;
  memcpy(&copy, &block, size);
  return copy.bytes[0];
}

template <int size>
int several(int count, ...) {
  va_list list;
  va_start(list, count);
  int x = 0;
  for (int i = 0; i < count; ++i) x += va_arg(list, Block<size>).bytes[size - 1] + va_arg(list, int);
  va_end(list);
  return x;
}

template <int size>
Byte* left() {
  Byte local[size];
  fill(local, size, 1);
  return at(local);
}

inline jmp_buf landing;
struct Guard {
  Byte bytes[13];
  ~Guard() { fill(at(bytes), 13, 1); }
};

template <int size>
void leave(int depth, bool throws) {
  Byte local[size];
  fill(at(local), size, depth);
  if (depth == 0 && !throws) longjmp(landing, 1);
  if (throws) {
    Guard guard;
    if (depth == 0) throw 1;
    leave<size>(depth - 1, throws);
  }
  leave<size>(depth - 1, throws);
}

template <class Call>
int call(Call function) {
  return function();
}

extern "C" int __VERIFIER_nondet_int();
