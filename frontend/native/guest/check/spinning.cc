#include "frontend/native/guest/check/spinning.h"

#include <cstring>

#include "frontend/native/guest/sync/atomic_places.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

/// Nothing that the thread waits for can be seen: the engine's atomic is the thread's own, and nobody writes it.
void wait_for_ever(Address pc) {
  Machine& m = machine();
  const ObjectRef nothing{reinterpret_cast<Address>(&m.current()), engine::ObjectKind::Atomic, 0, kPlainMemory, 0};
  m.current().waits_in = nullptr;
  m.visible({OperationKind::AtomicLoad, nothing, 0, pc, 0, true, {}, 0});
}

bool is_in_chain(const Fiber& fiber, const SpinLoop* loop) {
  const SpinLoop* each = fiber.spinning;
  while (each != nullptr && each != loop) each = each->outer;
  return each != nullptr;
}

}  // namespace

bool spin_head_hook(SpinLoop* loop, bool is_same) {
  Fiber& fiber = machine().current();
  if (loop->is_first != 0 || !is_in_chain(fiber, loop)) {
    loop->is_first = 0;
    loop->outer = fiber.spinning;
    fiber.spinning = loop;
    loop->count = loop->previous_count = 0;
    loop->has_effect = 0;
    loop->is_armed = false;
    return false;
  }
  const bool is_idle = is_same && loop->has_effect == 0;
  if (is_idle) {
    if (loop->count == 0) wait_for_ever(QPOR_CALLER);
    std::memcpy(loop->previous, loop->values, loop->count * sizeof loop->values[0]);
    loop->previous_count = loop->count;
  }
  loop->is_armed = is_idle;
  loop->count = 0;
  loop->has_effect = 0;
  return is_idle;
}

void spin_leave_hook(const SpinLoop* loop) {
  for (SpinLoop** each = &machine().current().spinning; *each != nullptr; each = &(*each)->outer) {
    if (*each != loop) continue;
    *each = loop->outer;
    return;
  }
}

void spin_landed_hook() { machine().current().spinning = nullptr; }

void spin_idle_hook() { wait_for_ever(QPOR_CALLER); }

void spin_copy_hook(std::uint8_t* has_effect, const void* to, const void* from, std::size_t size) {
  if (std::memcmp(to, from, size) != 0) *has_effect = 1;
}

Unless spin_wait(Fiber& fiber) {
  for (SpinLoop* each = fiber.spinning; each != nullptr; each = each->outer) {
    if (!each->is_armed || each->has_effect != 0 || each->count + 1 != each->previous_count) continue;
    fiber.waits_in = each;
    return {true, each->previous[each->count]};
  }
  return {};
}

void note_spin_read(Fiber& fiber, const volatile void* place, std::uint32_t size, std::int64_t value) {
  for (SpinLoop* each = fiber.spinning; each != nullptr; each = each->outer) {
    const std::uint32_t at = each->count;
    if (at == SpinLoop::kMostReads) {
      each->has_effect = 1;  // a limit: it is not recognised
      continue;
    }
    each->places[at] = reinterpret_cast<Address>(place);
    each->sizes[at] = size;
    each->contents[at] = atomic_value(place, size);
    each->values[at] = value;
    if (at >= each->previous_count || each->previous[at] != value) each->is_armed = false;
    ++each->count;
  }
}

void note_spin_effect(Fiber& fiber) {
  for (SpinLoop* each = fiber.spinning; each != nullptr; each = each->outer) each->has_effect = 1;
}

bool try_in_loop(OperationKind tries, OperationKind waits, const ObjectRef& object, const void* state,
                 std::uint32_t size, Address pc) {
  Machine& m = machine();
  Fiber& fiber = m.current();
  if (fiber.spinning == nullptr) return m.visible(tries, object, 0, pc) != 0;
  if (spin_wait(fiber).is_given) {
    m.visible(waits, object, 0, pc);  // which is an effect
    fiber.waits_in = nullptr;
    return true;
  }
  const bool is_taken = m.visible(tries, object, 0, pc) != 0;
  if (is_taken)
    note_spin_effect(fiber);
  else
    note_spin_read(fiber, state, size, 0);
  return is_taken;
}

bool reads_are_stale(const Fiber& fiber) {
  const SpinLoop* const loop = fiber.waits_in;
  if (loop == nullptr) return false;
  for (std::uint32_t i = 0; i < loop->count; ++i) {
    if (atomic_value(reinterpret_cast<const void*>(loop->places[i]), loop->sizes[i]) != loop->contents[i]) return true;
  }
  return false;
}

}  // namespace qpor::frontend::native
