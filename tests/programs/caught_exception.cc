// expect: verdict=safe traces=6 deadlocks=0
//
// Two threads with two critical sections each: 4! / (2! * 2!) orders. The first section of each is left by an
// exception, and the destructor of the guard unlocks. The second is inside of the handler, so that two exceptions are
// in flight at the same time in some of the orders, and each thread must find its own.

#include <pthread.h>

#include <cassert>

namespace {

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct Guard {
  Guard() { pthread_mutex_lock(&lock); }
  ~Guard() { pthread_mutex_unlock(&lock); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
};

struct Problem {
  long whose;
};

void fail(long whose) {
  const Guard guard;
  throw Problem{whose};
}

void* work(void* argument) {
  const long me = reinterpret_cast<long>(argument);
  try {
    fail(me);
    assert(false);
  } catch (const Problem& problem) {
    const Guard guard;
    assert(problem.whose == me);
  }
  return nullptr;
}

}  // namespace

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, work, reinterpret_cast<void*>(1));
  pthread_create(&b, nullptr, work, reinterpret_cast<void*>(2));
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
