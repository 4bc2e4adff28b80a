// C programs as twins of the oracle's: what the text looks like, which programs have no twin, and whether the judge
// notices a C program that is not the twin of the model it is compared with.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/c_program.h"
#include "tests/support/native_check.h"
#include "tests/support/random_c_program.h"

namespace qpor::tests {
namespace {

using oracle::Block;
using oracle::CProgram;
using oracle::Kind;
using oracle::MutexForm;
using oracle::ObjectKind;
using oracle::Ref;
namespace stmt = oracle::stmt;

/// What the programs of these tests share.
struct Objects {
  CProgram twin;
  Ref m = twin.program.declare(ObjectKind::Mutex, "m");
  Ref n = twin.program.declare(ObjectKind::Mutex, "n");
  Ref v = twin.program.declare(ObjectKind::Variable, "v");

  Objects& thread(Block block) {
    twin.program.add_thread(std::move(block));
    return *this;
  }
  Block section(Ref mutex, Block inside) const {
    Block made{stmt::on(Kind::Lock, mutex)};
    made.insert(made.end(), inside.begin(), inside.end());
    made.push_back(stmt::on(Kind::Unlock, mutex));
    return made;
  }
};

std::string judged(const CProgram& twin) {
  NativeCounts counts;
  return check_native(twin, counts);
}

/// With one piece of the C text replaced.
std::string judged_with(const CProgram& twin, const std::string& from, const std::string& to) {
  std::string text = to_c_text(twin);
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "no '" + from + "' in\n" + text;
  text.replace(at, from.size(), to);
  NativeCounts counts;
  return check_native(twin, text, counts);
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

// --- objections

TEST(Objection, NoneToAVariableUnderItsLock) {
  Objects o;
  o.thread(o.section(o.m, {stmt::read(0, o.v)})).thread(o.section(o.m, {stmt::write(o.v, 1)}));
  EXPECT_EQ(objection(o.twin), "");
}

TEST(Objection, ToAVariableUnderDifferentLocks) {
  Objects o;
  o.thread(o.section(o.m, {stmt::read(0, o.v)})).thread(o.section(o.n, {stmt::write(o.v, 1)}));
  EXPECT_EQ(objection(o.twin), "no lock protects v");
}

TEST(Objection, ToAWriteUnderALockForReading) {
  Objects o;
  const Ref l = o.twin.program.declare(ObjectKind::RwLock, "l");
  const Block reads{stmt::on(Kind::RdLock, l), stmt::read(0, o.v), stmt::on(Kind::RdUnlock, l)};
  const Block writes{stmt::on(Kind::RdLock, l), stmt::write(o.v, 1), stmt::on(Kind::RdUnlock, l)};
  EXPECT_EQ(objection(Objects(o).thread(reads).thread(reads).twin), "");
  EXPECT_EQ(objection(Objects(o).thread(reads).thread(writes).twin), "no lock protects v");
}

TEST(Objection, ToAnUnlockThatAPathReachesWithoutTheLock) {
  Objects o;
  const auto attempt = [&](oracle::Value wanted) {
    return Block{stmt::on(Kind::TryLock, 0, o.m), stmt::branch(stmt::equal(0, wanted), {stmt::on(Kind::Unlock, o.m)})};
  };
  EXPECT_EQ(objection(Objects(o).thread(attempt(1)).twin), "");
  expect_contains(objection(Objects(o).thread(attempt(0)).twin), "given back");
}

TEST(Objection, ToASecondLockUnlessTheMutexIsPlain) {
  Objects o;
  o.thread({stmt::on(Kind::Lock, o.m), stmt::on(Kind::Lock, o.m)});
  EXPECT_EQ(objection(o.twin), "");
  o.twin.forms["m"] = MutexForm::Recursive;
  expect_contains(objection(o.twin), "locked again");
}

TEST(Objection, ToWhatCDoesNotHave) {
  Objects o;
  const Ref c = o.twin.program.declare(ObjectKind::Condition, "c");
  expect_contains(objection(Objects(o).thread({stmt::choose(0, 2)}).twin), "no choice");
  expect_contains(objection(Objects(o).thread({stmt::on(Kind::Await, c)}).twin), "without a mutex");
  expect_contains(objection(Objects(o).thread({stmt::wait(c, o.m)}).twin), "a wait without m");
}

TEST(Objection, ToTheResultOfABarrierWithoutItsArrival) {
  Objects o;
  const Ref b = o.twin.program.declare(ObjectKind::Barrier, "b", 1);
  o.twin.forms["n"] = MutexForm::Serial;
  const oracle::Statement result = stmt::on(Kind::TryLock, 0, o.n);
  EXPECT_EQ(objection(Objects(o).thread({stmt::arrive(b, true), result}).twin), "");
  expect_contains(objection(Objects(o).thread({result}).twin), "without its arrival");
  expect_contains(objection(Objects(o).thread({stmt::arrive(b, true)}).twin), "without its trylock");
  expect_contains(objection(Objects(o).thread({stmt::arrive(b, true), result, stmt::on(Kind::Arrive, b)}).twin),
                  "to all threads or to none");
}

TEST(Objection, NoneToRandomCPrograms) {
  for (const oracle::CFamily family : oracle::all_c_families()) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const CProgram twin = oracle::random_c_program(family, seed);
      EXPECT_EQ(validate(twin.program), "") << twin.program.name;
      EXPECT_EQ(objection(twin), "") << twin.program.name;
    }
  }
}

// --- the judge

/// Two threads that add, each reading and writing in sections of their own; both orders and the lost update.
Objects adders() {
  Objects o;
  Block adds = o.section(o.m, {stmt::read(0, o.v)});
  for (const oracle::Statement& s : o.section(o.m, {stmt::write(o.v, oracle::reg(0, 1))})) adds.push_back(s);
  o.thread(adds).thread(adds);
  return o;
}

TEST(NativeJudge, AgreesWithTheTwin) {
  for (const oracle::Ending ending : {oracle::Ending::Joins, oracle::Ending::Leaves, oracle::Ending::Returns}) {
    CProgram twin = adders().twin;
    twin.ending = ending;
    NativeCounts counts;
    EXPECT_EQ(check_native(twin, counts), "");
    EXPECT_EQ(counts.programs, 1u);
    EXPECT_EQ(counts.traces, 2 * 6u);  // 4 sections in the orders of two threads, for k = 1 and optimal
  }
}

TEST(NativeJudge, NoticesALockTooFew) {
  EXPECT_NE(judged_with(adders().twin, "  must(pthread_mutex_unlock(&m));\n  must(pthread_mutex_lock(&m));\n", ""), "");
}

TEST(NativeJudge, NoticesALockOfAnotherMutex) {
  Objects o = adders();
  o.thread(o.section(o.n, {}));
  EXPECT_EQ(judged(o.twin), "");
  const std::string wrong = judged_with(o.twin, "pthread_mutex_lock(&n));\n  must(pthread_mutex_unlock(&n)",
                                        "pthread_mutex_lock(&m));\n  must(pthread_mutex_unlock(&m)");
  EXPECT_NE(wrong, "");
}

TEST(NativeJudge, NoticesAnotherResultOfATry) {
  Objects o;
  const Block tries{stmt::on(Kind::TryLock, 0, o.m),
                    stmt::branch(stmt::equal(0, 1), {stmt::on(Kind::Unlock, o.m)}, {stmt::on(Kind::Lock, o.n)})};
  o.thread(tries).thread(tries);
  EXPECT_EQ(judged(o.twin), "");
  EXPECT_NE(judged_with(o.twin, "if (r0 == 1)", "if (1)"), "");
}

TEST(NativeJudge, NoticesAnAssertionThatHoldsInTheModel) {
  Objects o = adders();
  Block reads = o.section(o.m, {stmt::read(0, o.v)});
  reads.push_back(stmt::check({oracle::reg(0), oracle::Comparison::Less, 3}));
  o.thread(reads);
  EXPECT_EQ(judged(o.twin), "");
  expect_contains(judged_with(o.twin, "assert(r0 < 3)", "assert(r0 < 2)"), "other threads fail");
}

TEST(NativeJudge, NoticesAFailureOfAnotherKind) {
  expect_contains(judged_with(adders().twin, "v = r0 + 1;", "v = r0 + 1; abort();"), "abort");
}

TEST(NativeJudge, ComparesDeadlocks) {
  Objects o;
  const Block one{stmt::on(Kind::Lock, o.m), stmt::on(Kind::Lock, o.n)};
  const Block other{stmt::on(Kind::Lock, o.n), stmt::on(Kind::Lock, o.m)};
  o.thread(one).thread(other);
  NativeCounts counts;
  EXPECT_EQ(check_native(o.twin, counts), "");
  EXPECT_EQ(counts.deadlocks, counts.traces);  // in two traces one thread ends with both locks
  EXPECT_NE(judged_with(o.twin, "  must(pthread_mutex_lock(&n));\n  must(pthread_mutex_lock(&m));\n", ""), "");
}

TEST(NativeJudge, KnowsThatTheSerialThreadMayBeOneThatDoesNotLook) {
  Objects o;
  const Ref b = o.twin.program.declare(ObjectKind::Barrier, "b", 2);
  const Ref serial = o.twin.program.declare(ObjectKind::Mutex, "serial");
  o.twin.forms["serial"] = MutexForm::Serial;
  o.thread({stmt::arrive(b, false), stmt::on(Kind::TryLock, oracle::kUnusedRegister, serial)});
  o.thread({stmt::arrive(b, true), stmt::on(Kind::TryLock, 0, serial), stmt::check(stmt::equal(0, 1))});
  EXPECT_EQ(objection(o.twin), "");
  NativeCounts counts;
  EXPECT_EQ(check_native(o.twin, counts), "");
  EXPECT_EQ(counts.traces, 4u);    // two for each search
  EXPECT_EQ(counts.failures, 2u);  // one of them
}

TEST(NativeJudge, ShrinksToTheSmallestTwin) {
  Objects o = adders();
  o.twin.forms["n"] = MutexForm::Recursive;
  o.twin.ending = oracle::Ending::Leaves;
  o.twin.initialises = true;
  o.thread(o.section(o.n, {stmt::probe(o.n, 1), stmt::check({oracle::reg(0), oracle::Comparison::Equal, 7})}));
  const CProgram smallest = shrink(o.twin, [](const CProgram& candidate) {
    NativeCounts counts;
    return check_native(candidate, counts).empty() && counts.failures > 0;
  });
  EXPECT_EQ(smallest.program.threads.size(), 1u);
  EXPECT_EQ(smallest.program.threads.at(0).block.size(), 1u);
  EXPECT_TRUE(smallest.program.declarations.empty());
  EXPECT_EQ(smallest.ending, oracle::Ending::Joins);
  EXPECT_FALSE(smallest.initialises);
  expect_contains(both_texts(smallest), "assert(r0 == ");
}

TEST(NativeJudge, RunsProbesWithoutAnyTrace) {
  for (const MutexForm form : {MutexForm::Plain, MutexForm::Recursive, MutexForm::Errorcheck, MutexForm::Spin}) {
    for (int which = 0; which < 4; ++which) {
      Objects o = adders();
      o.twin.forms["m"] = form;
      o.thread({stmt::probe(o.m, which), stmt::on(Kind::Lock, o.m), stmt::probe(o.m, which),
                stmt::on(Kind::Unlock, o.m), stmt::probe(o.m, which)});
      EXPECT_EQ(judged(o.twin), "");
    }
  }
}

}  // namespace
}  // namespace qpor::tests
