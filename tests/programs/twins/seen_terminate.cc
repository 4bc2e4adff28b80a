// expect: verdict=safe traces=2
// std::set_terminate returns what another thread may have set.
#include <cstdlib>
#include <exception>
#include <thread>

static void first() { std::abort(); }
static void second() { std::abort(); }
static std::terminate_handler before[2];

int main() {
  std::thread a([] { before[0] = std::set_terminate(first); });
  std::thread b([] { before[1] = std::set_terminate(second); });
  a.join();
  b.join();
}
