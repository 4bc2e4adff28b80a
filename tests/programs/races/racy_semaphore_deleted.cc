// expect: verdict=defect kind=data-race,use-after-free lines=12,16
//
// Main deletes a semaphore that a thread releases, and does not wait for that.

#include <mutex>
#include <semaphore>
#include <thread>

int main() {
  auto* const semaphore = new std::binary_semaphore(0);
  std::mutex other;
  std::thread thread([semaphore] { semaphore->release(); });
  other.lock();
  other.unlock();
  // The mutex orders nothing.
  delete semaphore;
  thread.join();
}
