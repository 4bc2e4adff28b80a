// expect: verdict=safe traces=16 deadlocks=0
//
// Two locks one after the other, each taken by two threads: as exchange_lock.c and cas_lock.c, in four ways each.

#include <atomic>
#include <cassert>
#include <thread>

class FlagLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_;
};

class ExchangeLock {
 public:
  void lock() {
    bool expected = false;
    while (!is_locked_.compare_exchange_weak(expected, true, std::memory_order_acquire)) expected = false;
  }
  void unlock() { is_locked_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> is_locked_ = false;
};

static FlagLock first;
static ExchangeLock second;
static int a, b;

static void add() {
  first.lock();
  ++a;
  first.unlock();
  second.lock();
  ++b;
  second.unlock();
}

int main() {
  std::thread other(add);
  add();
  other.join();
  assert(a == 2 && b == 2);
}
