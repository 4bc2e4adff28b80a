// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. The constructor of the global object uses its mutex before main, the
// destructor after main has joined both threads; there is nothing to reorder with either.

#include <pthread.h>

#include <cassert>

namespace {

class Counter {
 public:
  Counter() {
    pthread_mutex_init(&lock_, nullptr);
    add(40);
  }
  ~Counter() {
    add(0);
    pthread_mutex_destroy(&lock_);
    assert(count_ == 42);
  }
  void add(int number) {
    pthread_mutex_lock(&lock_);
    count_ += number;
    pthread_mutex_unlock(&lock_);
  }

 private:
  pthread_mutex_t lock_;
  int count_ = 0;
};

Counter counter;

void* work(void*) {
  counter.add(1);
  return nullptr;
}

}  // namespace

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
