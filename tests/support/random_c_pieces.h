// What random C programs (random_c_program.h) are put together from: statements, critical sections, blocks, made so
// that no variable is accessed without its lock and nothing is misused.

#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/c_program.h"
#include "tests/support/random_c_program.h"
#include "tests/support/random_source.h"

namespace qpor::oracle {

using Blocks = std::vector<Block>;
void append(Block& block, Block more);

/// One program in the making. Mutex m0 protects variable v0, m1 v1, and readers-writer lock l protects w. Every object
/// exists, and those that no statement mentions are dropped at the end.
class CPieces {
 public:
  CPieces(CFamily family, std::uint64_t seed);

 protected:
  /// What a family makes its threads of.
  enum class Part : std::uint8_t { Section, Try, Condition, Semaphore, RwLock, Once, Variable, Probe };

  /// What a thread holds while it makes a block.
  struct Context {
    int depth = 0;
    unsigned held = 0;  // mutexes by number
    bool reads = false;
    bool writes = false;
  };

  bool is(CFamily family) const { return family_ == family; }
  Program& program() { return twin_.program; }

  int any_register();
  oracle::Condition any_condition();
  Statement any_assertion();
  Statement maybe_timed(Statement s);
  Statement timed_wait();
  Statement access(Ref v, bool may_write);
  Block variable_statement(const Context& context);
  Block block(const Context& context, int& budget);
  Block maybe_block(const Context& context, int& budget, int percent);
  Block statement(const Context& context, int& budget);
  Statement probe_statement();
  int free_mutex(const Context& context);
  Block critical_section(int mutex, Context context, int& budget, int percent_filled);
  bool is_plain(int mutex) const;
  Block section_statement(const Context& context, int& budget);
  Block try_statement(const Context& context, int& budget);
  Block condition_statement(const Context& context, int& budget);
  Block once_statement(const Context& context, int& budget);
  Block semaphore_statement(const Context& context);
  Block rwlock_statement(const Context& context, int& budget);

  const CFamily family_;
  RandomSource random_;
  CProgram twin_;
  std::vector<Part> parts_;
  int percent_timed_ = 0;
  std::vector<Ref> mutexes_;
  std::vector<Ref> variables_;
  std::vector<Ref> semaphores_;
  int mutexes_in_use_ = 1;
  int semaphores_in_use_ = 1;
  Ref condition_;
  Ref rwlock_;
  Ref rw_variable_;
  Ref once_;

 private:
  void choose_parts();
  void choose_forms();
};

}  // namespace qpor::oracle
