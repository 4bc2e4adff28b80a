// expect: verdict=defect kind=data-race lines=10,13
//
// The destructor of the base joins the thread: by then the object is no Counter any more.

#include <thread>

struct Worker {
  std::thread thread;
  void start() {
    thread = std::thread([this] { run(); });
  }
  virtual void run() {}
  virtual ~Worker() { thread.join(); }
};

struct Counter : Worker {
  int count = 0;
  void run() override { ++count; }
};

int main() {
  Counter counter;
  counter.start();
}
