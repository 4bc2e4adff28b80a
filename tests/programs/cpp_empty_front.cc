// expect: verdict=defect kind=assertion line=24 traces=34 deadlocks=4
//
// A consumer that asks once only: it is woken for an element that the other one takes, and reads the front of an empty
// queue.

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex lock;
static std::condition_variable filled;
static std::queue<int> queue;

static void take_rightly() {
  std::unique_lock<std::mutex> guard(lock);
  filled.wait(guard, [] { return !queue.empty(); });
  queue.pop();
}

static void take_wrongly() {
  std::unique_lock<std::mutex> guard(lock);
  if (queue.empty()) filled.wait(guard);
  const int first = queue.front();
  queue.pop();
  if (first < 0) return;
}

static void put(int value) {
  {
    const std::lock_guard<std::mutex> guard(lock);
    queue.push(value);
  }
  filled.notify_all();
}

int main() {
  std::thread one(take_rightly), two(take_wrongly);
  put(1);
  put(2);
  one.join();
  two.join();
}

// The numbers of traces and deadlocks were read off qpor; no argument or other program confirms them.
