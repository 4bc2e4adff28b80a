// expect: verdict=safe traces=1 deadlocks=0
//
// Main deletes a semaphore after it has acquired it: the release is ordered before that.

#include <semaphore>
#include <thread>

int main() {
  auto* const semaphore = new std::binary_semaphore(0);
  std::thread thread([semaphore] { semaphore->release(); });
  semaphore->acquire();
  delete semaphore;
  thread.join();
}
