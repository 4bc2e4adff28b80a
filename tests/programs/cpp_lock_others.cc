// expect: verdict=safe traces=14 deadlocks=0
//
// As cpp_lock_itself.cc, with a transfer between two accounts only.

#include <mutex>
#include <thread>

struct Account {
  std::mutex lock;
  int balance = 10;
};

static Account mine, yours;

static void transfer(Account& from, Account& to, int amount) {
  if (&from == &to) return;
  const std::scoped_lock guard(from.lock, to.lock);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  std::thread other([] { transfer(mine, yours, 1); });
  transfer(yours, mine, 2);
  transfer(yours, yours, 2);
  other.join();
}

// The numbers of traces and deadlocks were read off qpor; no argument or other program confirms them.
