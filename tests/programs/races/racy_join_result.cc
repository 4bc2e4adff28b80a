// expect: verdict=defect kind=data-race lines=14,14 variable=result
//
// Two threads join and put the result into the same variable. The call may throw past a destructor, so that it is an
// invoke, and its write happens after it.

#include <pthread.h>
#include <string>

void* result;
void* nothing(void*) { return nullptr; }
void* joins(void*) {
  std::string text = "a local with a destructor, too long to be inside of the object";
  pthread_t thread;
  if (pthread_create(&thread, nullptr, nothing, nullptr) == 0) pthread_join(thread, &result);
  return text.empty() ? &result : nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, joins, nullptr);
  pthread_create(&b, nullptr, joins, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
