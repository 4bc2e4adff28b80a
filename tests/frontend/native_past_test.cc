// The engine is asked for the past of an access while the program runs: the answer is given on the host's stack, with
// the host's memory, and the program notices nothing of it.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "engine/qpor/explore.h"
#include "engine/report/message_text.h"
#include "frontend/native/machine/executor.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/native_walk.h"

namespace qpor::frontend::native {
namespace {

// Plain accesses of memory that other threads accessed, clocks, allocation, errno and the rounding mode.
constexpr const char* kAsking = R"(
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, wrong;
static char* blocks[64];
static void* work(void* argument) {
  const int own = *(int*)argument;
  errno = 1000 + own;
  fesetround(own % 2 ? FE_UPWARD : FE_TOWARDZERO);
  for (int i = 0; i < 8; ++i) {
    pthread_mutex_lock(&m);
    struct timespec now;
    const int before = errno;
    clock_gettime(CLOCK_MONOTONIC, &now);
    blocks[total % 64] = malloc(20 + i);
    blocks[total % 64][0] = (char)now.tv_nsec;
    total += 1;
    if (errno != before || before != 1000 + own) wrong = 1;
    if (fegetround() != (own % 2 ? FE_UPWARD : FE_TOWARDZERO)) wrong = 2;
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  int numbers[3] = {1, 2, 3};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return wrong;
}
)";

ProgramOptions options_for(const std::string& path) {
  ProgramOptions options;
  options.sources.paths = {path};
  options.arguments = {"program"};
  options.machine.check_exit = true;
  return options;
}

bool is_on_host_stack() {
  const char local = 0;
  return !machine().is_slot_address(reinterpret_cast<Address>(&local)) && !machine().on_guest_stack();
}

/// Says that everything was before, so that nothing races.
class Everything : public engine::Past {
 public:
  std::uint32_t events_below(std::size_t, engine::ThreadId) const override { return answer(); }
  std::uint32_t events_before(std::size_t, engine::ThreadId) const override { return answer(); }
  mutable std::size_t questions = 0;

 private:
  virtual std::uint32_t answer() const {
    ++questions;
    return ~std::uint32_t{0};
  }
};

/// The same by way of memory that it allocates, keeps and frees, of other values of errno, and of deep calls.
class Greedy final : public Everything {
 public:
  mutable std::size_t in_guest = 0;
  mutable std::size_t on_guest = 0;

 private:
  std::uint32_t answer() const override {
    ++questions;
    if (!is_on_host_stack()) ++on_guest;
    kept_.push_back(std::make_unique<std::vector<int>>(1 + questions % 100, 7));
    if (questions % 3 == 0) kept_.erase(kept_.begin());
    for (const auto& each : {static_cast<const void*>(kept_.back().get()),
                             static_cast<const void*>(kept_.back()->data()), static_cast<const void*>(kept_.data())}) {
      if (machine().is_slot_address(reinterpret_cast<Address>(each))) ++in_guest;
    }
    errno = EDOM;
    return deep(64);
  }
  /// 64 KiB of stack.
  static std::uint32_t deep(int depth) {
    volatile char filler[1024];
    filler[static_cast<std::size_t>(depth)] = 1;
    return depth == 0 ? ~std::uint32_t{0} : deep(depth - 1) - static_cast<std::uint32_t>(filler[depth] - 1);
  }
  mutable std::vector<std::unique_ptr<std::vector<int>>> kept_;
};

/// After each step of a walk through the program. Empty when a thread failed.
std::vector<std::uint64_t> states_with(NativeExecutor& executor, const engine::Past& past, std::uint64_t seed) {
  executor.set_past(&past);
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> states;
  Walk walk(executor);
  while (walk.step(random)) states.push_back(walk.state());
  for (std::uint32_t i = 0; i < executor.thread_bound(); ++i) {
    const engine::Failure* const failure = executor.failure(static_cast<engine::ThreadId>(i));
    if (failure == nullptr) continue;
    ADD_FAILURE() << engine::text_of(failure->kind) << ": " << engine::text_of(failure->message);
    states.clear();
  }
  executor.set_past(nullptr);
  return states;
}

TEST(NativePast, IsAskedForOnTheHostsStackWithTheHostsMemory) {
  const TemporaryFile source(".c", kAsking);
  for (const bool by_causality : {false, true}) {
    ProgramOptions options = options_for(source.path());
    options.machine.races_by_causality = by_causality;
    NativeExecutor executor(build(options));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Everything plain;
      const Greedy greedy;
      const std::vector<std::uint64_t> states = states_with(executor, plain, seed);
      EXPECT_EQ(states_with(executor, greedy, seed), states) << "what the program has does not depend on the host";
      EXPECT_GT(states.size(), 50u);
      EXPECT_EQ(greedy.questions, plain.questions);
      EXPECT_GT(greedy.questions, 20u) << "there is something to be asked";
      EXPECT_EQ(greedy.on_guest, 0u);
      EXPECT_EQ(greedy.in_guest, 0u);
    }
  }
}

TEST(NativePastDeathTest, AFaultOfTheHostIsNotTheProgramsFailure) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const TemporaryFile source(".c", kAsking);
  class Broken final : public Everything {
    std::uint32_t answer() const override { return *static_cast<volatile std::uint32_t*>(nullptr); }
  };
  EXPECT_DEATH(
      {
        NativeExecutor executor(build(options_for(source.path())));
        states_with(executor, Broken(), 1);
      },
      "");
}

}  // namespace
}  // namespace qpor::frontend::native
