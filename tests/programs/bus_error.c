// expect: verdict=defect kind=bus-error line=27 traces=2 deadlocks=1
// args: --allow-asm
//
// The two critical sections have two orders. If the flag is set before it is looked at, the thread switches alignment
// checks on and reads four bytes at an odd address, and main waits for it for ever.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_set;
static int numbers[2];

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  is_set = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* read_if_set(void* unused) {
  pthread_mutex_lock(&lock);
  const int seen = is_set;
  pthread_mutex_unlock(&lock);
  if (seen) {
    int value;
    __asm__ volatile(
        "pushfq\n\t"
        "orl $0x40000, (%%rsp)\n\t"
        "popfq\n\t"
        "movl 1(%1), %0"
        : "=r"(value)
        : "r"(numbers)
        : "cc", "memory");
    numbers[0] = value;
  }
  return unused;
}

int main(void) {
  pthread_t setter, reader;
  pthread_create(&setter, NULL, set, NULL);
  pthread_create(&reader, NULL, read_if_set, NULL);
  pthread_join(setter, NULL);
  pthread_join(reader, NULL);
  return 0;
}
