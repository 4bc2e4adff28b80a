// expect: verdict=defect kind=data-race,use-after-free lines=10,13
//
// Main deletes a std::barrier when it has passed; the other thread may still be waiting there.

#include <barrier>
#include <thread>

int main() {
  auto* const barrier = new std::barrier<>(2);
  std::thread thread([barrier] { barrier->arrive_and_wait(); });

  barrier->arrive_and_wait();
  delete barrier;
  thread.join();
}
