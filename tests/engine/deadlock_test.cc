#include "engine/report/deadlock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/program/operation.h"
#include "engine/report/message_text.h"
#include "tests/engine/model_run.h"
#include "tests/engine/scripted_executor.h"
#include "tests/support/oracle_program.h"
#include "tests/support/random_program.h"

namespace qpor::engine {
namespace {

struct Explained {
  std::vector<DeadlockExplanation> explanations;
  std::vector<std::string> texts;
};

/// A line for each sentence.
std::string in_lines(const Message& message) {
  std::string text;
  for (const std::string& line : lines_of(message))
    text += line + (line.ends_with(';') ? " " : line.ends_with('.') ? "\n" : "");
  return text.empty() ? text : text + ".\n";
}

Explained deadlocks_of(std::string_view text) {
  Explained explained;
  const ModelRun run(text, [&](const Qpor& explorer, bool deadlock) {
    const DeadlockExplanation explanation = explain_deadlock(explorer.execution());
    EXPECT_EQ(explanation.empty(), !deadlock);
    if (!deadlock) return;
    explained.texts.push_back(in_lines(describe(explorer.execution(), explanation)));
    explained.explanations.push_back(explanation);
  });
  return explained;
}

constexpr ThreadId thread(std::uint32_t number) { return static_cast<ThreadId>(number); }

TEST(Deadlock, OfPhilosophersIsACycleOfAllOfThem) {
  for (std::uint32_t n = 2; n <= 5; ++n) {
    const Explained found = deadlocks_of("const N = " + std::to_string(n) +
                                         "; mutex f[N];\nthread p[N](i) { lock(f[i]); lock(f[(i + 1) % N]); "
                                         "unlock(f[(i + 1) % N]); unlock(f[i]); }");
    ASSERT_EQ(found.explanations.size(), 1u);
    std::vector<ThreadId> all;
    for (std::uint32_t i = 0; i < n; ++i) all.push_back(thread(i));
    ASSERT_EQ(found.explanations[0].cycles, std::vector<std::vector<ThreadId>>(1, all));
    for (const BlockedThread& blocked : found.explanations[0].threads) {
      ASSERT_EQ(blocked.waits_for.size(), 1u);
      EXPECT_EQ(blocked.waits_for[0].thread, thread((index(blocked.thread) + 1) % n));
      EXPECT_EQ(blocked.waits_for[0].fate, ThreadFate::Blocked);
      EXPECT_NE(blocked.waits_for[0].since, kNoStep);
      EXPECT_FALSE(blocked.waits_for_itself);
    }
  }
}

TEST(Deadlock, OfTwoPhilosophersIsToldWithLines) {
  const Explained found = deadlocks_of(
      "mutex f[2];\n"
      "thread p[2](i) {\n"
      "  lock(f[i]);\n"
      "  lock(f[1 - i]);\n"
      "}\n");
  ASSERT_FALSE(found.texts.empty());
  bool is_told = false;
  for (const std::string& text : found.texts) {
    is_told = is_told || text ==
                             "p[0] waits for f[1] (line 4), held by p[1] since line 3; "
                             "p[1] waits for f[0] (line 4), held by p[0] since line 3.\n";
  }
  EXPECT_TRUE(is_told) << found.texts[0];
}

TEST(Deadlock, OfAThreadWithItselfIsFlagged) {
  const Explained found = deadlocks_of("mutex m;\nthread t {\n  lock(m);\n  lock(m);\n}");
  ASSERT_EQ(found.explanations.size(), 1u);
  ASSERT_EQ(found.explanations[0].threads.size(), 1u);
  EXPECT_TRUE(found.explanations[0].threads[0].waits_for_itself);
  EXPECT_EQ(found.explanations[0].cycles, (std::vector<std::vector<ThreadId>>{{thread(0)}}));
  EXPECT_EQ(found.texts[0], "t waits for m (line 4), held by t itself since line 3.\n");
}

/// What is said about each deadlock of a program, sorted.
std::vector<std::string> texts_of(std::vector<ScriptedExecutor::Script> scripts, std::vector<ObjectKind> objects) {
  ScriptedExecutor executor(std::move(scripts), std::move(objects));
  struct Listener final : Observer {
    bool on_trace(const Execution& execution, bool deadlock) override {
      if (deadlock) texts.push_back(in_lines(describe(execution, explain_deadlock(execution))));
      return true;
    }
    std::vector<std::string> texts;
  } listener;
  Qpor explorer(executor, {}, &listener);
  explorer.explore();
  std::sort(listener.texts.begin(), listener.texts.end());
  return listener.texts;
}

TEST(Deadlock, OfWhoSpinsNamesTheValueAndTheLastWrite) {
  const ScriptedExecutor::Line spin{OperationKind::AtomicLoad, 0, 0, 0, Value{0}};
  EXPECT_EQ(texts_of({{spin}}, {ObjectKind::Atomic}),
            std::vector<std::string>{"t0 spins on o0, which is 0 and never written.\n"});
  // The spinning thread sees 5, or it comes too late.
  EXPECT_EQ(texts_of({{spin}, {{OperationKind::AtomicStore, 0, 5}, {OperationKind::AtomicStore, 0, 0}}},
                     {ObjectKind::Atomic}),
            std::vector<std::string>{"t0 spins on o0, which is 0; last written by t1.\n"});
}

TEST(Deadlock, TellsNoHolderFromBeforeAnInitOrADestroy) {
  for (const OperationKind kind : {OperationKind::Init, OperationKind::Destroy}) {
    const std::vector<std::string> texts =
        texts_of({{{OperationKind::Lock, 0}, {kind, 0}, {OperationKind::Lock, 0}}, {{OperationKind::Lock, 0}}},
                 {ObjectKind::Mutex});
    // t0 locks again before t1; or t1 comes first, or in between.
    EXPECT_EQ(texts, (std::vector<std::string>{"t0 waits for o0, held by t1, which has ended.\n",
                                               "t0 waits for o0, held by t1, which has ended.\n",
                                               "t1 waits for o0, held by t0, which has ended.\n"}));
  }
}

TEST(Deadlock, OfALostSignalNamesTheLastOneBefore) {
  const Explained found = deadlocks_of(
      "mutex m; cond c;\n"
      "thread w {\n  lock(m);\n  wait(c, m);\n  unlock(m);\n}\n"
      "thread s {\n  signal(c);\n}\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  const BlockedThread& blocked = found.explanations[0].threads.at(0);
  EXPECT_EQ(blocked.thread, thread(0));
  EXPECT_NE(blocked.enqueued, kNoStep);
  EXPECT_NE(blocked.lost_signal, kNoStep);
  EXPECT_EQ(blocked.other_signal, kNoStep);
  EXPECT_TRUE(found.explanations[0].cycles.empty());
  EXPECT_EQ(found.texts[0], "w waits on c since line 4: the last signal, by s in line 8, came before.\n");
}

TEST(Deadlock, OfASignalThatNobodySendsSaysSo) {
  const Explained found = deadlocks_of("cond c;\nthread w { await(c); }");
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].threads.at(0).lost_signal, kNoStep);
  EXPECT_EQ(found.texts[0], "w waits on c since line 2, and nobody signals it.\n");
}

TEST(Deadlock, TellsASignalThatWokeAnotherWaiter) {
  const Explained found =
      deadlocks_of("cond c; sem ready;\nthread w[2] { await(c); post(ready); }\nthread s { signal(c); }");
  bool is_told = false;
  for (std::size_t i = 0; i < found.texts.size(); ++i) {
    for (const BlockedThread& blocked : found.explanations[i].threads) {
      if (blocked.other_signal == kNoStep) continue;
      is_told = true;
      EXPECT_EQ(blocked.lost_signal, kNoStep);
      EXPECT_NE(found.texts[i].find("the last signal, by s in line 3, woke another thread"), std::string::npos)
          << found.texts[i];
    }
  }
  EXPECT_TRUE(is_told);
}

TEST(Deadlock, OfAJoinLeadsToTheThreadThatIsJoined) {
  const Explained found = deadlocks_of(
      "mutex m;\n"
      "proc child() {\n  lock(m);\n}\n"
      "thread main {\n  lock(m);\n  local h = create child();\n  join(h);\n}\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  const DeadlockExplanation& explanation = found.explanations[0];
  ASSERT_EQ(explanation.threads.size(), 2u);
  EXPECT_EQ(explanation.cycles, (std::vector<std::vector<ThreadId>>{{thread(0), thread(1)}}));
  EXPECT_EQ(explanation.threads[0].object, kNoObject);
  EXPECT_NE(found.texts[0].find("main waits for "), std::string::npos);
  EXPECT_NE(found.texts[0].find(" to end (line 8); "), std::string::npos) << found.texts[0];
}

TEST(Deadlock, OfAJoinOfABlockedThreadNeedsNoCycle) {
  const Explained found = deadlocks_of(
      "sem s;\nproc child() {\n  acquire(s);\n}\nthread main {\n  local h = create child();\n  join(h);\n}\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  const DeadlockExplanation& explanation = found.explanations[0];
  ASSERT_EQ(explanation.threads.size(), 2u);
  EXPECT_TRUE(explanation.cycles.empty());
  EXPECT_EQ(explanation.threads[0].waits_for.at(0).thread, explanation.threads[1].thread);
  EXPECT_EQ(explanation.threads[0].waits_for.at(0).fate, ThreadFate::Blocked);
  EXPECT_TRUE(explanation.threads[1].waits_for.empty());
  EXPECT_NE(found.texts[0].find(" waits for a post of s (line 3), whose count is 0.\n"), std::string::npos)
      << found.texts[0];
}

TEST(Deadlock, OfAJoinOfAFailedThreadIsFlagged) {
  const Explained found =
      deadlocks_of("proc child() {\n  assert(0 == 1);\n}\nthread main {\n  local h = create child();\n  join(h);\n}\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  ASSERT_EQ(found.explanations[0].threads.size(), 1u);
  EXPECT_EQ(found.explanations[0].threads[0].waits_for.at(0).fate, ThreadFate::Failed);
  EXPECT_NE(found.texts[0].find("which has failed"), std::string::npos) << found.texts[0];
}

TEST(Deadlock, OfALockTakenToTheEndIsFlagged) {
  const Explained found = deadlocks_of("mutex m;\nthread t[2] {\n  lock(m);\n}");
  ASSERT_EQ(found.explanations.size(), 2u);
  for (const DeadlockExplanation& explanation : found.explanations) {
    ASSERT_EQ(explanation.threads.size(), 1u);
    EXPECT_EQ(explanation.threads[0].waits_for.at(0).fate, ThreadFate::Ended);
    EXPECT_TRUE(explanation.cycles.empty());
  }
  EXPECT_NE(found.texts[0].find(" since line 3, which has ended.\n"), std::string::npos) << found.texts[0];
}

TEST(Deadlock, OfReadersThatWantToWriteNamesBothAsHolders) {
  const Explained found =
      deadlocks_of("rwlock l;\nthread t[2] {\n  rdlock(l);\n  wrlock(l);\n  wrunlock(l);\n  rdunlock(l);\n}");
  ASSERT_FALSE(found.explanations.empty());
  bool is_both = false;
  for (std::size_t i = 0; i < found.explanations.size(); ++i) {
    for (const BlockedThread& blocked : found.explanations[i].threads) {
      if (blocked.waits_for.size() != 2) continue;
      is_both = true;
      EXPECT_TRUE(blocked.waits_for_itself);
      EXPECT_NE(
          found.texts[i].find("t[0] waits for l (line 4), held by t[0] itself since line 3 and t[1] since line 3"),
          std::string::npos)
          << found.texts[i];
    }
  }
  EXPECT_TRUE(is_both);
}

TEST(Deadlock, OfAReaderAndAWriterIsACycle) {
  const Explained found = deadlocks_of(
      "rwlock l; mutex m;\n"
      "thread reader { rdlock(l); lock(m); unlock(m); rdunlock(l); }\n"
      "thread writer { lock(m); wrlock(l); wrunlock(l); unlock(m); }\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  EXPECT_EQ(found.explanations[0].cycles, (std::vector<std::vector<ThreadId>>{{thread(0), thread(1)}}));
  EXPECT_EQ(found.texts[0],
            "reader waits for m (line 2), held by writer since line 3; "
            "writer waits for l (line 3), held by reader since line 2.\n");
}

TEST(Deadlock, CountsAReadLockThatIsHeldTwiceUntilBothAreGone) {
  const Explained found = deadlocks_of(
      "rwlock l; sem s, never;\n"
      "thread reader { rdlock(l); rdlock(l); rdunlock(l); post(s); acquire(never); }\n"
      "thread writer { acquire(s); wrlock(l); }\n");
  ASSERT_EQ(found.explanations.size(), 1u);
  const BlockedThread& writer = found.explanations[0].threads.at(1);
  ASSERT_EQ(writer.waits_for.size(), 1u);
  EXPECT_EQ(writer.waits_for[0].thread, thread(0));
}

TEST(Deadlock, CountsNeitherAReadLockGivenBackNorAFailedAttempt) {
  const Explained reader = deadlocks_of(
      "rwlock l; sem s, never;\n"
      "thread gone { rdlock(l); rdunlock(l); post(s); }\n"
      "thread stays { acquire(s); rdlock(l); post(s); acquire(never); }\n"
      "thread writer { acquire(s); wrlock(l); }\n");
  bool is_seen = false;
  for (const DeadlockExplanation& explanation : reader.explanations) {
    for (const BlockedThread& blocked : explanation.threads) {
      if (blocked.waits_for.empty()) continue;
      is_seen = true;
      EXPECT_NE(blocked.waits_for.at(0).thread, thread(0));
      EXPECT_EQ(blocked.waits_for.size(), 1u);
    }
  }
  EXPECT_TRUE(is_seen);
  const Explained attempt = deadlocks_of(
      "mutex m; sem s, never;\n"
      "thread holder { lock(m); post(s); acquire(never); }\n"
      "thread other { acquire(s); trylock(m); lock(m); }\n");
  ASSERT_EQ(attempt.explanations.size(), 1u);
  const BlockedThread& other = attempt.explanations[0].threads.at(1);
  ASSERT_EQ(other.waits_for.size(), 1u);
  EXPECT_EQ(other.waits_for[0].thread, thread(0));
  EXPECT_FALSE(other.waits_for_itself);
}

TEST(Deadlock, OfASecondWaitCountsTheFirstSignalAsBefore) {
  const Explained found = deadlocks_of("cond c;\nthread w { await(c); await(c); }\nthread s { signal(c); }");
  bool is_seen = false;
  for (std::size_t i = 0; i < found.explanations.size(); ++i) {
    const BlockedThread& blocked = found.explanations[i].threads.at(0);
    EXPECT_EQ(blocked.other_signal, kNoStep);
    EXPECT_NE(blocked.lost_signal, kNoStep);
    is_seen = true;
  }
  EXPECT_TRUE(is_seen);
}

// a waits for both readers; b waits for a, c waits for b: cycles of two and of three.
TEST(Deadlock, TellsAShortestCycleOfAComponent) {
  const Explained found = deadlocks_of(
      "rwlock l; mutex m, n;\n"
      "thread c { rdlock(l); lock(n); }\n"
      "thread a { lock(m); wrlock(l); }\n"
      "thread b { lock(n); rdlock(l); lock(m); }\n");
  bool is_seen = false;
  for (const DeadlockExplanation& explanation : found.explanations) {
    if (explanation.threads.size() != 3 || explanation.threads[1].waits_for.size() != 2) continue;
    is_seen = true;
    EXPECT_EQ(explanation.cycles, (std::vector<std::vector<ThreadId>>{{thread(1), thread(2)}}));
  }
  EXPECT_TRUE(is_seen);
}

TEST(Deadlock, AtABarrierCountsTheRoundOfTheThread) {
  const Explained found =
      deadlocks_of("barrier b(2);\nthread once { arrive(b); }\nthread twice { arrive(b); arrive(b); }");
  ASSERT_EQ(found.explanations.size(), 1u);
  ASSERT_EQ(found.explanations[0].threads.size(), 1u);
  EXPECT_EQ(found.explanations[0].threads[0].arrived, 1);
}

TEST(Deadlock, AtABarrierCountsWhoHasArrived) {
  const Explained found = deadlocks_of("barrier b(3);\nthread t[2] {\n  arrive(b);\n}");
  ASSERT_EQ(found.explanations.size(), 1u);
  ASSERT_EQ(found.explanations[0].threads.size(), 2u);
  for (const BlockedThread& blocked : found.explanations[0].threads) {
    EXPECT_EQ(blocked.arrived, 2);
    EXPECT_EQ(blocked.expected, 3);
  }
  EXPECT_NE(found.texts[0].find("t[1] waits at the barrier b (line 3), where 2 of 3 threads have arrived.\n"),
            std::string::npos)
      << found.texts[0];
}

TEST(Deadlock, AtABarrierWithTooManyThreadsCountsTheLastRound) {
  const Explained found = deadlocks_of("barrier b(2);\nthread t[3] {\n  arrive(b);\n}");
  ASSERT_FALSE(found.explanations.empty());
  for (const DeadlockExplanation& explanation : found.explanations) {
    ASSERT_EQ(explanation.threads.size(), 1u);
    EXPECT_EQ(explanation.threads[0].arrived, 1);
    EXPECT_EQ(explanation.threads[0].expected, 2);
  }
}

TEST(Deadlock, TellsTwoSeparateCyclesAndTheCycleBeforeTheRest) {
  const Explained found = deadlocks_of(
      "mutex a, b, c, d; sem s;\n"
      "thread idle { acquire(s); }\n"
      "thread ab { lock(a); lock(b); unlock(b); unlock(a); }\n"
      "thread ba { lock(b); lock(a); unlock(a); unlock(b); }\n"
      "thread cd { lock(c); lock(d); unlock(d); unlock(c); }\n"
      "thread dc { lock(d); lock(c); unlock(c); unlock(d); }\n");
  std::size_t with_two = 0;
  for (std::size_t i = 0; i < found.explanations.size(); ++i) {
    if (found.explanations[i].cycles.size() != 2) continue;
    ++with_two;
    EXPECT_EQ(found.texts[i],
              "ab waits for b (line 3), held by ba since line 4; ba waits for a (line 4), held by ab since line 3.\n"
              "cd waits for d (line 5), held by dc since line 6; dc waits for c (line 6), held by cd since line 5.\n"
              "idle waits for a post of s (line 2), whose count is 0.\n");
  }
  EXPECT_EQ(with_two, 1u);
}

TEST(Deadlock, IsNoneWhileThreadsCanGoOn) {
  struct AtFailure : Observer {
    std::size_t others_pending = 0;
    bool on_failure(const Execution& execution, ThreadId, const Failure&) override {
      for (std::uint32_t i = 0; i < 2; ++i) {
        if (execution.pending(thread(i)) != kNoOperation) ++others_pending;
      }
      EXPECT_TRUE(explain_deadlock(execution).empty());
      return true;
    }
  } observer;
  const auto program =
      frontend::model::compile("var x; thread a { x = 1; assert(0 == 1); } thread b { x; x = 2; }", "test.model");
  const auto executor = frontend::model::make_executor(program);
  Qpor explorer(*executor, without_pruning(), &observer);
  explorer.explore();
  EXPECT_GT(observer.others_pending, 0u);
}

TEST(Deadlock, OfRandomProgramsIsAlwaysExplained) {
  const std::uint64_t seed = seed_of_random_tests();
  std::size_t explained = 0;
  for (const oracle::Family family : oracle::all_families()) {
    for (std::uint64_t i = 0; i < 10; ++i) {
      const oracle::Program program = oracle::random_program(family, seed * 1000 + i);
      SCOPED_TRACE(program.name);
      const ModelRun run(to_model_text(program), [&](const Qpor& explorer, bool deadlock) {
        const DeadlockExplanation explanation = explain_deadlock(explorer.execution());
        EXPECT_EQ(explanation.empty(), !deadlock);
        if (deadlock) ++explained;
        for (const BlockedThread& blocked : explanation.threads) {
          const ObjectKind kind = object_kind_of(explorer.vocabulary().operations[blocked.operation].kind);
          const bool is_lock = kind == ObjectKind::Mutex || kind == ObjectKind::RwLock;
          EXPECT_TRUE(!is_lock || !blocked.waits_for.empty());
          for (const WaitedFor& each : blocked.waits_for) EXPECT_NE(each.fate, ThreadFate::Running);
        }
        for (const auto& cycle : explanation.cycles) {
          for (std::size_t at = 0; at < cycle.size(); ++at) {
            const auto& blocked = *std::find_if(explanation.threads.begin(), explanation.threads.end(),
                                                [&](const BlockedThread& each) { return each.thread == cycle[at]; });
            EXPECT_TRUE(std::any_of(blocked.waits_for.begin(), blocked.waits_for.end(), [&](const WaitedFor& each) {
              return each.thread == cycle[(at + 1) % cycle.size()];
            }));
          }
        }
        const std::string text = in_lines(describe(explorer.execution(), explanation));
        EXPECT_EQ(text.empty(), !deadlock);
      });
    }
  }
  EXPECT_GT(explained, 100u);
}

}  // namespace
}  // namespace qpor::engine
