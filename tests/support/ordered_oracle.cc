#include "tests/support/ordered_oracle.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <unordered_set>
#include <utility>
#include <vector>

namespace qpor::oracle {
namespace {

using Kind = OrderedKind;

constexpr int kInitial = -1;  // instead of an event: the value that a place begins with
constexpr int kWriter = -1;   // instead of a number of readers

bool is_acquire(Order order) {
  return order == Order::Consume || order == Order::Acquire || order == Order::AcquireRelease ||
         order == Order::SequentiallyConsistent;
}
bool is_release(Order order) {
  return order == Order::Release || order == Order::AcquireRelease || order == Order::SequentiallyConsistent;
}

/// A node of the graph. An attempt that failed has kind SkipUnless, which does nothing.
struct Event {
  std::size_t thread = 0;
  int number_in_thread = 0;
  Kind kind{};
  int number = 0;  ///< of the place, the object or the thread
  Order order{};   ///< that the operation had, whether it succeeded or failed
  bool reads = false;
  bool writes = false;
  bool is_atomic = false;  ///< an access of memory by an atomic operation
  int read_from = kInitial;

  bool is_read_modify_write() const { return is_atomic && reads && writes; }
};

/// Before the next step of an interleaving.
struct State {
  struct Thread {
    bool has_begun = false;
    std::size_t next = 0;
    int events = 0;
    std::int64_t r = 0;
    std::int64_t q = 0;
  };
  std::array<Thread, kMaxOrderedThreads> threads;
  std::array<int, kOrderedPlaces> memory{};
  std::array<int, kOrderedPlaces> last_write{};
  std::array<bool, kOrderedObjects> is_locked{};
  std::array<int, kOrderedObjects> count{};    ///< of a semaphore
  std::array<int, kOrderedObjects> readers{};  ///< of a reader-writer lock, or kWriter
  std::vector<Event> events;                   ///< in the order of the interleaving
};

// --- happens-before of one graph

class Graph {
 public:
  explicit Graph(const std::vector<Event>& events) : events_(events) {}

  std::bitset<kOrderedPlaces> races() {
    const std::size_t n = events_.size();
    happens_before_.assign(n, std::vector<bool>(n, false));
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        happens_before_[a][b] = a != b && (is_sequenced_before(a, b) || synchronises_with(a, b));
      }
    }
    for (std::size_t via = 0; via < n; ++via) {
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; happens_before_[a][via] && b < n; ++b) {
          if (happens_before_[via][b]) happens_before_[a][b] = true;
        }
      }
    }
    std::bitset<kOrderedPlaces> racy;
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (in_conflict(events_[a], events_[b]) && !happens_before_[a][b] && !happens_before_[b][a]) {
          racy.set(static_cast<std::size_t>(events_[a].number));
        }
      }
    }
    return racy;
  }

 private:
  static bool accesses_memory(const Event& e) { return e.reads || e.writes; }
  static bool in_conflict(const Event& a, const Event& b) {
    return accesses_memory(a) && accesses_memory(b) && a.number == b.number && a.thread != b.thread &&
           (a.writes || b.writes) && !(a.is_atomic && b.is_atomic);
  }

  bool is_sequenced_before(std::size_t a, std::size_t b) const {
    return events_[a].thread == events_[b].thread && events_[a].number_in_thread < events_[b].number_in_thread;
  }

  /// Of the release sequence that the write would head if it were a release operation, also where it is one.
  bool reads_from_sequence_of(std::size_t read, std::size_t head) const {
    if (!events_[read].reads || events_[read].read_from == kInitial || !events_[head].writes) return false;
    if (events_[read].number != events_[head].number) return false;
    const auto source = static_cast<std::size_t>(events_[read].read_from);
    if (source < head) return false;
    for (std::size_t i = head + 1; i <= source; ++i) {
      const bool is_in_order = events_[i].writes && events_[i].number == events_[head].number;
      if (is_in_order && !events_[i].is_read_modify_write()) return false;
    }
    return true;
  }

  bool is_release_write(std::size_t e) const {
    return events_[e].is_atomic && events_[e].writes && is_release(events_[e].order);
  }
  bool is_acquire_read(std::size_t e) const {
    return events_[e].is_atomic && events_[e].reads && is_acquire(events_[e].order);
  }
  bool is_release_fence(std::size_t e) const { return events_[e].kind == Kind::Fence && is_release(events_[e].order); }
  bool is_acquire_fence(std::size_t e) const { return events_[e].kind == Kind::Fence && is_acquire(events_[e].order); }

  /// Atomic writes that release what `a` comes with: itself, or those after it if it is a fence.
  std::vector<std::size_t> releasing_writes(std::size_t a) const {
    std::vector<std::size_t> result;
    if (is_release_write(a)) result.push_back(a);
    for (std::size_t x = 0; is_release_fence(a) && x < events_.size(); ++x) {
      if (events_[x].is_atomic && events_[x].writes && is_sequenced_before(a, x)) result.push_back(x);
    }
    return result;
  }
  std::vector<std::size_t> acquiring_reads(std::size_t b) const {
    std::vector<std::size_t> result;
    if (is_acquire_read(b)) result.push_back(b);
    for (std::size_t y = 0; is_acquire_fence(b) && y < events_.size(); ++y) {
      if (events_[y].is_atomic && events_[y].reads && is_sequenced_before(y, b)) result.push_back(y);
    }
    return result;
  }

  bool synchronises_with(std::size_t a, std::size_t b) const {
    const Event& from = events_[a];
    const Event& to = events_[b];
    if (from.kind == Kind::Create) return to.thread == static_cast<std::size_t>(from.number);
    if (to.kind == Kind::Join) return from.thread == static_cast<std::size_t>(to.number);
    if (a < b && from.number == to.number) {
      const bool takes_mutex = to.kind == Kind::Lock || to.kind == Kind::TryLock;
      const bool takes_permit = to.kind == Kind::Wait || to.kind == Kind::TryWait;
      const bool becomes_reader = to.kind == Kind::ReadLock || to.kind == Kind::TryReadLock;
      const bool becomes_writer = to.kind == Kind::WriteLock || to.kind == Kind::TryWriteLock;
      if (from.kind == Kind::Unlock && takes_mutex) return true;
      if (from.kind == Kind::Post && takes_permit) return true;
      if (from.kind == Kind::WriteUnlock && (becomes_reader || becomes_writer)) return true;
      if (from.kind == Kind::ReadUnlock && becomes_writer) return true;
    }
    for (const std::size_t x : releasing_writes(a)) {
      for (const std::size_t y : acquiring_reads(b)) {
        if (reads_from_sequence_of(y, x)) return true;
      }
    }
    return false;
  }

  const std::vector<Event>& events_;
  std::vector<std::vector<bool>> happens_before_;
};

// --- all interleavings

class OrderedOracle {
 public:
  OrderedOracle(const OrderedProgram& program, std::uint64_t max_states) : program_(program), max_states_(max_states) {}

  OrderedTruth judge() {
    State first;
    first.last_write.fill(kInitial);
    first.threads[0].has_begun = true;
    settle(first, 0);
    visit(first);
    return truth_;
  }

 private:
  bool has_ended(const State& s, std::size_t t) const { return s.threads[t].next == program_.threads[t].size(); }
  const OrderedInstruction& instruction(const State& s, std::size_t t) const {
    return program_.threads[t][s.threads[t].next];
  }

  /// Past branches, which are no steps.
  void settle(State& s, std::size_t t) const {
    State::Thread& thread = s.threads[t];
    while (!has_ended(s, t) && instruction(s, t).kind == Kind::SkipUnless) {
      const OrderedInstruction& test = instruction(s, t);
      thread.next += 1 + static_cast<std::size_t>(thread.r == test.expected ? 0 : test.number);
    }
  }

  bool is_enabled(const State& s, std::size_t t) const {
    if (!s.threads[t].has_begun || has_ended(s, t)) return false;
    const OrderedInstruction& i = instruction(s, t);
    const auto n = static_cast<std::size_t>(i.number);
    switch (i.kind) {
      case Kind::Lock: return !s.is_locked[n];
      case Kind::Wait: return s.count[n] > 0;
      case Kind::ReadLock: return s.readers[n] != kWriter;
      case Kind::WriteLock: return s.readers[n] == 0;
      case Kind::Join: return s.threads[n].has_begun && has_ended(s, n);
      default: return true;
    }
  }

  void visit(const State& s) {
    if (truth_.is_too_big || !seen_.insert(key_of(s)).second) return;
    truth_.is_too_big = seen_.size() > max_states_;
    bool is_last = true;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (!is_enabled(s, t)) continue;
      is_last = false;
      visit(after(s, t));
    }
    if (!is_last) return;
    ++truth_.graphs;
    truth_.racy |= Graph(s.events).races();
    truth_.finals.insert(final_of(s));
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (s.threads[t].has_begun && !has_ended(s, t)) truth_.has_deadlock = true;
    }
  }

  State after(State s, std::size_t t) const {
    const OrderedInstruction i = instruction(s, t);
    State::Thread& thread = s.threads[t];
    const auto n = static_cast<std::size_t>(i.number);
    Event e;
    e.thread = t;
    e.number_in_thread = thread.events++;
    e.kind = i.kind;
    e.number = i.number;
    e.order = i.order;
    const auto attempt = [&](bool succeeds) {
      thread.r = succeeds ? 1 : 0;
      if (!succeeds) e.kind = Kind::SkipUnless;
      return succeeds;
    };
    const auto read = [&] {
      e.reads = true;
      e.read_from = s.last_write[n];
      return s.memory[n];
    };
    const auto write = [&](int value) {
      e.writes = true;
      s.memory[n] = value;
      s.last_write[n] = static_cast<int>(s.events.size());
    };
    switch (i.kind) {
      case Kind::Read: thread.q = 4 * thread.q + read(); break;
      case Kind::Write: write(i.value); break;
      case Kind::Load:
        e.is_atomic = true;
        thread.r = read();
        break;
      case Kind::Store:
        e.is_atomic = true;
        write(i.value);
        break;
      case Kind::Exchange:
      case Kind::FetchAdd: {
        e.is_atomic = true;
        const int old = read();
        thread.r = old;
        write(i.kind == Kind::Exchange ? i.value : old + i.value);
        break;
      }
      case Kind::Add:
      case Kind::AddIfLast:
      case Kind::AddIfAbove: {
        e.is_atomic = true;
        const int old = read();
        if (i.kind == Kind::AddIfLast) thread.r = old == i.expected ? 1 : 0;
        if (i.kind == Kind::AddIfAbove) thread.r = old > i.expected ? 1 : 0;
        write(old + i.value);
        break;
      }
      case Kind::CompareExchange: {
        e.is_atomic = true;
        const bool succeeds = read() == i.expected;
        thread.r = succeeds ? 1 : 0;
        if (succeeds) write(i.value);
        if (!succeeds) e.order = i.failure;
        break;
      }
      case Kind::Lock: s.is_locked[n] = true; break;
      case Kind::TryLock:
        if (attempt(!s.is_locked[n])) s.is_locked[n] = true;
        break;
      case Kind::Unlock: s.is_locked[n] = false; break;
      case Kind::Post: ++s.count[n]; break;
      case Kind::Wait: --s.count[n]; break;
      case Kind::TryWait:
        if (attempt(s.count[n] > 0)) --s.count[n];
        break;
      case Kind::ReadLock: ++s.readers[n]; break;
      case Kind::TryReadLock:
        if (attempt(s.readers[n] != kWriter)) ++s.readers[n];
        break;
      case Kind::WriteLock: s.readers[n] = kWriter; break;
      case Kind::TryWriteLock:
        if (attempt(s.readers[n] == 0)) s.readers[n] = kWriter;
        break;
      case Kind::ReadUnlock: --s.readers[n]; break;
      case Kind::WriteUnlock: s.readers[n] = 0; break;
      case Kind::Create:
        s.threads[n].has_begun = true;
        settle(s, n);
        break;
      case Kind::Fence:
      case Kind::SignalFence:
      case Kind::Join:
      case Kind::SkipUnless: break;
    }
    s.events.push_back(e);
    ++thread.next;
    settle(s, t);
    return s;
  }

  /// The graph so far: for each thread its events with what they read and whether attempts succeeded; for each place
  /// and object the order of those that change it.
  std::string key_of(const State& s) const {
    const auto name = [&](int e) {
      if (e == kInitial) return static_cast<char>(-1);
      const Event& event = s.events[static_cast<std::size_t>(e)];
      return static_cast<char>(event.thread * 32 + static_cast<std::size_t>(event.number_in_thread));
    };
    std::string key;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      for (const Event& e : s.events) {
        if (e.thread != t) continue;
        key += {static_cast<char>(e.kind), static_cast<char>(e.order), static_cast<char>(e.writes), name(e.read_from)};
      }
      key += '\x7f';
    }
    for (int group = 0; group < 4; ++group) {
      for (int number = 0; number < kOrderedPlaces; ++number) {
        for (std::size_t i = 0; i < s.events.size(); ++i) {
          const Event& e = s.events[i];
          if (e.number == number && changes(e) == group) key += name(static_cast<int>(i));
        }
        key += '\x7f';
      }
    }
    return key;
  }

  /// What sort of thing the event changes: 0 a place, 1 a mutex, 2 a semaphore, 3 a reader-writer lock; -1 none.
  static int changes(const Event& e) {
    switch (e.kind) {
      case Kind::Lock:
      case Kind::TryLock:
      case Kind::Unlock: return 1;
      case Kind::Post:
      case Kind::Wait:
      case Kind::TryWait: return 2;
      case Kind::ReadLock:
      case Kind::WriteLock:
      case Kind::TryReadLock:
      case Kind::TryWriteLock:
      case Kind::ReadUnlock:
      case Kind::WriteUnlock: return 3;
      default: return e.writes ? 0 : -1;
    }
  }

  std::string final_of(const State& s) const {
    std::string result(ordered_bytes(program_.threads.size()), '\0');
    std::memcpy(result.data(), s.memory.data(), kOrderedRegisters);
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (!s.threads[t].has_begun || !has_ended(s, t)) continue;
      std::memcpy(result.data() + kOrderedRegisters + 16 * t, &s.threads[t].r, 8);
      std::memcpy(result.data() + kOrderedRegisters + 16 * t + 8, &s.threads[t].q, 8);
    }
    return result;
  }

  const OrderedProgram& program_;
  std::uint64_t max_states_;
  OrderedTruth truth_;
  std::unordered_set<std::string> seen_;
};

static_assert(sizeof(int) == 4);

}  // namespace

OrderedTruth ordered_truth(const OrderedProgram& program, std::uint64_t max_states) {
  return OrderedOracle(program, max_states).judge();
}

}  // namespace qpor::oracle
