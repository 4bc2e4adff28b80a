// expect: verdict=defect kind=data-race line=20 traces=2 says="frees 8 bytes of heap block"
//
// A thread deletes an exception of the library after another one has asked it for its text, but a relaxed flag orders
// nothing. The end of the object counts as a write of it, though the library's own destructor ends it.

#include <atomic>
#include <new>
#include <thread>

namespace {

const std::exception* made = nullptr;
std::atomic<int> length = 0;

void ask() {
  const int found = made->what()[0] != '\0';
  length.store(found, std::memory_order_relaxed);
}
void drop() {
  if (length.load(std::memory_order_relaxed) > 0) delete made;
}

}  // namespace

int main() {
  made = new std::bad_alloc;
  std::thread dropper(drop), reader(ask);
  reader.join();
  dropper.join();
}
