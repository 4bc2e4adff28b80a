// expect: verdict=safe traces=2 deadlocks=0
//
// Every function, in every size, against what the memory says: the value that the engine follows has to be the same, or
// one of the attempts of the two threads at the end would come out in another way. One of these is the first: 2.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define EXERCISE(type, lowest, highest)                        \
  do {                                                         \
    _Atomic(type) x = 1;                                       \
    assert(atomic_fetch_sub(&x, 2) == 1 && x == (type)-1);     \
    assert(atomic_fetch_add(&x, 3) == (type)-1 && x == 2);     \
    assert(atomic_fetch_or(&x, 5) == 2 && x == 7);             \
    assert(atomic_fetch_and(&x, 13) == 7 && x == 5);           \
    assert(atomic_fetch_xor(&x, 1) == 5 && x == 4);            \
    assert(atomic_exchange(&x, (type)(highest)) == 4);         \
    assert(atomic_fetch_add(&x, 1) == (highest));              \
    assert(x == (type)(lowest));                               \
    type plain = 9;                                            \
    assert(__atomic_fetch_nand(&plain, 8, 5) == 9);            \
    assert(__atomic_load_n(&plain, 5) == (type)~8);            \
    __atomic_store_n(&plain, (type)(lowest), 5);               \
    assert(__atomic_fetch_max(&plain, 3, 5) == (type)lowest);  \
    assert(__atomic_load_n(&plain, 5) == 3);                   \
    __atomic_fetch_min(&plain, 2, 5);                          \
    type expected = 2;                                         \
    assert(atomic_compare_exchange_strong((_Atomic(type)*)&plain, &expected, (type)-2)); \
    assert(!atomic_compare_exchange_strong((_Atomic(type)*)&plain, &expected, 0));       \
    assert(expected == (type)-2);                              \
  } while (0)

static _Atomic int32_t last = -3;

static void* attempt(void* result) {
  int32_t expected = -3;
  *(int*)result = atomic_compare_exchange_strong(&last, &expected, -4);
  return NULL;
}

int main(void) {
  EXERCISE(int8_t, INT8_MIN, INT8_MAX);
  EXERCISE(uint8_t, 0, UINT8_MAX);
  EXERCISE(int16_t, INT16_MIN, INT16_MAX);
  EXERCISE(uint16_t, 0, UINT16_MAX);
  EXERCISE(int32_t, INT32_MIN, INT32_MAX);
  EXERCISE(uint32_t, 0, UINT32_MAX);
  EXERCISE(int64_t, INT64_MIN, INT64_MAX);
  EXERCISE(uint64_t, 0, UINT64_MAX);
  pthread_t a, b;
  int first, second;
  pthread_create(&a, NULL, attempt, &first);
  pthread_create(&b, NULL, attempt, &second);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first + second == 1);
  return 0;
}
