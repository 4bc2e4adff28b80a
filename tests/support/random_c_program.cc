#include "tests/support/random_c_program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "tests/support/random_source.h"

namespace qpor::oracle {
namespace {

using Blocks = std::vector<Block>;

void append(Block& block, Block more) { block.insert(block.end(), more.begin(), more.end()); }

/// What a family makes its threads of.
enum class Part : std::uint8_t { Section, Try, Condition, Semaphore, RwLock, Variable, Probe };

/// One program in the making. Mutex m0 protects variable v0, m1 v1, and readers-writer lock l protects w. Every object
/// exists, and those that no statement mentions are dropped at the end.
class CGenerator {
 public:
  CGenerator(CFamily family, std::uint64_t seed)
      : family_(family), random_(seed * 1000003 + 500009 + static_cast<std::uint64_t>(family)) {
    for (int i = 0; i < 2; ++i) {
      mutexes_.push_back(program().declare(ObjectKind::Mutex, 'm' + std::to_string(i)));
      variables_.push_back(program().declare(ObjectKind::Variable, 'v' + std::to_string(i)));
      semaphores_.push_back(program().declare(ObjectKind::Semaphore, 's' + std::to_string(i), random_.pick({0, 0, 1})));
    }
    condition_ = program().declare(is(CFamily::CondFifo) ? ObjectKind::FifoCondition : ObjectKind::Condition, "c");
    rwlock_ = program().declare(ObjectKind::RwLock, "l");
    rw_variable_ = program().declare(ObjectKind::Variable, "w");
    mutexes_in_use_ = random_.pick({1, 2, 2});
    semaphores_in_use_ = random_.pick({1, 2});
    if (is(CFamily::Mixed)) mutexes_in_use_ = semaphores_in_use_ = 1;  // or threads would hardly meet
    choose_parts();
    choose_forms();
  }

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
      case CFamily::CondTurns: turns(); break;
      case CFamily::Barrier: barrier_rounds(1); break;
      case CFamily::Barrier2: barrier_rounds(2); break;
      case CFamily::BarrierOrdered: barrier_ordered(); break;
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
  bool is(CFamily family) const { return family_ == family; }
  Program& program() { return twin_.program; }

  void choose_parts() {
    using enum Part;
    switch (family_) {
      case CFamily::Recursive:
      case CFamily::Errorcheck: parts_ = {Section, Section, Try, Probe, Probe}; break;
      case CFamily::TryLock:
      case CFamily::TimedLock:
      case CFamily::EntangledTry: parts_ = {Section, Try, Try, Variable}; break;
      case CFamily::Spin: parts_ = {Section, Section, Try}; break;
      case CFamily::CondAny:
      case CFamily::CondFifo:
      case CFamily::CondTimed: parts_ = {Condition, Condition, Condition, Variable}; break;
      case CFamily::Semaphore:
      case CFamily::TimedSemaphore: parts_ = {Part::Semaphore, Part::Semaphore, Part::Semaphore, Variable}; break;
      case CFamily::RwLock:
      case CFamily::TryRwLock: parts_ = {Part::RwLock, Part::RwLock, Part::RwLock, Variable}; break;
      case CFamily::RwSem: parts_ = {Part::RwLock, Part::RwLock, Part::Semaphore}; break;
      case CFamily::Mixed: parts_ = {Section, Try, Condition, Part::Semaphore, Part::RwLock, Variable, Probe}; break;
      default: parts_ = {Section, Section, Section, Variable}; break;
    }
    percent_timed_ = is(CFamily::TimedLock) || is(CFamily::TimedSemaphore) ? 70
                     : is(CFamily::TryRwLock) || is(CFamily::Mixed)        ? 40
                                                                           : 0;
  }

  void choose_forms() {
    const bool is_any = is(CFamily::Mixed);
    for (const char* name : {"m0", "m1"}) {
      if (is(CFamily::Recursive) || (is_any && random_.chance(15))) twin_.forms[name] = MutexForm::Recursive;
      if (is(CFamily::Errorcheck) || (is_any && random_.chance(15))) twin_.forms[name] = MutexForm::Errorcheck;
      if (is(CFamily::Spin)) twin_.forms[name] = MutexForm::Spin;
    }
    twin_.ending = std::array{Ending::Joins, Ending::Leaves,
                              Ending::Returns}[static_cast<std::size_t>(random_.weighted({60, 25, 15}))];
    twin_.initialises = random_.chance(25);
  }

  // ---- pieces

  int any_register() { return random_.below(2); }
  oracle::Condition any_condition() {
    const int r = any_register();
    return stmt::equal(r, random_.below(2));
  }
  Statement any_assertion() {
    const int r = any_register();
    return stmt::check(stmt::not_equal(r, random_.between(1, 2)));
  }
  Statement maybe_timed(Statement s) {
    if (!random_.chance(percent_timed_)) return s;
    return stmt::timed(std::move(s), random_.chance(25));
  }
  Statement timed_wait() {
    Statement s = stmt::timed_wait(any_register(), condition_, mutexes_[0]);
    return random_.chance(25) ? stmt::timed(std::move(s), true) : s;
  }

  /// What a thread holds while it makes a block.
  struct Context {
    int depth = 0;
    unsigned held = 0;  // mutexes by number
    bool reads = false;
    bool writes = false;
  };

  /// Of a variable whose lock is held.
  Statement access(Ref v, bool may_write) {
    const int form = may_write ? random_.weighted({40, 30, 15, 8, 7}) : 0;
    const int r = any_register();
    const int expected = random_.below(2);
    const int value = random_.between(1, 2);
    switch (form) {
      case 0: return stmt::read(r, v);
      case 1: return stmt::write(v, random_.chance(70) ? Operand(value) : reg(r));
      case 2: return stmt::fetch_add(r, v, 1);
      case 3: return stmt::cas(r, v, expected, value);
      default: return stmt::exchange(r, v, value);
    }
  }

  /// The variable that some lock protects, within it or in a section of its own.
  Block variable_statement(const Context& context) {
    const int m = random_.below(mutexes_in_use_);
    const auto number = static_cast<std::size_t>(m);
    const Statement inside = access(variables_[number], true);
    if ((context.held >> m & 1u) != 0) return {inside};
    return {stmt::on(Kind::Lock, mutexes_[number]), inside, stmt::on(Kind::Unlock, mutexes_[number])};
  }

  Block block(const Context& context, int& budget) {
    Block made;
    while (budget > 0) {
      append(made, statement(context, budget));
      if (random_.chance(35)) break;
    }
    return made;
  }

  Block maybe_block(const Context& context, int& budget, int percent) {
    return random_.chance(percent) ? block(context, budget) : Block{};
  }

  Block statement(const Context& context, int& budget) {
    --budget;
    Context inner = context;
    ++inner.depth;
    if (context.depth < 2 && random_.chance(15)) {
      const oracle::Condition condition = any_condition();
      Block yes = block(inner, budget);
      Block no = maybe_block(inner, budget, 50);
      return {stmt::branch(condition, std::move(yes), std::move(no))};
    }
    if (random_.chance(7)) return {any_assertion()};
    switch (random_.pick(parts_)) {
      case Part::Section: return section_statement(inner, budget);
      case Part::Try: return try_statement(inner, budget);
      case Part::Condition: return condition_statement(inner, budget);
      case Part::Semaphore: return semaphore_statement(inner);
      case Part::RwLock: return rwlock_statement(inner, budget);
      case Part::Variable: return variable_statement(inner);
      case Part::Probe: return {probe_statement()};
    }
    return {};
  }

  Statement probe_statement() {
    const bool of_rwlock = is(CFamily::Mixed) && random_.chance(30);
    const Ref object = of_rwlock ? rwlock_ : mutexes_[static_cast<std::size_t>(random_.below(mutexes_in_use_))];
    return stmt::probe(object, random_.below(4));
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
    const auto number = static_cast<std::size_t>(mutex);
    context.held |= 1u << mutex;
    Block made{stmt::on(Kind::Lock, mutexes_[number])};
    if (random_.chance(40)) made.push_back(access(variables_[number], true));
    append(made, maybe_block(context, budget, percent_filled));
    made.push_back(stmt::on(Kind::Unlock, mutexes_[number]));
    return made;
  }

  bool is_plain(int mutex) const {
    const auto found = twin_.forms.find('m' + std::to_string(mutex));
    return found == twin_.forms.end() || found->second == MutexForm::Plain || found->second == MutexForm::Spin;
  }

  Block section_statement(const Context& context, int& budget) {
    const int free = free_mutex(context);
    if (free != kNone && random_.chance(85)) {
      --budget;
      return critical_section(free, context, budget, 60);
    }
    const int any = random_.below(mutexes_in_use_);
    // Leaked, or locked by its owner, who then waits for ever.
    const bool may_lock = (context.held >> any & 1u) == 0 || is_plain(any);
    if (may_lock && random_.chance(20)) return {stmt::on(Kind::Lock, mutexes_[static_cast<std::size_t>(any)])};
    return variable_statement(context);
  }

  Block try_statement(const Context& context, int& budget) {
    const int free = free_mutex(context);
    if (free == kNone) return variable_statement(context);
    if (random_.chance(30)) return critical_section(free, context, budget, 20);
    const auto number = static_cast<std::size_t>(free);
    const int target = any_register();
    Context inside = context;
    inside.held |= 1u << free;
    Block yes;
    if (random_.chance(50)) yes.push_back(access(variables_[number], true));
    append(yes, maybe_block(inside, budget, 40));
    yes.push_back(stmt::on(Kind::Unlock, mutexes_[number]));
    Block no = maybe_block(context, budget, 40);
    return {maybe_timed(stmt::on(Kind::TryLock, target, mutexes_[number])),
            stmt::branch(stmt::equal(target, 1), std::move(yes), std::move(no))};
  }

  /// Waits are always with m0.
  Block condition_statement(const Context& context, int& budget) {
    const bool timed = is(CFamily::CondTimed) || (is(CFamily::Mixed) && random_.chance(50));
    const int dice = random_.below(100);
    if ((context.held & 1u) != 0) {
      if (timed && dice < 30) return {timed_wait()};
      if (dice < 55) return {stmt::wait(condition_, mutexes_[0])};
      if (dice < 65) return {access(variables_[0], true)};
    }
    if (dice < 45) return {stmt::on(Kind::Signal, condition_)};
    if (dice < 60) return {stmt::on(Kind::Broadcast, condition_)};
    if ((context.held & 1u) != 0) return {access(variables_[0], true)};
    --budget;
    return critical_section(0, context, budget, 100);
  }

  Block semaphore_statement(const Context& context) {
    const Ref s = semaphores_[static_cast<std::size_t>(random_.below(semaphores_in_use_))];
    const int r = any_register();
    switch (random_.weighted({42, 27, 16, 7, 8})) {
      case 0: return {stmt::on(Kind::Post, s)};
      case 1: return {stmt::on(Kind::Acquire, s)};
      case 2: return {maybe_timed(stmt::on(Kind::TryAcquire, r, s))};
      case 3: return {stmt::on(Kind::SemValue, r, s)};
      default: return variable_statement(context);
    }
  }

  Block rwlock_statement(const Context& context, int& budget) {
    if (context.writes) return {access(rw_variable_, true)};
    if (context.reads && random_.chance(70)) return {access(rw_variable_, false)};
    const int percent_try = is(CFamily::TryRwLock) ? 60 : 25;
    // A reader may read again; now and then it wants to write, and waits for itself.
    const bool for_reading = context.reads ? random_.chance(85) : random_.chance(55);
    Context inside = context;
    (for_reading ? inside.reads : inside.writes) = true;
    if (context.reads && !for_reading) return {stmt::on(Kind::WrLock, rwlock_)};
    Block section;
    if (random_.chance(50)) section.push_back(access(rw_variable_, !for_reading));
    append(section, maybe_block(inside, budget, 35));
    section.push_back(stmt::on(for_reading ? Kind::RdUnlock : Kind::WrUnlock, rwlock_));
    if (!random_.chance(percent_try)) {
      Block made{stmt::on(for_reading ? Kind::RdLock : Kind::WrLock, rwlock_)};
      append(made, std::move(section));
      return made;
    }
    const int target = any_register();
    Block otherwise = maybe_block(context, budget, 30);
    return {maybe_timed(stmt::on(for_reading ? Kind::TryRdLock : Kind::TryWrLock, target, rwlock_)),
            stmt::branch(stmt::equal(target, 1), std::move(section), std::move(otherwise))};
  }

  // ---- whole programs

  Blocks structured_threads(int count) {
    static constexpr std::array<int, 5> kBudget = {0, 0, 6, 4, 2};
    Blocks threads;
    for (int i = 0; i < count; ++i) {
      int budget = random_.between(1, kBudget[static_cast<std::size_t>(count)]);
      if (is(CFamily::Mixed) || is(CFamily::Create)) budget += 2;
      Block made;
      while (budget > 0) append(made, block({}, budget));
      threads.push_back(std::move(made));
    }
    return threads;
  }

  void structured() {
    const int count = is(CFamily::Mixed) ? random_.pick({2, 3, 3}) : random_.pick({2, 3, 3, 3, 4});
    for (Block& thread : structured_threads(count)) program().add_thread(std::move(thread));
  }

  /// Several threads wait, and fewer calls than would wake them all come from others, or from those that were woken.
  void waiters() {
    const int count = random_.pick({3, 3, 3, 4});
    int waiting = random_.between(2, count - 1);
    const auto call = [&] { return stmt::on(random_.chance(70) ? Kind::Signal : Kind::Broadcast, condition_); };
    for (int i = 0; i < count; ++i) {
      Block inside;
      if (waiting-- > 0) {
        const bool timed = is(CFamily::CondTimed) && random_.chance(50);
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
    const int r = any_register();
    return {stmt::arrive_and_ask(barrier), stmt::on(Kind::TryLock, r, serials_[static_cast<std::size_t>(round)])};
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

  const CFamily family_;
  RandomSource random_;
  CProgram twin_;
  std::vector<Part> parts_;
  int percent_timed_ = 0;
  std::vector<Ref> mutexes_;
  std::vector<Ref> variables_;
  std::vector<Ref> semaphores_;
  std::vector<Ref> serials_;  // by round of the barrier
  int mutexes_in_use_ = 1;
  int semaphores_in_use_ = 1;
  Ref condition_;
  Ref rwlock_;
  Ref rw_variable_;
  Ref mutex_array_;
  Ref semaphore_array_;
};

constexpr std::array kNames = {"Mutex",          "Recursive",      "Errorcheck",     "TryLock",   "TimedLock",
                               "Spin",           "EntangledMutex", "EntangledTry",   "Create",    "CreateNested",
                               "CondAny",        "CondFifo",       "CondTimed",      "CondTurns", "Semaphore",
                               "TimedSemaphore", "EntangledSem",   "RwLock",         "TryRwLock", "RwSem",
                               "Barrier",        "Barrier2",       "BarrierOrdered", "Mixed"};

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
