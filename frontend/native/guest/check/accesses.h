// Plain accesses of the program under test, checked against happens-before: two accesses of the same bytes, one of them
// a write, by two threads, neither of which happens before the other, are a data race. The question is put to clocks
// (engine/execution/happens_before.h), not to the schedule: an access belongs to the segment that began with its
// thread's last event e, and it happens before another access of a segment that began with f iff the event after e of
// its thread happens before f. Since every execution that matters is explored, a program without a report has no data
// race at all, and then its plain accesses need not be events.
//
// An atomic access is at an event, so it comes before what follows that event; two atomic accesses never race.
//
// With --races=causality (and with interleaves, below) every order of dependent events counts instead, whatever memory
// order they have.
//
// With MachineOptions::interleaves, bytes that threads race for become a unit (units.h) instead: the exploration begins
// anew, and from then on accesses of them are operations of their own, in every order.
//
// The first access of a byte, and every one where the shadow says so, is looked at by memory_errors.h, too.
//
// A reference count that is no operation orders as well (count_clocks.h): dropping a reference ends a segment of its
// own.
//
// Invariant: segments_[i] is the segment with number i + 1; that of main before its first operation has number 1. Each
// step begins one, and so does each drop within a step.

#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/program/executor.h"
#include "engine/program/knowledge.h"
#include "frontend/native/guest/check/noun.h"
#include "frontend/native/guest/check/shadow.h"
#include "frontend/native/guest/check/stack_marks.h"
#include "frontend/native/guest/sync/count_clocks.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class Machine;
class Units;
struct Fiber;

/// Who called a stand-in or a hook: its return address and frame.
struct Caller {
  const void* address;
  const void* frame;
};
#define QPOR_CALLED_BY (::qpor::frontend::native::Caller{__builtin_return_address(0), __builtin_frame_address(0)})

enum class AccessKind : std::uint8_t {
  Read,
  DoubtfulRead,  ///< an optimiser may have put it where the program does not read (instrument_memory.h)
  Write,
  Free,
  Leave,     ///< of a local variable that is gone
  Allocate,  ///< of a block that was in use before
  Initialise,
  AtomicRead,
  AtomicWrite,
  SharedRead,  ///< by a function that threads may call concurrently with others of its kind (streams.h)
  SharedWrite,
  Use,  ///< an operation on a primitive that is ordered with all others (uses.h)
  UseShared,
  UseLater,
  Destroy,
};

constexpr bool is_atomic(AccessKind kind) { return kind >= AccessKind::AtomicRead; }
constexpr bool is_write(AccessKind kind) {
  return kind != AccessKind::Read && kind != AccessKind::DoubtfulRead && kind != AccessKind::AtomicRead &&
         kind != AccessKind::SharedRead;
}
constexpr bool is_shared(AccessKind kind) { return kind == AccessKind::SharedRead || kind == AccessKind::SharedWrite; }
constexpr bool is_use(AccessKind kind) { return kind >= AccessKind::Use || kind == AccessKind::Initialise; }

/// An operation on a primitive in words: "locks", "a mutex". Constants.
struct Use {
  const char* verb = nullptr;
  Noun object;
  bool has_name = true;  ///< the object is a variable of the program or in one of its blocks
};

/// Larger accesses are made by library functions.
inline constexpr std::size_t kLargestScalar = 16;

inline constexpr std::size_t kMostCallers = 32;  ///< of a stack in a report

struct SeenAccess {
  engine::ThreadId thread{};
  AccessKind kind{};
  Address begin = 0;
  std::size_t size = 0;
  std::size_t steps = 0;  ///< of the execution before it
  Address pc = 0;
  Use use;  ///< if it is one
  std::size_t caller_count = 0;
  Address callers[kMostCallers] = {};
};

struct Race {
  SeenAccess now;           ///< the access that showed it
  std::uint64_t other = 0;  ///< the segment of the other one
  bool other_writes = false;
  bool other_is_atomic = false;
  bool other_is_use = false;
  Address begin = 0;  ///< bytes that both access
  std::size_t size = 0;
  bool knows_before = false;
  SeenAccess before;  ///< the other, once it is known
};

class Accesses {
 public:
  // --- the host's side

  /// `misses_races`: they are not looked for in every execution.
  void switch_on(bool checks_races, bool interleaves, bool misses_races) {
    is_on_ = true;
    checks_races_ = checks_races;
    interleaves_ = interleaves;
    orders_units_ = interleaves || misses_races;
  }
  bool is_on() const { return is_on_; }
  void set_past(const engine::Past* past) { past_ = past; }
  /// Judges by the order of events instead of happens-before.
  void go_by_causality(bool on) { by_causality_ = on; }
  /// Takes `safe` away where a plain read depends on the order of atomic stores.
  void note_unordered_stores(bool on) { notes_unordered_stores_ = on; }
  bool asks_happens_before() const { return is_on_ && !by_causality_; }

  /// A new run, with the main thread in its first segment.
  void begin_run(const Machine& machine);
  /// A step is being taken by that thread.
  void begin_segment(const Fiber& fiber);
  Shadow::Mark mark() { return shadow_.mark(segments_.size()); }
  /// Back to that state, in which so many steps had been taken.
  void go_back(const Shadow::Mark& mark, std::size_t steps);
  /// From the next segment on.
  void check_races(bool on) { checks_races_ = on; }
  bool checks_races() const { return checks_races_; }
  bool interleaves() const { return interleaves_; }
  /// A race that is met is kept, but the thread goes on.
  void postpone_races(bool on) { postpones_ = on; }
  bool postpones_races() const { return postpones_; }

  bool has_race() const { return has_race_; }
  Race& race() { return race_; }
  const Race& race() const { return race_; }
  void forget_race() { has_race_ = false; }
  /// How many steps had been taken when the segment began, its own included.
  std::size_t steps_at(std::uint64_t segment) const { return segments_[segment - 1].steps; }
  /// From now on looks out for the other access of the race.
  void look_for_other(bool on) { is_looking_ = on; }

  // --- the guest's side

  /// To be called before the access takes place; does not come back when that is a defect.
  /// `asks`: whether it may be made at all, where that is not known. The place is that of the call of the stand-in or
  /// hook with that return address and frame.
  void access(Address begin, std::size_t size, AccessKind kind, Caller caller, bool asks = true);
  /// A DoubtfulRead, whose errors are none of the program.
  void read_doubtfully(Address begin, std::size_t size, Caller caller);
  /// The same for the most frequent cases, in little time. False: it has to be done by access().
  bool access_quickly(Address begin, std::size_t size, bool is_write, const void* frame);
  /// An operation on a primitive, as `kind` says.
  void use(Address begin, std::size_t size, AccessKind kind, const Use& use, Caller caller);
  /// The same for the most frequent cases, in little time. False: it has to be done by use().
  bool use_quickly(Address begin, std::size_t size, AccessKind kind, const void* frame);
  /// Does not come back when such an operation would be a memory error.
  void expect(Address begin, std::size_t size, const Use& use, Caller caller);
  /// Have all bytes been used or initialised, and were neither written nor freed nor destroyed since?
  bool is_in_use(Address begin, std::size_t size) const;
  /// Like a write of all bytes, after which nobody has accessed them, so that the next access asks.
  void free(Address begin, std::size_t size, Caller caller);
  /// Like a write of all bytes of a block that is handed out again: for those who have pointers to the old one.
  void allocate(Address begin, std::size_t size, Caller caller);
  /// The same as free for memory of a thread that ends, of which little is in use; `use` says so.
  void end(const Extent& memory, const Use& use, Caller caller);
  /// Every access of the running thread is looked at, also one that the cells know of: for counts.h. Until the thread's
  /// next operation.
  void look_at_all(bool on);
  /// Every access goes through the slow path from now on.
  void always_ask(Address begin, std::size_t size);
  /// The running thread drops a reference; counting is no operation there.
  void drop_reference(const void* count, bool is_last);
  /// Has another thread dropped a reference of that count? True where that is not known.
  bool has_drops_of_others(const void* count) const;
  /// The object of the last reference is gone. Whether the thread was last is an accident of the schedule, so that what
  /// it does next is not ordered after the drops of others.
  void end_drop() { count_clocks_.forget_acquired(); }

  // Locals (stack_marks.h).

  /// A function has been entered whose frame has these locals, with red zones around them. They may be accessed.
  void enter_frame(Address frame, const FrameLocals& locals);
  /// The same for a local whose size was not known before.
  void enter_local(Address begin, std::size_t size, std::uint32_t local);
  /// The local may be accessed again.
  void revive(Address begin, std::size_t size);
  /// Like a write of the local, after which it is gone: its block or its function has ended.
  void leave(Address begin, std::size_t size, std::uint32_t local, StackMark::Kind kind, Caller caller);
  /// Frames that an exception, longjmp or pthread_exit has left, locals and all. `marks`: code of the program runs on,
  /// and must not access them.
  void leave_frames(Address begin, Address end, bool marks, Caller caller);

  /// The same for the units in that memory, until the next run begins.
  /// REQUIRES: the memory is mapped, in whole pages, and nobody has accessed it in this run
  void ask_about_units(const Units& units, const Extent& memory);

 private:
  struct Segment {
    std::size_t steps;     ///< of the execution so far
    std::uint32_t events;  ///< of the thread so far
    std::uint16_t thread_number;
    bool is_part;  ///< a drop began it, no step

    engine::ThreadId thread() const { return static_cast<engine::ThreadId>(thread_number); }
  };
  static_assert(sizeof(Segment) == 16 && kMostThreads <= 0x10000);

  [[gnu::noinline, gnu::cold]] void make_room(std::size_t threads);
  void forget(Address begin, std::size_t size);
  void put_mark(Address at, StackMark::Kind kind, std::uint32_t local, Address variable, unsigned tail);
  void put_zone(Address from, Address to, StackMark::Kind kind, std::uint32_t local, Address variable, unsigned tail);
  void revive_cells(Address begin, std::size_t size);
  void revive_cell(Cell& cell, Address at, std::uint64_t bytes);
  bool has_accesses_of_others(const Cell& cell) const;
  /// An access that is being looked at.
  struct Asked {
    Address begin;
    std::size_t size;
    AccessKind kind;
    Caller caller;
    const Use* use = nullptr;
  };

  void look_at(const Asked& access, bool asks);
  bool use_cells(const Extent& object, std::size_t count, std::uint64_t bytes, AccessKind kind);
  bool is_in_other_frames(Address begin, const void* frame) const;
  void end_cell(Cell& cell, const Use& use, Caller caller);

  bool write_to_list(Cell& cell, std::uint64_t bytes);
  void touch(Cell& cell, std::uint64_t bytes, const Asked& access);
  bool races_with(std::uint64_t word, std::uint64_t bytes, bool is_atomic);
  /// Is what the word says before everything in the current segment?
  bool is_ordered(std::uint64_t word);
  bool is_ordered_by_counts(std::uint64_t word) const;
  std::uint32_t events_before(std::size_t step, engine::ThreadId thread) const;
  void add(HostArray<std::uint64_t>& words, std::uint64_t bytes, AccessKind kind, bool is_new);
  void note_doubtful_race(const Asked& access);
  void look_for_unordered_stores(std::uint64_t bytes, const Asked& access);
  std::uint64_t known_bytes(const Cell& cell) const;
  void meet_race(std::uint64_t word, bool other_writes, const Cell& cell, std::uint64_t bytes, const Asked& access);
  bool interleave(const Asked& access);
  void access_unit(const engine::SharedRange& unit, Address begin, std::size_t size, bool is_write, Address pc);
  SeenAccess seen(const Asked& access) const;
  bool is_accessible(Address begin, Address end) const;
  void ask(const Asked& access);
  std::uint64_t current() const { return segments_.size(); }

  bool is_on_ = false;
  bool by_causality_ = false;
  bool checks_races_ = false;
  bool notes_unordered_stores_ = false;
  bool interleaves_ = false;
  /// Are plain accesses of units operations? Where every race is found there is no need, and one with an atomic access
  /// would not be; where one is missed it might be noticed in some executions and not in others.
  bool orders_units_ = false;
  const engine::Past* past_ = nullptr;
  Shadow shadow_;
  CountClocks count_clocks_;
  HostArray<Segment> segments_;
  HostArray<std::uint32_t> events_;  ///< by thread

  struct Known {
    std::uint64_t segment = 0;
    std::uint32_t events = 0;
  };
  /// By thread: what is before the current segment, as far as it was asked for.
  HostArray<Known> past_of_;
  HostArray<std::uint64_t> writes_, reads_;
  HostArray<Address> asking_;  ///< cells of units
  const Fiber* running_ = nullptr;
  const Machine* machine_ = nullptr;
  Address own_stack_end_ = 0;  ///< of the running thread
  bool is_quick_ = false;      ///< is there nothing that access_quickly would miss?
  static constexpr std::size_t kExtents = 8;
  Extent accessible_[kExtents];  ///< what was asked last
  std::size_t next_extent_ = 0;

  bool has_race_ = false;
  bool postpones_ = false;
  bool has_met_race_ = false;  ///< in the access that is being looked at
  bool is_looking_ = false;
  Race race_;
};

// --- hooks of the instrumented code

void read_hook(Address begin, std::size_t size);
void write_hook(Address begin, std::size_t size);
/// A DoubtfulRead.
void doubtful_read_hook(Address begin, std::size_t size);
/// Instead of memcpy and memmove.
void move_hook(void* to, const void* from, std::size_t size);
void set_hook(void* to, int value, std::size_t size);
/// The same for stand-ins, on behalf of who called them.
void move_checked(void* to, const void* from, std::size_t size, Caller caller);
void set_checked(void* to, int value, std::size_t size, Caller caller);

/// Around what happens when a counted reference of std::stop_token is given up: all that others did before they gave up
/// theirs is before it, but counting is no operation (instrument_atomics.h), so that no data races are looked for
/// there.
void quiet_begin_hook();
void quiet_end_hook();

/// Of the string with its end, but no more than that; 0 when there can be none.
std::size_t string_size_hook(const char* text, std::size_t most);

/// What the instrumented code compares cells with.
std::uint64_t& segment_word();

/// An atomic access whose turn has come.
void check_atomic(const volatile void* begin, std::size_t size, bool is_write, Address pc);

}  // namespace qpor::frontend::native
