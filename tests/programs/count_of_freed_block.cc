// expect: verdict=defect kind=use-after-free traces=1 deadlocks=0
//
// The element is destroyed, its memory in the vector stays: copying it counts in a control block that is freed.

#include <memory>
#include <thread>
#include <vector>

int main() {
  std::vector<std::shared_ptr<int>> all;
  all.push_back(std::make_shared<int>(1));
  const std::shared_ptr<int>& first = all[0];
  std::thread thread([&all] { all.clear(); });
  thread.join();
  const std::shared_ptr<int> mine = first;
}
