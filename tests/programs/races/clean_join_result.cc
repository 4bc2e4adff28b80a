// expect: verdict=safe traces=1 deadlocks=0
//
// Two threads join and put the result into a variable of their own. The call may throw past a destructor, so that it is
// an invoke, and its write happens after it.

#include <pthread.h>
#include <string>

void* results[2];
void* nothing(void*) { return nullptr; }
void* joins(void* number) {
  std::string text = "a local with a destructor, too long to be inside of the object";
  pthread_t thread;
  if (pthread_create(&thread, nullptr, nothing, nullptr) == 0)
    pthread_join(thread, &results[reinterpret_cast<long>(number)]);
  return text.empty() ? results : nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, joins, nullptr);
  pthread_create(&b, nullptr, joins, reinterpret_cast<void*>(1));
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
