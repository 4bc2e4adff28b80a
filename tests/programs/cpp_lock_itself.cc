// expect: verdict=defect kind=lock-misuse line=16 traces=2 deadlocks=1
//
// A transfer from an account to itself: std::scoped_lock is given one mutex twice and never returns.

#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 10;
};

static Account mine, yours;

static void transfer(Account& from, Account& to, int amount) {
  const std::scoped_lock guard(from.lock, to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::thread other([] { transfer(mine, yours, 1); });
  transfer(yours, yours, 2);
  other.join();
}

// The numbers of traces and deadlocks were read off qpor; no argument or other program confirms them.
