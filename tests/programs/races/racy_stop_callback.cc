// expect: verdict=defect kind=data-race lines=13,14 variable=value
//
// The function of a stop_callback may run in main while the thread, which has it still, goes on.

#include <stop_token>
#include <thread>

static int value;

int main() {
  std::stop_source source;
  std::thread other([token = source.get_token()] {
    std::stop_callback callback(token, [] { value = 2; });
    value = 3;
  });
  source.request_stop();
  other.join();
}
