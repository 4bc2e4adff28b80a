// expect: verdict=safe traces=6 deadlocks=0
//
// Three threads with a critical section each; results, thread-specific data, and once, which the first to come does
// (and who comes first to the lock is the same).

#include <assert.h>
#include <threads.h>

static mtx_t lock;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int sum, made, gone[4];

static void make(void) {
  tss_create(&key, NULL);
  ++made;
}

static void note(void* value) { ++gone[*(int*)value]; }

static int add(void* number) {
  mtx_lock(&lock);
  call_once(&once, make);
  sum += *(int*)number;
  mtx_unlock(&lock);
  tss_t mine;
  assert(tss_create(&mine, note) == thrd_success);
  assert(tss_set(mine, number) == thrd_success && tss_get(mine) == number);
  if (*(int*)number == 2) thrd_exit(20);
  return *(int*)number * 10;
}

int main(void) {
  thrd_t thread[3];
  int number[3] = {1, 2, 3}, total = 0;
  assert(mtx_init(&lock, mtx_plain) == thrd_success);
  for (int i = 0; i < 3; ++i) assert(thrd_create(&thread[i], add, &number[i]) == thrd_success);
  assert(!thrd_equal(thread[0], thread[1]) && !thrd_equal(thrd_current(), thread[0]));
  for (int i = 0; i < 3; ++i) {
    int result = 0;
    assert(thrd_join(thread[i], &result) == thrd_success);
    total += result;
  }
  assert(sum == 6 && made == 1 && total == 60 && gone[1] + gone[2] + gone[3] == 3);
  mtx_destroy(&lock);
  return 0;
}
