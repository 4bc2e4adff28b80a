// Reference counts of std::shared_ptr and std::weak_ptr. Counting is no operation as long as no execution can tell one
// order of counting from another: copies and drops of references to one object then commute, and an object that is
// freed is freed whichever thread drops the last reference.
//
// A *site* is a type of control blocks, known by its virtual table. It is *observed* once an execution calls lock,
// expired or use_count on one of its blocks, or once the disposal of one does something that can be told apart: an
// operation, a call of a library function that depends on the thread, an access of memory that the disposal does not
// free. At the first observation the machine asks for a restart, and from then on the counts of that site are atomics
// (atomics.h) that are counted (engine/program/count.h): copying is an addition that is told nothing, dropping a
// subtraction that is told whether it was the last one, lock an addition unless it is 0, expired a test, use_count a
// load. They commute as long as none is told anything else; the last drop is ordered after all others, and the disposal
// is checked for races like any code.
//
// Why that is sound: take an execution up to its first observation of a site that is not observed yet. No thread has
// seen an outcome of counting, so that some explored execution has the same operations in each thread. A call of lock
// is made there as well; a disposal runs there as well, perhaps in another thread, on the same object.
//
// Counts of weak references only free the control block; they become operations when that has effects (an allocator
// with a lock, say).
//
// Before the first thread is created nothing is concurrent, and nothing is an operation or observed.
//
// Invariants
//  1. Sites are only added, each restart adds one: an exploration ends with as many restarts as there are types.
//  2. A disposal that is tracked does not contain an operation: the first one asks for a restart.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/program/knowledge.h"
#include "engine/program/memory_order.h"
#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// std::_Sp_counted_base of libstdc++.
struct ControlBlock {
  Address type;  ///< its virtual table
  std::int32_t uses;
  std::int32_t weak_uses;
};

class Counts {
 public:
  // --- the host's side

  /// What is observed from the next run on.
  void set_observed(const std::vector<engine::ObservedCount>& counts);
  /// What is observed, and what the run has observed besides: that is wanted.
  std::vector<engine::ObservedCount> observed() const { return copy_of(sites_); }
  std::vector<engine::ObservedCount> wanted() const { return copy_of(wanted_); }
  bool has_wanted() const { return wanted_.size() > 0; }
  void forget_wanted() { wanted_.cut(0); }
  /// A thread begins to run: a disposal that did not come to its end is forgotten.
  void forget_disposals() {
    disposals_.cut(0);
    touched_.cut(0);
  }

  // --- the guest's side

  /// Are counters at that site of the program's code atomics like any other (plain_counters.h)?
  bool is_plain(Address site) const {
    const Site* const known = find(site);
    return known != nullptr && known->is_plain;
  }
  bool is_observed(Address type) const { return find(type) != nullptr; }
  bool is_observed(const ControlBlock& block) const { return is_observed(block.type); }
  bool is_weakly_observed(const ControlBlock& block) const {
    const Site* const site = find(block.type);
    return site != nullptr && site->has_weak_uses;
  }
  /// Does not come back when that is new: the exploration restarts.
  void observe(const ControlBlock& block);

  /// A disposal of an object that is not observed is under way.
  bool is_disposing() const { return disposals_.size() > 0; }
  /// A disposal of that type begins, of what contains that address. `is_last`: the control block itself is given up.
  /// `frame`: locals below belong to the disposal. Does not come back when nothing tells what it accesses.
  void track(Address type, Address inside, bool is_last, Address frame);
  void end_tracking();
  /// The disposal under way accesses those bytes.
  void note_access(Address begin, AccessKind kind);
  /// The disposal under way does something that can be told apart. Does not come back.
  [[noreturn]] void note_effect();

 private:
  using Site = engine::ObservedCount;
  struct Disposal {
    Site site;
    Address block;  ///< the heap's, which the control block is in; or 0
    Address frame;
    bool is_open;
  };

  void begin_disposal(Address type, Address inside, bool is_last, Address frame);
  void end_disposal();
  const Site* find(Address type) const;
  static std::vector<Site> copy_of(const HostArray<Site>& sites) { return {sites.all().begin(), sites.all().end()}; }
  void forget_touched(Address block);

  HostArray<Site> sites_;
  HostArray<Site> wanted_;
  HostArray<Disposal> disposals_;  ///< since the outermost began; those that have ended are not open
  HostArray<Address> touched_;     ///< blocks of the heap that they accessed and have not freed
};

/// Has main created no thread yet?
bool is_single_threaded();

// What counting orders. A copy orders nothing, as the standard has it; libstdc++ 12 happens to give it the order of a
// drop.
inline constexpr engine::MemoryOrders kCopyOrders{engine::MemoryOrder::Relaxed, engine::MemoryOrder::Relaxed};
inline constexpr engine::MemoryOrders kDropOrders{engine::MemoryOrder::AcquireRelease, engine::MemoryOrder::Relaxed};
/// Of a reference that std::atomic<std::shared_ptr> takes over.
inline constexpr engine::MemoryOrders kHandOverOrders{engine::MemoryOrder::Release, engine::MemoryOrder::Relaxed};

/// Beside the order of an access of std::atomic<std::shared_ptr>: it is an exchange or a compare-exchange.
inline constexpr std::int32_t kPointerChange = 0x100;

// --- hooks of the instrumented code (instrument_counts.h)

/// Before a count changes by that.
void count_change_hook(std::int32_t* count, std::int32_t change);
/// Before a count of uses is read.
void count_read_hook(const std::int32_t* count);
/// Instead of asking for the count of uses, where only whether there are any is wanted. The block may be null.
bool count_alive_hook(const ControlBlock* block);
/// Instead of _M_add_ref_lock_nothrow.
bool count_lock_hook(ControlBlock* block);
/// Around _M_dispose and _M_destroy. The first gives what the second takes.
std::uint32_t dispose_begin_hook(const ControlBlock* block);
std::uint32_t destroy_begin_hook(const ControlBlock* block);
void dispose_end_hook(std::uint32_t is_tracked);
/// Before a call of a library function that may depend on the thread or have an effect.
void effect_hook();
/// Around accesses of std::atomic<std::shared_ptr>, which has a lock of its own; by readers and by others. `place` is
/// that of the count, behind the pointer; the order is that of the access, which takes place when the lock is given
/// back.
void pointer_read_lock_hook(const void* place);
void pointer_read_unlock_hook(const void* place, std::int32_t order);
void pointer_lock_hook(const void* place);
/// Of a compare-exchange that fails.
void pointer_unlock_hook(const void* place, std::int32_t order);
/// The pointer takes over the reference to `block`, which may be null: for the order of what follows the thread drops
/// it. With kPointerChange in the order it reads the value before, else it is a store.
void pointer_swap_hook(const void* place, std::int32_t order, ControlBlock* block, std::int32_t is_weak);

}  // namespace qpor::frontend::native
