// expect: verdict=safe traces=1 deadlocks=0
//
// Main deletes a std::barrier when the other thread was joined.

#include <barrier>
#include <thread>

int main() {
  auto* const barrier = new std::barrier<>(2);
  std::thread thread([barrier] { barrier->arrive_and_wait(); });

  barrier->arrive_and_wait();
  thread.join();
  delete barrier;
}
