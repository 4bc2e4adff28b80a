// expect: verdict=defect kind=abort line=13 traces=2 deadlocks=0
//
// The destructor asks whether an exception is under way, which is so in the worker only. Main drops the last reference
// in one of two traces.

#include <cstdlib>
#include <exception>
#include <memory>
#include <thread>

struct Guard {
  ~Guard() {
    if (std::uncaught_exceptions() == 0) std::abort();
  }
};

int main() {
  auto mine = std::make_shared<Guard>();
  std::thread worker([yours = mine]() mutable {
    try {
      const auto last = std::move(yours);
      throw 1;
    } catch (int) {
    }
  });
  mine.reset();
  worker.join();
}
