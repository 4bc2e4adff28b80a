// expect: verdict=defect kind=data-race lines=11,13 variable=work
//
// Two threads would join one std::thread, if it is joinable, and nothing orders them.

#include <thread>

static std::thread work;
int main() {
  work = std::thread([] {});
  std::thread other([] {
    if (work.joinable()) work.join();
  });
  if (work.joinable()) work.join();
  other.join();
}
