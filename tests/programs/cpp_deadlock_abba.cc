// expect: verdict=defect kind=deadlock line=16 traces=3 deadlocks=1
//
// One thread goes first with both locks, or the other, or each has one and waits for the other's: three traces. The
// line is that of the program, not of the library's header.

#include <mutex>
#include <thread>

struct Account {
  int balance = 0;
  std::mutex lock;
};
static Account accounts[2];

static void move(Account& from, Account& to) {
  const std::lock_guard<std::mutex> first(from.lock), second(to.lock);
  --from.balance;
  ++to.balance;
}

int main() {
  std::thread there(move, std::ref(accounts[0]), std::ref(accounts[1]));
  std::thread back(move, std::ref(accounts[1]), std::ref(accounts[0]));
  there.join();
  back.join();
}
