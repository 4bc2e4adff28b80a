// expect: verdict=safe traces=1 deadlocks=0
//
// The destructor of the last class joins the thread, which still calls the virtual function of that class: the pointer
// to the table of functions is set to what it is.

#include <thread>

struct Worker {
  std::thread thread;
  void start() {
    thread = std::thread([this] { run(); });
  }
  virtual void run() {}
  virtual ~Worker() = default;
};

struct Counter : Worker {
  int count = 0;
  void run() override { ++count; }
  ~Counter() override { thread.join(); }
};

int main() {
  Counter counter;
  counter.start();
}
