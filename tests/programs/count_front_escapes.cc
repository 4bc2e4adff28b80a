// expect: verdict=defect kind=data-race traces=2 deadlocks=1
//
// The pointer to the front of a queue outlives the critical section in which it was taken: a race if main comes first.

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
  const std::shared_ptr<int>* front = nullptr;
  {
    const std::lock_guard<std::mutex> guard(lock);
    if (!queue.empty()) front = &queue.front();
  }
  if (front != nullptr) const std::shared_ptr<int> mine = *front;
  thread.join();
}
