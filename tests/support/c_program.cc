#include "tests/support/c_program.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "tests/support/c_objects.h"

namespace qpor::oracle {
namespace {

constexpr const char* kBeginning = R"(#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static inline void must(int error) {
  if (error != 0) abort();
}
static inline void must_be(int got, int wanted) {
  if (got != wanted) abort();
}
static _Thread_local int did;  // of the thread that does what is to be done once
static inline void do_once(void) { did = 1; }
static inline struct timespec soon(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += 1;
  return time;
}
)";

class CPrinter {
 public:
  CPrinter(const CProgram& twin, std::string prefix) : twin_(twin), prefix_(std::move(prefix)) {}

  /// Everything but main.
  std::string functions() {
    out_ << '\n';
    for (const Declaration& d : program().declarations) out_ << declaration_text(twin_, d, prefix_);
    // A proc creates only later ones.
    for (auto proc = program().procs.rbegin(); proc != program().procs.rend(); ++proc) body(*proc, true);
    for (const Body& thread : program().threads) body(thread, false);
    return std::exchange(out_, {}).str();
  }

  std::string main_block() {
    out_ << "{\n";
    for (const Declaration& d : program().declarations) out_ << initialisation_text(twin_, d, prefix_);
    const std::size_t count = program().threads.size();
    if (count > 0) out_ << "  " << handle_type() << " threads[" << count << "];\n";
    for (std::size_t i = 0; i < count; ++i) {
      const std::string handle = "threads[" + std::to_string(i) + "]";
      out_ << "  " << create_call(handle, program().threads[i], "NULL") << '\n';
    }
    if (twin_.ending == Ending::Joins) {
      for (std::size_t i = 0; i < count; ++i) out_ << "  " << join_call("threads[" + std::to_string(i) + "]") << '\n';
      // Threads that nobody joins may still run.
      if (twin_.initialises && program().procs.empty()) {
        for (const Declaration& d : program().declarations) out_ << destruction_text(twin_, d, prefix_);
      }
    }
    const char* const leaves = twin_.is_c11 ? "  thrd_exit(0);\n}\n" : "  pthread_exit(NULL);\n}\n";
    out_ << (twin_.ending == Ending::Leaves ? leaves : "  return 0;\n}\n");
    return std::exchange(out_, {}).str();
  }

 private:
  const Program& program() const { return twin_.program; }
  const Declaration& declaration_of(const Ref& ref) const {
    return program().declarations[static_cast<std::size_t>(ref.declaration)];
  }
  MutexForm form_of(const Ref& ref) const { return twin_.form_of(declaration_of(ref)); }

  // --- threads

  const char* handle_type() const { return twin_.is_c11 ? "thrd_t" : "pthread_t"; }
  std::string create_call(const std::string& handle, const Body& body, const std::string& argument) const {
    return (twin_.is_c11 ? "must(thrd_create(&" + handle + ", " : "must(pthread_create(&" + handle + ", NULL, ") +
           prefix_ + body.name + ", " + argument + "));";
  }
  std::string join_call(const std::string& handle) const {
    return (twin_.is_c11 ? "must(thrd_join(" : "must(pthread_join(") + handle + ", NULL));";
  }

  void body(const Body& b, bool is_proc) {
    std::set<int> registers;
    std::set<int> handles;
    bool asks_serial = false;
    tracked_.clear();
    Program only;  // to walk over the statements of this body
    only.add_thread(b.block);
    for_each_statement(std::as_const(only), [&](const Statement& s) {
      for (const Operand& operand : {s.x, s.y, s.object.index, s.mutex.index, s.condition.left}) {
        if (operand.reg != kNone) registers.insert(operand.reg);
      }
      const bool is_handle = s.kind == Kind::Create || s.kind == Kind::Join;
      if (s.target != kNone) (is_handle ? handles : registers).insert(s.target);
      asks_serial |= s.kind == Kind::Arrive && s.x.constant == 1;
      if (s.kind == Kind::Set && s.object.declaration != kNone) tracked_.insert(s.object.declaration);
    });
    out_ << (twin_.is_c11 ? "\nstatic int " : "\nstatic void* ") << prefix_ << b.name
         << "(void* argument) {\n  (void)argument;\n";
    for (const int r : registers) {
      out_ << "  long r" << r << " = " << (is_proc && r == 0 ? "(long)argument" : "0") << ";\n";
    }
    for (const int h : handles) out_ << "  " << handle_type() << " h" << h << " = 0;\n";
    for (const int t : tracked_) {
      const std::string& name = program().declarations[static_cast<std::size_t>(t)].name;
      out_ << "  int has_" << name << " = 0, more_" << name << " = 0;\n";
    }
    if (asks_serial) out_ << "  int is_serial = 0;\n";
    for (const int r : registers) out_ << "  (void)r" << r << ";\n";
    for (const int t : tracked_)
      out_ << "  (void)more_" << program().declarations[static_cast<std::size_t>(t)].name << ";\n";
    for (const int h : handles) out_ << "  (void)h" << h << ";\n";
    block(b.block, 1);
    out_ << (twin_.is_c11 ? "  return 0;\n}\n" : "  return NULL;\n}\n");
  }

  void block(const Block& statements, int depth) {
    indent_ = std::string(static_cast<std::size_t>(2 * depth), ' ');
    for (const Statement& s : statements) {
      if (s.kind == Kind::If) {
        branch(s, depth);
      } else {
        check_index(s.object);
        check_index(s.mutex);
        statement(s);
      }
    }
  }

  void branch(const Statement& s, int depth) {
    out_ << indent_ << "if (" << text(s.condition) << ") {\n";
    block(s.then_branch, depth + 1);
    indent_.resize(static_cast<std::size_t>(2 * depth));
    if (!s.else_branch.empty()) {
      out_ << indent_ << "} else {\n";
      block(s.else_branch, depth + 1);
      indent_.resize(static_cast<std::size_t>(2 * depth));
    }
    out_ << indent_ << "}\n";
  }

  /// In the model an index out of range stops the thread.
  void check_index(const Ref& ref) {
    if (ref.declaration == kNone || ref.index.reg == kNone || declaration_of(ref).size == 0) return;
    const std::string index = text(ref.index);
    line("assert(0 <= " + index + " && " + index + " < " + std::to_string(declaration_of(ref).size) + ");");
  }

  void statement(const Statement& s) {
    const std::string result = s.target == kNone ? "" : 'r' + std::to_string(s.target);
    const std::string value = text(s.x);
    switch (s.kind) {
      case Kind::Read: return line(result + " = " + text(s.object) + ";");
      case Kind::Write: return line(text(s.object) + " = " + value + ";");
      case Kind::FetchAdd:
      case Kind::Exchange: {
        const std::string sum = s.kind == Kind::FetchAdd ? "old + (" + value + ")" : value;
        return line("{ const long old = " + text(s.object) + "; " + text(s.object) + " = " + sum + "; " + result +
                    " = old; }");
      }
      case Kind::Cas:
        return line("{ const long is_same = " + text(s.object) + " == (" + value + "); if (is_same) " + text(s.object) +
                    " = " + text(s.y) + "; " + result + " = is_same; }");
      case Kind::Lock: line("must(" + mutex_call(s.object, "lock") + ");"); return note(s.object, "1");
      case Kind::Unlock:
        give_back_more(s.object);
        line("must(" + mutex_call(s.object, "unlock") + ");");
        return note(s.object, "0");
      case Kind::TryLock:
        if (form_of(s.object) == MutexForm::Serial) {
          return s.target == kUnusedRegister ? void() : line(result + " = is_serial;");
        }
        if (form_of(s.object) == MutexForm::Once) return once(s);
        attempt(s, mutex_stem(twin_, declaration_of(s.object)), "lock");
        return note(s.object, result);
      case Kind::Wait:
        give_back_more(s.mutex);
        return line("must(" + condition_stem(twin_) + "wait(&" + text(s.object) + ", &" + text(s.mutex) + "));");
      case Kind::TimedWait:
        give_back_more(s.mutex);
        if (twin_.is_spurious) {
          return line("must(" + condition_stem(twin_) + "wait(&" + text(s.object) + ", &" + text(s.mutex) + "));");
        }
        timed_wait(s);
        return;
      case Kind::Signal: return line("must(" + condition_stem(twin_) + "signal(&" + text(s.object) + "));");
      case Kind::Broadcast: return line("must(" + condition_stem(twin_) + "broadcast(&" + text(s.object) + "));");
      case Kind::Post: return line("must(sem_post(&" + text(s.object) + "));");
      case Kind::Acquire: return line("must(sem_wait(&" + text(s.object) + "));");
      case Kind::TryAcquire: return attempt(s, "sem_", "wait");
      case Kind::SemValue:
        return line("{ int value = -1; must(sem_getvalue(&" + text(s.object) + ", &value)); " + result + " = value; }");
      case Kind::RdLock: line("must(pthread_rwlock_rdlock(&" + text(s.object) + "));"); return note(s.object, "1");
      case Kind::WrLock: line("must(pthread_rwlock_wrlock(&" + text(s.object) + "));"); return note(s.object, "2");
      case Kind::RdUnlock:
      case Kind::WrUnlock: line("must(pthread_rwlock_unlock(&" + text(s.object) + "));"); return note(s.object, "0");
      case Kind::TryRdLock: attempt(s, "pthread_rwlock_", "rdlock"); return note(s.object, result);
      case Kind::TryWrLock: attempt(s, "pthread_rwlock_", "wrlock"); return note(s.object, "2 * (int)" + result);
      case Kind::Arrive:
        if (s.x.constant != 1) return line("pthread_barrier_wait(&" + text(s.object) + ");");
        return line("is_serial = pthread_barrier_wait(&" + text(s.object) + ") == PTHREAD_BARRIER_SERIAL_THREAD;");
      case Kind::Create: {
        const Body& proc = program().procs[static_cast<std::size_t>(s.proc)];
        return line(create_call('h' + std::to_string(s.target), proc, "(void*)(long)(" + value + ")"));
      }
      case Kind::Join: return line(join_call('h' + std::to_string(s.target)));
      case Kind::Set: return s.object.declaration == kNone ? line(result + " = " + value + ";") : probe(s);
      case Kind::Assert: return line("assert(" + text(s.condition) + ");");
      case Kind::If:
      case Kind::Await:
      case Kind::TimedAwait:
      case Kind::Choose: break;
    }
    std::abort();  // `objection` has one
  }

  /// Without waiting, or until some time.
  void attempt(const Statement& s, const std::string& stem, const std::string& word) {
    const std::string result = 'r' + std::to_string(s.target);
    const std::string name = text(s.object);
    if (s.x.constant == 0 || stem == "pthread_spin_") {
      line(result + " = " + stem + "try" + word + "(&" + name + ") == 0;");
    } else {
      const bool has_clock = s.x.constant == 2 && !twin_.is_c11;
      line(end_of_wait(has_clock) + result + " = " + stem + (has_clock ? "clock" : "timed") + word + "(&" + name +
           (has_clock ? ", CLOCK_MONOTONIC, &end) == 0; }" : ", &end) == 0; }"));
    }
  }

  void once(const Statement& s) {
    line("did = 0;");
    const std::string arguments = "(&" + text(s.object) + ", do_once)";
    line(twin_.is_c11 ? "call_once" + arguments + ";" : "must(pthread_once" + arguments + ");");
    line('r' + std::to_string(s.target) + " = did;");
  }

  void timed_wait(const Statement& s) {
    const bool has_clock = s.x.constant == 2 && !twin_.is_c11;
    const std::string timed_out = twin_.is_c11 ? "thrd_timedout" : "ETIMEDOUT";
    line(end_of_wait(has_clock));
    line("  const int error = " + condition_stem(twin_) + (has_clock ? "clock" : "timed") + "wait(&" + text(s.object) +
         ", &" + text(s.mutex) + (has_clock ? ", CLOCK_MONOTONIC" : "") + ", &end);");
    line("  must(error != " + timed_out + " ? error : 0); r" + std::to_string(s.target) + " = error == 0; }");
  }

  /// To be closed by a brace.
  static std::string end_of_wait(bool has_clock) {
    return std::string("{ const struct timespec end = soon(") +
           (has_clock ? "CLOCK_MONOTONIC); " : "CLOCK_REALTIME); ");
  }
  std::string timedlock_call(const Ref& mutex) const {
    return mutex_stem(twin_, declaration_of(mutex)) + "timedlock(&" + text(mutex) + ", &end)";
  }
  std::string mutex_call(const Ref& mutex, const std::string& word) const {
    return mutex_stem(twin_, declaration_of(mutex)) + word + "(&" + text(mutex) + ")";
  }

  // --- what the thread holds, for probes: a variable of the C program knows it

  bool is_tracked(const Ref& ref) const { return tracked_.count(ref.declaration) != 0; }
  void note(const Ref& ref, const std::string& held) {
    if (is_tracked(ref)) line("has_" + declaration_of(ref).name + " = " + held + ";");
  }
  void give_back_more(const Ref& mutex) {
    if (!is_tracked(mutex) || form_of(mutex) != MutexForm::Recursive) return;
    const std::string more = "more_" + declaration_of(mutex).name;
    line("for (; " + more + " > 0; --" + more + ") must(" + mutex_call(mutex, "unlock") + ");");
  }

  void probe(const Statement& s) {
    const Declaration& d = declaration_of(s.object);
    const std::string has = "has_" + d.name;
    const auto which = static_cast<std::size_t>(s.y.constant) % 4;
    const std::string name = text(s.object);
    if (d.kind == ObjectKind::RwLock) {
      static constexpr std::array kCalls = {"rdlock", "wrlock", "tryrdlock", "trywrlock"};
      return line("if (" + has + " == 2) must_be(pthread_rwlock_" + kCalls[which] + "(&" + name + "), " +
                  (which < 2 ? "EDEADLK" : "EBUSY") + ");");
    }
    const std::string lock = mutex_call(s.object, "lock");
    const std::string unlock = mutex_call(s.object, "unlock");
    const std::string trylock = mutex_call(s.object, "trylock");
    const std::string timedlock = timedlock_call(s.object);
    switch (form_of(s.object)) {
      case MutexForm::Plain:
      case MutexForm::Spin:
        if (twin_.is_c11) break;
        line("if (" + has + ") must_be(" + trylock + ", EBUSY);");
        break;
      case MutexForm::Once:
      case MutexForm::Serial: break;
      case MutexForm::Errorcheck:
        line("if (!" + has + ") must_be(" + unlock + ", EPERM);");
        if (which == 0 || which == 3) line("if (" + has + ") must_be(" + lock + ", EDEADLK);");
        if (which == 1) line("if (" + has + ") must_be(" + trylock + ", EBUSY);");
        if (which == 2) {
          line("if (" + has + ") " + end_of_wait(false) + "must_be(" + timedlock + ", EDEADLK); }");
        }
        break;
      case MutexForm::Recursive: {
        const std::string more = "++more_" + d.name + "; ";
        if (!twin_.is_c11) line("if (!" + has + ") must_be(" + unlock + ", EPERM);");
        if (which == 0) line("if (" + has + ") { must(" + lock + "); must(" + unlock + "); }");
        if (which == 1) line("if (" + has + ") { must(" + lock + "); " + more + "}");
        if (which == 2) line("if (" + has + ") { must(" + trylock + "); " + more + "}");
        if (which == 3) {
          line("if (" + has + ") " + end_of_wait(false) + "must(" + timedlock + "); " + more + "}");
        }
        break;
      }
    }
  }

  // --- words

  void line(const std::string& words) { out_ << indent_ << words << '\n'; }

  static std::string text(const Operand& operand) {
    if (operand.reg == kNone) return std::to_string(operand.constant);
    const std::string name = 'r' + std::to_string(operand.reg);
    if (operand.constant == 0) return name;
    return name + (operand.constant > 0 ? " + " : " - ") + std::to_string(std::abs(operand.constant));
  }
  std::string text(const Ref& ref) const {
    const Declaration& d = declaration_of(ref);
    return prefix_ + (d.size == 0 ? d.name : d.name + '[' + text(ref.index) + ']');
  }
  static std::string text(const Condition& condition) {
    static constexpr std::array kSigns = {" == ", " != ", " < "};
    return text(condition.left) + kSigns[static_cast<std::size_t>(condition.comparison)] +
           std::to_string(condition.right);
  }

  const CProgram& twin_;
  const std::string prefix_;
  std::ostringstream out_;
  std::string indent_;
  std::set<int> tracked_;  // declarations whose holding the thread keeps in a variable
};

}  // namespace

MutexForm CProgram::form_of(const Declaration& declaration) const {
  const auto found = forms.find(declaration.name);
  return declaration.kind != ObjectKind::Mutex || found == forms.end() ? MutexForm::Plain : found->second;
}

bool CProgram::has_fifo_conditions() const {
  return std::any_of(program.declarations.begin(), program.declarations.end(),
                     [](const Declaration& d) { return d.kind == ObjectKind::FifoCondition; });
}

bool CProgram::looks_at_barriers() const {
  bool looks = false;
  for_each_statement(program, [&](const Statement& s) { looks |= s.kind == Kind::Arrive && s.x.constant == 1; });
  return looks;
}

namespace stmt {

Statement timed(Statement statement, bool with_clock) {
  statement.x = with_clock ? 2 : 1;
  return statement;
}

Statement arrive(Ref barrier, bool looks) {
  Statement s = on(Kind::Arrive, barrier);
  s.x = looks ? 1 : 2;
  return s;
}

Statement probe(Ref object, int which) {
  Statement s = set(kRegisters - 1, reg(kRegisters - 1));
  s.object = object;
  s.y = which;
  return s;
}

}  // namespace stmt

std::string to_c_text(const CProgram& twin) {
  CPrinter printer(twin, "");
  return kBeginning + printer.functions() + "\nint main(void) " + printer.main_block();
}

std::string to_c_text(const std::vector<CProgram>& twins) {
  std::string text = kBeginning;
  std::string cases;
  for (std::size_t i = 0; i < twins.size(); ++i) {
    const std::string number = std::to_string(i);
    CPrinter printer(twins[i], "n" + number + "_");
    text += printer.functions() + "\nstatic int n" + number + "_main(void) " + printer.main_block();
    cases += "    case " + number + ": return n" + number + "_main();\n";
  }
  return text + "\nint main(int count, char** words) {\n  switch (count > 1 ? atoi(words[1]) : -1) {\n" + cases +
         "    default: abort();\n  }\n}\n";
}

}  // namespace qpor::oracle
