// expect: verdict=defect kind=data-race,use-after-free lines=12,15
//
// Main deletes a flag of std::call_once when it has passed; the other thread may be still to come.

#include <mutex>
#include <thread>

int main() {
  auto* const flag = new std::once_flag;
  const auto nothing = [] {};
  // Who comes second only looks at the flag.
  std::thread thread([flag, nothing] { std::call_once(*flag, nothing); });

  std::call_once(*flag, nothing);
  delete flag;
  thread.join();
}
