// The oracle judged by numbers known beforehand, by its own definitions against each other, and by commutation on
// random programs. Nothing here touches the engine.

#include "tests/support/ground_truth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/known_programs.h"
#include "tests/support/oracle_program.h"
#include "tests/support/random_program.h"
#include "tests/support/random_source.h"
#include "tests/support/shrink.h"

namespace qpor::oracle {
namespace {

std::uint64_t base_seed() {
  const char* text = std::getenv("QPOR_SEED");
  const std::uint64_t seed = text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
  std::printf("QPOR_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

/// Traces; of them with blocked threads; of them with failed threads.
void expect_counts(const Program& program, std::size_t traces, std::size_t deadlocks, std::size_t failed = 0) {
  ASSERT_EQ(validate(program), "");
  const GroundTruth truth(program);
  ASSERT_TRUE(truth.is_complete()) << truth.message();
  EXPECT_EQ(truth.maximal().size(), traces) << program.name << '\n' << to_model_text(program);
  EXPECT_EQ(truth.deadlock_count(), deadlocks) << program.name;
  EXPECT_EQ(truth.failed_configuration_count(), failed) << program.name;
  EXPECT_EQ(truth.commutation_error(), "") << program.name;
}

TEST(GroundTruth, CountsTheTracesOfKnownPrograms) {
  for (const KnownProgram& known : known_programs()) {
    expect_counts(known.program, known.traces, known.deadlocks, known.failed);
  }
}

TEST(GroundTruth, SaysTooBigInsteadOfRunningOn) {
  const Program program = known::readers(5);
  const GroundTruth by_configurations(program, {100, kMaxEvents});
  EXPECT_EQ(by_configurations.status(), GroundTruth::Status::TooBig);
  EXPECT_EQ(by_configurations.message(), "more than 100 configurations");
  const GroundTruth by_events(program, {20000, 10});
  EXPECT_EQ(by_events.status(), GroundTruth::Status::TooBig);
  EXPECT_EQ(by_events.message(), "more than 10 events");
}

TEST(Replay, NamesCreatedThreadsByCreatorAndOrdinal) {
  Program program;
  const Ref v = program.declare(ObjectKind::Variable, "v");
  program.add_proc({stmt::create(0, 1)});
  program.add_proc({stmt::write(v, 1)});
  program.add_thread({stmt::create(0, 0), stmt::create(1, 1), stmt::join(0)});
  const GroundTruth truth(program);
  const std::vector<Step> schedule = {{"t0", ""},   {"t0", ""},     {"t0.1", ""},   {"t0.0", ""}, {"t0.0", ""},
                                      {"t0.0", ""}, {"t0.0.0", ""}, {"t0.0.0", ""}, {"t0", ""}};
  const Replay replay = truth.replay(schedule);
  ASSERT_TRUE(replay.configuration) << replay.error;
  EXPECT_EQ(truth.describe(replay.events.back()), "t0 join t0.0 (T)");
  EXPECT_EQ(truth.describe(replay.events[7]), "t0.0.0 write v 1 (X)");
  EXPECT_EQ(truth.pending_threads(*replay.configuration), (std::vector<std::string>{"t0.1", "t0.0.0"}));
}

TEST(Replay, FollowsNamedOutcomesAndRefusesImpossibleOnes) {
  Program program;
  const Ref c = program.declare(ObjectKind::Condition, "c");
  program.add_thread({stmt::on(Kind::Await, c)});
  program.add_thread({stmt::on(Kind::TimedAwait, 0, c)});
  program.add_thread({stmt::on(Kind::Signal, c), stmt::choose(0, 3)});
  const GroundTruth truth(program);
  const auto error = [&](const std::vector<Step>& schedule) { return truth.replay(schedule).error; };
  const std::vector<Step> good = {{"t0", ""}, {"t1", ""}, {"t2", "t0"}, {"t0", ""}, {"t1", "timeout"}, {"t2", "2"}};
  const Replay replay = truth.replay(good);
  ASSERT_TRUE(replay.configuration) << replay.error;
  EXPECT_EQ(truth.describe(replay.events[2]), "t2 signal c -> t0 (X)");
  EXPECT_TRUE(truth.extensions(*replay.configuration) == truth.conflicting_extensions(*replay.configuration));
  EXPECT_EQ(error({{"t9", ""}}), "step 0 (t9): no such thread in any execution");
  EXPECT_EQ(error({{"t0", ""}, {"t0", ""}}), "step 1 (t0): the thread is blocked in wake");
  EXPECT_EQ(error({{"t0", ""}, {"t2", "lost"}}), "step 1 (t2 -> lost): that outcome is not possible here");
  EXPECT_EQ(error({{"t0", ""}, {"t1", ""}, {"t2", ""}}),
            "step 2 (t2): several outcomes are possible and none is named");
  EXPECT_EQ(error({{"t2", "lost"}, {"t2", "0"}, {"t2", ""}}), "step 2 (t2): the thread has ended");
  EXPECT_EQ(error({{"t1", ""}, {"t2", "t1"}, {"t1", "timeout"}}),
            "step 2 (t1 -> timeout): that outcome is not possible here");
}

TEST(Interpreter, TellsTheNextOperationFromTheResults) {
  Program program;
  const Ref a = program.declare(ObjectKind::Variable, "a", 0, 3);
  program.add_thread({stmt::read(0, at(a, 1)),
                      stmt::branch({reg(0), Comparison::Less, 2}, {stmt::write(at(a, reg(0)), 7)}),
                      stmt::check(stmt::not_equal(0, 2)), stmt::write(at(a, reg(0, 1)), 8)});
  const Interpreter interpreter(program);
  const auto after = [&](std::vector<Value> results) {
    return interpreter.after(interpreter.initial_thread(0), results);
  };
  EXPECT_EQ(after({}).next, (Op{OpKind::Read, 1}));
  EXPECT_EQ(after({0}).next, (Op{OpKind::Write, 0, 7}));
  EXPECT_EQ(after({1, 0}).next, (Op{OpKind::Write, 2, 8}));
  EXPECT_EQ(after({1, 0, 0}).phase, Phase::Finished);
  EXPECT_EQ(after({2}).phase, Phase::Failed);  // the assertion
  EXPECT_EQ(after({3}).phase, Phase::Failed);  // the index
}

TEST(ModelText, PrintsEveryStatement) {
  Program p;
  const Ref v = p.declare(ObjectKind::Variable, "v", 3);
  const Ref a = p.declare(ObjectKind::Variable, "a", 0, 2);
  const Ref m = p.declare(ObjectKind::Mutex, "m");
  const Ref c = p.declare(ObjectKind::Condition, "c");
  const Ref f = p.declare(ObjectKind::FifoCondition, "f");
  const Ref s = p.declare(ObjectKind::Semaphore, "s", 1);
  const Ref l = p.declare(ObjectKind::RwLock, "l");
  const Ref b = p.declare(ObjectKind::Barrier, "b", 2);
  const int proc = p.add_proc({stmt::write(v, reg(0))});
  p.add_thread({stmt::read(0, v),
                stmt::write(at(a, reg(0, -3)), reg(0, 1)),
                stmt::fetch_add(1, v, -2),
                stmt::exchange(1, v, 4),
                stmt::cas(1, at(a, 0), 0, reg(1)),
                stmt::on(Kind::Lock, m),
                stmt::wait(c, m),
                stmt::timed_wait(0, f, m),
                stmt::on(Kind::Unlock, m),
                stmt::on(Kind::TryLock, 0, m),
                stmt::on(Kind::Await, c),
                stmt::on(Kind::TimedAwait, 0, c),
                stmt::on(Kind::Signal, c),
                stmt::on(Kind::Broadcast, f),
                stmt::on(Kind::SemValue, 2, s),
                stmt::on(Kind::TryRdLock, 0, l),
                stmt::on(Kind::Arrive, b),
                stmt::create(0, proc, 5),
                stmt::join(0),
                stmt::choose(0, 2),
                stmt::set(0, reg(1)),
                stmt::branch(stmt::equal(0, 1), {stmt::check(stmt::not_equal(1, 2))}, {stmt::on(Kind::Post, s)})});
  ASSERT_EQ(validate(p), "");
  EXPECT_EQ(to_model_text(p), R"(var v = 3;
var a[2];
mutex m;
cond c;
fifo cond f;
sem s = 1;
rwlock l;
barrier b(2);
proc p0(argument) {
  local r0 = argument;
  v = r0;
}
thread t0 {
  local r0;
  local r1;
  local r2;
  local h0 = -1;
  r0 = v;
  a[r0 - 3] = r0 + 1;
  r1 = fetch_add(v, -2);
  r1 = exchange(v, 4);
  r1 = cas(a[0], 0, r1);
  lock(m);
  wait(c, m);
  r0 = timedwait(f, m);
  unlock(m);
  r0 = trylock(m);
  await(c);
  r0 = timedawait(c);
  signal(c);
  broadcast(f);
  r2 = value(s);
  r0 = tryrdlock(l);
  arrive(b);
  h0 = create p0(5);
  join(h0);
  r0 = choose(2);
  r0 = r1;
  if (r0 == 1) {
    assert(r1 != 2);
  } else {
    post(s);
  }
}
)");
}

// ---- random programs

constexpr int kProgramsPerFamily = 300;

TEST(RandomProgram, IsTheSameOnEveryPlatform) {
  std::uint64_t fingerprint = 0;
  for (const Family family : all_families()) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      for (const char c : to_model_text(random_program(family, seed))) {
        fingerprint = fingerprint * 1099511628211u + static_cast<unsigned char>(c);
      }
    }
  }
  // Changes whenever a generator is changed on purpose; seeds written down before then mean other programs.
  EXPECT_EQ(fingerprint, 3378468472778968359u);
}

TEST(RandomProgram, IsValidAndCommutes) {
  const std::uint64_t seed = base_seed();
  std::printf("%-15s %7s %7s %7s %7s | %6s %6s %6s %6s | %8s %8s\n", "family", "too big", "1 trace", "blocked",
              "failed", "p5", "p50", "p95", "max", "traces", "ms each");
  for (const Family family : all_families()) {
    std::vector<std::size_t> sizes;
    int too_big = 0, single = 0, blocked = 0, failed = 0;
    std::size_t traces = 0;
    double milliseconds = 0;
    for (int i = 0; i < kProgramsPerFamily; ++i) {
      const Program program = random_program(family, seed * 100000 + static_cast<std::uint64_t>(i));
      ASSERT_EQ(validate(program), "") << program.name << '\n' << to_model_text(program);
      const auto begin = std::chrono::steady_clock::now();
      const GroundTruth truth(program);
      milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
      ASSERT_NE(truth.status(), GroundTruth::Status::NotCommuting) << program.name << ": " << truth.message() << '\n'
                                                                   << to_model_text(program);
      if (!truth.is_complete()) {
        ++too_big;
        continue;
      }
      ASSERT_EQ(truth.commutation_error(), "") << program.name << '\n' << to_model_text(program);
      sizes.push_back(truth.configuration_count());
      traces += truth.maximal().size();
      single += truth.maximal().size() == 1 ? 1 : 0;
      blocked += truth.deadlock_count() > 0 ? 1 : 0;
      failed += truth.failed_configuration_count() > 0 ? 1 : 0;
    }
    ASSERT_FALSE(sizes.empty());
    std::sort(sizes.begin(), sizes.end());
    const auto percent = [&](int part) { return 100.0 * part / kProgramsPerFamily; };
    const auto quantile = [&](std::size_t q) { return sizes[q * (sizes.size() - 1) / 100]; };
    std::printf("%-15s %6.1f%% %6.1f%% %6.1f%% %6.1f%% | %6zu %6zu %6zu %6zu | %8zu %8.3f\n", name_of(family).c_str(),
                percent(too_big), percent(single), percent(blocked), percent(failed), quantile(5), quantile(50),
                quantile(95), sizes.back(), traces, milliseconds / kProgramsPerFamily);
    EXPECT_LT(percent(too_big), 25) << name_of(family);
    EXPECT_LT(percent(single), 50) << name_of(family);
  }
}

/// Calls visit(program, truth) for some programs of every family whose unfolding has at most 150 events.
template <class Visit>
void for_small_programs(int per_family, Visit visit) {
  const std::uint64_t seed = base_seed();
  for (const Family family : all_families()) {
    for (int i = 0; i < per_family; ++i) {
      const Program program = random_program(family, seed * 100000 + 50000 + static_cast<std::uint64_t>(i));
      const GroundTruth truth(program, {1000, 150});
      if (!truth.is_complete()) continue;
      SCOPED_TRACE(program.name + '\n' + to_model_text(program));
      visit(truth);
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(GroundTruth, ConflictIsInheritedAndMeansNoCommonConfiguration) {
  for_small_programs(20, [](const GroundTruth& truth) {
    for (EventId e = 0; e < truth.event_count(); ++e) {
      ASSERT_FALSE(truth.in_conflict(e, e));
      const Mode mode = truth.label(e).mode;
      for (EventId f = 0; f < e; ++f) {
        const EventSet both = truth.local_configuration(e) | truth.local_configuration(f);
        ASSERT_EQ(truth.in_conflict(e, f), !truth.is_configuration(both)) << truth.describe(e) << truth.describe(f);
        ASSERT_EQ(truth.in_conflict(e, f), truth.in_conflict(f, e));
        if (truth.in_immediate_conflict(e, f)) {
          ASSERT_TRUE(mode == Mode::R || mode == Mode::X) << truth.describe(e);
          ASSERT_TRUE(dependent(truth.label(e), truth.label(f)));
        }
      }
    }
  });
}

TEST(GroundTruth, ConflictingExtensionsAreInConflictWithTheirConfiguration) {
  for_small_programs(10, [](const GroundTruth& truth) {
    for (ConfigId id = 0; id < truth.configuration_count(); ++id) {
      const EventSet enabled = truth.enabled(id);
      truth.extensions(id).for_each([&](EventId e) {
        bool conflict = false;
        truth.configuration(id).for_each([&](EventId c) { conflict = conflict || truth.in_conflict(e, c); });
        ASSERT_EQ(conflict, !enabled.contains(e));
        ASSERT_EQ(conflict, truth.conflicting_extensions(id).contains(e));
      });
    }
  });
}

TEST(Replay, ReachesEachMaximalConfigurationInAnyOrder) {
  RandomSource random(base_seed());
  for_small_programs(20, [&](const GroundTruth& truth) {
    for (const ConfigId id : truth.maximal()) {
      const std::vector<Step> schedule = truth.schedule_of(id);
      ASSERT_EQ(truth.replay(schedule).configuration, id) << truth.replay(schedule).error;
      // Another order: take any event whose history has been taken.
      const std::vector<EventId> events = truth.configuration(id).to_vector();
      EventSet taken;
      std::vector<Step> shuffled;
      while (shuffled.size() < events.size()) {
        const auto i = static_cast<std::size_t>(random.below(static_cast<int>(events.size())));
        if (taken.contains(events[i]) || !truth.history(events[i]).is_subset_of(taken)) continue;
        taken.insert(events[i]);
        shuffled.push_back(schedule[i]);
      }
      const Replay replay = truth.replay(shuffled);
      ASSERT_EQ(replay.configuration, id) << replay.error;
    }
  });
}

// ---- shrinking

std::size_t statements_of(const Program& program) {
  std::size_t count = 0;
  for_each_statement(program, [&](const Statement&) { ++count; });
  return count;
}

TEST(Shrink, ReducesADeadlockToTwoLocksOfOneMutex) {
  const auto deadlocks = [](const Program& program) {
    const GroundTruth truth(program);
    return truth.is_complete() && truth.deadlock_count() > 0;
  };
  int shrunk = 0;
  const std::uint64_t seed = base_seed();
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Program program = random_program(Family::Mutex, seed * 100000 + i);
    if (!deadlocks(program)) continue;
    ++shrunk;
    const Program small = shrink(program, deadlocks);
    EXPECT_EQ(statements_of(small), 2u) << to_model_text(small);
    EXPECT_EQ(small.declarations.size(), 1u) << to_model_text(small);
    EXPECT_EQ(shrink(small, deadlocks), small);
  }
  EXPECT_GT(shrunk, 3);
}

TEST(Shrink, FindsTheTwoStatementsOfAPlantedFailure) {
  // Fails while some thread posts and some proc reads v, in a program full of other things.
  const auto fails = [](const Program& program) {
    bool posts = false;
    for (const Body& thread : program.threads) {
      for (const Statement& s : thread.block) {
        posts = posts || std::any_of(s.else_branch.begin(), s.else_branch.end(),
                                     [](const Statement& inner) { return inner.kind == Kind::Post; });
        posts = posts || s.kind == Kind::Post;
      }
    }
    bool reads = false;
    for (const Body& proc : program.procs) {
      for (const Statement& s : proc.block) reads = reads || s.kind == Kind::Read;
    }
    return posts && reads;
  };
  Program program;
  const Ref v = program.declare(ObjectKind::Variable, "v", 7);
  const Ref w = program.declare(ObjectKind::Variable, "w", 7, 4);
  const Ref s = program.declare(ObjectKind::Semaphore, "s", 4);
  program.add_proc({stmt::write(at(w, 3), 1)});
  program.add_proc({stmt::write(v, 1), stmt::read(1, v)});
  program.add_thread({stmt::create(0, 0), stmt::create(1, 1), stmt::join(0)});
  program.add_thread({stmt::read(0, v), stmt::branch(stmt::equal(0, 5), {stmt::write(v, 9)},
                                                     {stmt::read(2, v), stmt::on(Kind::Post, s), stmt::set(0, 4)})});
  const Program small = shrink(program, fails);
  EXPECT_EQ(to_model_text(small), R"(var v;
sem s;
proc p1(argument) {
  local r1;
  r1 = v;
}
thread t1 {
  post(s);
}
)");
}

}  // namespace
}  // namespace qpor::oracle
