// expect: verdict=defect kind=data-race lines=11,23
//
// dynamic_cast reads the object, which another thread destroys.

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
  last.emplace();
  Event* const event = &*last;
  std::thread other([] { last.reset(); });
  const bool is_key = dynamic_cast<Key*>(event) != nullptr;
  other.join();
  return is_key && gone == 2;
}
