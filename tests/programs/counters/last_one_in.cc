// expect: verdict=safe traces=5 deadlocks=0
//
// Of five threads the last one in reads what the others have written: five traces, not 5!.

#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

static constexpr int kThreads = 5;
static std::atomic<int> arrived{0};
static int parts[kThreads];

static void arrive(int number) {
  parts[number] = 1;
  if (arrived.fetch_add(1, std::memory_order_acq_rel) != kThreads - 1) return;
  int sum = 0;
  for (const int part : parts) sum += part;
  assert(sum == kThreads);
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(arrive, i);
  for (std::thread& each : threads) each.join();
}
