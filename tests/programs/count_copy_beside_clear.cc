// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// Main copies an element of a vector that the thread clears: it owns no reference that keeps the control block alive.

#include <memory>
#include <thread>
#include <vector>

int main() {
  std::vector<std::shared_ptr<int>> all;
  all.push_back(std::make_shared<int>(1));
  const std::shared_ptr<int>& first = all[0];
  std::thread thread([&all] { all.clear(); });
  const std::shared_ptr<int> mine = first;
  thread.join();
}
