// The errno of each thread of a program that names it: an int behind the thread's thread-local variables, which is
// accessed, looked at and kept like one of them. C11 7.5 gives errno thread storage duration: its address is the
// thread's own, other threads may access it there, and it is gone when the thread has ended.
//
// The libraries know the host's errno only. Around each call that leaves the program's code (instrument_errno.h) the
// two are made equal: before it the host's takes over what the program has stored, after it the slot takes over what
// the library has stored. Fiber::synchronised_errno is the value of both when that was done last, so that the side
// which differs from it is the newer one, also where a library function calls back into the program.
//
// A value that the library has stored counts as a write of the slot by that call; one that it has left alone does not.
// What reads errno by its meaning (perror, err, "%m") announces that by touch_errno.
//
// Cost: programs that do not name errno have no slot and no hooks.

#pragma once

#include <cstdint>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// The place for `thread`; 0 when the program has no slots.
Address errno_slot(const Machine& machine, Slot slot);

/// Reads the errno of the running thread.
void touch_errno(const Touch& touch);

// --- stand-ins and hooks

int* guest_errno_location();
/// Before and after a call that leaves the program's code.
void errno_before_hook();
void errno_after_hook();

}  // namespace qpor::frontend::native
