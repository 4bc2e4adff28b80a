// std::barrier without a completion function (with one it is libstdc++'s own code, on atomics). As for barriers of
// pthreads, arrivals commute where each thread arrives once in a phase and waits for its end before it arrives again:
// the number of the phase is then its own count. Each phase is an object of its own to the engine, for it may expect
// fewer than the one before. A thread that does not keep to that makes the exploration begin anew with arrivals in
// every order.
//
// Like a latch, a barrier is called by the thread that made it and a number. Who dropped out in which phase stands in
// records of those who did: whoever arrives in a later phase has waited for them.

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/cxx20.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::ObjectKind;
using engine::OperationKind;

namespace {

constexpr unsigned kNumberBits = 20;
static_assert(kMostThreads <= std::size_t{1} << (32 - kNumberBits));

/// How the memory of a std::__tree_barrier is used here.
struct Barrier {
  std::int64_t count;
  void* state;  ///< its destructor frees it
  std::uint32_t name;
  std::uint16_t members;  ///< threads that have arrived at least once
  std::uint16_t drops;
};

constexpr Use kArrive{"arrives at", a("barrier")};
constexpr Use kWait{"waits at", a("barrier")};

Barrier& view(void* barrier) { return *static_cast<Barrier*>(barrier); }

std::uint64_t with_name(const Barrier& barrier, std::uint64_t phase) {
  return std::uint64_t{barrier.name} << 32 | phase;
}

std::int64_t drops_before(const Barrier& barrier, std::uint64_t phase) {
  if (barrier.drops == 0) return 0;
  Machine& m = machine();
  std::int64_t sum = 0;
  for (const Slot slot : m.slots()) {
    if (m.fiber(slot).status == FiberStatus::Absent) continue;
    for (auto* record = reinterpret_cast<const Record*>(m.fiber(slot).records); record != nullptr;
         record = reinterpret_cast<const Record*>(record->next)) {
      const bool is_of_barrier = record->kind == Record::Kind::Drops &&
                                 record->address == reinterpret_cast<Address>(&barrier) &&
                                 record->which >> 32 == barrier.name;
      if (is_of_barrier && record->which < with_name(barrier, phase)) sum += record->value;
    }
  }
  return sum;
}

/// Of one phase, or, with ordered arrivals, the barrier as a whole.
ObjectRef object_of(const Barrier& barrier, std::uint64_t phase, Address pc) {
  Machine& m = machine();
  const bool is_ordered = m.orders_barriers();
  if (is_ordered && barrier.drops > 0) {
    m.fail(FailureKind::Limit, "threads drop out of a barrier at which others arrive more than once in a phase", pc);
  }
  const std::int64_t count = barrier.count - drops_before(barrier, phase);
  if (count <= 0) m.fail(FailureKind::LockMisuse, "arrives at a barrier that expects nobody", pc);
  return {reinterpret_cast<Address>(&barrier), ObjectKind::Barrier, static_cast<std::uint32_t>(count),
          with_name(barrier, is_ordered ? 0 : phase)};
}

/// Twice the number of phases up to the last one in which the thread has arrived, plus 1 until it has waited for its
/// end.
Record& own_phases(const Barrier& barrier) {
  return own_record(Record::Kind::Arrivals, reinterpret_cast<Address>(&barrier), with_name(barrier, 1));
}

/// The phase.
std::uint64_t arrive(Barrier& barrier, std::ptrdiff_t count, Address pc) {
  Machine& m = machine();
  expect_object(&barrier, kArrive, pc);
  Record& own = own_phases(barrier);
  auto phase = static_cast<std::uint64_t>(own.value / 2);
  if (m.orders_barriers()) {
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      phase = static_cast<std::uint64_t>(m.visible(OperationKind::ArriveOrdered, object_of(barrier, 0, pc), 0, pc));
      use_object(&barrier, kArrive, pc, AccessKind::UseShared);
    }
  } else {
    const bool has_not_waited = own.value % 2 != 0;
    if (count != 1 || has_not_waited) m.ask_for_ordered_barriers();
    m.visible(OperationKind::Arrive, object_of(barrier, phase, pc), 0, pc);
    use_object(&barrier, kArrive, pc, AccessKind::UseShared);
    if (own.value == 0 && ++barrier.members > barrier.count) m.ask_for_ordered_barriers();
  }
  own.value = static_cast<std::int64_t>(phase + 1) * 2 + 1;
  return phase;
}

}  // namespace

void cxx_barrier_construct(void* barrier, std::ptrdiff_t count) {
  Machine& m = machine();
  const Address pc = QPOR_CALLER;
  if (count < 0 || count > static_cast<std::ptrdiff_t>(kMostThreads)) {
    m.fail(FailureKind::Limit, "a barrier expects more than 4096 threads", pc);
  }
  const std::int64_t number = own_record(Record::Kind::Made, 0).value++;
  if (number >= std::int64_t{1} << kNumberBits)
    m.fail(FailureKind::Limit, "a thread makes more than 1048576 barriers", pc);
  construct_object(&view(barrier), a("barrier"), pc);
  view(barrier) = {count, nullptr, index(m.current().slot) << kNumberBits | static_cast<std::uint32_t>(number), 0, 0};
}

unsigned char cxx_barrier_arrive(void* barrier, std::ptrdiff_t count) {
  return static_cast<unsigned char>(arrive(view(barrier), count, QPOR_CALLER));
}

void cxx_barrier_wait(void* barrier, const unsigned char* token) {
  Machine& m = machine();
  const Address pc = QPOR_CALLER;
  const Barrier& data = view(barrier);
  expect_object(&data, kWait, pc);
  Record& own = own_phases(data);
  if (own.value == 0)
    m.fail(FailureKind::Limit, "waits at a barrier for the phase in which another thread arrived", pc);
  const auto last = static_cast<std::uint64_t>(own.value / 2 - 1);
  const std::uint64_t phase = last - ((last - *token) & 0xff);
  if (m.orders_barriers()) {
    m.visible(OperationKind::LeaveOrdered, object_of(data, 0, pc), static_cast<std::int64_t>(phase), pc);
  } else {
    m.visible(OperationKind::Leave, object_of(data, phase, pc), 0, pc);
  }
  use_object(&data, kWait, pc, AccessKind::UseShared);
  if (phase == last) own.value -= own.value % 2;
}

void cxx_barrier_arrive_and_drop(void* barrier) {
  const Address pc = QPOR_CALLER;
  Barrier& data = view(barrier);
  const std::uint64_t phase = arrive(data, 1, pc);
  ++own_record(Record::Kind::Drops, reinterpret_cast<Address>(&data), with_name(data, phase)).value;
  ++data.drops;
}

}  // namespace qpor::frontend::native
