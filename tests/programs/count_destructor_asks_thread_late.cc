// expect: verdict=safe traces=1 deadlocks=0
//
// As count_destructor_asks_thread.cc, but main has dropped its reference before there is a worker.

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
  std::thread worker([yours = std::make_shared<Guard>()]() mutable {
    try {
      const auto last = std::move(yours);
      throw 1;
    } catch (int) {
    }
  });
  worker.join();
}
