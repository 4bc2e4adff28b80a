#include "tests/support/shrink.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace qpor::oracle {
namespace {

enum class Edit : std::uint8_t { Remove, KeepThen, KeepElse, DropElse };

/// Applies the edit to the statement that `left` statements precede, counted as `for_each_statement` does.
/// Returns whether it was found and the edit applies to it.
bool edit(Block& block, std::size_t& left, Edit what) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (left-- == 0) {
      Statement& s = block[i];
      if (what == Edit::DropElse) {
        if (s.else_branch.empty()) return false;
        s.else_branch.clear();
        return true;
      }
      Block replacement;
      if (what != Edit::Remove) {
        if (s.kind != Kind::If) return false;
        replacement = what == Edit::KeepThen ? std::move(s.then_branch) : std::move(s.else_branch);
      }
      const auto place = block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      block.insert(place, replacement.begin(), replacement.end());
      return true;
    }
    for (Block* inner : {&block[i].then_branch, &block[i].else_branch}) {
      if (edit(*inner, left, what)) return true;
      if (left == static_cast<std::size_t>(-1)) return false;
    }
  }
  return false;
}

std::size_t statement_count(const Program& program) {
  std::size_t count = 0;
  for_each_statement(program, [&](const Statement&) { ++count; });
  return count;
}

void remove_statements_if(Block& block, const std::function<bool(const Statement&)>& predicate) {
  std::erase_if(block, predicate);
  for (Statement& s : block) {
    remove_statements_if(s.then_branch, predicate);
    remove_statements_if(s.else_branch, predicate);
  }
}

class Shrinker {
 public:
  Shrinker(Program program, const std::function<bool(const Program&)>& still_fails)
      : program_(std::move(program)), still_fails_(still_fails) {}

  Program run() {
    bool progress = true;
    while (progress) {
      progress = false;
      progress |= drop_threads();
      progress |= drop_procs();
      progress |= edit_statements();
      progress |= accept(without_unused_declarations(program_));
      progress |= simplify_numbers();
    }
    return program_;
  }

 private:
  bool accept(Program candidate) {
    if (candidate == program_ || !validate(candidate).empty() || !still_fails_(candidate)) return false;
    program_ = std::move(candidate);
    return true;
  }

  bool drop_threads() {
    bool progress = false;
    for (std::size_t t = program_.threads.size(); t-- > 0;) {
      Program candidate = program_;
      candidate.threads.erase(candidate.threads.begin() + static_cast<std::ptrdiff_t>(t));
      progress |= accept(std::move(candidate));
    }
    return progress;
  }

  /// A proc goes with its creates, and with the joins of handles that nothing sets any more.
  bool drop_procs() {
    bool progress = false;
    for (int p = static_cast<int>(program_.procs.size()); p-- > 0;) {
      Program candidate = program_;
      candidate.procs.erase(candidate.procs.begin() + p);
      for (std::vector<Body>* bodies : {&candidate.threads, &candidate.procs}) {
        for (Body& body : *bodies) {
          unsigned lost = 0;
          remove_statements_if(body.block, [&](const Statement& s) {
            const bool goes = s.kind == Kind::Create && s.proc == p;
            if (goes) lost |= 1u << s.target;
            return goes;
          });
          remove_statements_if(
              body.block, [&](const Statement& s) { return s.kind == Kind::Join && (lost >> s.target & 1u) != 0; });
        }
      }
      for_each_statement(candidate, [&](Statement& s) {
        if (s.kind == Kind::Create && s.proc > p) --s.proc;
      });
      progress |= accept(std::move(candidate));
    }
    return progress;
  }

  bool edit_statements() {
    bool progress = false;
    for (std::size_t k = statement_count(program_); k-- > 0;) {
      for (const Edit what : {Edit::Remove, Edit::KeepThen, Edit::KeepElse, Edit::DropElse}) {
        Program candidate = program_;
        if (!edit_at(candidate, k, what) || !accept(std::move(candidate))) continue;
        progress = true;
        break;
      }
    }
    return progress;
  }

  static bool edit_at(Program& program, std::size_t place, Edit what) {
    for (std::vector<Body>* bodies : {&program.threads, &program.procs}) {
      for (Body& body : *bodies) {
        if (edit(body.block, place, what)) return true;
        if (place == static_cast<std::size_t>(-1)) return false;
      }
    }
    return false;
  }

  /// Every number and operand towards 0; a register counts as bigger than any number, so that this ends.
  bool simplify_numbers() {
    bool progress = false;
    for (std::size_t d = 0; d < program_.declarations.size(); ++d) {
      const auto number = [d](Program& p) { return &p.declarations[d].initial; };
      progress |= towards_zero(number);
    }
    const std::size_t count = statement_count(program_);
    for (std::size_t k = 0; k < count; ++k) {
      progress |= towards_zero([k](Program& p) { return &statement_at(p, k).condition.right; });
      for (std::size_t field = 0; field < 5; ++field) {
        const auto operand = [k, field](Program& p) {
          Statement& s = statement_at(p, k);
          return std::array{&s.x, &s.y, &s.object.index, &s.mutex.index, &s.condition.left}[field];
        };
        if (operand(program_)->reg != kNone && field != 4) {
          for (const Value value : {0, 1}) {
            Program candidate = program_;
            *operand(candidate) = Operand(value);
            if (accept(std::move(candidate))) {
              progress = true;
              break;
            }
          }
        }
        progress |= towards_zero([&](Program& p) { return &operand(p)->constant; });
      }
    }
    return progress;
  }

  template <class Number>
  bool towards_zero(Number number) {
    for (const Value value : {0, 1, 2}) {
      if (std::abs(*number(program_)) <= value) return false;
      Program candidate = program_;
      *number(candidate) = value;
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  static Statement& statement_at(Program& program, std::size_t place) {
    Statement* found = nullptr;
    for_each_statement(program, [&](Statement& s) {
      if (place-- == 0) found = &s;
    });
    assert(found != nullptr);
    return *found;
  }

  Program program_;
  const std::function<bool(const Program&)>& still_fails_;
};

}  // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& still_fails) {
  assert(validate(program).empty() && still_fails(program));
  return Shrinker(std::move(program), still_fails).run();
}

}  // namespace qpor::oracle
