// What the stand-ins for primitives say of the program's objects when they announce an operation.

#pragma once

#include "frontend/native/machine/fiber.h"

namespace qpor::frontend::native {

/// The count of a semaphore that lets everybody through; also before anybody has initialised it.
inline constexpr std::int64_t kOpenSemaphore = std::int64_t{1} << 40;

/// ObjectRef::which of a semaphore that nobody initialises: it begins with ObjectRef::count.
inline constexpr std::uint64_t kBeginsWithCount = 1;

inline ObjectRef object_at(const volatile void* place, engine::ObjectKind kind) {
  return {reinterpret_cast<Address>(place), kind, 0, 0};
}
inline ObjectRef mutex_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Mutex); }
inline ObjectRef condition_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Condition); }
inline ObjectRef semaphore_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Semaphore); }
inline ObjectRef rwlock_at(const volatile void* place) { return object_at(place, engine::ObjectKind::RwLock); }
inline ObjectRef once_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Once); }
inline ObjectRef variable_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Variable); }

/// An atomic in one of the lives of its place (atomic_places.h).
inline ObjectRef atomic_at(Address address, std::uint32_t size, std::uint32_t life, std::uint64_t initial) {
  return {address, engine::ObjectKind::Atomic, 0, std::uint64_t{life} << 33 | std::uint64_t{size} << 1, initial};
}
/// ObjectRef::which of a unit (units.h), which is no number of the above.
inline constexpr std::uint64_t kWholeUnit = 1;
inline ObjectRef unit_at(Address begin) { return {begin, engine::ObjectKind::Atomic, 0, kWholeUnit, 0}; }
/// The same for plain memory that a thread waits to change, in vain.
inline constexpr std::uint64_t kPlainMemory = 3;
/// Is the value of the atomic in the engine another than in memory: a count of writes, or a hash?
inline bool hides_value(const ObjectRef& atomic) {
  return (atomic.which & 1) != 0 || (atomic.which >> 1 & 0xffffffff) > sizeof atomic.initial;
}

}  // namespace qpor::frontend::native
