// Operations on primitives as accesses of memory: locking a mutex is an atomic access of all of its bytes, at the
// event. Two of them never race, but a plain access, `free` or leaving a frame races with those that it is not ordered
// with, and an operation on memory that is gone is a memory error. Stand-ins call these functions when the turn of the
// operation has come, before they look at the memory of the object themselves.
//
// An operation is one access: who is ordered after its event may free the object, as POSIX allows after
// pthread_mutex_unlock and sem_post. A thread that is woken does not access the condition variable again.
//
// Initialising is a plain write: the order that the event of the object itself makes does not protect those that use
// it. If all bytes of an object have been used since they came to life (by an allocation, a plain write or a
// destruction), initialising it is a misuse.

#pragma once

#include <cstddef>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

// What AccessKind::Use and its like access, by what the engine makes of the operation: exclusive ones are ordered with
// all others on the object (AccessKind::Use), those that commute are not (AccessKind::UseShared). What a thread finds
// out without an event (AccessKind::UseLater) happens anywhere between two of its events.

/// REQUIRES: the operation's turn has come
void use_bytes(const volatile void* object, std::size_t size, const Use& use, AccessKind kind, Address pc);
template <class T>
void use_object(const volatile T* object, const Use& use, Address pc, AccessKind kind = AccessKind::Use) {
  use_bytes(object, sizeof(T), use, kind, pc);
}

/// Before the operation is announced: parks the thread with a memory error if the object cannot be there. For objects
/// whose memory says which they are.
void expect_bytes(const volatile void* object, std::size_t size, const Use& use, Address pc);
template <class T>
void expect_object(const volatile T* object, const Use& use, Address pc) {
  expect_bytes(object, sizeof(T), use, pc);
}

/// Of C objects: parks the thread with FailureKind::LockMisuse when the object is in use. `what` is "a mutex".
void initialise_bytes(const volatile void* object, std::size_t size, Noun what, Address pc);
template <class T>
void initialise_object(const volatile T* object, Noun what, Address pc) {
  initialise_bytes(object, sizeof(T), what, pc);
}
/// Of C++ objects, which may be constructed where another one is that nobody has destroyed.
template <class T>
void construct_object(const volatile T* object, Noun what, Address pc) {
  use_bytes(object, sizeof(T), {"constructs", what}, AccessKind::Initialise, pc);
}

}  // namespace qpor::frontend::native
