// expect: verdict=defect kind=use-after-scope line=11 traces=1 says="local variable result (4 bytes), whose block"
//
// The thread outlives the block with the variable that its lambda refers to.

#include <thread>

int main() {
  std::thread worker;
  {
    int result = 0;
    worker = std::thread([&result] { result = 5; });
  }
  worker.join();
  return 0;
}
