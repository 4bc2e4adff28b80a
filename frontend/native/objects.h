// What the stand-ins for primitives say of the program's objects when they announce an operation.

#pragma once

#include "frontend/native/fiber.h"

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
inline ObjectRef atomic_at(const volatile void* place) { return object_at(place, engine::ObjectKind::Atomic); }

}  // namespace qpor::frontend::native
