// expect: verdict=defect kind=assertion line=31 traces=2 deadlocks=0
//
// The destructor of the exception runs in the thread that drops the last reference, which is the worker in one of two
// traces.

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
  mine = nullptr, worker.join(), assert(!was_worker);
}
