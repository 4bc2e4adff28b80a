// expect: verdict=safe traces=1 deadlocks=0
//
// As count_copy_beside_clear.cc, but the copy is made before there is a thread that clears the vector.

#include <memory>
#include <thread>
#include <vector>

int main() {
  std::vector<std::shared_ptr<int>> all;
  all.push_back(std::make_shared<int>(1));
  const std::shared_ptr<int> mine = all[0];
  std::thread thread([&all] { all.clear(); });
  const std::shared_ptr<int> another = mine;
  thread.join();
}
