// Going back to a checkpoint is the same as running from the beginning: on every program of tests/programs and the
// families of bench/programs, and some of tests/programs/state, by the memory of the program and what its threads
// announce.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/explorer.h"
#include "frontend/native/machine/executor.h"
#include "tests/frontend/command_driver.h"
#include "tests/frontend/native_walk.h"
#include "tests/support/learning.h"
#include "tests/support/random_source.h"

namespace qpor::frontend::native {
namespace {

std::vector<std::string> all_programs() {
  std::vector<std::string> paths;
  for (const char* folder : {"tests/programs", "bench/programs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(repository_file(folder))) {
      const auto ending = entry.path().extension();
      // Its loop would take its time in every run.
      if (entry.path().stem() == "endless_loop") continue;
      if (ending == ".c" || ending == ".cc") paths.push_back(entry.path().string());
    }
  }
  // Those that change the standard streams of C++, which lie outside of the program's memory, and locales.
  for (const char* name :
       {"cout_captured", "cin_replaced", "clog_format", "cout_imbued", "stream_words", "locale_facet", "locale_ids"}) {
    paths.push_back(repository_file(std::string("tests/programs/state/") + name + ".cc"));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

ProgramOptions options_for(const std::string& path) {
  ProgramOptions options;
  options.sources.paths = {path};
  options.arguments = {"program", "3", "words"};
  options.machine.input = "2 words\n";
  options.machine.check_exit = true;
  // Those that are large in one way: their states are compared after every step.
  const std::string name = std::filesystem::path(path).stem().string();
  if (name == "many_locks") options.sources.definitions = {"LOCKS=30"};
  if (name == "long_trace") options.sources.definitions = {"EVENTS=2000"};
  return options;
}

class Checkpoints : public testing::TestWithParam<std::string> {};

/// Ends early when the execution is interrupted.
void walk_to_and_fro(NativeExecutor& executor) {
  std::mt19937_64 random(20'260'101);
  for (const std::size_t interval : {0u, 1u, 3u, 1000u}) {  // 0: as explorations have it
    executor.use_checkpoints(true);
    executor.set_checkpoint_interval(interval);
    for (int round = 0; round < 6; ++round) {
      SCOPED_TRACE("interval " + std::to_string(interval) + ", round " + std::to_string(round));
      executor.use_checkpoints(true);
      Walk walk(executor);
      // Forwards and back again, several times, then to the end.
      for (int turn = 0; turn < 5; ++turn) {
        for (std::size_t count = random() % 20; count > 0 && walk.step(random); --count) {
        }
        if (executor.interruption()) return;
        const std::size_t target = random() % (walk.steps().size() + 1);
        const std::uint64_t before = walk.state_after(target);
        walk.rewind(target);
        ASSERT_EQ(walk.state(), before) << "after going back to step " << target;
      }
      while (walk.step(random)) {
      }
      if (executor.interruption()) return;
      // The same steps from the beginning.
      const Walk before = walk;
      executor.use_checkpoints(false);
      walk.rewind(0);
      ASSERT_EQ(walk.state(), before.state_after(0));
      for (std::size_t i = 0; i < before.steps().size(); ++i) {
        const Walk::Step& step = before.steps()[i];
        ASSERT_EQ(executor.pending(step.thread), step.operation) << "step " << i;
        walk.take(step);
        ASSERT_EQ(walk.state(), before.state_after(i + 1)) << "step " << i;
      }
    }
  }
}

TEST_P(Checkpoints, LeadToWhereARunFromTheBeginningLeads) {
  NativeExecutor executor(build(options_for(GetParam())));
  // Locals are cleared: what hooks leave on a stack depends on checkpoints, and padding of a local may be copied.
  executor.machine().twin_log().switch_on();
  tests::explore_until_nothing_is_learnt(executor, [&] {
    walk_to_and_fro(executor);
    return true;
  });
}

std::string name_of_test(const testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).filename().string();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, Checkpoints, testing::ValuesIn(all_programs()), name_of_test);

TEST(NativeExecutor, HasACheckpointWhereItHasGoneBackTo) {
  NativeExecutor executor(build(options_for(repository_file("bench/programs/long_trace.c"))));
  Walk walk(executor);
  std::mt19937_64 random(20'260'101);
  while (walk.step(random)) {
  }
  std::size_t had_to_run = 0;
  for (std::size_t target = walk.steps().size() - 1; target > 100; target -= 97) {
    const std::size_t begin = executor.steps_run_again();
    walk.rewind(target);
    const std::size_t first = executor.steps_run_again();
    for (int i = 0; i < 50; ++i) walk.step(random);
    const std::size_t going_on = executor.steps_run_again();
    walk.rewind(target);
    EXPECT_EQ(going_on, first);
    EXPECT_LT(executor.steps_run_again() - going_on, 4u) << "the second time it is nearly there";
    had_to_run += first - begin;
  }
  EXPECT_GT(had_to_run, 20u) << "the first time it is not";
}

TEST(NativeExecutor, ExploresTheSameTracesWithAndWithoutCheckpoints) {
  for (const char* path :
       {"bench/programs/disp.c", "tests/programs/fault_with_lock_held.c", "tests/programs/print.c"}) {
    std::uint64_t hashes[2] = {};
    std::size_t again[2] = {};
    for (const bool is_on : {false, true}) {
      ProgramOptions options = options_for(repository_file(path));
      options.checkpoints = is_on;
      NativeExecutor executor(build(options));
      const auto explorer = engine::make_explorer(executor, {});
      EXPECT_EQ(explorer->explore(), engine::Ending::Complete);
      hashes[is_on] = explorer->trace_set_hash();
      again[is_on] = executor.steps_run_again();
    }
    EXPECT_EQ(hashes[0], hashes[1]) << path;
    EXPECT_GE(again[0], again[1]) << path;
  }
}

TEST(NativeExecutor, NoticesAProgramThatDoesSomethingElseTheNextTime) {
  const TemporaryFile source(".c", R"(
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* x) {
  for (int i = 0; i < 40; ++i) {
    unsigned low, high;
    // Not one of the forms that qpor knows, or the clock would be a virtual one.
    __asm__ volatile("rdtsc\n\tbswap %0\n\tbswap %0" : "=a"(low), "=d"(high));
    pthread_mutex_t* m = (low >> 4 ^ low >> 7) & 1 ? &a : &b;
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
  }
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
)");
  for (const char* twins : {"--twins=off", "--twins=auto"}) {
    const auto json = json_of({"--no-checkpoints", "--allow-asm", "--max-traces=1000", twins, source.path()});
    EXPECT_EQ(json["verdict"], "incomplete") << json.dump(2);
    ASSERT_TRUE(json.contains("divergence")) << json.dump(2);
    EXPECT_GT(json["divergence"]["location"]["line"], 0);
  }
}

}  // namespace
}  // namespace qpor::frontend::native
