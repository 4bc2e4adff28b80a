#include "frontend/native/atomics.h"

#include <cstring>

#include "frontend/native/machine.h"
#include "frontend/native/objects.h"

namespace qpor::frontend::native {

using engine::OperationKind;

namespace {

/// A pointer to nowhere is found before it becomes the name of an object.
void touch(const volatile void* place) { static_cast<void>(*static_cast<const volatile char*>(place)); }

}  // namespace

void announce_load(const volatile void* place, std::uint32_t size, Address pc) {
  Machine& m = machine();
  touch(place);
  LastLoad seen;
  seen.version = m.visible(OperationKind::AtomicLoad, atomic_at(place), 0, pc);
  seen.place = reinterpret_cast<Address>(place);
  if (size == sizeof seen.value) std::memcpy(&seen.value, const_cast<const void*>(place), sizeof seen.value);
  m.current().last_load = seen;
}

void announce_write(const volatile void* place, Address pc) {
  touch(place);
  machine().visible(OperationKind::AtomicWrite, atomic_at(place), 0, pc);
}

void atomic_load_hook(const void* place, std::uint32_t size) { announce_load(place, size, QPOR_CALLER); }

void atomic_write_hook(const void* place) { announce_write(place, QPOR_CALLER); }

// --- of any size

void atomic_load_any(std::size_t size, const void* place, void* result, int) {
  announce_load(place, static_cast<std::uint32_t>(size), QPOR_CALLER);
  std::memcpy(result, place, size);
}

void atomic_store_any(std::size_t size, void* place, const void* value, int) {
  announce_write(place, QPOR_CALLER);
  std::memcpy(place, value, size);
}

void atomic_exchange_any(std::size_t size, void* place, const void* value, void* result, int) {
  announce_write(place, QPOR_CALLER);
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

bool atomic_compare_exchange_any(std::size_t size, void* place, void* expected, const void* desired, int, int) {
  announce_write(place, QPOR_CALLER);
  const bool is_equal = std::memcmp(place, expected, size) == 0;
  if (is_equal)
    std::memcpy(place, desired, size);
  else
    std::memcpy(expected, place, size);
  return is_equal;
}

bool atomic_is_lock_free(std::size_t size, const void*) { return size <= 16 && (size & (size - 1)) == 0; }

// --- by size

namespace {

template <class T, class Change>
T changed(T* place, Change change, Address pc) {
  announce_write(place, pc);
  const T old = *place;
  *place = static_cast<T>(change(old));
  return old;
}

}  // namespace

template <class T>
T atomic_load(const T* place, int) {
  announce_load(place, sizeof(T), QPOR_CALLER);
  return *place;
}

template <class T>
void atomic_store(T* place, T value, int) {
  announce_write(place, QPOR_CALLER);
  *place = value;
}

template <class T>
T atomic_exchange(T* place, T value, int) {
  return changed(place, [value](T) { return value; }, QPOR_CALLER);
}

template <class T>
bool atomic_compare_exchange(T* place, T* expected, T desired, int, int) {
  announce_write(place, QPOR_CALLER);
  const T old = *place;
  if (old == *expected) {
    *place = desired;
    return true;
  }
  *expected = old;
  return false;
}

template <class T>
T atomic_fetch_add(T* place, T value, int) {
  return changed(place, [value](T old) { return old + value; }, QPOR_CALLER);
}
template <class T>
T atomic_fetch_sub(T* place, T value, int) {
  return changed(place, [value](T old) { return old - value; }, QPOR_CALLER);
}
template <class T>
T atomic_fetch_and(T* place, T value, int) {
  return changed(place, [value](T old) { return old & value; }, QPOR_CALLER);
}
template <class T>
T atomic_fetch_or(T* place, T value, int) {
  return changed(place, [value](T old) { return old | value; }, QPOR_CALLER);
}
template <class T>
T atomic_fetch_xor(T* place, T value, int) {
  return changed(place, [value](T old) { return old ^ value; }, QPOR_CALLER);
}
template <class T>
T atomic_fetch_nand(T* place, T value, int) {
  return changed(place, [value](T old) { return ~(old & value); }, QPOR_CALLER);
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
