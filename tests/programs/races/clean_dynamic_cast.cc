// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_dynamic_cast.cc, after the other thread has been joined and with an object that is still there.

#include <optional>
#include <thread>

static int gone;

struct Event {
  virtual ~Event() { ++gone; }
};
struct Key : Event {
  int code = 1;
};

static std::optional<Key> last;

int main() {
  std::thread other([] { last.emplace(); });
  other.join();
  Event* const event = &*last;
  const bool is_key = dynamic_cast<Key*>(event) != nullptr;
  return is_key && gone == 2;
}
