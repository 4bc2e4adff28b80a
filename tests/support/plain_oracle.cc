#include "tests/support/plain_oracle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace qpor::oracle {
namespace {

/// Plain data without gaps, so that its bytes are its name.
struct PlainState {
  std::array<unsigned char, kPlainBytes> memory{};
  std::array<std::uint64_t, kMostPlainThreads> registers{};
  std::array<std::uint8_t, kMostPlainThreads> next{};  ///< the instruction that the thread stands before
  std::array<std::uint8_t, kMostPlainThreads> has_begun{};
  std::array<std::uint8_t, 4> owners{};  ///< of mutexes; 1 + the thread, 0 for nobody
  std::array<std::uint8_t, 4> sleeping{};

  std::string key() const { return std::string(reinterpret_cast<const char*>(this), sizeof *this); }
};
static_assert(sizeof(PlainState) == kPlainBytes + 8 * kMostPlainThreads + 2 * kMostPlainThreads + 8);
static_assert(kPlainMutexes <= 4);

struct Access {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool is_write = false;
  bool is_atomic = false;
};

struct Count {
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;
};

class PlainOracle {
 public:
  explicit PlainOracle(const PlainProgram& program) : program_(program) {}

  PlainTruth judge() {
    PlainState first;
    first.has_begun[0] = 1;
    settle(first, 0);
    visit_all(first);
    make_units();
    const Count count = count_from(first);
    truth_.traces = count.traces;
    truth_.deadlocks = count.deadlocks;
    return truth_;
  }

 private:
  std::size_t thread_count() const { return program_.threads.size(); }
  bool has_ended(const PlainState& s, std::size_t t) const { return s.next[t] == program_.threads[t].size(); }
  const PlainInstruction& instruction(const PlainState& s, std::size_t t) const {
    return program_.threads[t][s.next[t]];
  }

  // --- steps

  static std::uint64_t read(const PlainState& s, const PlainInstruction& i) {
    std::uint64_t value = 0;
    std::memcpy(&value, s.memory.data() + i.offset, i.size);
    return value;
  }
  static void write(PlainState& s, const PlainInstruction& i, std::uint64_t value) {
    std::memcpy(s.memory.data() + i.offset, &value, i.size);
  }

  /// Past what is no step.
  void settle(PlainState& s, std::size_t t) const {
    while (!has_ended(s, t) && instruction(s, t).kind == PlainKind::SkipUnless) {
      const PlainInstruction& test = instruction(s, t);
      s.next[t] = static_cast<std::uint8_t>(s.next[t] + 1 + (s.registers[t] == test.expected ? 0 : test.number));
    }
  }

  bool is_enabled(const PlainState& s, std::size_t t) const {
    if (s.has_begun[t] == 0 || has_ended(s, t)) return false;
    const PlainInstruction& i = instruction(s, t);
    const auto number = static_cast<std::size_t>(i.number);
    if (i.kind == PlainKind::Lock) return s.owners[number] == 0;
    if (i.kind == PlainKind::Join) return s.has_begun[number] != 0 && has_ended(s, number);
    return true;
  }

  PlainState after(PlainState s, std::size_t t) const {
    const PlainInstruction& i = instruction(s, t);
    const auto number = static_cast<std::size_t>(i.number);
    std::uint64_t& r = s.registers[t];
    switch (i.kind) {
      case PlainKind::Read:
      case PlainKind::AtomicLoad: r = read(s, i); break;
      case PlainKind::Write:
      case PlainKind::AtomicStore: write(s, i, i.value + (i.adds_register ? r : 0)); break;
      case PlainKind::AtomicAdd:
        r = read(s, i);
        write(s, i, r + i.value);
        break;
      case PlainKind::CompareExchange:
        r = read(s, i) == i.expected ? 1 : 0;
        if (r == 1) write(s, i, i.value);
        break;
      case PlainKind::Lock: s.owners[number] = static_cast<std::uint8_t>(t + 1); break;
      case PlainKind::Unlock: s.owners[number] = 0; break;
      case PlainKind::Create:
        s.has_begun[number] = 1;
        settle(s, number);
        break;
      case PlainKind::Join:
      case PlainKind::SkipUnless: break;
    }
    ++s.next[t];
    settle(s, t);
    return s;
  }

  /// What the thread is about to access; nothing: begin == end.
  Access access(const PlainState& s, std::size_t t) const {
    if (s.has_begun[t] == 0 || has_ended(s, t)) return {};
    const PlainInstruction& i = instruction(s, t);
    const Access plain{i.offset, i.offset + i.size, i.kind == PlainKind::Write, false};
    switch (i.kind) {
      case PlainKind::Read:
      case PlainKind::Write: return plain;
      case PlainKind::AtomicLoad: return {plain.begin, plain.end, false, true};
      case PlainKind::AtomicStore:
      case PlainKind::AtomicAdd: return {plain.begin, plain.end, true, true};
      case PlainKind::CompareExchange: return {plain.begin, plain.end, read(s, i) == i.expected, true};
      default: return {};
    }
  }

  // --- races

  void visit_all(const PlainState& first) {
    std::unordered_set<std::string> seen = {first.key()};
    std::vector<PlainState> left = {first};
    while (!left.empty()) {
      const PlainState s = left.back();
      left.pop_back();
      note_races(s);
      bool is_last = true;
      for (std::size_t t = 0; t < thread_count(); ++t) {
        if (!is_enabled(s, t)) continue;
        is_last = false;
        const PlainState next = after(s, t);
        if (seen.insert(next.key()).second) left.push_back(next);
      }
      if (is_last) truth_.finals.insert(final_of(s));
    }
    truth_.states = seen.size();
  }

  void note_races(const PlainState& s) {
    for (std::size_t t = 0; t < thread_count(); ++t) {
      const Access a = access(s, t);
      if (a.begin == a.end) continue;
      made_.insert({a.begin, a.end});
      for (std::size_t u = 0; u < t; ++u) {
        const Access b = access(s, u);
        if ((!a.is_write && !b.is_write) || (a.is_atomic && b.is_atomic)) continue;
        for (std::uint32_t at = std::max(a.begin, b.begin); at < std::min(a.end, b.end); ++at) truth_.racy.set(at);
      }
    }
  }

  std::string final_of(const PlainState& s) const {
    std::string result(reinterpret_cast<const char*>(s.memory.data()), kPlainBytes);
    for (std::size_t t = 0; t < thread_count(); ++t) {
      const bool is_there = s.has_begun[t] != 0 && has_ended(s, t);
      const std::uint64_t value = is_there ? s.registers[t] : 0;
      result.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    return result;
  }

  // --- traces

  /// unit_[b] is the first byte of the unit that byte b belongs to, or b itself.
  void make_units() {
    for (std::uint32_t b = 0; b < kPlainBytes; ++b) unit_[b] = b;
    is_in_unit_ = truth_.racy;
    for (bool has_grown = true; has_grown;) {
      has_grown = false;
      for (const auto& [begin, end] : made_) {
        bool touches = false;
        for (std::uint32_t b = begin; b < end; ++b) touches |= is_in_unit_[b];
        if (!touches) continue;
        std::uint32_t least = begin;
        for (std::uint32_t b = begin; b < end; ++b) least = std::min(least, unit_[b]);
        for (std::uint32_t b = begin; b < end; ++b) {
          has_grown |= !is_in_unit_[b] || unit_[b] != least;
          is_in_unit_.set(b);
          unit_[b] = least;
        }
      }
    }
  }

  static bool overlap(const Access& a, const Access& b) { return a.begin < b.end && b.begin < a.end; }

  /// The steps that the two threads are about to take.
  bool are_dependent(const PlainState& s, std::size_t t, std::size_t u) const {
    const PlainInstruction& i = instruction(s, t);
    const PlainInstruction& j = instruction(s, u);
    const auto is_of_mutex = [](const PlainInstruction& each) {
      return each.kind == PlainKind::Lock || each.kind == PlainKind::Unlock;
    };
    if (is_of_mutex(i) && is_of_mutex(j)) return i.number == j.number;
    Access a = access(s, t);
    Access b = access(s, u);
    if (a.begin == a.end || b.begin == b.end) return false;
    const bool share_unit = is_in_unit_[a.begin] && is_in_unit_[b.begin] && unit_[a.begin] == unit_[b.begin];
    if (share_unit) {
      // What a compare-exchange of a unit does is not looked at.
      a.is_write |= i.kind == PlainKind::CompareExchange;
      b.is_write |= j.kind == PlainKind::CompareExchange;
    }
    return (a.is_write || b.is_write) && (share_unit || overlap(a, b));
  }

  Count count_from(const PlainState& s) {
    const auto [it, is_new] = counted_.try_emplace(s.key());
    if (!is_new) return it->second;
    Count count;
    bool is_last = true;
    bool all_ended = true;
    PlainState here = s;
    for (std::size_t t = 0; t < thread_count(); ++t) {
      all_ended = all_ended && (s.has_begun[t] == 0 || has_ended(s, t));
      if (!is_enabled(s, t)) continue;
      is_last = false;
      if (here.sleeping[t] != 0) continue;
      PlainState next = after(s, t);
      for (std::size_t u = 0; u < thread_count(); ++u) {
        next.sleeping[u] = here.sleeping[u] != 0 && !are_dependent(s, t, u) ? 1 : 0;
      }
      const Count more = count_from(next);
      count.traces += more.traces;
      count.deadlocks += more.deadlocks;
      here.sleeping[t] = 1;
    }
    if (is_last) count = {1, all_ended ? std::uint64_t{0} : std::uint64_t{1}};
    counted_[s.key()] = count;
    return count;
  }

  const PlainProgram& program_;
  PlainTruth truth_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> made_;  ///< accesses, whoever made them
  PlainBytes is_in_unit_;
  std::array<std::uint32_t, kPlainBytes> unit_{};
  std::unordered_map<std::string, Count> counted_;
};

}  // namespace

PlainTruth plain_truth(const PlainProgram& program) { return PlainOracle(program).judge(); }

}  // namespace qpor::oracle
