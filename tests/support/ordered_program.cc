#include "tests/support/ordered_program.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tests/support/random_source.h"

namespace qpor::oracle {
namespace {

using Kind = OrderedKind;

constexpr std::array kAllOrders = {Order::Relaxed, Order::Consume,        Order::Acquire,
                                   Order::Release, Order::AcquireRelease, Order::SequentiallyConsistent};
constexpr std::array kLoadOrders = {Order::Relaxed, Order::Consume, Order::Acquire, Order::SequentiallyConsistent};
constexpr std::array kStoreOrders = {Order::Relaxed, Order::Release, Order::SequentiallyConsistent};

/// Two sorts of programs. In a relay, data goes from thread to thread, and each takes it only where it has seen that
/// the thread before has sent it: whether there is a race depends on memory orders, fences and sorts of locks, any of
/// which may be wrong. The others are pieces in a row, nearly all with a race unless they share nothing.
class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  OrderedProgram make() {
    by_fence_ = random_.pick({0, 20, 50});
    flags_ = random_.pick({1, 1, 2, 3});
    return random_.chance(75) ? make_relay() : make_pieces();
  }

  /// References that threads copy and drop, data that they access before that, and what the last one does.
  OrderedProgram make_counting() {
    correct_ = random_.pick({0, 50, 80, 95, 100});
    by_fence_ = random_.pick({0, 30, 60});
    flags_ = random_.pick({1, 1, 2});
    places_ = random_.pick({1, 1, 2});
    is_orderly_ = random_.chance(60);
    const int children = random_.pick({2, 2, 3, 3});
    OrderedProgram program;
    program.threads.resize(static_cast<std::size_t>(children) + 1);
    OrderedThread& main = program.threads[0];
    for (int flag = 0; flag < flags_; ++flag) {
      main.push_back(of(random_.chance(70) ? Kind::Add : Kind::Store, kOrderedPlain + flag));
      main.back().value = random_.chance(70) ? children : random_.between(0, 3);
    }
    if (random_.chance(30)) add_access(main);
    add_creates(main, children);
    for (int t = 1; t <= children; ++t) {
      OrderedThread& thread = program.threads[static_cast<std::size_t>(t)];
      const int length = children == 2 ? random_.between(1, 3) : random_.between(1, 2);
      for (int i = 0; i < length; ++i) add_count_piece(thread);
    }
    if (random_.chance(25)) add_count_piece(main);
    add_joins(main, children);
    return program;
  }

 private:
  OrderedProgram make_relay() {
    correct_ = random_.pick({50, 75, 90, 100});
    flags_ = std::max(flags_, 2);
    const int children = random_.pick({2, 2, 3});
    OrderedProgram program;
    program.threads.resize(static_cast<std::size_t>(children) + 1);
    const auto thread = [&](int t) -> OrderedThread& { return program.threads[static_cast<std::size_t>(t)]; };
    const bool begins_in_main = random_.chance(10);
    places_ = random_.pick({1, 1, 1, 2});
    OrderedThread of_main;  // after it has created the others
    // Thread t passes on to t + 1; nested blocks keep the order.
    add_access(thread(begins_in_main ? 0 : 1));
    if (begins_in_main) add_creates(thread(0), children);
    for (int t = begins_in_main ? 0 : 1; t < children; ++t) {
      Hop hop = random_hop();
      add_noise(thread(t));
      add_send(thread(t), hop);
      if (hop.way == Way::Flag) {
        if (random_.chance(20)) add_continuation(thread(t), hop, false);
        const int third = random_.below(children + 1);
        const bool is_third = third != t && third != t + 1;
        if (is_third) add_continuation(third == 0 && !begins_in_main ? of_main : thread(third), hop, true);
      }
      if (random_.chance(5)) add_access(thread(t));
      end_blocks(thread(t));
      add_noise(thread(t));
      add_receive(thread(t + 1), hop);
      add_access(thread(t + 1));
    }
    end_blocks(thread(children));
    if (!begins_in_main) {
      if (random_.chance(5)) add_access(thread(0));
      add_creates(thread(0), children);
      thread(0).insert(thread(0).end(), of_main.begin(), of_main.end());
      if (children == 2 && random_.chance(20)) add_noise(thread(0));
    }
    add_joins(thread(0), children);
    if (random_.chance(10)) add_access(thread(0));
    return program;
  }

  OrderedProgram make_pieces() {
    correct_ = random_.pick({0, 60, 85, 95, 100});
    stray_ = random_.pick({0, 0, 0, 5, 15});
    places_ = random_.between(1, kOrderedPlain);
    locks_ = random_.pick({0, 10, 30});
    const int children = random_.pick({2, 2, 2, 3});
    OrderedProgram program;
    program.threads.resize(static_cast<std::size_t>(children) + 1);
    for (int t = 1; t <= children; ++t) {
      OrderedThread& thread = program.threads[static_cast<std::size_t>(t)];
      const int length = children == 2 ? random_.between(2, 7) : random_.between(2, 4);
      while (static_cast<int>(thread.size()) < length) add_piece(thread);
    }
    add_main(program.threads[0], children);
    return program;
  }

  // --- counting

  void add_count_piece(OrderedThread& thread) {
    if (!is_orderly_ && random_.chance(12)) return add_access(thread);
    if (random_.chance(is_orderly_ ? 8 : 25)) return add_atomic(thread);
    if (random_.chance(10)) return add_relaxed_handover(thread);
    if (random_.chance(75)) add_access(thread);
    const bool by_fence = random_.chance(by_fence_);
    if (by_fence) add_fence(thread, order(Order::Release, {kAllOrders.begin(), kAllOrders.end()}));
    OrderedInstruction i = of(Kind::AddIfLast, flag());
    const bool drops = is_orderly_ || random_.chance(60);
    if (is_orderly_ && random_.chance(25)) {
      thread.push_back(of(Kind::Add, i.number));  // a copy
      thread.back().value = 1;
      if (random_.chance(30)) thread.back().order = random_.pick(kAllOrders);
    }
    i.value = drops ? -1 : random_.pick({-2, -1, 0, 1, 1, 2});
    i.expected = drops ? 1 : random_.between(-1, 3);
    if (random_.chance(25)) i.kind = Kind::AddIfAbove;
    if (!is_orderly_ && random_.chance(30)) i.kind = Kind::Add;
    i.order = by_fence ? Order::Release : Order::AcquireRelease;
    if (!random_.chance(correct_)) i.order = random_.pick(kAllOrders);
    if (by_fence && random_.chance(40)) i.order = Order::Relaxed;
    thread.push_back(i);
    if (i.kind == Kind::Add) return;
    const int is_last = i.kind == Kind::AddIfLast ? 1 : 0;
    add_if(thread, random_.chance(85) ? is_last : 1 - is_last, [&] {
      if (by_fence) add_fence(thread, order(Order::Acquire, {kAllOrders.begin(), kAllOrders.end()}));
      add_access(thread);
      if (random_.chance(15)) add_atomic(thread);
    });
  }

  /// Something that orders operations, but accesses only if a counter does.
  void add_relaxed_handover(OrderedThread& thread) {
    OrderedInstruction i = of(Kind::Load, kOrderedPlain + kOrderedAtomics - 1);
    if (random_.chance(50)) {
      i.kind = Kind::Store;
      i.value = 1;
      return thread.push_back(i);
    }
    thread.push_back(i);
    add_if(thread, random_.below(2), [&] { add_count_piece(thread); });
  }

  // --- relays

  enum class Way : std::uint8_t {
    Flag,       ///< an atomic has the value that was sent
    Section,    ///< the same, but sent and received in sections of a lock
    Sections,   ///< the same, but sections follow the sending and the receiving
    Permit,     ///< a semaphore could be taken
    Busy,       ///< a mutex, a reader-writer lock or a semaphore could not be taken
    SameValue,  ///< the same as Flag, but relaxed; there are changes of another atomic that leave its value as it is
  };
  struct Hop {
    Way way{};
    int flag = 0;
    int value = 0;
    int object = 0;
    bool is_rwlock = false;
    bool is_second = false;  ///< Busy: the second section of two, the end of the first being known by a relaxed flag
  };

  Hop random_hop() {
    Hop hop;
    static constexpr std::array kWays = {Way::Flag,   Way::Section, Way::Sections,
                                         Way::Permit, Way::Busy,    Way::SameValue};
    hop.way = kWays[static_cast<std::size_t>(random_.weighted({50, 10, 12, 8, 8, 12}))];
    hop.flag = flag();
    hop.value = ++values_;
    hop.object = random_.below(kOrderedObjects);
    hop.is_rwlock = random_.chance(50);
    hop.is_second = random_.chance(50);
    return hop;
  }

  void add_send(OrderedThread& thread, const Hop& hop) {
    switch (hop.way) {
      case Way::Flag: {
        const bool by_fence = random_.chance(by_fence_);
        if (by_fence) add_fence(thread, order(Order::Release, {kAllOrders.begin(), kAllOrders.end()}));
        if (by_fence && random_.chance(15)) add_access(thread);
        OrderedInstruction i = of(random_.chance(25) ? Kind::Exchange : Kind::Store, hop.flag);
        i.order = i.kind == Kind::Store ? store_order() : change_order();
        if (by_fence && random_.chance(80)) i.order = Order::Relaxed;
        i.value = hop.value;
        thread.push_back(i);
        return;
      }
      case Way::Section: add_lock(thread, hop, [&] { add_relaxed_store(thread, hop.flag, hop.value); }); return;
      case Way::Sections: add_lock(thread, hop, [] {}); return add_relaxed_store(thread, hop.flag, hop.value);
      case Way::Permit: return thread.push_back(of(Kind::Post, hop.object));
      case Way::Busy:
        if (hop.is_second) {
          add_lock(thread, hop, [] {});
          add_relaxed_store(thread, hop.flag, hop.value);
        }
        return add_lock(thread, hop, [] {});
      case Way::SameValue:
        add_same_value(thread, other(hop.flag));
        return add_relaxed_store(thread, hop.flag, hop.value);
    }
  }

  /// Another value for the flag, by a read-modify-write, which continues a release sequence, or by a store.
  void add_continuation(OrderedThread& thread, Hop& hop, bool tests) {
    OrderedInstruction i = of(Kind::CompareExchange, hop.flag);
    i.expected = hop.value;
    i.order = random_.pick(kAllOrders);
    i.failure = random_.pick(kLoadOrders);
    i.value = hop.value = ++values_;
    if (random_.chance(40)) {
      if (tests) {
        thread.push_back(of(Kind::Load, hop.flag));
        thread.push_back(of(Kind::SkipUnless, 1));
        thread.back().expected = i.expected;
      }
      i.kind = Kind::Store;
      i.order = random_.chance(70) ? Order::Relaxed : Order::Release;
    }
    thread.push_back(i);
  }

  /// What follows in the thread is in the block of a branch, until end_blocks().
  void add_receive(OrderedThread& thread, const Hop& hop) {
    switch (hop.way) {
      case Way::Flag: {
        OrderedInstruction i = of(Kind::Load, hop.flag);
        i.order = load_order();
        i.value = hop.value;
        int expected = hop.value;
        switch (random_.weighted({55, 10, 10, 25})) {
          case 0: break;
          case 1:
            i.kind = Kind::Exchange;
            i.value = random_.below(hop.value + 1);
            break;
          case 2:
            i.kind = Kind::FetchAdd;
            i.value = random_.below(2);
            break;
          default:
            i.kind = Kind::CompareExchange;
            i.expected = random_.pick({hop.value, 0});
            expected = i.expected == hop.value ? 1 : 0;
            i.value = random_.pick({0, hop.value, hop.value + 1});
        }
        if (i.kind != Kind::Load) i.order = change_order();
        i.failure = order(Order::Acquire, {kLoadOrders.begin(), kLoadOrders.end()});
        const bool by_fence = random_.chance(by_fence_);
        if (by_fence && random_.chance(80)) i.order = Order::Relaxed;
        if (by_fence && random_.chance(20)) add_fence(thread, Order::SequentiallyConsistent);
        thread.push_back(i);
        begin_block(thread, expected);
        if (by_fence) add_fence(thread, order(Order::Acquire, {kAllOrders.begin(), kAllOrders.end()}));
        return;
      }
      case Way::Section:
        add_lock(thread, hop, [&] { thread.push_back(of(Kind::Load, hop.flag)); });
        return begin_block(thread, hop.value);
      case Way::Sections:
        thread.push_back(of(Kind::Load, hop.flag));
        begin_block(thread, hop.value);
        return add_lock(thread, hop, [] {});
      case Way::Permit:
        if (random_.chance(15)) return thread.push_back(of(Kind::Wait, hop.object));
        thread.push_back(of(Kind::TryWait, hop.object));
        return begin_block(thread, 1);
      case Way::Busy: {
        if (hop.is_second) {
          thread.push_back(of(Kind::Load, hop.flag));
          begin_block(thread, hop.value);
        }
        const bool reads = random_.chance(50);
        thread.push_back(of(!hop.is_rwlock ? Kind::TryLock
                            : reads        ? Kind::TryReadLock
                                           : Kind::TryWriteLock,
                            hop.object));
        add_if(thread, 1, [&] {
          thread.push_back(of(!hop.is_rwlock ? Kind::Unlock
                              : reads        ? Kind::ReadUnlock
                                             : Kind::WriteUnlock,
                              hop.object));
        });
        return begin_block(thread, 0);
      }
      case Way::SameValue:
        thread.push_back(of(Kind::Load, hop.flag));
        begin_block(thread, hop.value);
        if (random_.chance(60)) return add_same_value(thread, other(hop.flag));
        thread.push_back(of(Kind::Load, other(hop.flag)));
        thread.back().order = load_order();
        return;
    }
  }

  template <class Body>
  void add_lock(OrderedThread& thread, const Hop& hop, const Body& body) {
    const int object = random_.chance(correct_) ? hop.object : random_.below(kOrderedObjects);
    if (!hop.is_rwlock) {
      thread.push_back(of(Kind::Lock, object));
      body();
      return thread.push_back(of(Kind::Unlock, object));
    }
    const bool reads = random_.chance(50);
    thread.push_back(of(reads ? Kind::ReadLock : Kind::WriteLock, object));
    body();
    thread.push_back(of(reads ? Kind::ReadUnlock : Kind::WriteUnlock, object));
  }

  void add_relaxed_store(OrderedThread& thread, int place, int value) {
    thread.push_back(of(Kind::Store, place));
    thread.back().value = value;
  }

  void add_same_value(OrderedThread& thread, int place) {
    thread.push_back(of(random_.chance(70) ? Kind::FetchAdd : Kind::CompareExchange, place));
    thread.back().order = change_order();
    thread.back().failure = random_.pick(kLoadOrders);
  }

  /// What other threads may meddle with.
  void add_noise(OrderedThread& thread) {
    if (random_.chance(25)) add_atomic(thread);
    if (random_.chance(5)) add_fence(thread, random_.pick(kAllOrders));
    if (random_.chance(5)) {
      const int object = random_.below(kOrderedObjects);
      thread.push_back(of(Kind::TryWriteLock, object));
      add_if(thread, 1, [&] { thread.push_back(of(Kind::WriteUnlock, object)); });
    }
    if (random_.chance(4)) thread.push_back(of(Kind::Post, random_.below(kOrderedObjects)));
  }

  void begin_block(OrderedThread& thread, int expected) {
    blocks_.push_back(thread.size());
    thread.push_back(of(Kind::SkipUnless, 0));
    thread.back().expected = expected;
  }
  void end_blocks(OrderedThread& thread) {
    for (const std::size_t place : blocks_) thread[place].number = static_cast<int>(thread.size() - place - 1);
    blocks_.clear();
  }

  int other(int flag) const { return flag == kOrderedPlain ? flag + 1 : flag - 1; }

  void add_creates(OrderedThread& main, int children) {
    for (int t = 1; t <= children; ++t) main.push_back(of(Kind::Create, t));
  }
  void add_joins(OrderedThread& main, int children) {
    for (int t = 1; t <= children; ++t) main.push_back(of(Kind::Join, t));
  }

  // --- pieces in a row

  void add_main(OrderedThread& main, int children) {
    const bool is_busy = random_.chance(35);
    if (is_busy && random_.chance(50)) add_access(main);
    std::vector<int> left;
    for (int t = 1; t <= children; ++t) {
      main.push_back(of(Kind::Create, t));
      left.push_back(t);
      if (is_busy && children == 2 && random_.chance(20)) add_piece(main);
    }
    while (!left.empty()) {
      const auto place = static_cast<std::size_t>(random_.below(static_cast<int>(left.size())));
      main.push_back(of(Kind::Join, left[place]));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
      if (is_busy && random_.chance(20)) add_access(main);
    }
  }

  void add_piece(OrderedThread& thread) {
    if (random_.chance(stray_)) return add_access(thread);
    if (random_.chance(locks_)) return add_guarded(thread);
    switch (random_.weighted({35, 35, 15, 6, 9})) {
      case 0: return add_sending(thread);
      case 1: return add_receiving(thread);
      case 2: return add_atomic(thread);
      case 3: return add_fence(thread, random_.pick(kAllOrders));
      default: return add_semaphore(thread);
    }
  }

  // --- orders

  Order order(Order right, const std::vector<Order>& others) {
    if (random_.chance(correct_)) return right;
    return random_.pick(others);
  }
  Order load_order() { return order(Order::Acquire, {kLoadOrders.begin(), kLoadOrders.end()}); }
  Order store_order() { return order(Order::Release, {kStoreOrders.begin(), kStoreOrders.end()}); }
  Order change_order() { return order(Order::AcquireRelease, {kAllOrders.begin(), kAllOrders.end()}); }

  int flag() { return kOrderedPlain + random_.below(flags_); }

  void add_sending(OrderedThread& thread) {
    add_access(thread);
    if (random_.chance(25)) add_access(thread);
    const bool by_fence = random_.chance(by_fence_);
    if (by_fence) add_fence(thread, order(Order::Release, {kAllOrders.begin(), kAllOrders.end()}));
    OrderedInstruction i = of(Kind::Store, flag());
    i.order = store_order();
    if (random_.chance(30)) {
      i.kind = random_.chance(50) ? Kind::Exchange : Kind::FetchAdd;
      i.order = change_order();
    }
    if (by_fence && random_.chance(80)) i.order = Order::Relaxed;
    i.value = random_.pick({1, 1, 1, 2});
    thread.push_back(i);
  }

  void add_receiving(OrderedThread& thread) {
    OrderedInstruction i = of(Kind::Load, flag());
    i.order = load_order();
    i.value = random_.pick({0, 1, 1, 2});
    int expected = random_.pick({1, 1, 1, 2, 0});
    switch (random_.weighted({60, 10, 10, 20})) {
      case 0: break;
      case 1: i.kind = Kind::Exchange; break;
      case 2: i.kind = Kind::FetchAdd; break;
      default: i.kind = Kind::CompareExchange; i.expected = std::exchange(expected, random_.pick({1, 1, 1, 0}));
    }
    if (i.kind != Kind::Load) i.order = change_order();
    i.failure = random_.pick(kLoadOrders);
    const bool by_fence = random_.chance(by_fence_);
    if (by_fence && random_.chance(80)) i.order = Order::Relaxed;
    thread.push_back(i);
    add_if(thread, expected, [&] {
      if (by_fence) add_fence(thread, order(Order::Acquire, {kAllOrders.begin(), kAllOrders.end()}));
      add_access(thread);
      if (random_.chance(20)) add_sending(thread);
    });
  }

  /// Such as continue a release sequence or break one, and such as leave a value as it is.
  void add_atomic(OrderedThread& thread) {
    OrderedInstruction i = of(Kind::Load, flag());
    i.value = random_.pick({0, 0, 1, 1, 2});
    i.expected = random_.pick({0, 1, 1, 2});
    i.failure = random_.pick(kLoadOrders);
    switch (random_.weighted({15, 20, 15, 35, 15})) {
      case 0: i.order = random_.pick(kLoadOrders); break;
      case 1:
        i.kind = Kind::Store;
        i.order = random_.pick(kStoreOrders);
        break;
      case 2: i.kind = Kind::Exchange; break;
      case 3: i.kind = Kind::FetchAdd; break;
      default: i.kind = Kind::CompareExchange;
    }
    if (i.kind != Kind::Load && i.kind != Kind::Store) i.order = random_.pick(kAllOrders);
    thread.push_back(i);
  }

  void add_fence(OrderedThread& thread, Order of_fence) {
    thread.push_back(of(random_.chance(5) ? Kind::SignalFence : Kind::Fence, 0));
    thread.back().order = of_fence;
  }

  void add_guarded(OrderedThread& thread) {
    const int number = random_.chance(correct_) ? 0 : random_.below(kOrderedObjects);
    static constexpr std::array<std::array<Kind, 3>, 3> kWays = {
        {{Kind::Lock, Kind::TryLock, Kind::Unlock},
         {Kind::ReadLock, Kind::TryReadLock, Kind::ReadUnlock},
         {Kind::WriteLock, Kind::TryWriteLock, Kind::WriteUnlock}}};
    const auto& [lock, attempt, unlock] = kWays[static_cast<std::size_t>(random_.weighted({50, 25, 25}))];
    const bool only_reads = lock == Kind::ReadLock && random_.chance(correct_);
    const auto add_section = [&, unlock = unlock] {
      add_access(thread, only_reads);
      if (random_.chance(20)) add_atomic(thread);
      if (random_.chance(30)) add_access(thread, only_reads);
      thread.push_back(of(unlock, number));
    };
    if (random_.chance(60)) {
      thread.push_back(of(lock, number));
      return add_section();
    }
    thread.push_back(of(attempt, number));
    add_if(thread, 1, add_section);
    if (random_.chance(20)) add_if(thread, 0, [&] { add_access(thread); });
  }

  void add_semaphore(OrderedThread& thread) {
    const int number = random_.chance(correct_) ? 0 : random_.below(kOrderedObjects);
    if (random_.chance(50)) {
      add_access(thread);
      return thread.push_back(of(Kind::Post, number));
    }
    if (random_.chance(25)) {
      thread.push_back(of(Kind::Wait, number));
      return add_access(thread);
    }
    thread.push_back(of(Kind::TryWait, number));
    add_if(thread, random_.pick({1, 1, 1, 0}), [&] { add_access(thread); });
  }

  template <class Body>
  void add_if(OrderedThread& thread, int expected, const Body& body) {
    const std::size_t place = thread.size();
    thread.push_back(of(Kind::SkipUnless, 0));
    thread[place].expected = expected;
    body();
    thread[place].number = static_cast<int>(thread.size() - place - 1);
  }

  void add_access(OrderedThread& thread, bool only_reads = false) {
    const bool is_mixed = random_.chance(3);
    const int place = is_mixed ? flag() : random_.below(places_);
    const bool writes = !only_reads && random_.chance(50);
    thread.push_back(of(writes ? Kind::Write : Kind::Read, place));
    thread.back().value = random_.between(1, 3);
  }

  static OrderedInstruction of(Kind kind, int number) {
    OrderedInstruction result;
    result.kind = kind;
    result.number = number;
    return result;
  }

  RandomSource random_;
  int correct_ = 0;   // percent of orders that are as they should be
  int by_fence_ = 0;  // percent of handovers
  int stray_ = 0;     // percent of accesses outside of handovers and sections
  int locks_ = 0;     // percent of pieces
  int places_ = 0;
  int flags_ = 0;
  bool is_orderly_ = false;          // counting: nearly all drops and copies
  int values_ = 0;                   // sent so far in a relay
  std::vector<std::size_t> blocks_;  // branches whose blocks are not complete
};

}  // namespace

OrderedProgram random_ordered_program(std::uint64_t seed) { return Generator(seed).make(); }
OrderedProgram random_counting_program(std::uint64_t seed) { return Generator(seed).make_counting(); }

}  // namespace qpor::oracle
