#include "tests/support/random_c_program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "tests/support/random_c_pieces.h"

namespace qpor::oracle {
namespace {

class CGenerator : private CPieces {
 public:
  using CPieces::CPieces;

  CProgram generate() {
    switch (family_) {
      case CFamily::EntangledMutex:
      case CFamily::EntangledTry:
      case CFamily::EntangledSem: entangled(); break;
      case CFamily::Create: creates(); break;
      case CFamily::CreateNested: creates_nested(); break;
      case CFamily::CondAny:
      case CFamily::CondFifo:
      case CFamily::CondTimed:
        if (random_.chance(60)) {
          waiters();
        } else {
          structured();
        }
        break;
      case CFamily::CondSpurious: waiters(); break;
      case CFamily::CondTurns: turns(); break;
      case CFamily::Barrier: barrier_rounds(1); break;
      case CFamily::Barrier2: barrier_rounds(2); break;
      case CFamily::BarrierOrdered: barrier_ordered(); break;
      case CFamily::C11:
      case CFamily::Mixed:
        if (random_.chance(30)) {
          creates();
        } else {
          structured();
        }
        break;
      default: structured(); break;
    }
    return std::move(twin_);
  }

 private:
  // ---- whole programs

  Blocks structured_threads(int count) {
    static constexpr std::array<int, 5> kBudget = {0, 0, 6, 4, 2};
    Blocks threads;
    for (int i = 0; i < count; ++i) {
      int budget = random_.between(1, kBudget[static_cast<std::size_t>(count)]);
      if (is(CFamily::Mixed) || is(CFamily::C11) || is(CFamily::Create)) budget += 2;
      Block made;
      while (budget > 0) append(made, block({}, budget));
      threads.push_back(std::move(made));
    }
    return threads;
  }

  void structured() {
    const int count = is(CFamily::Mixed) || is(CFamily::C11) ? random_.pick({2, 3, 3}) : random_.pick({2, 3, 3, 3, 4});
    for (Block& thread : structured_threads(count)) program().add_thread(std::move(thread));
  }

  /// Several threads wait, and fewer calls than would wake them all come from others, or from those that were woken.
  void waiters() {
    const int count = twin_.is_spurious ? 3 : random_.pick({3, 3, 3, 4});
    int waiting = random_.between(twin_.is_spurious ? 1 : 2, count - 1);
    const auto call = [&] { return stmt::on(random_.chance(70) ? Kind::Signal : Kind::Broadcast, condition_); };
    for (int i = 0; i < count; ++i) {
      Block inside;
      if (waiting-- > 0) {
        const bool timed = twin_.is_spurious || (is(CFamily::CondTimed) && random_.chance(50));
        inside = {timed ? timed_wait() : stmt::wait(condition_, mutexes_[0])};
        if (random_.chance(count < 4 ? 50 : 20)) inside.push_back(access(variables_[0], true));
        if (random_.chance(20)) inside.push_back(stmt::branch(any_condition(), {call()}));
      } else {
        if (random_.chance(30)) inside.push_back(access(variables_[0], true));
        for (int n = count < 4 ? random_.pick({1, 1, 2}) : 1; n > 0; --n) inside.push_back(call());
      }
      const bool is_bare = waiting < 0 && inside.size() == 1 && random_.chance(30);  // a call without the mutex
      Block thread;
      if (!is_bare) thread.push_back(stmt::on(Kind::Lock, mutexes_[0]));
      append(thread, std::move(inside));
      if (!is_bare) thread.push_back(stmt::on(Kind::Unlock, mutexes_[0]));
      program().add_thread(std::move(thread));
    }
  }

  /// v0 says whose turn it is: if not its own, a thread waits once or twice, and passes the turn on.
  void turns() {
    const int count = random_.pick({2, 3, 3});
    for (int i = 0; i < count; ++i) {
      Block inside{stmt::read(0, variables_[0])};
      const int waits = count < 3 ? random_.between(1, 2) : 1;
      for (int n = 0; n < waits; ++n) {
        const Statement wait =
            random_.chance(30) ? stmt::timed_wait(1, condition_, mutexes_[0]) : stmt::wait(condition_, mutexes_[0]);
        inside.push_back(stmt::branch(stmt::not_equal(0, i), {wait, stmt::read(0, variables_[0])}));
      }
      if (random_.chance(40)) inside.push_back(stmt::check(stmt::equal(0, i)));
      inside.push_back(stmt::write(variables_[0], random_.chance(80) ? i + 1 : random_.below(count)));
      const Statement call = stmt::on(random_.chance(50) ? Kind::Signal : Kind::Broadcast, condition_);
      const bool within = random_.chance(60);
      if (within) inside.push_back(call);
      Block thread{stmt::on(Kind::Lock, mutexes_[0])};
      append(thread, std::move(inside));
      thread.push_back(stmt::on(Kind::Unlock, mutexes_[0]));
      if (!within) thread.push_back(call);
      program().add_thread(std::move(thread));
    }
  }

  void insert_anywhere(Block& thread, Statement s) {
    const int place = random_.between(0, static_cast<int>(thread.size()));
    thread.insert(thread.begin() + place, std::move(s));
  }

  /// Locks, or tries to, for a moment, or touches a variable: between the arrivals at a barrier.
  Block moment() {
    if (!random_.chance(30)) return variable_statement({});
    const int r = any_register();
    return {stmt::on(Kind::TryLock, r, mutexes_[0]),
            stmt::branch(stmt::equal(r, 1), {stmt::on(Kind::Unlock, mutexes_[0])})};
  }

  Block arrival_with_result(Ref barrier, int round) {
    while (static_cast<int>(serials_.size()) <= round) {
      const std::string name = "serial" + std::to_string(serials_.size());
      serials_.push_back(program().declare(ObjectKind::Mutex, name));
      twin_.forms[name] = MutexForm::Serial;
    }
    const bool looks = !twin_.looks_at_barriers() || random_.chance(70);
    const int r = looks ? any_register() : kUnusedRegister;
    return {stmt::arrive(barrier, looks), stmt::on(Kind::TryLock, r, serials_[static_cast<std::size_t>(round)])};
  }

  void barrier_rounds(int rounds) {
    const int count = rounds == 1 ? random_.pick({2, 3, 3, 4}) : random_.pick({2, 2, 3});
    // Sometimes a place is never filled: every arrival blocks.
    const Ref barrier = program().declare(ObjectKind::Barrier, "b", count + (random_.chance(8) ? 1 : 0));
    const bool asks = random_.chance(35);
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = count < 3 ? random_.between(1, 2) : 1; n > 0; --n) append(thread, moment());
      std::vector<int> places;
      for (int round = 0; round < rounds; ++round)
        places.push_back(random_.between(0, static_cast<int>(thread.size())));
      std::sort(places.begin(), places.end());
      // From the last to the first, so that places stay where they are.
      for (int round = rounds; round-- > 0;) {
        const Block made = asks ? arrival_with_result(barrier, round) : Block{stmt::on(Kind::Arrive, barrier)};
        thread.insert(thread.begin() + places[static_cast<std::size_t>(round)], made.begin(), made.end());
      }
      const oracle::Condition condition = any_condition();
      if (random_.chance(30)) thread.push_back(stmt::branch(condition, variable_statement({})));
      program().add_thread(std::move(thread));
    }
    if (rounds > 1 && random_.chance(50)) program().add_thread(variable_statement({}));
  }

  void barrier_ordered() {
    const int count = random_.pick({2, 3, 3, 4});
    const Ref barrier = program().declare(ObjectKind::Barrier, "b", random_.between(1, std::min(3, count - 1)));
    for (int i = 0; i < count; ++i) {
      Block thread;
      if (random_.chance(40)) append(thread, variable_statement({}));
      for (int n = count < 4 ? random_.pick({1, 1, 2}) : 1; n > 0; --n) {
        insert_anywhere(thread, stmt::on(Kind::Arrive, barrier));
      }
      const oracle::Condition condition = any_condition();
      if (random_.chance(20)) thread.push_back(stmt::branch(condition, variable_statement({})));
      program().add_thread(std::move(thread));
    }
  }

  void creates() {
    const int count = random_.pick({2, 3, 3, 4});
    Blocks bodies = structured_threads(count);
    const int created = random_.between(1, count - 1);
    Block& creator = bodies[0];
    for (int c = 0; c < created; ++c) {
      const int proc = program().add_proc(bodies[static_cast<std::size_t>(count - 1 - c)]);
      const int place = random_.between(0, static_cast<int>(creator.size()));
      creator.insert(creator.begin() + place, stmt::create(c, proc, random_.below(2)));
      if (!random_.chance(70)) continue;
      const int later = random_.between(place + 1, static_cast<int>(creator.size()));
      creator.insert(creator.begin() + later, stmt::join(c));
    }
    for (int i = 0; i < count - created; ++i) program().add_thread(bodies[static_cast<std::size_t>(i)]);
  }

  void creates_nested() {
    const int procs = random_.pick({1, 2, 2});
    Block creator = variable_statement({});
    Blocks bodies;
    for (int p = 0; p < procs; ++p) {
      bodies.push_back(variable_statement({}));
      if (random_.chance(30)) append(bodies.back(), variable_statement({}));
    }
    for (int p = 0; p < procs; ++p) {
      const Statement create = stmt::create(p, p, random_.chance(50) ? Operand(random_.below(2)) : reg(0));
      const oracle::Condition condition = any_condition();
      const Block other = variable_statement({});
      switch (random_.weighted({25, 30, 25, 20})) {
        case 0: {
          Block yes{create};
          append(yes, other);
          yes.push_back(stmt::join(p));
          creator.push_back(stmt::branch(condition, std::move(yes), {create}));
          break;
        }
        case 1: creator.push_back(stmt::branch(condition, {create}, other)); break;
        case 2:
          if (p > 0) {
            bodies[0].push_back(create);
            if (random_.chance(50)) bodies[0].push_back(stmt::join(p));
            break;
          }
          [[fallthrough]];
        default:
          creator.push_back(create);
          append(creator, other);
          creator.push_back(stmt::join(p));
          break;
      }
    }
    // Two creates of one proc, so that children share their code and differ in their names.
    if (procs == 1 && random_.chance(50)) creator.push_back(stmt::create(2, 0, 1));
    for (Block& body : bodies) program().add_proc(std::move(body));
    program().add_thread(std::move(creator));
    program().add_thread(variable_statement({}));
  }

  /// What a thread does to the element of an array that it has chosen.
  Block touch(Operand index, bool takes) {
    const Ref m = at(mutex_array_, index);
    switch (family_) {
      case CFamily::EntangledMutex: return {stmt::on(Kind::Lock, m), stmt::on(Kind::Unlock, m)};
      case CFamily::EntangledTry:
        return {stmt::on(Kind::TryLock, 1, m), stmt::branch(stmt::equal(1, 1), {stmt::on(Kind::Unlock, m)})};
      default: return {stmt::on(takes ? Kind::Acquire : Kind::Post, at(semaphore_array_, index))};
    }
  }

  void entangled() {
    const int count = random_.pick({3, 3, 3, 4});
    const int size = random_.pick({2, 3});
    mutex_array_ = program().declare(ObjectKind::Mutex, "m", 0, size);
    semaphore_array_ = program().declare(ObjectKind::Semaphore, "s", 0, size);
    mutexes_in_use_ = random_.pick({1, 1, 2});
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = count < 4 ? random_.pick({1, 2}) : 1; n > 0; --n) {
        const auto chosen = static_cast<std::size_t>(random_.below(mutexes_in_use_));
        const auto selector = [&](Statement inside) {
          return Block{stmt::on(Kind::Lock, mutexes_[chosen]), std::move(inside),
                       stmt::on(Kind::Unlock, mutexes_[chosen])};
        };
        switch (random_.weighted({30, 30, 40})) {
          case 0: append(thread, touch(random_.below(size), random_.chance(30))); break;
          case 1: {
            const bool out_of_range = random_.chance(3);
            const int value = out_of_range ? size : random_.between(1, size - 1);
            append(thread, selector(stmt::write(variables_[chosen], value)));
            break;
          }
          default: {
            append(thread, selector(stmt::read(0, variables_[chosen])));
            append(thread, touch(reg(0), random_.chance(60)));
            break;
          }
        }
      }
      program().add_thread(std::move(thread));
    }
  }

  std::vector<Ref> serials_;  // by round of the barrier
  Ref mutex_array_;
  Ref semaphore_array_;
};

constexpr std::array kNames = {
    "Mutex",        "Recursive", "Errorcheck",     "TryLock",      "TimedLock", "Spin",      "EntangledMutex",
    "EntangledTry", "Create",    "CreateNested",   "CondAny",      "CondFifo",  "CondTimed", "CondSpurious",
    "CondTurns",    "Semaphore", "TimedSemaphore", "EntangledSem", "RwLock",    "TryRwLock", "RwSem",
    "Barrier",      "Barrier2",  "BarrierOrdered", "Once",         "C11",       "Mixed"};

}  // namespace

const std::vector<CFamily>& all_c_families() {
  static const std::vector<CFamily> families = [] {
    std::vector<CFamily> all;
    for (std::size_t i = 0; i < kNames.size(); ++i) all.push_back(static_cast<CFamily>(i));
    return all;
  }();
  return families;
}

std::string name_of(CFamily family) { return kNames[static_cast<std::size_t>(family)]; }

CProgram random_c_program(CFamily family, std::uint64_t seed) {
  // A leaked lock may be locked or tried again later; such programs are passed over for the next ones.
  for (std::uint64_t attempt = 0;; ++attempt) {
    CProgram twin = CGenerator(family, seed + (attempt << 40)).generate();
    twin.program.name = name_of(family) + '/' + std::to_string(seed);
    twin.program = without_unused_declarations(twin.program);
    if (objection(twin).empty()) return twin;
    assert(attempt < 1000);
  }
}

}  // namespace qpor::oracle
