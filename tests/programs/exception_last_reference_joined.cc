// expect: verdict=safe traces=1 deadlocks=0
//
// As exception_last_reference.cc, but main keeps its reference until the worker has ended.

#include <cassert>
#include <exception>
#include <thread>

static thread_local bool is_worker = false;
static bool was_worker = false;

struct Error {
  Error() = default;
  Error(const Error&) = default;
  ~Error() { was_worker = is_worker; }
};

int main() {
  std::exception_ptr mine;
  try {
    throw Error();
  } catch (...) {
    mine = std::current_exception();
  }
  std::exception_ptr yours = mine;
  std::thread worker([&yours] {
    is_worker = true;
    yours = nullptr;
  });
  worker.join();
  mine = nullptr;
  assert(!was_worker);
}
