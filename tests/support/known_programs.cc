#include "tests/support/known_programs.h"

#include <string>
#include <utility>

namespace qpor::oracle {
namespace known {

Program philosophers(int count) {
  Program program;
  program.name = "philosophers(" + std::to_string(count) + ')';
  const Ref fork = program.declare(ObjectKind::Mutex, "fork", 0, count);
  for (int i = 0; i < count; ++i) {
    const Ref left = at(fork, i);
    const Ref right = at(fork, (i + 1) % count);
    program.add_thread({stmt::on(Kind::Lock, left), stmt::on(Kind::Lock, right), stmt::on(Kind::Unlock, right),
                        stmt::on(Kind::Unlock, left)});
  }
  return program;
}

Program readers(int count) {
  Program program;
  program.name = "readers(" + std::to_string(count) + ')';
  const Ref k = program.declare(ObjectKind::Variable, "k");
  const Ref a = program.declare(ObjectKind::Variable, "a", 0, count);
  program.add_thread({stmt::write(k, 42)});
  for (int i = 0; i < count; ++i) program.add_thread({stmt::read(0, at(a, i)), stmt::read(0, k)});
  return program;
}

Program last_zero(int count) {
  Program program;
  program.name = "last_zero(" + std::to_string(count) + ')';
  const Ref a = program.declare(ObjectKind::Variable, "a", 0, count + 1);
  Block search;  // from the end of the array down to a zero, unrolled from the inside
  for (int i = 0; i <= count; ++i) {
    Block here{stmt::read(0, at(a, i))};
    if (!search.empty()) here.push_back(stmt::branch(stmt::not_equal(0, 0), std::move(search)));
    search = std::move(here);
  }
  program.add_thread(std::move(search));
  for (int i = 1; i <= count; ++i) {
    program.add_thread({stmt::read(0, at(a, i - 1)), stmt::write(at(a, i), reg(0, 1))});
  }
  return program;
}

Program entangled_writers(int count) {
  Program program;
  program.name = "entangled_writers(" + std::to_string(count) + ')';
  const Ref x = program.declare(ObjectKind::Variable, "x", 9, count);
  const Ref c = program.declare(ObjectKind::Variable, "c");
  for (int i = 0; i < count; ++i) program.add_thread({stmt::write(at(x, i), 7 + i)});
  Block counter;
  for (int i = 1; i < count; ++i) counter.push_back(stmt::write(c, i));
  program.add_thread(std::move(counter));
  program.add_thread({stmt::read(0, c), stmt::write(at(x, reg(0)), 0)});
  return program;
}

}  // namespace known

namespace {

using Threads = std::vector<Block>;

/// A program that needs no more than one object of a kind.
struct Sketch {
  Program program;
  Ref m = program.declare(ObjectKind::Mutex, "m");
  Ref c = program.declare(ObjectKind::Condition, "c");
  Ref f = program.declare(ObjectKind::FifoCondition, "f");
  Ref s = program.declare(ObjectKind::Semaphore, "s");
  Ref l = program.declare(ObjectKind::RwLock, "l");
  Ref v = program.declare(ObjectKind::Variable, "v");

  Block critical(Statement inner) { return {stmt::on(Kind::Lock, m), std::move(inner), stmt::on(Kind::Unlock, m)}; }
  Block pair(Kind lock, Kind unlock, Ref object) { return {stmt::on(lock, object), stmt::on(unlock, object)}; }
  Sketch& proc(Block body) {
    program.add_proc(std::move(body));
    return *this;
  }
  KnownProgram with(std::string name, Threads threads, std::size_t traces, std::size_t deadlocks,
                    std::size_t failed = 0) {
    program.name = std::move(name);
    for (Block& thread : threads) program.add_thread(std::move(thread));
    return {without_unused_declarations(std::move(program)), traces, deadlocks, failed};
  }
};

void add_locks(std::vector<KnownProgram>& all) {
  {
    Sketch k;
    const Block attempt{stmt::on(Kind::TryLock, 0, k.m),
                        stmt::branch(stmt::equal(0, 1), {stmt::on(Kind::Unlock, k.m)})};
    all.push_back(k.with("three trylocks", {attempt, attempt, attempt}, 21, 0));
  }
  {
    Sketch k;
    const Block reader = k.pair(Kind::RdLock, Kind::RdUnlock, k.l);
    const Block writer = k.pair(Kind::WrLock, Kind::WrUnlock, k.l);
    all.push_back(k.with("rwlock, 2 readers and 2 writers", {reader, reader, writer, writer}, 18, 0));
  }
  {
    Sketch k;
    all.push_back(k.with("mutex locked by its holder", {{stmt::on(Kind::Lock, k.m), stmt::on(Kind::Lock, k.m)}}, 1, 1));
  }
  {
    // The other thread gets the mutex before (2 orders), or waits for a thread that failed.
    Sketch k;
    const Block bad{stmt::on(Kind::Lock, k.m), stmt::on(Kind::RdUnlock, k.l), stmt::on(Kind::Unlock, k.m)};
    all.push_back(k.with("misuse while holding a mutex", {bad, k.pair(Kind::Lock, Kind::Unlock, k.m)}, 2, 1, 2));
  }
}

/// A thread that misuses something stops before it does so, and the others see nothing of it.
void add_misuse(std::vector<KnownProgram>& all) {
  {
    Sketch k;
    all.push_back(
        k.with("unlock of another's mutex", {{stmt::on(Kind::Lock, k.m)}, {stmt::on(Kind::Unlock, k.m)}}, 1, 0, 1));
  }
  {
    Sketch k;
    all.push_back(k.with("write unlock of a read lock", {k.pair(Kind::RdLock, Kind::WrUnlock, k.l)}, 1, 0, 1));
  }
  {
    Sketch k;
    all.push_back(k.with("wait without the mutex", {{stmt::wait(k.c, k.m)}, {stmt::on(Kind::Signal, k.c)}}, 1, 0, 1));
  }
  {
    // The index is in range if it is read first.
    Sketch k;
    const Ref a = k.program.declare(ObjectKind::Variable, "a", 0, 2);
    const Block indexed{stmt::read(0, k.v), stmt::write(at(a, reg(0)), 1)};
    all.push_back(k.with("index out of range", {indexed, {stmt::write(k.v, 2)}}, 2, 0, 1));
  }
}

void add_semaphores(std::vector<KnownProgram>& all) {
  {
    Sketch k;
    const Block post{stmt::on(Kind::Post, k.s)};
    const Block acquire{stmt::on(Kind::Acquire, k.s)};
    const Block thrice{acquire[0], acquire[0], acquire[0]};
    all.push_back(k.with("3 posters, 3 waits", {post, post, post, thrice}, 16, 0));
  }
  {
    Sketch k;
    const Block post{stmt::on(Kind::Post, k.s)};
    const Block acquire{stmt::on(Kind::Acquire, k.s)};
    all.push_back(k.with("2 posters, 3 waiters", {post, post, acquire, acquire, acquire}, 18, 18));
  }
  {
    // The posts commute with each other; the value is asked before both, after either, or after both.
    Sketch k;
    const Block post{stmt::on(Kind::Post, k.s)};
    all.push_back(k.with("value of a semaphore", {post, post, {stmt::on(Kind::SemValue, 0, k.s)}}, 4, 0));
  }
}

void add_conditions(std::vector<KnownProgram>& all) {
  for (const bool fifo : {false, true}) {
    Sketch k;
    const Ref c = fifo ? k.f : k.c;
    const Block waiter = k.critical(stmt::wait(c, k.m));
    const Block signaller = k.critical(stmt::on(Kind::Signal, c));
    const std::size_t traces = fifo ? 8 : 10;
    all.push_back(k.with(fifo ? "condition, first in first out" : "condition, any waiter", {waiter, waiter, signaller},
                         traces, traces));
  }
  {
    Sketch k;
    const Block waiter = k.critical(stmt::wait(k.c, k.m));
    all.push_back(k.with("broadcast", {waiter, waiter, k.critical(stmt::on(Kind::Broadcast, k.c))}, 10, 6));
  }
  {
    Sketch k;
    all.push_back(k.with("missed signal", {k.critical(stmt::wait(k.c, k.m)), {stmt::on(Kind::Signal, k.c)}}, 2, 1));
  }
  {
    // The signal comes before the wait, during it, or after the timeout.
    Sketch k;
    all.push_back(k.with("timed wait", {{stmt::on(Kind::TimedAwait, 0, k.c)}, {stmt::on(Kind::Signal, k.c)}}, 3, 0));
  }
}

void add_barriers(std::vector<KnownProgram>& all) {
  {
    Sketch k;
    const Ref b = k.program.declare(ObjectKind::Barrier, "b", 3);
    const Block member{stmt::on(Kind::Arrive, b), stmt::fetch_add(0, k.v, 1), stmt::on(Kind::Arrive, b)};
    all.push_back(k.with("barrier, two rounds with a racy add", {member, member, member}, 6, 0));
  }
  {
    // Every order of the three arrivals, and the last one waits for a fourth.
    Sketch k;
    const Ref b = k.program.declare(ObjectKind::Barrier, "b", 2);
    const Block member{stmt::on(Kind::Arrive, b)};
    all.push_back(k.with("barrier with more threads than places", {member, member, member}, 6, 6));
  }
  {
    Sketch k;
    const Ref b = k.program.declare(ObjectKind::Barrier, "b", 3);
    const Block member{stmt::on(Kind::Arrive, b)};
    all.push_back(k.with("barrier with too few threads", {member, member}, 1, 1));
  }
}

void add_creates(std::vector<KnownProgram>& all) {
  {
    // The creator reads before or after its grandchild writes.
    Sketch k;
    k.proc({stmt::create(0, 1)}).proc({stmt::write(k.v, 1)});
    all.push_back(k.with("nested creates", {{stmt::create(0, 0), stmt::read(0, k.v)}}, 2, 0));
  }
  {
    Sketch k;
    k.proc({stmt::write(k.v, 1)});
    all.push_back(k.with("join orders", {{stmt::create(0, 0), stmt::join(0), stmt::read(0, k.v)}}, 1, 0));
  }
  {
    // Without the create the write comes later; with it the child's write is later than everything.
    Sketch k;
    k.proc({stmt::write(k.v, 2)});
    const Block creator{stmt::read(0, k.v), stmt::branch(stmt::equal(0, 1), {stmt::create(0, 0)})};
    all.push_back(k.with("create under a branch", {creator, {stmt::write(k.v, 1)}}, 2, 0));
  }
  {
    // One child of the same name, with either code.
    Sketch k;
    k.proc({stmt::write(k.v, reg(0))}).proc({stmt::check(stmt::equal(0, 0)), stmt::write(k.v, 3)});
    const Block creator{stmt::choose(0, 2),
                        stmt::branch(stmt::equal(0, 0), {stmt::create(0, 0, 5)}, {stmt::create(0, 1, reg(0))}),
                        stmt::join(0)};
    all.push_back(k.with("either of two procs", {creator}, 2, 1, 1));
  }
  {
    Sketch k;
    k.proc({});
    all.push_back(k.with("second join", {{stmt::create(0, 0), stmt::join(0), stmt::join(0)}}, 1, 0, 1));
  }
}

}  // namespace

std::vector<KnownProgram> known_programs() {
  std::vector<KnownProgram> all;
  for (int n = 2; n <= 4; ++n) all.push_back({known::philosophers(n), (std::size_t{1} << n) - 1, 1, 0});
  for (int n = 1; n <= 5; ++n) all.push_back({known::readers(n), std::size_t{1} << n, 0, 0});
  for (int n = 2; n <= 5; ++n) all.push_back({known::entangled_writers(n), 2 * static_cast<std::size_t>(n), 0, 0});
  all.push_back({known::last_zero(5), 64, 0, 0});
  add_locks(all);
  add_misuse(all);
  add_semaphores(all);
  add_conditions(all);
  add_barriers(all);
  add_creates(all);
  {
    Sketch k;
    all.push_back(k.with("choice", {{stmt::choose(0, 3)}, {stmt::choose(0, 2)}}, 6, 0));
  }
  return all;
}

}  // namespace qpor::oracle
