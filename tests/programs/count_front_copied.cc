// expect: verdict=safe traces=2 deadlocks=0
//
// As count_front_escapes.cc, but the copy is made while the lock is held.

#include <deque>
#include <memory>
#include <mutex>
#include <thread>

int main() {
  std::mutex lock;
  std::deque<std::shared_ptr<int>> queue;
  queue.push_back(std::make_shared<int>(1));
  std::thread thread([&] {
    const std::lock_guard<std::mutex> guard(lock);
    queue.pop_front();
  });
  std::shared_ptr<int> mine;
  {
    const std::lock_guard<std::mutex> guard(lock);
    if (!queue.empty()) mine = queue.front();
  }
  thread.join();
}
