// expect: verdict=safe traces=36 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=37
//
// A queue of bounded size with two counting semaphores, one for its free places and one for its messages, and a mutex
// for the messages themselves. To close it, a permit of each kind is added that belongs to no place and no message: who
// gets it sees that the queue is closed and hands it on to the next one that waits.
//
// With -DBUG=1 a producer that finds the queue closed returns without handing the permit on. If two producers wait for
// a place when the queue is closed, one of them waits for ever.

#include <cassert>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif

template <typename Message>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::ptrdiff_t capacity) : free_(capacity), filled_(0) {}
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;

  /// Waits for a free place. False if the queue is closed; the message is then not in it.
  bool put(Message message) {
    free_.acquire();
    std::unique_lock lock(mutex_);
    if (closed_) {
#ifndef BUG
      lock.unlock();
      free_.release();
#endif
      return false;
    }
    messages_.push_back(std::move(message));
    lock.unlock();
    filled_.release();
    return true;
  }

  /// Waits for a message. Nothing if there is none and never will be. What was put before the close is still delivered.
  std::optional<Message> get() {
    filled_.acquire();
    std::unique_lock lock(mutex_);
    if (messages_.empty()) {
      assert(closed_);
      lock.unlock();
      filled_.release();
      return std::nullopt;
    }
    Message message = std::move(messages_.front());
    messages_.pop_front();
    lock.unlock();
    free_.release();
    return message;
  }

  void close() {
    {
      const std::lock_guard lock(mutex_);
      if (std::exchange(closed_, true)) return;
    }
    free_.release();
    filled_.release();
  }

 private:
  std::counting_semaphore<> free_;    // places, and one more permit when the queue is closed
  std::counting_semaphore<> filled_;  // messages, and one more permit when the queue is closed
  std::mutex mutex_;
  std::deque<Message> messages_;
  bool closed_ = false;
};

int main() {
  BoundedQueue<int> queue(CAPACITY);
  int accepted[PRODUCERS] = {};
  std::vector<std::thread> producers;
  for (int i = 0; i < PRODUCERS; ++i) {
    // A producer goes on until nobody wants what it makes.
    producers.emplace_back([&queue, &mine = accepted[i], i] {
      while (queue.put(i)) ++mine;
    });
  }

  int received[PRODUCERS] = {};
  if (const std::optional<int> first = queue.get()) ++received[*first];
  queue.close();  // one was enough
  for (std::thread& producer : producers) producer.join();
  while (const std::optional<int> left = queue.get()) ++received[*left];
  for (int i = 0; i < PRODUCERS; ++i) assert(received[i] == accepted[i]);
}
