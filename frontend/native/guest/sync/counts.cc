#include "frontend/native/guest/sync/counts.h"

#include <algorithm>

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::CountTest;
using engine::LockedAccess;
using engine::OperationKind;

namespace {

constexpr std::size_t kMaxTouched = 4096;  ///< a disposal of more blocks counts as one with an effect

ControlBlock& block_of(const std::int32_t* count, bool is_weak) {
  const std::size_t offset = is_weak ? offsetof(ControlBlock, weak_uses) : offsetof(ControlBlock, uses);
  return *reinterpret_cast<ControlBlock*>(reinterpret_cast<Address>(count) - offset);
}

bool is_constant(const Machine& m, Address address) {
  if (address >= kRegion && address < kGlobals) return true;
  const std::vector<Extent>& all = m.code().constants;
  const auto next = std::partition_point(all.begin(), all.end(), [&](const Extent& e) { return e.end <= address; });
  return next != all.end() && next->begin <= address;
}

/// Counting is an access of the count, wherever the thread is between two operations: the control block must be there,
/// and must not be freed beside it. Nothing has to order it after the making of the control block: references are
/// handed over in atomics as well, whatever the order that these are asked for.
void use_count(const std::int32_t* count, Caller caller) {
  constexpr Use kUse{"counts a reference in", a("control block")};
  ++machine().current().quiet;
  machine().accesses().use(reinterpret_cast<Address>(count), sizeof *count, AccessKind::UseLater, kUse, caller);
  --machine().current().quiet;
}

/// Of the two counts of a control block, which is aligned.
bool is_weak_count(const std::int32_t* count) { return reinterpret_cast<Address>(count) % alignof(ControlBlock) != 0; }

}  // namespace

bool is_single_threaded() {
  const Fiber& fiber = machine().current();
  return fiber.slot == kMainSlot && fiber.creates == 0;
}

// --- sites

const Counts::Site* Counts::find(Address type) const {
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (sites_[i].type == type) return &sites_[i];
  }
  return nullptr;
}

void Counts::set_observed(const std::vector<engine::ObservedCount>& counts) {
  sites_.cut(0);
  for (const Site& each : counts) sites_.push_back(each);
}

void Counts::observe(const ControlBlock& block) {
  if (find(block.type) != nullptr) return;
  if (block.type < kRegion || block.type >= kGlobalsEnd) return;  // no control block: the access is the defect
  wanted_.push_back({block.type, false, false});
  machine().ask_for_counts();
}

// --- disposals

void Counts::begin_disposal(Address type, Address inside, bool is_last, Address frame) {
  const Block* const around = heap_block_at(machine(), inside);
  const Address begin = around != nullptr ? around->begin() : 0;
  disposals_.push_back({{type, is_last, false}, begin, frame, true});
  forget_touched(begin);  // e.g. its virtual table was looked up
}

void Counts::track(Address type, Address inside, bool is_last, Address frame) {
  begin_disposal(type, inside, is_last, frame);
  if (!machine().accesses().is_on()) note_effect();
  machine().accesses().look_at_all(true);
}

void Counts::end_tracking() {
  end_disposal();
  if (!is_disposing()) machine().accesses().look_at_all(false);
}

void Counts::forget_touched(Address block) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    if (touched_[i] != block) touched_[kept++] = touched_[i];
  }
  touched_.cut(kept);
}

void Counts::end_disposal() {
  std::size_t open = disposals_.size();
  while (!disposals_[open - 1].is_open) --open;
  disposals_[open - 1].is_open = false;
  for (std::size_t i = 0; i < open; ++i) {
    if (disposals_[i].is_open) return;
  }
  // The outermost: what they have touched is gone, or can be seen by others.
  if (touched_.size() > 0) {
    for (std::size_t i = 0; i < disposals_.size(); ++i) wanted_.push_back(disposals_[i].site);
    forget_disposals();
    machine().ask_for_counts();
  }
  forget_disposals();
}

void Counts::note_access(Address begin, AccessKind kind) {
  Machine& m = machine();
  if (is_constant(m, begin)) return;
  const Block* const block = heap_block_at(m, begin);
  if (block == nullptr) {
    const bool is_own_local = begin >= m.stack_begin(m.current().slot) && begin < disposals_[0].frame;
    if (is_own_local) return;
    note_effect();
  }
  if (kind == AccessKind::Free) return forget_touched(block->begin());
  for (std::size_t i = 0; i < disposals_.size(); ++i) {
    if (disposals_[i].block == block->begin()) return;
  }
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    if (touched_[i] == block->begin()) return;
  }
  if (touched_.size() == kMaxTouched) note_effect();
  touched_.push_back(block->begin());
}

void Counts::note_effect() {
  for (std::size_t i = 0; i < disposals_.size(); ++i) {
    if (disposals_[i].is_open) wanted_.push_back(disposals_[i].site);
  }
  forget_disposals();
  machine().ask_for_counts();
}

// --- hooks

void count_change_hook(std::int32_t* count, std::int32_t change) {
  use_count(count, QPOR_CALLED_BY);
  if (is_single_threaded()) return;
  const bool is_weak = is_weak_count(count);
  const ControlBlock& block = block_of(count, is_weak);
  const Counts& counts = machine().counts();
  if (is_weak ? !counts.is_weakly_observed(block) : !counts.is_observed(block)) {
    const bool is_last = *count + change <= 0;
    if (change < 0) machine().accesses().drop_reference(count, is_last);
    // The last user gives up a weak reference as well, after the disposal; that ends the drop unless it is the last
    // one.
    if (change < 0 && is_weak && !is_last && !counts.is_disposing()) machine().accesses().end_drop();
    return;
  }
  // The library tests whether a drop was the last one, and of a copy nothing.
  if (change < 0) {
    announce_count(count, sizeof *count, change, CountTest::Equals, 1, QPOR_CALLER, kDropOrders);
  } else {
    announce_count(count, sizeof *count, change, CountTest::None, 0, QPOR_CALLER, kCopyOrders);
  }
}

void count_read_hook(const std::int32_t* count) {
  use_count(count, QPOR_CALLED_BY);
  if (is_single_threaded()) return;
  machine().counts().observe(block_of(count, false));
  ++machine().current().quiet;
  announce_load(count, sizeof *count, QPOR_CALLER, kCopyOrders);
  --machine().current().quiet;
}

bool count_alive_hook(const ControlBlock* block) {
  if (block == nullptr) return false;
  use_count(&block->uses, QPOR_CALLED_BY);
  if (is_single_threaded()) return block->uses > 0;
  machine().counts().observe(*block);
  return announce_count(&block->uses, sizeof block->uses, 0, CountTest::Above, 0, QPOR_CALLER, kCopyOrders);
}

bool count_lock_hook(ControlBlock* block) {
  use_count(&block->uses, QPOR_CALLED_BY);
  if (!is_single_threaded()) {
    machine().counts().observe(*block);
    announce_count(&block->uses, sizeof block->uses, 1, CountTest::Above, 0, QPOR_CALLER, kDropOrders);
  }
  if (block->uses <= 0) return false;
  ++block->uses;
  return true;
}

namespace {

// What is tracked.
constexpr std::uint32_t kDisposal = 1;
constexpr std::uint32_t kDestruction = 2;  ///< of the control block, the last thing that happens to it

std::uint32_t begin_tracked(const ControlBlock& block, bool is_last, Address frame) {
  machine().counts().track(block.type, reinterpret_cast<Address>(&block), is_last, frame);
  return is_last ? kDestruction : kDisposal;
}

}  // namespace

std::uint32_t dispose_begin_hook(const ControlBlock* block) {
  if (is_single_threaded() || machine().counts().is_observed(*block)) return 0;
  return begin_tracked(*block, false, reinterpret_cast<Address>(__builtin_frame_address(0)));
}

std::uint32_t destroy_begin_hook(const ControlBlock* block) {
  if (is_single_threaded() || machine().counts().is_weakly_observed(*block)) return 0;
  return begin_tracked(*block, true, reinterpret_cast<Address>(__builtin_frame_address(0)));
}

void dispose_end_hook(std::uint32_t is_tracked) {
  if (is_tracked == 0) return;
  Machine& m = machine();
  m.counts().end_tracking();
  if (is_tracked == kDestruction && !m.counts().is_disposing()) m.accesses().end_drop();
}

void effect_hook() {
  if (machine().counts().is_disposing()) machine().counts().note_effect();
}

// --- std::atomic<std::shared_ptr>

namespace {

/// The pointer and the count behind it, which are accessed under the lock.
void access_pointer(const void* place, bool is_write, Caller caller) {
  machine().accesses().access(reinterpret_cast<Address>(place) - sizeof(void*), 2 * sizeof(void*),
                              is_write ? AccessKind::AtomicWrite : AccessKind::AtomicRead, caller);
}

/// A reference goes to a pointer that other threads share: what the thread did before comes before the disposal, as if
/// it had dropped the reference. The counts stay as they are, and no other thread may see them otherwise: use_count()
/// beside it gives what it gave.
void hand_over(ControlBlock& block, bool is_weak, Address pc) {
  const Counts& counts = machine().counts();
  std::int32_t& count = is_weak ? block.weak_uses : block.uses;
  if (is_weak ? !counts.is_weakly_observed(block) : !counts.is_observed(block)) {
    machine().accesses().drop_reference(&count, false);
    return;
  }
  announce_count(&count, sizeof count, 0, CountTest::None, 0, pc, kHandOverOrders);
}

void use_pointer_lock(OperationKind kind, const void* place, LockedAccess access, std::int32_t order, Address pc) {
  if (is_single_threaded()) return;
  Announcement next{kind, rwlock_at(place), 0, pc};
  next.argument2 = static_cast<std::int64_t>(access);
  next.orders.success = order_of(static_cast<std::uint32_t>(order));
  machine().visible(next);
}

}  // namespace

void pointer_read_lock_hook(const void* place) {
  use_pointer_lock(OperationKind::ReadLock, place, LockedAccess::Taken, 0, QPOR_CALLER);
  access_pointer(place, false, QPOR_CALLED_BY);
}

void pointer_read_unlock_hook(const void* place, std::int32_t order) {
  use_pointer_lock(OperationKind::ReadUnlock, place, LockedAccess::Load, order, QPOR_CALLER);
}

void pointer_lock_hook(const void* place) {
  use_pointer_lock(OperationKind::WriteLock, place, LockedAccess::Taken, 0, QPOR_CALLER);
  access_pointer(place, false, QPOR_CALLED_BY);
}

void pointer_unlock_hook(const void* place, std::int32_t order) {
  use_pointer_lock(OperationKind::WriteUnlock, place, LockedAccess::Load, order, QPOR_CALLER);
}

void pointer_swap_hook(const void* place, std::int32_t order, ControlBlock* block, std::int32_t is_weak) {
  access_pointer(place, true, QPOR_CALLED_BY);
  const LockedAccess access = (order & kPointerChange) != 0 ? LockedAccess::Change : LockedAccess::Store;
  if (block != nullptr && !is_single_threaded()) hand_over(*block, is_weak != 0, QPOR_CALLER);
  use_pointer_lock(OperationKind::WriteUnlock, place, access, order & ~kPointerChange, QPOR_CALLER);
}

}  // namespace qpor::frontend::native
