// std::latch: a barrier of one round to the engine, at which each count is an arrival. Arrivals commute, and who waits
// goes on because of all of them.
//
// The memory is an int. A constructor that the compiler evaluated leaves the count there; the stand-ins add the number
// of arrivals in the upper half. A constructor that runs leaves the name of the latch: thread and number, since latches
// that come to the same place one after the other are different objects. What is known of it stands in a record of the
// thread that constructed it.
//
// More arrivals than the count are a misuse. Which of them is too many depends on their order, so the first execution
// in which that happens makes the exploration begin anew with arrivals in every order, as for barriers.

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/sync/cxx20.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::ObjectKind;
using engine::OperationKind;

namespace {

constexpr std::uint32_t kHasName = 0x80000000;
constexpr unsigned kNumberBits = 19;
static_assert(kMostThreads <= std::size_t{1} << (31 - kNumberBits));
constexpr unsigned kCountBits = 15;
constexpr std::ptrdiff_t kLargestCount = (1 << kCountBits) - 1;
constexpr Use kArrive{"counts down", a("latch")};
constexpr Use kWait{"waits for", a("latch")};

/// The count below, the number of arrivals above.
struct Counts {
  std::uint32_t* of_constant = nullptr;  ///< one of the two
  Record* record = nullptr;

  std::uint32_t count() const {
    return of_constant != nullptr ? *of_constant & kLargestCount
                                  : static_cast<std::uint32_t>(record->value & kLargestCount);
  }
  /// How many there are then.
  std::uint32_t arrive() const {
    if (of_constant != nullptr) return (*of_constant += 1 << kCountBits) >> kCountBits;
    return static_cast<std::uint32_t>((record->value += 1 << kCountBits) >> kCountBits);
  }
};

struct Latch {
  Counts counts;
  ObjectRef object;
};

Latch view(const std::uint32_t* latch, const Use& use, Address pc) {
  expect_object(latch, use, pc);
  Latch result;
  const std::uint32_t word = *latch;
  const auto address = reinterpret_cast<Address>(latch);
  std::uint64_t which = 0;
  if ((word & kHasName) == 0) {
    result.counts.of_constant = const_cast<std::uint32_t*>(latch);
  } else {
    Machine& m = machine();
    const Slot maker = slot_number((word & ~kHasName) >> kNumberBits);
    const std::uint32_t number = word & ((1u << kNumberBits) - 1);
    which = (std::uint64_t{index(maker)} + 1) << 32 | number;
    if (m.thread_at(maker) != engine::kNoThread) {
      result.counts.record = find_record(m.fiber(maker), Record::Kind::Latch, address, number);
    }
    if (result.counts.record == nullptr) m.fail(FailureKind::LockMisuse, "uses a latch that was not initialised", pc);
  }
  result.object = {address, ObjectKind::Barrier, result.counts.count(), which};
  return result;
}

/// One that expects nobody has no events.
void use_latch(const Latch& latch, const Use& use, Address pc) {
  use_bytes(reinterpret_cast<const void*>(latch.object.address), sizeof(std::uint32_t), use,
            latch.object.count > 0 ? AccessKind::UseShared : AccessKind::UseLater, pc);
}

void arrive(const Latch& latch, std::ptrdiff_t count, Address pc) {
  Machine& m = machine();
  const bool is_ordered = m.orders_barriers();
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (latch.object.count > 0) {
      m.visible(is_ordered ? OperationKind::ArriveOrdered : OperationKind::Arrive, latch.object, 0, pc);
    }
    use_latch(latch, kArrive, pc);
    if (latch.counts.arrive() <= latch.object.count) continue;
    if (!is_ordered && latch.object.count > 0) m.ask_for_ordered_barriers();
    m.fail(FailureKind::LockMisuse, "counts a latch down below zero", pc);
  }
}

void wait(const Latch& latch, Address pc) {
  if (latch.object.count > 0) {
    Machine& m = machine();
    m.visible(m.orders_barriers() ? OperationKind::LeaveOrdered : OperationKind::Leave, latch.object, 0, pc);
  }
  use_latch(latch, kWait, pc);
}

}  // namespace

void cxx_latch_construct(std::uint32_t* latch, std::ptrdiff_t count) {
  Machine& m = machine();
  const Address pc = QPOR_CALLER;
  if (count < 0) m.fail(FailureKind::LockMisuse, "makes a latch with a negative count", pc);
  if (count > kLargestCount) m.fail(FailureKind::Limit, "a latch counts to more than 32767", pc);
  const auto address = reinterpret_cast<Address>(latch);
  const std::int64_t number = own_record(Record::Kind::Made, 0).value++;
  if (number >= std::int64_t{1} << kNumberBits)
    m.fail(FailureKind::Limit, "a thread makes more than 524288 latches and barriers", pc);
  const auto name = static_cast<std::uint32_t>(number);
  construct_object(latch, a("latch"), pc);
  own_record(Record::Kind::Latch, address, name).value = count;
  *latch = kHasName | index(m.current().slot) << kNumberBits | name;
}

void cxx_latch_count_down(std::uint32_t* latch, std::ptrdiff_t count) {
  const Address pc = QPOR_CALLER;
  arrive(view(latch, kArrive, pc), count, pc);
}

bool cxx_latch_try_wait(const std::uint32_t* latch) {
  const Address pc = QPOR_CALLER;
  const Latch known = view(latch, kWait, pc);
  const bool is_over = known.object.count == 0 ||
                       machine().visible(OperationKind::CountArrivals, known.object, 0, pc) >= known.object.count;
  use_latch(known, kWait, pc);
  return is_over;
}

void cxx_latch_wait(const std::uint32_t* latch) {
  const Address pc = QPOR_CALLER;
  wait(view(latch, kWait, pc), pc);
}

void cxx_latch_arrive_and_wait(std::uint32_t* latch, std::ptrdiff_t count) {
  const Address pc = QPOR_CALLER;
  const Latch known = view(latch, kArrive, pc);
  arrive(known, count, pc);
  wait(known, pc);
}

}  // namespace qpor::frontend::native
