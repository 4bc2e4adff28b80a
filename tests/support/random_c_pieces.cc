#include "tests/support/random_c_pieces.h"

#include <array>
#include <utility>

namespace qpor::oracle {

void append(Block& block, Block more) { block.insert(block.end(), more.begin(), more.end()); }

CPieces::CPieces(CFamily family, std::uint64_t seed)
    : family_(family), random_(seed * 1000003 + 500009 + static_cast<std::uint64_t>(family)) {
  for (int i = 0; i < 2; ++i) {
    mutexes_.push_back(program().declare(ObjectKind::Mutex, 'm' + std::to_string(i)));
    variables_.push_back(program().declare(ObjectKind::Variable, 'v' + std::to_string(i)));
    semaphores_.push_back(program().declare(ObjectKind::Semaphore, 's' + std::to_string(i), random_.pick({0, 0, 1})));
  }
  condition_ = program().declare(is(CFamily::CondFifo) ? ObjectKind::FifoCondition : ObjectKind::Condition, "c");
  rwlock_ = program().declare(ObjectKind::RwLock, "l");
  rw_variable_ = program().declare(ObjectKind::Variable, "w");
  once_ = program().declare(ObjectKind::Mutex, "once");
  twin_.forms["once"] = MutexForm::Once;
  mutexes_in_use_ = random_.pick({1, 2, 2});
  semaphores_in_use_ = random_.pick({1, 2});
  if (is(CFamily::Mixed)) mutexes_in_use_ = semaphores_in_use_ = 1;  // or threads would hardly meet
  choose_parts();
  choose_forms();
}

void CPieces::choose_parts() {
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
    case CFamily::Once: parts_ = {Part::Once, Part::Once, Section, Variable}; break;
    case CFamily::C11: parts_ = {Section, Try, Condition, Condition, Part::Once, Probe}; break;
    case CFamily::Mixed:
      parts_ = {Section, Try, Condition, Part::Semaphore, Part::RwLock, Part::Once, Variable, Probe};
      break;
    default: parts_ = {Section, Section, Section, Variable}; break;
  }
  percent_timed_ = is(CFamily::TimedLock) || is(CFamily::TimedSemaphore)              ? 70
                   : is(CFamily::TryRwLock) || is(CFamily::C11) || is(CFamily::Mixed) ? 40
                                                                                      : 0;
}

void CPieces::choose_forms() {
  const bool is_any = is(CFamily::Mixed);
  twin_.is_c11 = is(CFamily::C11);
  twin_.is_spurious = is(CFamily::CondSpurious);
  for (const char* name : {"m0", "m1"}) {
    const int percent_recursive = is(CFamily::Recursive) ? 100 : is(CFamily::C11) ? 30 : is_any ? 15 : 0;
    if (random_.chance(percent_recursive)) twin_.forms[name] = MutexForm::Recursive;
    if (is(CFamily::Errorcheck) || (is_any && random_.chance(15))) twin_.forms[name] = MutexForm::Errorcheck;
    if (is(CFamily::Spin)) twin_.forms[name] = MutexForm::Spin;
  }
  twin_.ending = std::array{Ending::Joins, Ending::Leaves,
                            Ending::Returns}[static_cast<std::size_t>(random_.weighted({60, 25, 15}))];
  twin_.initialises = random_.chance(25);
}

int CPieces::any_register() { return random_.below(2); }
oracle::Condition CPieces::any_condition() {
  const int r = any_register();
  return stmt::equal(r, random_.below(2));
}
Statement CPieces::any_assertion() {
  const int r = any_register();
  return stmt::check(stmt::not_equal(r, random_.between(1, 2)));
}
Statement CPieces::maybe_timed(Statement s) {
  if (!random_.chance(percent_timed_)) return s;
  return stmt::timed(std::move(s), random_.chance(25));
}
Statement CPieces::timed_wait() {
  if (twin_.is_spurious) return stmt::timed_wait(kUnusedRegister, condition_, mutexes_[0]);
  Statement s = stmt::timed_wait(any_register(), condition_, mutexes_[0]);
  return random_.chance(25) ? stmt::timed(std::move(s), true) : s;
}

/// Of a variable whose lock is held.
Statement CPieces::access(Ref v, bool may_write) {
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
Block CPieces::variable_statement(const Context& context) {
  const int m = random_.below(mutexes_in_use_);
  const auto number = static_cast<std::size_t>(m);
  const Statement inside = access(variables_[number], true);
  if ((context.held >> m & 1u) != 0) return {inside};
  return {stmt::on(Kind::Lock, mutexes_[number]), inside, stmt::on(Kind::Unlock, mutexes_[number])};
}

Block CPieces::block(const Context& context, int& budget) {
  Block made;
  while (budget > 0) {
    append(made, statement(context, budget));
    if (random_.chance(35)) break;
  }
  return made;
}

Block CPieces::maybe_block(const Context& context, int& budget, int percent) {
  return random_.chance(percent) ? block(context, budget) : Block{};
}

Block CPieces::statement(const Context& context, int& budget) {
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
    case Part::Once: return once_statement(inner, budget);
    case Part::Variable: return variable_statement(inner);
    case Part::Probe: return {probe_statement()};
  }
  return {};
}

Statement CPieces::probe_statement() {
  const bool of_rwlock = is(CFamily::Mixed) && random_.chance(30);
  const Ref object = of_rwlock ? rwlock_ : mutexes_[static_cast<std::size_t>(random_.below(mutexes_in_use_))];
  return stmt::probe(object, random_.below(4));
}

/// A mutex in use that is not held, or kNone.
int CPieces::free_mutex(const Context& context) {
  std::vector<int> free;
  for (int m = 0; m < mutexes_in_use_; ++m) {
    if ((context.held >> m & 1u) == 0) free.push_back(m);
  }
  return free.empty() ? kNone : random_.pick(free);
}

Block CPieces::critical_section(int mutex, Context context, int& budget, int percent_filled) {
  const auto number = static_cast<std::size_t>(mutex);
  context.held |= 1u << mutex;
  Block made{stmt::on(Kind::Lock, mutexes_[number])};
  if (random_.chance(40)) made.push_back(access(variables_[number], true));
  append(made, maybe_block(context, budget, percent_filled));
  made.push_back(stmt::on(Kind::Unlock, mutexes_[number]));
  return made;
}

bool CPieces::is_plain(int mutex) const {
  const auto found = twin_.forms.find('m' + std::to_string(mutex));
  return found == twin_.forms.end() || found->second == MutexForm::Plain || found->second == MutexForm::Spin;
}

Block CPieces::section_statement(const Context& context, int& budget) {
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

Block CPieces::try_statement(const Context& context, int& budget) {
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
Block CPieces::condition_statement(const Context& context, int& budget) {
  const bool timed = is(CFamily::CondTimed) || ((is(CFamily::C11) || is(CFamily::Mixed)) && random_.chance(50));
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

/// Does it, or finds it done.
Block CPieces::once_statement(const Context& context, int& budget) {
  const int r = any_register();
  Block made{stmt::on(Kind::TryLock, r, once_)};
  if (random_.chance(50)) made.push_back(stmt::branch(stmt::equal(r, 1), block(context, budget)));
  return made;
}

Block CPieces::semaphore_statement(const Context& context) {
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

Block CPieces::rwlock_statement(const Context& context, int& budget) {
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

}  // namespace qpor::oracle
