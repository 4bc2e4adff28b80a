// expect: verdict=safe traces=3 deadlocks=0
//
// Two threads handle one exception, each through a pointer of its own; which of them drops the last reference and frees
// the exception cannot be told. Traces: the worker comes before the exception is there, before main has taken the
// pointer away, or after that.

#include <cassert>
#include <exception>
#include <mutex>
#include <thread>

struct Error {
  int code;
};

static std::mutex lock;
static std::exception_ptr shared;

static void handle(const std::exception_ptr& mine) {
  try {
    if (mine) std::rethrow_exception(mine);
  } catch (const Error& error) {
    assert(error.code == 3);
  }
}

int main() {
  std::thread worker([] {
    std::exception_ptr mine;
    {
      const std::lock_guard<std::mutex> guard(lock);
      mine = shared;
    }
    handle(mine);
  });
  {
    const std::lock_guard<std::mutex> guard(lock);
    shared = std::make_exception_ptr(Error{3});
  }
  std::exception_ptr mine;
  {
    const std::lock_guard<std::mutex> guard(lock);
    mine = shared;
    shared = nullptr;
  }
  handle(mine);
  mine = nullptr;
  worker.join();
}
