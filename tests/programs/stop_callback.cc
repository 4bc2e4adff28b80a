// expect: verdict=safe traces=4 deadlocks=0
// args: --cflags=-std=c++20
//
// The thread looks for a request after it was made, and calls the function itself, 1; or it looks before. Then it comes
// to the lock after the request, finds it and calls the function, 1; or before, and is registered. It takes that back
// before the request, 1, or after it, and waits until main has called the function, 1.

#include <pthread.h>

#include <cassert>
#include <stop_token>

static std::stop_source source;

static void* work(void*) {
  int calls = 0;
  {
    std::stop_callback callback(source.get_token(), [&calls] { ++calls; });
  }
  assert(calls <= 1);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  source.request_stop();
  pthread_join(thread, nullptr);
}
