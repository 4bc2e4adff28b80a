// What the user is told about atomics of C programs: the memory model, accesses that ask for a weaker one, and values.
// How many traces there are is in tests/programs.

#include <gtest/gtest.h>

#include <string>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string words_of(const nlohmann::json& weaker) {
  std::string text;
  for (const auto& each : weaker) {
    text += std::to_string(each["line"].get<int>()) + " " + each["order"].get<std::string>() + " " +
            each["access"].get<std::string>() + "\n";
  }
  return text;
}

constexpr const char* kWeaker = R"(#include <stdatomic.h>
static atomic_int x;
static _Atomic __int128 wide;
int main(void) {
  atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_release);
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_seq_cst, memory_order_acquire);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_signal_fence(memory_order_acquire);
  __atomic_fetch_add((int*)&x, 1, __ATOMIC_CONSUME);
  wide = atomic_load_explicit(&wide, memory_order_acquire);
  ++x;
  return 0;
}
)";

TEST(NativeAtomics, WeakerOrdersAreListed) {
  const CFile program(kWeaker);
  const auto json = json_of({program.path()});
  EXPECT_EQ(json["memory_model"], "sequential consistency");
  EXPECT_EQ(json["verdict"], "safe");
  EXPECT_EQ(words_of(json["weaker_atomics"]),
            "5 relaxed load\n6 release store\n8 seq_cst/acquire compare-exchange\n9 acq_rel fence\n"
            "11 acquire fetch_add\n12 acquire load\n");
  EXPECT_EQ(json["weaker_atomics"][0]["file"], program.path());
  const Ran ran = run_with({program.path()});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(
      holds(ran.out, "accesses weaker than seq_cst at 6 places were explored as seq_cst; their reorderings were not"))
      << ran.out;
  EXPECT_TRUE(holds(ran.out, ":5 (relaxed load), ")) << ran.out;
  EXPECT_TRUE(holds(ran.out, "1 more")) << ran.out;
  EXPECT_TRUE(holds(ran.out, "RESULT: safe under sequential consistency - ")) << ran.out;
}

TEST(NativeAtomics, WeakerOrdersMakeAStrictVerdictIncomplete) {
  const CFile weaker(kWeaker);
  const Ran ran = run_with({"--strict", weaker.path()});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(holds(ran.out, "; accesses weaker than seq_cst at 6 places were explored as seq_cst\n")) << ran.out;
  const CFile strong("#include <stdatomic.h>\nstatic atomic_int x;\nint main(void) { ++x; return 0; }\n");
  EXPECT_EQ(run_with({"--strict", strong.path()}).code, 0);
}

TEST(NativeAtomics, WeakerOrdersInHeadersOfOtherPackagesCount) {
  const TemporaryFile program(".cc", R"(#include <boost/lockfree/spsc_queue.hpp>
#include <thread>
boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
int main() {
  std::thread producer([] { queue.push(1); });
  int value;
  queue.pop(value);
  producer.join();
}
)");
  const auto json = json_of({program.path()});
  EXPECT_FALSE(json["weaker_atomics"].empty());
  EXPECT_EQ(json["verdict"], "safe") << json.dump(2);
}

TEST(NativeAtomics, AWeakerOrderInCppIsThatOfTheCall) {
  const TemporaryFile program(".cc", R"(#include <atomic>
#include <memory>
static std::atomic<int> x{0};
static std::atomic_flag flag;
template <class T> static void both(std::atomic<T>& atomic) {
  atomic.store(1, std::memory_order_release);
}
static int get(std::memory_order order) { return x.load(order); }
int main(int words, char**) {
  x.load(std::memory_order_acquire);
  x.load();
  int expected = 0;
  x.compare_exchange_weak(expected, 1, std::memory_order_acq_rel, std::memory_order_relaxed);
  x.fetch_add(1, std::memory_order_relaxed);
  flag.test_and_set(std::memory_order_acquire);
  std::atomic_thread_fence(std::memory_order_release);
  both(x);
  std::atomic_signal_fence(std::memory_order_acquire);
  std::atomic_fetch_add_explicit(&x, 1, std::memory_order_relaxed);
  get(words > 1 ? std::memory_order_acquire : std::memory_order_seq_cst);
  const std::shared_ptr<int> shared = std::make_shared<int>(1), copy = shared;
}
)");
  const auto json = json_of({program.path()});
  EXPECT_EQ(words_of(json["weaker_atomics"]),
            "6 release store\n8 variable load\n10 acquire load\n13 acq_rel/relaxed compare-exchange\n"
            "14 relaxed fetch_add\n15 acquire test_and_set\n16 release fence\n19 relaxed fetch_add\n");
  const auto optimised = json_of({"--cflags=-O1", program.path()});
  EXPECT_EQ(words_of(optimised["weaker_atomics"]).find("6 release store\n"), 0u)
      << words_of(optimised["weaker_atomics"]);
}

/// Optimisers inline the function of a thread into the library's that calls it.
TEST(NativeAtomics, AWeakerOrderInALambdaIsTheProgramsWhenItIsInlined) {
  const TemporaryFile program(".cc", R"(#include <atomic>
#include <thread>
static std::atomic<int> x{0}, y{0};
static int a, b;
int main() {
  std::thread first([] {
    x.store(1, std::memory_order_relaxed);
    a = y.load(std::memory_order_relaxed);
  });
  std::thread second([] {
    y.store(1, std::memory_order_relaxed);
    b = x.load(std::memory_order_relaxed);
  });
  first.join();
  second.join();
  return a + b == 7;
}
)");
  for (const std::string level : {"-O0", "-O1", "-O2"}) {
    SCOPED_TRACE(level);
    const auto json = json_of({"--cflags=" + level, program.path()});
    EXPECT_EQ(json["verdict"], "safe");
    EXPECT_GE(json["weaker_atomics"].size(), 4u) << words_of(json["weaker_atomics"]);
    const Ran strict = run_with({"--strict", "--cflags=" + level, program.path()});
    EXPECT_EQ(strict.code, 3) << strict.out;
  }
}

TEST(NativeAtomics, ATraceShowsValues) {
  const CFile program(R"(#include <assert.h>
#include <stdatomic.h>
static atomic_int x = 3;
int main(void) {
  const int found = atomic_fetch_add(&x, 2);
  int expected = 4;
  atomic_compare_exchange_strong(&x, &expected, 9);
  atomic_compare_exchange_strong(&x, &expected, 9);
  x = 1;
  assert(x == found);
  return 0;
}
)");
  const Ran ran = run_with({program.path()});
  for (const char* text : {"fetch_add x 3 -> 5", "compare-exchange x 4 -> 9 fails: it is 5",
                           "compare-exchange x 5 -> 9", "store x := 1", "load x = 1"}) {
    EXPECT_TRUE(holds(ran.out, text)) << text << "\n" << ran.out;
  }
}

}  // namespace
}  // namespace qpor::frontend
