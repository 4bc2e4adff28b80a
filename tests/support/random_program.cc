#include "tests/support/random_program.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tests/support/random_source.h"

namespace qpor::oracle {
namespace {

using Blocks = std::vector<Block>;

void append(Block& block, Block more) { block.insert(block.end(), more.begin(), more.end()); }

/// One program in the making. Every object exists, and those that no statement mentions are dropped at the end.
class Generator {
 public:
  Generator(Family family, std::uint64_t seed)
      : family_(family), random_(seed * 1000003 + static_cast<std::uint64_t>(family)) {
    for (int i = 0; i < 2; ++i) {
      mutexes_.push_back(program_.declare(ObjectKind::Mutex, 'm' + std::to_string(i)));
      variables_.push_back(program_.declare(ObjectKind::Variable, 'v' + std::to_string(i)));
      semaphores_.push_back(program_.declare(ObjectKind::Semaphore, 's' + std::to_string(i), random_.pick({0, 0, 1})));
    }
    const bool fifo = family == Family::CondFifo || (family == Family::CondTimed && random_.chance(30)) ||
                      (family == Family::CondMix && random_.chance(25)) ||
                      (family == Family::Mixed && random_.chance(30));
    condition_ = program_.declare(fifo ? ObjectKind::FifoCondition : ObjectKind::Condition, "c");
    rwlock_ = program_.declare(ObjectKind::RwLock, "l");
    mutexes_in_use_ = random_.pick({1, 2, 2});
    variables_in_use_ = random_.pick({1, 2});
    semaphores_in_use_ = random_.pick({1, 2});
  }

  Program generate() {
    switch (family_) {
      case Family::RawMutex: raw_mutex(); break;
      case Family::RawRwLock: raw_rwlock(); break;
      case Family::CondMix: condition_mix(); break;
      case Family::RwSem: rw_with_semaphore(); break;
      case Family::Barrier: barrier_rounds(1); break;
      case Family::Barrier2: barrier_rounds(2); break;
      case Family::BarrierOrdered: barrier_ordered(); break;
      case Family::Create: creates(); break;
      case Family::CreateNested: creates_nested(); break;
      case Family::ReadStress: read_stress(); break;
      case Family::EntangledVar:
      case Family::EntangledMutex:
      case Family::EntangledTry:
      case Family::EntangledSem: entangled(); break;
      case Family::Mixed:
        if (random_.chance(40)) {
          creates();
        } else {
          structured();
        }
        break;
      default: structured(); break;
    }
    return std::move(program_);
  }

 private:
  // ---- pieces

  int any_register() { return random_.below(2); }
  Ref any_mutex() { return mutexes_[static_cast<std::size_t>(random_.below(mutexes_in_use_))]; }
  Ref any_variable() { return variables_[static_cast<std::size_t>(random_.below(variables_in_use_))]; }
  Ref any_semaphore() { return semaphores_[static_cast<std::size_t>(random_.below(semaphores_in_use_))]; }
  Condition any_condition() {
    const int r = any_register();
    return stmt::equal(r, random_.below(2));
  }

  Statement variable_access() {
    const int form = random_.weighted({40, 25, 13, 15, 7});
    const int r = any_register();
    const Ref v = any_variable();
    const int expected = random_.below(2);
    const int value = random_.between(1, 2);
    switch (form) {
      case 0: return stmt::read(r, v);
      case 1: return stmt::write(v, random_.chance(50) ? Operand(value) : reg(r));
      case 2: return stmt::fetch_add(r, v, 1);
      case 3: return stmt::cas(r, v, expected, value);
      default: return stmt::exchange(r, v, value);
    }
  }

  /// What a structured thread holds while it makes a block.
  struct Context {
    int depth = 0;
    unsigned held = 0;  // mutexes by number
    bool holds_rwlock = false;
  };

  Block block(Context context, int& budget) {
    Block made;
    while (budget > 0) {
      append(made, statement(context, budget));
      if (random_.chance(35)) break;
    }
    return made;
  }

  Block maybe_block(Context context, int& budget, int percent) {
    return random_.chance(percent) ? block(context, budget) : Block{};
  }

  Block statement(Context context, int& budget) {
    --budget;
    Context inner = context;
    ++inner.depth;
    if (context.depth < 2 && random_.chance(15)) {
      const Condition condition = any_condition();
      Block yes = block(inner, budget);
      Block no = maybe_block(inner, budget, 50);
      return {stmt::branch(condition, std::move(yes), std::move(no))};
    }
    Family kind = family_;
    if (kind == Family::Create) kind = random_.chance(50) ? Family::Mutex : Family::Atomic;
    if (kind == Family::Mixed) {
      const int r = any_register();
      if (random_.chance(6)) return {stmt::check(stmt::not_equal(r, random_.between(1, 3)))};
      kind = random_.pick(std::array{Family::Mutex, Family::Atomic, Family::TryLock, Family::CondTimed,
                                     Family::Semaphore, Family::RwLock, Family::Choice});
    }
    switch (kind) {
      case Family::Mutex: return mutex_statement(inner, budget);
      case Family::TryLock: return trylock_statement(inner, budget);
      case Family::CondAny:
      case Family::CondFifo:
      case Family::CondTimed: return condition_statement(inner, budget, kind == Family::CondTimed);
      case Family::Semaphore: return {semaphore_statement()};
      case Family::RwLock: return rwlock_statement(inner, budget);
      case Family::Choice:
        if (random_.chance(65)) return {variable_access()};
        return {choose_statement()};
      default: return {variable_access()};
    }
  }

  Statement choose_statement() {
    const int r = any_register();
    return stmt::choose(r, random_.pick({2, 2, 3}));
  }

  /// A mutex in use that is not held, or kNone.
  int free_mutex(const Context& context) {
    std::vector<int> free;
    for (int m = 0; m < mutexes_in_use_; ++m) {
      if ((context.held >> m & 1u) == 0) free.push_back(m);
    }
    return free.empty() ? kNone : random_.pick(free);
  }

  Block critical_section(int mutex, Context context, int& budget, int percent_filled) {
    const Ref m = mutexes_[static_cast<std::size_t>(mutex)];
    context.held |= 1u << mutex;
    Block made{stmt::on(Kind::Lock, m)};
    append(made, maybe_block(context, budget, percent_filled));
    made.push_back(stmt::on(Kind::Unlock, m));
    return made;
  }

  Block mutex_statement(Context context, int& budget) {
    const int free = free_mutex(context);
    if (free != kNone && random_.chance(80)) {
      --budget;
      return critical_section(free, context, budget, 60);
    }
    if (random_.chance(15)) return {stmt::on(Kind::Lock, any_mutex())};  // leaked, or locked by its holder
    return {variable_access()};
  }

  Block trylock_statement(Context context, int& budget) {
    const int free = free_mutex(context);
    if (free == kNone || !random_.chance(70)) return {variable_access()};
    if (random_.chance(40)) return critical_section(free, context, budget, 0);
    const Ref m = mutexes_[static_cast<std::size_t>(free)];
    const int target = any_register();
    Context inside = context;
    inside.held |= 1u << free;
    Block yes = maybe_block(inside, budget, 50);
    yes.push_back(stmt::on(Kind::Unlock, m));
    Block no = maybe_block(context, budget, 40);
    return {stmt::on(Kind::TryLock, target, m), stmt::branch(stmt::equal(target, 1), std::move(yes), std::move(no))};
  }

  Block condition_statement(Context context, int& budget, bool timed) {
    const int held = context.held == 0 ? kNone : ((context.held & 1u) != 0 ? 0 : 1);
    const int dice = random_.below(100);
    if (held != kNone) {
      const Ref m = mutexes_[static_cast<std::size_t>(held)];
      if (timed && dice < 30) return {stmt::timed_wait(any_register(), condition_, m)};
      if (dice < 50) return {stmt::wait(condition_, m)};
    }
    if (timed && dice < 20) return {stmt::on(Kind::TimedAwait, any_register(), condition_)};
    if (dice < 25) return {stmt::on(Kind::Await, condition_)};
    if (dice < 50) return {stmt::on(Kind::Signal, condition_)};
    if (dice < 62) return {stmt::on(Kind::Broadcast, condition_)};
    if ((context.held & 1u) == 0) {
      --budget;
      return critical_section(0, context, budget, 100);
    }
    return {variable_access()};
  }

  Statement semaphore_statement() {
    const Ref s = any_semaphore();
    const int r = any_register();
    switch (random_.weighted({42, 27, 14, 7, 10})) {
      case 0: return stmt::on(Kind::Post, s);
      case 1: return stmt::on(Kind::Acquire, s);
      case 2: return stmt::on(Kind::TryAcquire, r, s);
      case 3: return stmt::on(Kind::SemValue, r, s);
      default: return variable_access();
    }
  }

  Block rwlock_statement(Context context, int& budget) {
    if (context.holds_rwlock) return {variable_access()};
    Context inside = context;
    inside.holds_rwlock = true;
    Block made;
    Block section = maybe_block(inside, budget, 40);
    const int form = random_.weighted({40, 30, 13, 17});
    const bool for_reading = form == 0 || form == 2;
    section.push_back(stmt::on(for_reading ? Kind::RdUnlock : Kind::WrUnlock, rwlock_));
    if (form < 2) {
      made.push_back(stmt::on(for_reading ? Kind::RdLock : Kind::WrLock, rwlock_));
      append(made, std::move(section));
      return made;
    }
    const int target = any_register();
    Block otherwise = maybe_block(context, budget, 30);
    return {stmt::on(for_reading ? Kind::TryRdLock : Kind::TryWrLock, target, rwlock_),
            stmt::branch(stmt::equal(target, 1), std::move(section), std::move(otherwise))};
  }

  // ---- whole programs

  Blocks structured_threads(int count) {
    static constexpr std::array<int, 5> kBudget = {0, 0, 6, 4, 3};
    const bool blocks_early = family_ == Family::Semaphore || family_ == Family::Mixed || family_ == Family::Create ||
                              family_ == Family::Mutex || family_ == Family::CondAny || family_ == Family::CondFifo;
    Blocks threads;
    for (int i = 0; i < count; ++i) {
      int budget = random_.between(1, kBudget[static_cast<std::size_t>(count)]);
      if (blocks_early) budget += random_.between(1, 2);
      Block made;
      while (budget > 0) append(made, block({}, budget));
      threads.push_back(std::move(made));
    }
    return threads;
  }

  void structured() {
    const int count = family_ == Family::Mixed ? random_.pick({2, 3, 3}) : random_.pick({2, 3, 3, 3, 4});
    for (Block& thread : structured_threads(count)) program_.add_thread(std::move(thread));
  }

  /// Mostly what is right, so that misuse does not park every thread at once.
  void raw_mutex() {
    const int count = random_.pick({2, 3, 3, 4});
    for (int i = 0; i < count; ++i) {
      Block thread;
      unsigned held = 0;
      for (int n = random_.between(2, count < 4 ? 6 : 4); n > 0; --n) {
        const int m = random_.pick({0, 0, 1});
        const Ref mutex = mutexes_[static_cast<std::size_t>(m)];
        const bool is_held = (held >> m & 1u) != 0;
        if (random_.chance(20)) {
          thread.push_back(stmt::on(Kind::TryLock, 0, mutex));
          held |= 1u << m;
        } else if (random_.chance(10)) {
          thread.push_back(stmt::branch(stmt::equal(0, random_.below(2)), {stmt::on(Kind::Lock, mutex)},
                                        {stmt::on(Kind::Unlock, mutex)}));
          held ^= 1u << m;
        } else {
          const bool release = is_held != random_.chance(12);
          thread.push_back(stmt::on(release ? Kind::Unlock : Kind::Lock, mutex));
          held = release ? held & ~(1u << m) : held | 1u << m;
        }
      }
      program_.add_thread(std::move(thread));
    }
  }

  void raw_rwlock() {
    const int count = random_.pick({2, 3, 3, 4});
    for (int i = 0; i < count; ++i) {
      Block thread;
      Kind release = Kind::Set;  // Set: nothing to release
      for (int n = random_.between(2, count < 4 ? 5 : 3); n > 0; --n) {
        static constexpr std::array kAcquire = {Kind::RdLock, Kind::RdLock,    Kind::RdLock,
                                                Kind::WrLock, Kind::TryRdLock, Kind::TryWrLock};
        Kind kind = random_.pick(kAcquire);
        if (random_.chance(10)) kind = random_.chance(50) ? Kind::RdUnlock : Kind::WrUnlock;
        if (release != Kind::Set && random_.chance(75)) kind = release;
        const bool for_writing = kind == Kind::WrLock || kind == Kind::TryWrLock;
        const bool is_release = kind == Kind::RdUnlock || kind == Kind::WrUnlock;
        release = is_release ? Kind::Set : for_writing ? Kind::WrUnlock : Kind::RdUnlock;
        const bool is_try = kind == Kind::TryRdLock || kind == Kind::TryWrLock;
        Statement s = stmt::on(kind, is_try ? 0 : kNone, rwlock_);
        if (!thread.empty() && random_.chance(20)) s = stmt::branch(stmt::equal(0, random_.below(2)), {s});
        thread.push_back(std::move(s));
      }
      program_.add_thread(std::move(thread));
    }
  }

  void condition_mix() {
    const int count = random_.pick({2, 3, 3, 4});
    const auto signal = [&] { return stmt::on(random_.chance(50) ? Kind::Signal : Kind::Broadcast, condition_); };
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = random_.between(1, count < 4 ? 3 : 2); n > 0; --n) {
        switch (random_.weighted({25, 10, 25, 12, 14, 14})) {
          case 0: thread.push_back(stmt::on(Kind::Await, condition_)); break;
          case 1: thread.push_back(stmt::on(Kind::TimedAwait, 0, condition_)); break;
          case 2: thread.push_back(stmt::on(Kind::Signal, condition_)); break;
          case 3: thread.push_back(stmt::on(Kind::Broadcast, condition_)); break;
          case 4:
            thread.push_back(signal());
            thread.back() =
                stmt::branch(stmt::equal(0, random_.below(2)), {thread.back()}, {stmt::on(Kind::Post, semaphores_[0])});
            break;
          default:
            switch (random_.below(4)) {
              case 0: thread.push_back(stmt::on(Kind::Acquire, semaphores_[0])); break;
              case 1: thread.push_back(stmt::on(Kind::Post, semaphores_[0])); break;
              case 2: thread.push_back(stmt::read(0, variables_[0])); break;
              default: thread.push_back(stmt::write(variables_[0], 1));
            }
        }
      }
      program_.add_thread(std::move(thread));
    }
  }

  void rw_with_semaphore() {
    const Ref semaphore = program_.declare(ObjectKind::Semaphore, "s");
    const Ref v = variables_[0];
    const auto section = [&](Kind lock, Kind unlock, bool filled) {
      Block made{stmt::on(lock, rwlock_)};
      if (filled) {
        switch (random_.weighted({40, 20, 15, 13, 12})) {
          case 1: made.push_back(stmt::on(Kind::Acquire, semaphore)); break;
          case 2: made.push_back(stmt::on(Kind::Post, semaphore)); break;
          case 3: made.push_back(stmt::read(0, v)); break;
          case 4: made.push_back(stmt::write(v, 1)); break;
          default: break;
        }
      }
      made.push_back(stmt::on(unlock, rwlock_));
      return made;
    };
    const int count = random_.pick({3, 3, 4});
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = random_.pick({1, 1, 2}); n > 0; --n) {
        Block made;
        switch (random_.weighted({45, 27, 8, 8, 6, 6})) {
          case 0: made = section(Kind::RdLock, Kind::RdUnlock, true); break;
          case 1: made = section(Kind::WrLock, Kind::WrUnlock, random_.chance(30)); break;
          case 2: made = {stmt::on(Kind::Post, semaphore)}; break;
          case 3:
            made = {stmt::on(Kind::TryWrLock, 1, rwlock_),
                    stmt::branch(stmt::equal(1, 1), {stmt::on(Kind::WrUnlock, rwlock_)})};
            break;
          case 4: made = {stmt::read(0, v)}; break;
          default: made = {stmt::write(v, 1)};
        }
        if (!thread.empty() && random_.chance(50)) made = {stmt::branch(stmt::equal(0, random_.below(2)), made)};
        append(thread, std::move(made));
      }
      program_.add_thread(std::move(thread));
    }
  }

  void insert_anywhere(Block& thread, Statement s) {
    const int place = random_.between(0, static_cast<int>(thread.size()));
    thread.insert(thread.begin() + place, std::move(s));
  }

  void barrier_rounds(int rounds) {
    const int count = rounds == 1 ? random_.pick({2, 3, 3, 4}) : random_.pick({2, 2, 3});
    // Sometimes a place is never filled: every arrival blocks.
    const Ref barrier = program_.declare(ObjectKind::Barrier, "b", count + (random_.chance(8) ? 1 : 0));
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = random_.between(1, count < 4 ? 3 : 2); n > 0; --n) {
        thread.push_back(variable_access());
      }
      if (random_.chance(20)) {
        const Block section{stmt::on(Kind::Lock, mutexes_[0]), stmt::on(Kind::Unlock, mutexes_[0])};
        insert_anywhere(thread, stmt::branch(any_condition(), section));
      }
      for (int round = 0; round < rounds; ++round) insert_anywhere(thread, stmt::on(Kind::Arrive, barrier));
      program_.add_thread(std::move(thread));
    }
    if (rounds > 1 && random_.chance(50)) program_.add_thread({variable_access()});
  }

  void barrier_ordered() {
    const int count = random_.pick({2, 3, 3, 4});
    const Ref barrier = program_.declare(ObjectKind::Barrier, "b", random_.between(1, std::min(3, count - 1)));
    for (int i = 0; i < count; ++i) {
      Block thread;
      if (random_.chance(50)) thread.push_back(variable_access());
      for (int n = count < 4 ? random_.pick({1, 1, 2}) : 1; n > 0; --n) {
        insert_anywhere(thread, stmt::on(Kind::Arrive, barrier));
      }
      const Condition condition = any_condition();
      if (random_.chance(30)) thread.push_back(stmt::branch(condition, {variable_access()}));
      program_.add_thread(std::move(thread));
    }
  }

  void creates() {
    const int count = random_.pick({2, 3, 3, 4});
    Blocks bodies = structured_threads(count);
    const int created = random_.between(1, count - 1);
    Block& creator = bodies[0];
    for (int c = 0; c < created; ++c) {
      const int proc = program_.add_proc(bodies[static_cast<std::size_t>(count - 1 - c)]);
      const int place = random_.between(0, static_cast<int>(creator.size()));
      creator.insert(creator.begin() + place, stmt::create(c, proc, random_.below(2)));
      if (!random_.chance(70)) continue;
      const int later = random_.between(place + 1, static_cast<int>(creator.size()));
      creator.insert(creator.begin() + later, stmt::join(c));
    }
    for (int i = 0; i < count - created; ++i) program_.add_thread(bodies[static_cast<std::size_t>(i)]);
  }

  void creates_nested() {
    const int procs = random_.pick({1, 2, 2});
    Block creator{variable_access()};
    Blocks bodies;
    for (int p = 0; p < procs; ++p) {
      Block body;
      for (int n = random_.between(1, 2); n > 0; --n) body.push_back(variable_access());
      bodies.push_back(std::move(body));
    }
    if (random_.chance(50)) creator.push_back(variable_access());
    for (int p = 0; p < procs; ++p) {
      const Statement create = stmt::create(p, p, random_.chance(50) ? Operand(random_.below(2)) : reg(0));
      const Condition condition = any_condition();
      const Statement access = variable_access();
      switch (random_.weighted({25, 30, 20, 20, 5})) {
        case 0: creator.push_back(stmt::branch(condition, {create, access, stmt::join(p)}, {create})); break;
        case 1:
          creator.push_back(stmt::branch(condition, {create}, {access}));
          if (random_.chance(30)) creator.push_back(stmt::join(p));  // perhaps of no handle
          break;
        case 2:
          if (p > 0) {
            bodies[0].push_back(create);
            if (random_.chance(50)) bodies[0].push_back(stmt::join(p));
            break;
          }
          [[fallthrough]];
        case 3:
          append(creator,
                 {create, stmt::on(Kind::Lock, mutexes_[0]), stmt::on(Kind::Unlock, mutexes_[0]), stmt::join(p)});
          break;
        default: append(creator, {create, stmt::join(p), stmt::join(p)}); break;  // the second one is a misuse
      }
    }
    // Two creates of one proc, so that children share their code and differ in their names.
    if (procs == 1 && random_.chance(50)) creator.push_back(stmt::create(3, 0, 1));
    for (Block& body : bodies) program_.add_proc(std::move(body));
    program_.add_thread(std::move(creator));
    Block other{variable_access()};
    if (random_.chance(50)) append(other, {stmt::on(Kind::Lock, mutexes_[0]), stmt::on(Kind::Unlock, mutexes_[0])});
    program_.add_thread(std::move(other));
  }

  void read_stress() {
    const int count = random_.pick({3, 4, 4, 5});
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = count < 5 ? random_.pick({1, 1, 2, 2, 3}) : random_.pick({1, 1, 2}); n > 0; --n) {
        const int form = random_.weighted({65, 25, 10});
        const Ref v = any_variable();
        Statement s = form == 0   ? stmt::read(0, v)
                      : form == 1 ? stmt::write(v, random_.between(1, 2))
                                  : stmt::cas(1, v, 0, 1);
        if (!thread.empty() && random_.chance(35)) s = stmt::branch(stmt::equal(0, random_.pick({0, 0, 1})), {s});
        thread.push_back(std::move(s));
      }
      program_.add_thread(std::move(thread));
    }
  }

  /// What a thread does to the element of an array that it has chosen.
  Block touch(Operand index, Operand value, bool zero_value) {
    switch (family_) {
      case Family::EntangledMutex:
        return {stmt::on(Kind::Lock, at(mutex_array_, index)), stmt::on(Kind::Unlock, at(mutex_array_, index))};
      case Family::EntangledTry:
        return {stmt::on(Kind::TryLock, 1, at(mutex_array_, index)),
                stmt::branch(stmt::equal(1, 1), {stmt::on(Kind::Unlock, at(mutex_array_, index))})};
      case Family::EntangledSem:
        return {stmt::on(zero_value ? Kind::Acquire : Kind::Post, at(semaphore_array_, index))};
      default: return {stmt::write(at(array_, index), value)};
    }
  }

  void entangled() {
    const int count = family_ == Family::EntangledTry ? random_.pick({3, 3, 4, 4}) : random_.pick({3, 4, 4, 5, 5});
    const int size = random_.pick({2, 3});
    array_ = program_.declare(ObjectKind::Variable, "a", 0, size);
    mutex_array_ = program_.declare(ObjectKind::Mutex, "m", 0, size);
    semaphore_array_ = program_.declare(ObjectKind::Semaphore, "s", 0, size);
    const auto selector = [&] { return variables_[static_cast<std::size_t>(random_.below(2))]; };
    for (int i = 0; i < count; ++i) {
      Block thread;
      for (int n = random_.pick({1, 1, 1, 2, 2}); n > 0; --n) {
        switch (random_.weighted({30, 25, 25, 20})) {
          case 0: append(thread, touch(random_.below(size), 5, false)); break;
          case 1: {
            const Ref chosen = selector();
            const bool out_of_range = random_.chance(3);
            thread.push_back(stmt::write(chosen, out_of_range ? size : random_.between(1, size - 1)));
            break;
          }
          case 2:
            thread.push_back(stmt::read(0, selector()));
            append(thread, touch(reg(0), 0, true));
            break;
          default: {
            thread.push_back(stmt::read(0, at(array_, random_.below(size))));
            const int target = random_.below(size);
            thread.push_back(stmt::branch({reg(0), Comparison::Less, 6}, touch(target, reg(0, 1), false)));
          }
        }
      }
      program_.add_thread(std::move(thread));
    }
  }

  Family family_;
  RandomSource random_;
  Program program_;
  std::vector<Ref> mutexes_;
  std::vector<Ref> variables_;
  std::vector<Ref> semaphores_;
  int mutexes_in_use_ = 1;
  int variables_in_use_ = 1;
  int semaphores_in_use_ = 1;
  Ref condition_;
  Ref rwlock_;
  Ref array_;
  Ref mutex_array_;
  Ref semaphore_array_;
};

constexpr std::array kNames = {"Mutex",          "RawMutex",     "Atomic",       "TryLock",    "CondAny",
                               "CondFifo",       "CondTimed",    "CondMix",      "Semaphore",  "RwLock",
                               "RawRwLock",      "RwSem",        "Barrier",      "Barrier2",   "BarrierOrdered",
                               "Create",         "CreateNested", "Choice",       "ReadStress", "EntangledVar",
                               "EntangledMutex", "EntangledTry", "EntangledSem", "Mixed"};

}  // namespace

const std::vector<Family>& all_families() {
  static const std::vector<Family> families = [] {
    std::vector<Family> all;
    for (std::size_t i = 0; i < kNames.size(); ++i) all.push_back(static_cast<Family>(i));
    return all;
  }();
  return families;
}

std::string name_of(Family family) { return kNames[static_cast<std::size_t>(family)]; }

Program random_program(Family family, std::uint64_t seed) {
  Program program = Generator(family, seed).generate();
  program.name = name_of(family) + '/' + std::to_string(seed);
  return without_unused_declarations(program);
}

}  // namespace qpor::oracle
