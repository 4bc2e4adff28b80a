#include "tests/support/oracle_program.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <utility>

namespace qpor::oracle {
namespace {

/// How a kind of statement looks and what it needs.
struct KindRow {
  const char* text;
  bool has_object;
  ObjectKind object;  // FifoCondition passes where Condition is asked for
  bool has_target;
};

const KindRow& row(Kind kind) {
  using enum ObjectKind;
  static constexpr std::array<KindRow, 31> kRows = {{
      {"", true, Variable, true},             // Read
      {"", true, Variable, false},            // Write
      {"fetch_add", true, Variable, true},    // FetchAdd
      {"exchange", true, Variable, true},     // Exchange
      {"cas", true, Variable, true},          // Cas
      {"lock", true, Mutex, false},           // Lock
      {"unlock", true, Mutex, false},         // Unlock
      {"trylock", true, Mutex, true},         // TryLock
      {"wait", true, Condition, false},       // Wait
      {"await", true, Condition, false},      // Await
      {"timedwait", true, Condition, true},   // TimedWait
      {"timedawait", true, Condition, true},  // TimedAwait
      {"signal", true, Condition, false},     // Signal
      {"broadcast", true, Condition, false},  // Broadcast
      {"post", true, Semaphore, false},       // Post
      {"acquire", true, Semaphore, false},    // Acquire
      {"tryacquire", true, Semaphore, true},  // TryAcquire
      {"value", true, Semaphore, true},       // SemValue
      {"rdlock", true, RwLock, false},        // RdLock
      {"rdunlock", true, RwLock, false},      // RdUnlock
      {"wrlock", true, RwLock, false},        // WrLock
      {"wrunlock", true, RwLock, false},      // WrUnlock
      {"tryrdlock", true, RwLock, true},      // TryRdLock
      {"trywrlock", true, RwLock, true},      // TryWrLock
      {"arrive", true, Barrier, false},       // Arrive
      {"create", false, Variable, true},      // Create
      {"join", false, Variable, true},        // Join
      {"choose", false, Variable, true},      // Choose
      {"", false, Variable, true},            // Set
      {"if", false, Variable, false},         // If
      {"assert", false, Variable, false},     // Assert
  }};
  return kRows[static_cast<std::size_t>(kind)];
}

bool waits_with_mutex(Kind kind) { return kind == Kind::Wait || kind == Kind::TimedWait; }

void visit_block(const Block& block, const std::function<void(const Statement&)>& visit) {
  for (const Statement& s : block) {
    visit(s);
    visit_block(s.then_branch, visit);
    visit_block(s.else_branch, visit);
  }
}

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string print() {
    for (const Declaration& d : program_.declarations) declaration(d);
    // A proc creates only later ones, and the language wants names declared before they are used.
    for (auto proc = program_.procs.rbegin(); proc != program_.procs.rend(); ++proc) body("proc", *proc, true);
    for (const Body& thread : program_.threads) body("thread", thread, false);
    return out_.str();
  }

 private:
  void declaration(const Declaration& d) {
    static constexpr std::array kWords = {"var", "mutex", "cond", "fifo cond", "sem", "rwlock", "barrier"};
    out_ << kWords[static_cast<std::size_t>(d.kind)] << ' ' << d.name;
    if (d.size > 0) out_ << '[' << d.size << ']';
    if (d.kind == ObjectKind::Barrier) {
      out_ << '(' << d.initial << ')';
    } else if (d.initial != 0) {
      out_ << " = " << d.initial;
    }
    out_ << ";\n";
  }

  void body(const char* word, const Body& b, bool is_proc) {
    out_ << word << ' ' << b.name << (is_proc ? "(argument)" : "") << " {\n";
    std::set<int> registers;
    std::set<int> handles;
    const auto use = [&](const Operand& operand) {
      if (operand.reg != kNone) registers.insert(operand.reg);
    };
    visit_block(b.block, [&](const Statement& s) {
      for (const Operand& operand : {s.x, s.y, s.object.index, s.mutex.index, s.condition.left}) use(operand);
      const bool is_handle = s.kind == Kind::Create || s.kind == Kind::Join;
      if (s.target != kNone) (is_handle ? handles : registers).insert(s.target);
    });
    for (const int r : registers) {
      out_ << "  local r" << r << (is_proc && r == 0 ? " = argument" : "") << ";\n";
    }
    for (const int h : handles) out_ << "  local h" << h << " = -1;\n";
    block(b.block, 1);
    out_ << "}\n";
  }

  void block(const Block& statements, int depth) {
    for (const Statement& s : statements) statement(s, depth);
  }

  void statement(const Statement& s, int depth) {
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    out_ << indent;
    if (s.kind == Kind::If) {
      out_ << "if (" << text(s.condition) << ") {\n";
      block(s.then_branch, depth + 1);
      out_ << indent << '}';
      if (!s.else_branch.empty()) {
        out_ << " else {\n";
        block(s.else_branch, depth + 1);
        out_ << indent << '}';
      }
      out_ << '\n';
      return;
    }
    if (s.kind == Kind::Create) {
      out_ << 'h' << s.target << " = ";
    } else if (row(s.kind).has_target && s.kind != Kind::Join) {
      out_ << 'r' << s.target << " = ";
    }
    const std::string call = std::string(row(s.kind).text) + '(';
    switch (s.kind) {
      case Kind::Read: out_ << text(s.object); break;
      case Kind::Write: out_ << text(s.object) << " = " << text(s.x); break;
      case Kind::FetchAdd:
      case Kind::Exchange: out_ << call << text(s.object) << ", " << text(s.x) << ')'; break;
      case Kind::Cas: out_ << call << text(s.object) << ", " << text(s.x) << ", " << text(s.y) << ')'; break;
      case Kind::Wait:
      case Kind::TimedWait: out_ << call << text(s.object) << ", " << text(s.mutex) << ')'; break;
      case Kind::Create: {
        const Body& proc = program_.procs[static_cast<std::size_t>(s.proc)];
        out_ << "create " << proc.name << '(' << text(s.x) << ')';
        break;
      }
      case Kind::Join: out_ << call << 'h' << s.target << ')'; break;
      case Kind::Choose: out_ << call << text(s.x) << ')'; break;
      case Kind::Set: out_ << text(s.x); break;
      case Kind::Assert: out_ << call << text(s.condition) << ')'; break;
      default: out_ << call << text(s.object) << ')'; break;
    }
    out_ << ";\n";
  }

  static std::string text(const Operand& operand) {
    if (operand.reg == kNone) return std::to_string(operand.constant);
    const std::string name = 'r' + std::to_string(operand.reg);
    if (operand.constant == 0) return name;
    return name + (operand.constant > 0 ? " + " : " - ") + std::to_string(std::abs(operand.constant));
  }

  std::string text(const Ref& ref) const {
    const Declaration& d = program_.declarations[static_cast<std::size_t>(ref.declaration)];
    return d.size == 0 ? d.name : d.name + '[' + text(ref.index) + ']';
  }

  static std::string text(const Condition& condition) {
    static constexpr std::array kSigns = {" == ", " != ", " < "};
    return text(condition.left) + kSigns[static_cast<std::size_t>(condition.comparison)] +
           std::to_string(condition.right);
  }

  const Program& program_;
  std::ostringstream out_;
};

std::string validate_ref(const Program& program, const Ref& ref, ObjectKind wanted) {
  if (ref.declaration < 0 || ref.declaration >= static_cast<int>(program.declarations.size())) {
    return "a statement names no declared object";
  }
  const Declaration& d = program.declarations[static_cast<std::size_t>(ref.declaration)];
  const bool fits = d.kind == wanted || (wanted == ObjectKind::Condition && d.kind == ObjectKind::FifoCondition);
  if (!fits) return d.name + " is not of the kind that a statement on it needs";
  // A parser may reject a constant index out of range; a register index out of range is a defect at run time.
  if (d.size > 0 && ref.index.reg == kNone && (ref.index.constant < 0 || ref.index.constant >= d.size)) {
    return "constant index out of range for " + d.name;
  }
  return "";
}

std::string validate_statement(const Program& program, const Statement& s) {
  const KindRow& kind = row(s.kind);
  if (kind.has_target && (s.target < 0 || s.target >= kRegisters)) return "a statement has no target register";
  for (const Operand& operand : {s.x, s.y, s.object.index, s.mutex.index, s.condition.left}) {
    if (operand.reg < kNone || operand.reg >= kRegisters) return "an operand names no register";
  }
  if (kind.has_object) {
    if (std::string error = validate_ref(program, s.object, kind.object); !error.empty()) return error;
  }
  if (waits_with_mutex(s.kind)) {
    if (std::string error = validate_ref(program, s.mutex, ObjectKind::Mutex); !error.empty()) return error;
  }
  if (s.kind == Kind::Create && (s.proc < 0 || s.proc >= static_cast<int>(program.procs.size()))) {
    return "create names no proc";
  }
  if (s.kind == Kind::Choose && (s.x.reg != kNone || s.x.constant < 1)) return "choose needs a positive constant";
  return "";
}

}  // namespace

Ref Program::declare(ObjectKind kind, std::string object_name, Value initial, int size) {
  declarations.push_back({kind, std::move(object_name), size, initial});
  return {static_cast<int>(declarations.size()) - 1, {}};
}

void Program::add_thread(Block block) { threads.push_back({'t' + std::to_string(threads.size()), std::move(block)}); }

int Program::add_proc(Block block) {
  procs.push_back({'p' + std::to_string(procs.size()), std::move(block)});
  return static_cast<int>(procs.size()) - 1;
}

void for_each_statement(const Program& program, const std::function<void(const Statement&)>& visit) {
  for (const Body& thread : program.threads) visit_block(thread.block, visit);
  for (const Body& proc : program.procs) visit_block(proc.block, visit);
}

void for_each_statement(Program& program, const std::function<void(Statement&)>& visit) {
  for_each_statement(std::as_const(program), [&](const Statement& s) { visit(const_cast<Statement&>(s)); });
}

Program without_unused_declarations(Program program) {
  std::vector<int> renamed(program.declarations.size(), kNone);
  const auto mark = [&](const Ref& ref) {
    if (ref.declaration != kNone) renamed[static_cast<std::size_t>(ref.declaration)] = 0;
  };
  for_each_statement(std::as_const(program), [&](const Statement& s) {
    mark(s.object);
    mark(s.mutex);
  });
  std::vector<Declaration> used;
  for (std::size_t d = 0; d < renamed.size(); ++d) {
    if (renamed[d] == kNone) continue;
    renamed[d] = static_cast<int>(used.size());
    used.push_back(program.declarations[d]);
  }
  program.declarations = std::move(used);
  for_each_statement(program, [&](Statement& s) {
    for (Ref* ref : {&s.object, &s.mutex}) {
      if (ref->declaration != kNone) ref->declaration = renamed[static_cast<std::size_t>(ref->declaration)];
    }
  });
  return program;
}

std::string validate(const Program& program) {
  int objects = 0;
  for (const Declaration& d : program.declarations) {
    objects += std::max(d.size, 1);
    if (d.kind != ObjectKind::Barrier) continue;
    if (d.size > 0) return "barrier " + d.name + " is an array";
    if (d.initial < 1 || d.initial > 15) return "barrier " + d.name + " has an unsupported number of participants";
  }
  if (objects > kMaxObjects) return "too many objects";
  std::string error;
  for_each_statement(program, [&](const Statement& s) {
    if (error.empty()) error = validate_statement(program, s);
  });
  if (!error.empty()) return error;
  // The arrivals of each round are counted in 4 bits of one word.
  for (const std::vector<Body>* bodies : {&program.threads, &program.procs}) {
    for (const Body& body : *bodies) {
      int arrivals = 0;
      visit_block(body.block, [&](const Statement& s) { arrivals += s.kind == Kind::Arrive ? 1 : 0; });
      if (arrivals > 15) return "more than 15 arrivals in " + body.name;
    }
  }
  // A proc may create only later procs: otherwise the program might be infinite.
  for (std::size_t p = 0; p < program.procs.size(); ++p) {
    visit_block(program.procs[p].block, [&](const Statement& s) {
      if (s.kind == Kind::Create && s.proc <= static_cast<int>(p)) error = "a proc creates itself or an earlier proc";
    });
  }
  return error;
}

std::string to_model_text(const Program& program) { return Printer(program).print(); }

namespace stmt {

Statement on(Kind kind, Ref object) { return on(kind, kNone, object); }

Statement on(Kind kind, int target, Ref object) {
  Statement s;
  s.kind = kind;
  s.object = object;
  s.target = target;
  return s;
}

Statement read(int target, Ref variable) { return on(Kind::Read, target, variable); }

Statement write(Ref variable, Operand value) {
  Statement s = on(Kind::Write, variable);
  s.x = value;
  return s;
}

Statement fetch_add(int target, Ref variable, Operand summand) {
  Statement s = on(Kind::FetchAdd, target, variable);
  s.x = summand;
  return s;
}

Statement exchange(int target, Ref variable, Operand value) {
  Statement s = on(Kind::Exchange, target, variable);
  s.x = value;
  return s;
}

Statement cas(int target, Ref variable, Operand expected, Operand desired) {
  Statement s = on(Kind::Cas, target, variable);
  s.x = expected;
  s.y = desired;
  return s;
}

Statement wait(Ref condition, Ref mutex) {
  Statement s = on(Kind::Wait, condition);
  s.mutex = mutex;
  return s;
}

Statement timed_wait(int target, Ref condition, Ref mutex) {
  Statement s = on(Kind::TimedWait, target, condition);
  s.mutex = mutex;
  return s;
}

Statement create(int handle, int proc, Operand argument) {
  Statement s;
  s.kind = Kind::Create;
  s.target = handle;
  s.proc = proc;
  s.x = argument;
  return s;
}

Statement join(int handle) {
  Statement s;
  s.kind = Kind::Join;
  s.target = handle;
  return s;
}

Statement choose(int target, Value choices) {
  Statement s;
  s.kind = Kind::Choose;
  s.target = target;
  s.x = choices;
  return s;
}

Statement set(int target, Operand value) {
  Statement s;
  s.kind = Kind::Set;
  s.target = target;
  s.x = value;
  return s;
}

Statement branch(Condition condition, Block then_branch, Block else_branch) {
  Statement s;
  s.kind = Kind::If;
  s.condition = condition;
  s.then_branch = std::move(then_branch);
  s.else_branch = std::move(else_branch);
  return s;
}

Statement check(Condition condition) {
  Statement s;
  s.kind = Kind::Assert;
  s.condition = condition;
  return s;
}

}  // namespace stmt
}  // namespace qpor::oracle
