// Parts of ordered programs: for the shrinker, and for the judge of one place.

#include "tests/support/ordered_program.h"

#include <algorithm>
#include <iterator>

namespace qpor::oracle {
namespace {

using Kind = OrderedKind;

/// `which` has the indices of instructions, in increasing order.
OrderedThread without(const OrderedThread& thread, const std::vector<std::size_t>& which) {
  const auto is_removed = [&](std::size_t i) { return std::binary_search(which.begin(), which.end(), i); };
  OrderedThread result;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    if (is_removed(i)) continue;
    result.push_back(thread[i]);
    if (thread[i].kind != Kind::SkipUnless) continue;
    for (std::size_t j = i + 1; j <= i + static_cast<std::size_t>(thread[i].number); ++j) {
      if (is_removed(j)) --result.back().number;
    }
  }
  return result;
}

bool is_lock(Kind kind) { return kind == Kind::Lock || kind == Kind::ReadLock || kind == Kind::WriteLock; }
bool is_attempt(Kind kind) { return kind == Kind::TryLock || kind == Kind::TryReadLock || kind == Kind::TryWriteLock; }
bool is_unlock(Kind kind) { return kind == Kind::Unlock || kind == Kind::ReadUnlock || kind == Kind::WriteUnlock; }

/// The instructions that can only go together, from the one at that index on; none if it goes with an earlier one.
std::vector<std::size_t> group_at(const OrderedThread& thread, std::size_t i) {
  const Kind kind = thread[i].kind;
  std::vector<std::size_t> group;
  const auto add_block = [&](std::size_t test) {
    for (std::size_t j = test; j <= test + static_cast<std::size_t>(thread[test].number); ++j) group.push_back(j);
  };
  if (is_unlock(kind) || kind == Kind::Create || kind == Kind::Join) return {};
  if (kind == Kind::SkipUnless) {
    if (i > 0 && is_attempt(thread[i - 1].kind)) return {};
    add_block(i);
    return group;
  }
  group.push_back(i);
  if (is_attempt(kind)) add_block(i + 1);
  if (is_lock(kind)) {  // sections are not nested
    const auto end = std::find_if(thread.begin() + static_cast<std::ptrdiff_t>(i), thread.end(),
                                  [](const OrderedInstruction& each) { return is_unlock(each.kind); });
    group.push_back(static_cast<std::size_t>(std::distance(thread.begin(), end)));
  }
  return group;
}

}  // namespace

std::size_t plain_accesses(const OrderedProgram& program) {
  std::size_t count = 0;
  for (const OrderedThread& thread : program.threads) {
    for (const OrderedInstruction& i : thread) count += i.kind == Kind::Read || i.kind == Kind::Write ? 1 : 0;
  }
  return count;
}

OrderedProgram with_plain_accesses_of(const OrderedProgram& program, int place) {
  OrderedProgram result;
  for (const OrderedThread& thread : program.threads) {
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const bool is_plain = thread[i].kind == Kind::Read || thread[i].kind == Kind::Write;
      if (is_plain && thread[i].number != place) others.push_back(i);
    }
    result.threads.push_back(without(thread, others));
  }
  return result;
}

std::vector<OrderedProgram> smaller_ordered_programs(const OrderedProgram& program) {
  std::vector<OrderedProgram> all;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t i = 0; i < program.threads[t].size(); ++i) {
      const std::vector<std::size_t> group = group_at(program.threads[t], i);
      if (group.empty()) continue;
      all.push_back(program);
      all.back().threads[t] = without(program.threads[t], group);
    }
  }
  return all;
}

}  // namespace qpor::oracle
