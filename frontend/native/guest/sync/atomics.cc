#include "frontend/native/guest/sync/atomics.h"

#include <algorithm>
#include <cstring>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/instrument/instrument_atomics.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::AtomicFunction;
using engine::MemoryOrder;
using engine::MemoryOrders;
using engine::OperationKind;

// --- objects

bool AtomicAccess::is_of_unit() const { return record == AtomicPlaces::kNone; }

MemoryOrder order_of(std::uint32_t number) {
  number &= 0xff;
  return number <= static_cast<std::uint32_t>(MemoryOrder::SequentiallyConsistent)
             ? static_cast<MemoryOrder>(number)
             : MemoryOrder::SequentiallyConsistent;
}

namespace {

/// The unit that has these bytes, or none. A unit that has only some of them has to grow.
bool is_in_unit(Address begin, std::size_t size, AtomicAccess& access) {
  Machine& m = machine();
  if (m.units().is_empty()) return false;
  const Unit* const unit = m.units().overlapping(begin, size);
  if (unit == nullptr) return false;
  if (begin < unit->begin || begin + size > unit->end()) m.ask_for_unit(begin, size);
  access = {unit_at(unit->begin), static_cast<std::uint32_t>(size), AtomicPlaces::kNone, 0};
  return true;
}

MemoryOrders orders_of(int success, int failure = 0) {
  return {order_of(static_cast<std::uint32_t>(success)), order_of(static_cast<std::uint32_t>(failure))};
}

struct AtomicForm {
  std::size_t size;
  MemoryOrders orders;
};

AtomicForm form_in(std::uint32_t form) {
  return {form & 0xffff, {order_of(form >> kSuccessShift), order_of(form >> kFailureShift)}};
}

/// A pointer to nowhere is found before it becomes the name of an object.
Address touched(const volatile void* place) {
  static_cast<void>(*static_cast<const volatile char*>(place));
  return reinterpret_cast<Address>(place);
}

AtomicAccess access_of(std::uint32_t record) {
  const AtomicRecord& known = machine().atomic_places()[record];
  return {atomic_at(known.address, known.size, known.life, known.initial), known.size, record, known.life};
}

/// Does another thread stand before an access of this place in an earlier life? The plain store that ended that life
/// races with it: had they been ordered, the access would be done, or would not have been announced before the store.
bool is_awaited_in_another_life(const AtomicAccess& access) {
  Machine& m = machine();
  for (const Slot slot : m.slots()) {
    const Fiber& other = m.fiber(slot);
    if (&other == &m.current() || other.status != FiberStatus::Announced) continue;
    const ObjectRef& object = other.next.object;
    const bool is_here = object.kind == access.object.kind && object.address == access.object.address;
    const bool is_unit = (object.which & kWholeUnit) != 0;
    if (is_here && !is_unit && object != access.object) return true;
  }
  return false;
}

/// After its turn: the engine's value has to be that of the memory, or it is no good for the next operation either.
void expect(const AtomicAccess& access, bool agrees) {
  Machine& m = machine();
  if (agrees && m.atomic_places()[access.record].life == access.life) return;
  m.ask_for_unit(access.object.address, access.size);
}

/// For spin loops (spinning.h).
void note_read(const volatile void* place, std::size_t size, std::int64_t value, bool has_effect) {
  Fiber& fiber = machine().current();
  if (fiber.spinning == nullptr) return;
  note_spin_read(fiber, place, static_cast<std::uint32_t>(size), value);
  if (has_effect) note_spin_effect(fiber);
}

/// A count that adds nothing.
bool is_refused(std::int64_t code, std::int64_t result) {
  return engine::count_test_in(code) == engine::CountTest::Above && result == 0;
}

/// Waits for its turn; then it is an access that may race with plain ones.
std::int64_t perform(const volatile void* place, const AtomicAccess& access, OperationKind kind, std::uint64_t argument,
                     std::int64_t argument2, Address pc, Unless unless, MemoryOrders orders) {
  Fiber& fiber = machine().current();
  const bool may_wait =
      kind != OperationKind::AtomicStore && kind != OperationKind::AtomicWrite && kind != OperationKind::EnqueueIf;
  const bool always_counts = kind == OperationKind::AtomicCount && argument != 0 &&
                             engine::count_test_in(argument2) != engine::CountTest::Above;
  if (fiber.spinning != nullptr && may_wait && !always_counts && !unless.is_given) unless = spin_wait(fiber);
  const std::int64_t result = machine().visible(
      {kind, access.object, static_cast<std::int64_t>(argument), pc, argument2, unless.is_given, orders, unless.value});
  fiber.waits_in = nullptr;
  const bool is_read = kind == OperationKind::AtomicLoad || kind == OperationKind::EnqueueIf ||
                       (kind == OperationKind::AtomicCompareExchange && result == 0) ||
                       (kind == OperationKind::AtomicCount && (argument == 0 || is_refused(argument2, result)));
  check_atomic(place, access.size, !is_read, pc);
  return result;
}

}  // namespace

AtomicAccess atomic_access(const volatile void* place, std::size_t size) {
  const Address begin = touched(place);
  AtomicAccess access;
  if (is_in_unit(begin, size, access)) return access;
  AtomicRecord other;
  Machine& m = machine();
  const std::size_t changes = m.atomic_places().journal_size();
  const std::uint32_t record = m.atomic_places().announce(begin, static_cast<std::uint32_t>(size), other);
  if (record != AtomicPlaces::kNone) {
    access = access_of(record);
    const bool begins_life = access.life > 0 && m.atomic_places().journal_size() != changes;
    if (begins_life && is_awaited_in_another_life(access)) m.ask_for_unit(begin, size);
    return access;
  }
  const Address first = std::min(begin, other.address);
  m.ask_for_unit(first, std::max(begin + size, other.end()) - first);
}

AtomicAccess unit_access(const volatile void* place, std::size_t size) {
  const Address begin = touched(place);
  AtomicAccess access;
  if (!is_in_unit(begin, size, access)) machine().ask_for_unit(begin, size);
  return access;
}

AtomicAccess notified_access(const volatile void* place) {
  const Address begin = touched(place);
  AtomicAccess access;
  if (is_in_unit(begin, 1, access)) return access;
  const std::uint32_t record = machine().atomic_places().beginning_at(begin);
  // An access of the whole will make the unit larger.
  if (record == AtomicPlaces::kNone) machine().ask_for_unit(begin, 1);
  return access_of(record);
}

// --- operations

void announce_load(const volatile void* place, std::size_t size, Address pc, MemoryOrders orders, Unless unless) {
  const AtomicAccess access = atomic_access(place, size);
  const std::int64_t value = perform(place, access, OperationKind::AtomicLoad, 0, 0, pc, unless, orders);
  if (!access.is_of_unit()) expect(access, static_cast<std::uint64_t>(value) == atomic_value(place, size));
  note_read(place, size, value, false);
  machine().current().last_load = {reinterpret_cast<Address>(place), access.size, TimedAttempt::None, value};
}

void announce_store(const volatile void* place, std::size_t size, std::uint64_t value, Address pc,
                    MemoryOrders orders) {
  const AtomicAccess access = atomic_access(place, size);
  if (access.is_of_unit()) {
    const Unit* const unit = machine().units().overlapping(reinterpret_cast<Address>(place), size);
    const bool is_of_all = unit != nullptr && unit->size == size;
    perform(place, access, OperationKind::AtomicWrite, is_of_all ? 1 : 0, 0, pc, {}, orders);
    return;
  }
  perform(place, access, OperationKind::AtomicStore, value, 0, pc, {}, orders);
  expect(access, true);
  machine().atomic_places().leave(access.record, value);
}

void announce_change(const volatile void* place, std::size_t size, AtomicFunction function, std::uint64_t operand,
                     Address pc, MemoryOrders orders, Unless unless) {
  const AtomicAccess access = atomic_access(place, size);
  if (access.is_of_unit()) {
    perform(place, access, OperationKind::AtomicWrite, 0, 0, pc, unless, orders);
    return;
  }
  const auto bytes = static_cast<unsigned>(std::min<std::size_t>(size, 8));
  const auto old = static_cast<std::uint64_t>(perform(place, access, OperationKind::AtomicChange, operand,
                                                      engine::change_code(function, bytes), pc, unless, orders));
  expect(access, old == atomic_value(place, size));
  note_read(place, size, static_cast<std::int64_t>(old), engine::changed(function, bytes, old, operand) != old);
  machine().atomic_places().leave(access.record, engine::changed(function, bytes, old, operand));
}

bool announce_count(const volatile void* place, std::size_t size, std::int64_t change, engine::CountTest test,
                    std::int32_t constant, Address pc, MemoryOrders orders, bool may_be_plain) {
  const AtomicAccess access = atomic_access(place, size);
  const auto bytes = static_cast<unsigned>(size);
  engine::Value code = engine::count_code(test, constant, bytes);
  if (may_be_plain) code = engine::with_may_be_plain(code);
  if (access.is_of_unit()) {
    perform(place, access, OperationKind::AtomicWrite, 0, 0, pc, {}, orders);
    return engine::passes(code, atomic_value(place, size));
  }
  // As use_count: the count of a control block needs no order after its making. A counter of the program does.
  const std::uint32_t quiet = may_be_plain ? 0 : 1;
  machine().current().quiet += quiet;
  const bool is_passed =
      perform(place, access, OperationKind::AtomicCount, static_cast<std::uint64_t>(change), code, pc, {}, orders) != 0;
  machine().current().quiet -= quiet;
  // Not the value: other operations of the same layer may have come first or not.
  const std::uint64_t old = atomic_value(place, size);
  expect(access, is_passed == engine::passes(code, old));
  const bool is_changed = change != 0 && (is_passed || test != engine::CountTest::Above);
  note_read(place, size, is_passed ? 1 : 0, is_changed);
  if (is_changed) {
    machine().atomic_places().leave(
        access.record, engine::changed(AtomicFunction::Add, bytes, old, static_cast<std::uint64_t>(change)));
  }
  return is_passed;
}

void announce_compare_exchange(const volatile void* place, std::size_t size, std::uint64_t expected,
                               std::uint64_t desired, Address pc, MemoryOrders orders, Unless unless) {
  const AtomicAccess access = atomic_access(place, size);
  if (access.is_of_unit()) {
    perform(place, access, OperationKind::AtomicWrite, 0, 0, pc, unless, orders);
    return;
  }
  const bool is_done = perform(place, access, OperationKind::AtomicCompareExchange, expected,
                               static_cast<std::int64_t>(desired), pc, unless, orders) != 0;
  const std::uint64_t old = atomic_value(place, size);
  expect(access, is_done == (old == expected));
  note_read(place, size, static_cast<std::int64_t>(old), is_done && desired != expected);
  if (is_done) machine().atomic_places().leave(access.record, desired);
}

void announce_plain(const volatile void* place, std::size_t size, bool is_write, Address pc) {
  const AtomicAccess access = unit_access(place, size);
  const OperationKind kind = is_write ? OperationKind::AtomicWrite : OperationKind::AtomicLoad;
  constexpr MemoryOrders kOrdersNothing{MemoryOrder::Relaxed, MemoryOrder::Relaxed};
  const std::int64_t value = perform(place, access, kind, 0, 0, pc, {}, kOrdersNothing);
  if (!is_write) note_read(place, size, value, false);
}

void announce_write(const volatile void* place, std::size_t size, Address pc, MemoryOrders orders) {
  perform(place, unit_access(place, size), OperationKind::AtomicWrite, 0, 0, pc, {}, orders);
}

bool announce_enqueue(const AtomicAccess& access, std::int64_t value, Address pc) {
  const bool is_queued = perform(reinterpret_cast<const void*>(access.object.address), access, OperationKind::EnqueueIf,
                                 static_cast<std::uint64_t>(value), 0, pc, {}, {}) != 0;
  if (!access.is_of_unit()) {
    const auto* const place = reinterpret_cast<const void*>(access.object.address);
    expect(access, is_queued == (atomic_value(place, access.size) == static_cast<std::uint64_t>(value)));
  }
  return is_queued;
}

// --- hooks

void atomic_load_hook(const void* place, std::uint32_t form) {
  const AtomicForm given = form_in(form);
  announce_load(place, given.size, QPOR_CALLER, given.orders);
}

void atomic_store_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high) {
  const AtomicForm given = form_in(form);
  announce_store(place, given.size, atomic_value(low, high, given.size), QPOR_CALLER, given.orders);
}

void atomic_change_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high,
                        std::uint32_t function) {
  const AtomicForm given = form_in(form);
  announce_change(place, given.size, static_cast<AtomicFunction>(function), atomic_value(low, high, given.size),
                  QPOR_CALLER, given.orders);
}

void atomic_count_hook(const void* place, std::uint32_t form, std::uint64_t low, std::uint64_t high,
                       std::uint32_t function, std::uint32_t test, std::int32_t constant) {
  constexpr std::int64_t kMaxChange = std::int64_t{1} << 20;  // beyond, sums soon wrap around: no count
  const AtomicForm given = form_in(form);
  const auto kind = static_cast<AtomicFunction>(function);
  const std::uint64_t operand = atomic_value(low, high, given.size);
  const std::int64_t summand = engine::sign_extended(operand, static_cast<unsigned>(given.size));
  // An addition of 0 counts nothing, but it may acquire and release like any change.
  const bool is_small = summand >= -kMaxChange && summand <= kMaxChange;
  if (summand == 0 || !is_small || machine().counts().is_plain(QPOR_CALLER)) {
    announce_change(place, given.size, kind, operand, QPOR_CALLER, given.orders);
    return;
  }
  announce_count(place, given.size, kind == AtomicFunction::Sub ? -summand : summand,
                 static_cast<engine::CountTest>(test), constant, QPOR_CALLER, given.orders, true);
}

void atomic_compare_exchange_hook(const void* place, std::uint32_t form, std::uint64_t expected_low,
                                  std::uint64_t expected_high, std::uint64_t desired_low, std::uint64_t desired_high) {
  const AtomicForm given = form_in(form);
  announce_compare_exchange(place, given.size, atomic_value(expected_low, expected_high, given.size),
                            atomic_value(desired_low, desired_high, given.size), QPOR_CALLER, given.orders);
}

void atomic_write_hook(const void* place, std::uint32_t form) {
  const AtomicForm given = form_in(form);
  announce_write(place, given.size, QPOR_CALLER, given.orders);
}

void atomic_fence_hook(std::uint32_t form) {
  machine().visible({OperationKind::Fence, {}, 0, QPOR_CALLER, 0, false, form_in(form).orders, 0});
}

// --- of any size

// What they read is read before the operation, what they write is written after it.

void atomic_load_any(std::size_t size, const void* place, void* result, int order) {
  const Touch touch{QPOR_CALLED_BY};
  if (size == 0) return;
  announce_load(place, size, QPOR_CALLER, orders_of(order));
  touch.write(result, size);
  std::memcpy(result, place, size);
}

void atomic_store_any(std::size_t size, void* place, const void* value, int order) {
  const Touch touch{QPOR_CALLED_BY};
  if (size == 0) return;
  touch.read(value, size);
  announce_store(place, size, atomic_value(value, size), QPOR_CALLER, orders_of(order));
  std::memcpy(place, value, size);
}

void atomic_exchange_any(std::size_t size, void* place, const void* value, void* result, int order) {
  const Touch touch{QPOR_CALLED_BY};
  if (size == 0) return;
  touch.read(value, size);
  announce_change(place, size, AtomicFunction::Exchange, atomic_value(value, size), QPOR_CALLER, orders_of(order));
  touch.write(result, size);
  // The result may be where the value is.
  auto* const bytes = static_cast<char*>(place);
  const auto* const given = static_cast<const char*>(value);
  auto* const taken = static_cast<char*>(result);
  for (std::size_t i = 0; i < size; ++i) {
    const char old = bytes[i];
    bytes[i] = given[i];
    taken[i] = old;
  }
}

bool atomic_compare_exchange_any(std::size_t size, void* place, void* expected, const void* desired, int success,
                                 int failure) {
  const Touch touch{QPOR_CALLED_BY};
  if (size == 0) return true;
  touch.read(expected, size);
  touch.read(desired, size);
  announce_compare_exchange(place, size, atomic_value(expected, size), atomic_value(desired, size), QPOR_CALLER,
                            orders_of(success, failure));
  if (std::memcmp(place, expected, size) == 0) {
    std::memcpy(place, desired, size);
    return true;
  }
  touch.write(expected, size);
  std::memcpy(expected, place, size);
  return false;
}

bool atomic_is_lock_free(std::size_t size, const void*) { return size <= 16 && (size & (size - 1)) == 0; }

// --- by size

namespace {

template <class T>
T changed(T* place, AtomicFunction function, T value, Address pc, int order) {
  constexpr bool is_large = sizeof(T) > sizeof(std::uint64_t);
  if (is_large && function != AtomicFunction::Exchange)
    announce_write(place, sizeof(T), pc, orders_of(order));
  else
    announce_change(place, sizeof(T), function, atomic_value(&value, sizeof(T)), pc, orders_of(order));
  const T old = *place;
  switch (function) {
    case AtomicFunction::Add: *place = static_cast<T>(old + value); break;
    case AtomicFunction::Sub: *place = static_cast<T>(old - value); break;
    case AtomicFunction::And: *place = static_cast<T>(old & value); break;
    case AtomicFunction::Or: *place = static_cast<T>(old | value); break;
    case AtomicFunction::Xor: *place = static_cast<T>(old ^ value); break;
    case AtomicFunction::Nand: *place = static_cast<T>(~(old & value)); break;
    default: *place = value; break;
  }
  return old;
}

}  // namespace

template <class T>
T atomic_load(const T* place, int order) {
  announce_load(place, sizeof(T), QPOR_CALLER, orders_of(order));
  return *place;
}

template <class T>
void atomic_store(T* place, T value, int order) {
  announce_store(place, sizeof(T), atomic_value(&value, sizeof(T)), QPOR_CALLER, orders_of(order));
  *place = value;
}

template <class T>
T atomic_exchange(T* place, T value, int order) {
  return changed(place, AtomicFunction::Exchange, value, QPOR_CALLER, order);
}

template <class T>
bool atomic_compare_exchange(T* place, T* expected, T desired, int success, int failure) {
  const Touch touch{QPOR_CALLED_BY};
  touch.read(expected, sizeof(T));
  announce_compare_exchange(place, sizeof(T), atomic_value(expected, sizeof(T)), atomic_value(&desired, sizeof(T)),
                            QPOR_CALLER, orders_of(success, failure));
  const T old = *place;
  if (old == *expected) {
    *place = desired;
    return true;
  }
  touch.write(expected, sizeof(T));
  *expected = old;
  return false;
}

template <class T>
T atomic_fetch_add(T* place, T value, int order) {
  return changed(place, AtomicFunction::Add, value, QPOR_CALLER, order);
}
template <class T>
T atomic_fetch_sub(T* place, T value, int order) {
  return changed(place, AtomicFunction::Sub, value, QPOR_CALLER, order);
}
template <class T>
T atomic_fetch_and(T* place, T value, int order) {
  return changed(place, AtomicFunction::And, value, QPOR_CALLER, order);
}
template <class T>
T atomic_fetch_or(T* place, T value, int order) {
  return changed(place, AtomicFunction::Or, value, QPOR_CALLER, order);
}
template <class T>
T atomic_fetch_xor(T* place, T value, int order) {
  return changed(place, AtomicFunction::Xor, value, QPOR_CALLER, order);
}
template <class T>
T atomic_fetch_nand(T* place, T value, int order) {
  return changed(place, AtomicFunction::Nand, value, QPOR_CALLER, order);
}

#define QPOR_INSTANTIATE(T)                                   \
  template T atomic_load(const T*, int);                      \
  template void atomic_store(T*, T, int);                     \
  template T atomic_exchange(T*, T, int);                     \
  template bool atomic_compare_exchange(T*, T*, T, int, int); \
  template T atomic_fetch_add(T*, T, int);                    \
  template T atomic_fetch_sub(T*, T, int);                    \
  template T atomic_fetch_and(T*, T, int);                    \
  template T atomic_fetch_or(T*, T, int);                     \
  template T atomic_fetch_xor(T*, T, int);                    \
  template T atomic_fetch_nand(T*, T, int)

QPOR_INSTANTIATE(std::uint8_t);
QPOR_INSTANTIATE(std::uint16_t);
QPOR_INSTANTIATE(std::uint32_t);
QPOR_INSTANTIATE(std::uint64_t);
QPOR_INSTANTIATE(UnsignedInt128);
#undef QPOR_INSTANTIATE

}  // namespace qpor::frontend::native
