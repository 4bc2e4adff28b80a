// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// A latch of each round is another one, though all are at the same place. One thread counts by two.

#include <pthread.h>

#include <cassert>
#include <latch>

struct Round {
  std::latch* done;
  int result;
};

static void* work(void* argument) {
  auto* const round = static_cast<Round*>(argument);
  round->result = 1;
  round->done->count_down(2);
  return nullptr;
}

static void run_round(int others) {
  std::latch done(2 * others + 1);
  Round rounds[2] = {{&done, 0}, {&done, 0}};
  pthread_t threads[2];
  for (int i = 0; i < others; ++i) pthread_create(&threads[i], nullptr, work, &rounds[i]);
  done.arrive_and_wait();
  assert(rounds[0].result + rounds[1].result == others);
  for (int i = 0; i < others; ++i) pthread_join(threads[i], nullptr);
}

int main() {
  run_round(2);
  run_round(2);
  run_round(1);
}
