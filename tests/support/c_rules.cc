// Which programs have a twin in C with the same traces: every path of every thread is walked, with registers known or
// not and the locks that it holds, and each variable needs a lock that is held wherever it is accessed.

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "tests/support/c_program.h"

namespace qpor::oracle {
namespace {

/// A number, or something unknown plus a number. Unknown things have names from 1.
struct Abstract {
  int symbol = 0;
  Value plus = 0;
  auto operator<=>(const Abstract&) const = default;
  bool is_known() const { return symbol == 0; }
};

/// An object as a path can name it.
struct Named {
  int declaration = kNone;
  Abstract index;
  auto operator<=>(const Named&) const = default;
};

enum class Hold : std::uint8_t { Shared, Exclusive };
enum class Handle : std::uint8_t { None, Running, Joined };

using Rest = std::vector<const Statement*>;  // the next one is the last

struct Path {
  Rest rest;
  std::array<Abstract, kRegisters> registers{};
  std::array<Handle, kRegisters> handles{};
  std::map<Named, std::pair<Hold, int>> held;
  std::map<int, int> arrivals;  // by barrier
  bool has_waited = false;
  bool asks_serial = false;  // the last statement was an arrival, and the trylock for the serial thread has to follow
  bool looks = false;        // and C looks at the result
};

class Walker {
 public:
  explicit Walker(const CProgram& twin) : twin_(twin) {}

  std::string run() {
    check_kinds();
    for (const Body& thread : program().threads) walk_body(thread, false);
    for (const Body& proc : program().procs) walk_body(proc, true);
    for (const auto& [declaration, users] : users_) {
      if (error_.empty() && users.size() > 1 && guards_[declaration].empty()) {
        error_ = "no lock protects " + name_of({declaration, {}});
      }
    }
    return error_;
  }

 private:
  static constexpr int kMostPaths = 20000;

  void check_kinds() {
    for (const Declaration& d : program().declarations) {
      const MutexForm form = twin_.form_of(d);
      const bool is_in_c11 = d.kind == ObjectKind::Variable || d.kind == ObjectKind::Condition ||
                             d.kind == ObjectKind::FifoCondition ||
                             (d.kind == ObjectKind::Mutex && form != MutexForm::Spin && form != MutexForm::Errorcheck);
      if (twin_.is_c11 && !is_in_c11) object("C11 has no " + d.name);
    }
    if (!twin_.is_spurious && !twin_.looks_at_barriers()) return;
    for_each_statement(program(), [&](const Statement& s) {
      for (const Operand& operand : {s.x, s.y, s.object.index, s.mutex.index, s.condition.left}) {
        if (operand.reg == kUnusedRegister) object("a result is used that C does not have");
      }
    });
  }

  const Program& program() const { return twin_.program; }
  const Declaration& declaration_of(const Ref& ref) const {
    return program().declarations[static_cast<std::size_t>(ref.declaration)];
  }
  std::string name_of(const Ref& ref) const { return declaration_of(ref).name; }
  void object(const std::string& why) {
    if (error_.empty()) error_ = why;
  }

  void walk_body(const Body& body, bool is_proc) {
    body_ = is_proc ? kAnyNumber : next_body_++;
    paths_.clear();
    Path first;
    push(body.block, first.rest);
    if (is_proc) first.registers[0] = unknown();
    paths_.push_back(std::move(first));
    for (int count = 0; !paths_.empty() && error_.empty(); ++count) {
      if (count == kMostPaths) return object("too many paths");
      Path path = std::move(paths_.back());
      paths_.pop_back();
      while (!path.rest.empty() && error_.empty()) {
        const Statement& s = *path.rest.back();
        path.rest.pop_back();
        if (!step(s, path)) break;
      }
    }
  }

  static void push(const Block& block, Rest& rest) {
    for (auto s = block.rbegin(); s != block.rend(); ++s) rest.push_back(&*s);
  }

  Abstract unknown() { return {++symbols_, 0}; }
  static Abstract value(const Operand& operand, const Path& path) {
    Abstract result = operand.reg == kNone ? Abstract{} : path.registers[static_cast<std::size_t>(operand.reg)];
    result.plus += operand.constant;
    return result;
  }
  Named named(const Ref& ref, const Path& path) const {
    return {ref.declaration, declaration_of(ref).size == 0 ? Abstract{} : value(ref.index, path)};
  }
  void set(int target, Abstract to, Path& path) { path.registers[static_cast<std::size_t>(target)] = to; }

  /// False: this path ends here.
  bool step(const Statement& s, Path& path) {
    const bool is_serial = s.kind == Kind::TryLock && twin_.form_of(declaration_of(s.object)) == MutexForm::Serial;
    if (std::exchange(path.asks_serial, false) != is_serial) {
      object("a result of a barrier without its arrival");
      return false;
    }
    if (is_serial) check_serial(s, path);
    switch (s.kind) {
      case Kind::Read:
      case Kind::Write:
      case Kind::FetchAdd:
      case Kind::Exchange:
      case Kind::Cas:
        access(s, path);
        if (s.target != kNone) set(s.target, unknown(), path);
        return true;
      case Kind::Lock: return lock(s, path);
      case Kind::RdLock: return read_lock(s, path);
      case Kind::WrLock:
        if (holds(s, path, Hold::Exclusive)) object(name_of(s.object) + " is locked again by its writer");
        if (holds(s, path, Hold::Shared)) return false;  // waits for itself, in both
        path.held[named(s.object, path)] = {Hold::Exclusive, 1};
        return true;
      case Kind::TryLock:
      case Kind::TryWrLock: return attempt(s, path, Hold::Exclusive);
      case Kind::TryRdLock: return attempt(s, path, Hold::Shared);
      case Kind::Unlock:
      case Kind::WrUnlock: return unlock(s, path, Hold::Exclusive);
      case Kind::RdUnlock: return unlock(s, path, Hold::Shared);
      case Kind::Wait:
        if (twin_.is_spurious) object("a wait that cannot be spurious");
        return wait(s, path);
      case Kind::TimedWait:
        if (!wait(s, path)) return false;
        if (twin_.is_spurious) {
          if (std::exchange(path.has_waited, true)) object("a second wait where one may be spurious");
          if (s.target != kUnusedRegister) object("the result of a wait that may be spurious");
        }
        fork(s.target, path);
        return true;
      case Kind::Signal:
      case Kind::Broadcast:
      case Kind::Post:
      case Kind::Acquire: return true;
      case Kind::Arrive:
        path.asks_serial = s.x.constant != 0;
        path.looks = s.x.constant == 1;
        if (path.asks_serial && path.rest.empty()) object("a result of a barrier without its trylock");
        last_barrier_ = s.object.declaration;
        ++path.arrivals[last_barrier_];
        if (path.asks_serial != twin_.looks_at_barriers()) object("who is serial matters to all threads or to none");
        return true;
      case Kind::TryAcquire: fork(s.target, path); return true;
      case Kind::SemValue: set(s.target, unknown(), path); return true;
      case Kind::Create: path.handles[static_cast<std::size_t>(s.target)] = Handle::Running; return true;
      case Kind::Join: {
        Handle& handle = path.handles[static_cast<std::size_t>(s.target)];
        if (handle != Handle::Running) object("a join of no thread");
        handle = Handle::Joined;
        return true;
      }
      case Kind::Set:
        if (s.object.declaration != kNone) {
          check_probe(s);
        } else {
          set(s.target, value(s.x, path), path);
        }
        return true;
      case Kind::If: return branch(s, path);
      case Kind::Assert: return assume(s.condition, path, true);
      case Kind::Await:
      case Kind::TimedAwait: object("C has no wait without a mutex"); return false;
      case Kind::Choose: object("C has no choice"); return false;
    }
    return false;
  }

  void check_probe(const Statement& s) {
    const Declaration& d = declaration_of(s.object);
    if (d.size > 0 || twin_.form_of(d) == MutexForm::Once ||
        (d.kind != ObjectKind::Mutex && d.kind != ObjectKind::RwLock))
      object("cannot probe " + d.name);
  }

  /// Each round of each barrier has a mutex of its own for this.
  void check_serial(const Statement& s, const Path& path) {
    if (path.looks == (s.target == kUnusedRegister)) object("the result of a barrier in the wrong register");
    const Named mutex = named(s.object, path);
    const std::pair round{last_barrier_, path.arrivals.at(last_barrier_)};
    const auto [known, is_new] = serial_mutexes_.try_emplace(round, mutex);
    if (known->second != mutex || (is_new && !serials_.insert(mutex).second) || !mutex.index.is_known()) {
      object(name_of(s.object) + " stands for several rounds of a barrier");
    }
  }

  // --- variables

  void access(const Statement& s, const Path& path) {
    std::set<Named> locks;
    for (const auto& [lock, how] : path.held) {
      if (lock.index.is_known() && (s.kind == Kind::Read || how.first == Hold::Exclusive)) locks.insert(lock);
    }
    const int variable = s.object.declaration;
    std::set<int>& users = users_[variable];
    if (users.empty()) {
      guards_[variable] = std::move(locks);
    } else {
      std::erase_if(guards_[variable], [&](const Named& guard) { return locks.count(guard) == 0; });
    }
    users.insert(body_);
    if (body_ == kAnyNumber) users.insert(kAnyNumber - 1);  // several threads may run it
  }

  // --- locks

  bool holds(const Statement& s, const Path& path, Hold how) const {
    const auto found = path.held.find(named(s.object, path));
    return found != path.held.end() && found->second.first == how;
  }

  /// Perhaps another name of something that is held.
  bool may_hold(const Named& lock, const Path& path) const {
    return std::any_of(path.held.begin(), path.held.end(), [&](const auto& held) {
      const Named& other = held.first;
      if (other.declaration != lock.declaration) return false;
      return other.index == lock.index || other.index.symbol != lock.index.symbol;
    });
  }

  void check_is_mutex(const Ref& mutex) {
    const MutexForm form = twin_.form_of(declaration_of(mutex));
    if (form == MutexForm::Serial || form == MutexForm::Once) object(name_of(mutex) + " is no mutex");
  }

  bool lock(const Statement& s, Path& path) {
    const Named mutex = named(s.object, path);
    check_is_mutex(s.object);
    if (may_hold(mutex, path) && !is_plain(s.object)) object(name_of(s.object) + " is locked again by its owner");
    if (holds(s, path, Hold::Exclusive)) return false;  // waits for itself, in both
    path.held[mutex] = {Hold::Exclusive, 1};
    return true;
  }
  bool is_plain(const Ref& mutex) const {
    const MutexForm form = twin_.form_of(declaration_of(mutex));
    return form == MutexForm::Plain || form == MutexForm::Spin;
  }

  bool read_lock(const Statement& s, Path& path) {
    if (may_hold(named(s.object, path), path) && !holds(s, path, Hold::Shared)) {
      object(name_of(s.object) + " is locked for reading by its writer");
    }
    auto& held = path.held[named(s.object, path)];
    held = {Hold::Shared, held.second + 1};
    return true;
  }

  /// What the owner tries is known beforehand, and need not be an operation in C.
  bool attempt(const Statement& s, Path& path, Hold how) {
    if (twin_.form_of(declaration_of(s.object)) == MutexForm::Once) {
      fork(s.target, path);
      return true;
    }
    const bool is_again = how == Hold::Shared && holds(s, path, Hold::Shared);
    if (may_hold(named(s.object, path), path) && !is_again) object(name_of(s.object) + " is tried by its owner");
    Path& failed = paths_.emplace_back(path);
    set(s.target, {0, 0}, failed);
    auto& held = path.held[named(s.object, path)];
    held = {how, how == Hold::Shared ? held.second + 1 : 1};
    set(s.target, {0, 1}, path);
    return true;
  }

  bool unlock(const Statement& s, Path& path, Hold how) {
    check_is_mutex(s.object);
    if (!holds(s, path, how)) {
      object(name_of(s.object) + " is given back by who does not hold it in that way");
      return false;
    }
    const auto found = path.held.find(named(s.object, path));
    if (--found->second.second == 0) path.held.erase(found);
    return true;
  }

  bool wait(const Statement& s, Path& path) {
    Statement on_mutex;
    on_mutex.object = s.mutex;
    if (!holds(on_mutex, path, Hold::Exclusive)) object("a wait without " + name_of(s.mutex));
    if (twin_.form_of(declaration_of(s.mutex)) == MutexForm::Spin) object("a wait with a spin lock");
    const Named mutex = named(s.mutex, path);
    const auto [known, is_new] = mutex_of_condition_.try_emplace(s.object.declaration, mutex);
    if (!mutex.index.is_known() || known->second != mutex) object("waits on one condition with several mutexes");
    return true;
  }

  // --- branches

  /// The result is 1 on this path and 0 on another.
  void fork(int target, Path& path) {
    Path& other = paths_.emplace_back(path);
    set(target, {0, 0}, other);
    set(target, {0, 1}, path);
  }

  std::optional<bool> decided(const Condition& condition, const Path& path) const {
    const Abstract left = value(condition.left, path);
    if (!left.is_known()) return std::nullopt;
    switch (condition.comparison) {
      case Comparison::Equal: return left.plus == condition.right;
      case Comparison::NotEqual: return left.plus != condition.right;
      case Comparison::Less: return left.plus < condition.right;
    }
    return std::nullopt;
  }

  /// False if it cannot be so on this path. An equation is remembered.
  bool assume(const Condition& condition, Path& path, bool holds) const {
    if (const auto known = decided(condition, path)) return *known == holds;
    const bool is_equal = condition.comparison == (holds ? Comparison::Equal : Comparison::NotEqual);
    if (is_equal) {
      path.registers[static_cast<std::size_t>(condition.left.reg)] = {0, condition.right - condition.left.constant};
    }
    return true;
  }

  bool branch(const Statement& s, Path& path) {
    Path otherwise = path;
    if (assume(s.condition, otherwise, false)) {
      push(s.else_branch, otherwise.rest);
      paths_.push_back(std::move(otherwise));
    }
    if (!assume(s.condition, path, true)) return false;
    push(s.then_branch, path.rest);
    return true;
  }

  static constexpr int kAnyNumber = -1;

  const CProgram& twin_;
  std::string error_;
  std::vector<Path> paths_;
  int symbols_ = 0;
  int body_ = 0;
  int next_body_ = 0;
  std::map<int, std::set<int>> users_;  // by variable: the bodies that access it
  std::map<int, std::set<Named>> guards_;
  std::map<int, Named> mutex_of_condition_;
  int last_barrier_ = kNone;
  std::map<std::pair<int, int>, Named> serial_mutexes_;  // by barrier and round
  std::set<Named> serials_;
};

}  // namespace

std::string objection(const CProgram& twin) { return Walker(twin).run(); }

}  // namespace qpor::oracle
