// expect: verdict=safe traces=4 deadlocks=0
//
// As racy_stop_callback.cc, but the callback is gone before the thread goes on, and who destroys it waits for its
// function. The traces are those of stop_callback.cc.

#include <stop_token>
#include <thread>

static int value;

int main() {
  std::stop_source source;
  std::thread other([token = source.get_token()] {
    {
      std::stop_callback callback(token, [] { value = 2; });
    }
    value = 3;
  });
  source.request_stop();
  other.join();
}
