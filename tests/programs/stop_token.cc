// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// Who asks whether to stop does so before the request or after it. Copies of the token are counted, which is no event.

#include <pthread.h>

#include <cassert>
#include <stop_token>

static std::stop_source source;

static void* work(void*) {
  const std::stop_token token = source.get_token();
  const std::stop_token copy = token;
  assert(copy == token);
  (void)copy.stop_requested();
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  assert(source.request_stop());
  pthread_join(thread, nullptr);
  assert(source.stop_requested() && !source.request_stop());
}
