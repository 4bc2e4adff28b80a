// expect: verdict=safe traces=4 deadlocks=0
//
// Flags of std::call_once in the heap, deleted when the other thread was joined; twice, and each time either may be
// first.

#include <mutex>
#include <thread>

int main() {
  for (int i = 0; i < 2; ++i) {
    auto* const flag = new std::once_flag;
    const auto nothing = [] {};
    std::thread thread([flag, nothing] { std::call_once(*flag, nothing); });
    std::call_once(*flag, nothing);
    thread.join();
    delete flag;
  }
}
