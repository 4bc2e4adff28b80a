// A thread of the program under test: a stack that is switched to, and what the thread carries along. Plain data inside
// the thread's slot (layout.h), so that a checkpoint saves and restores it with the stack.
//
// A fiber runs until its next visible operation, announces it in `next`, and switches to the host; the host lets it go
// on by switching back, with the operation's result in `result`.

#pragma once

#include <cstdint>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "frontend/native/arch/x86_64/float_environment.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

enum class FiberStatus : std::uint8_t {
  Absent,     ///< not created in this run
  Announced,  ///< stands before the operation in `next`
  Ended,
  Failed,  ///< parked for ever by a defect; the Machine has the reason
};

/// Which object an operation is about: where it is, what it is, and, for those that one place has many of (the rounds
/// of a barrier, barriers that were initialised there one after the other), which one.
struct ObjectRef {
  Address address = 0;  ///< 0 when there is none
  engine::ObjectKind kind = engine::ObjectKind::None;
  std::uint32_t count = 0;  ///< of a barrier: how many it waits for
  std::uint64_t which = 0;
  std::uint64_t initial = 0;  ///< of an atomic: what it begins with

  bool operator==(const ObjectRef&) const = default;
};

struct Announcement {
  engine::OperationKind kind{};
  ObjectRef object;
  std::int64_t argument = 0;  ///< Join: the thread's slot
  Address pc = 0;             ///< the return address of the call
  std::int64_t argument2 = 0;
  bool has_unless = false;  ///< as in engine::Operation
  engine::MemoryOrders orders{};
  std::int64_t unless = 0;

  bool operator==(const Announcement&) const = default;
};

/// What free gave back, by size class; see heap.h.
inline constexpr std::size_t kSizeClasses = 32;

struct FreeLists {
  Address oldest[kSizeClasses];  ///< reused first in, first out; the newest with MachineOptions::reuses_heap
  Address newest[kSizeClasses];
};

struct Heap {
  Address top = 0;                ///< nothing beyond is in use; all zero there
  std::uint64_t freed_bytes = 0;  ///< waiting in the lists
  FreeLists* lists = nullptr;     ///< in the heap, since the first block of the program
};

/// Of a semaphore at the place of LastLoad: an attempt in a timed wait failed, and then its time went by.
enum class TimedAttempt : std::uint32_t { None, Failed, TimeIsOver };

/// The last load of an atomic, for who waits until it changes.
struct LastLoad {
  Address place = 0;
  std::uint32_t size = 0;
  TimedAttempt attempt = TimedAttempt::None;
  std::int64_t value = 0;  ///< the result of the operation: what it holds, or how often it had been written
};

struct SpinLoop;  // spinning.h

struct Fiber {
  void* stack_pointer = nullptr;  ///< while it does not run
  FiberStatus status = FiberStatus::Absent;
  bool is_detached = false;  ///< from its beginning
  bool is_leaving = false;   ///< its function has returned, or is left by pthread_exit
  bool label_was_asked = false;
  Slot slot = kMainSlot;
  Slot released_by = kNoSlot;           ///< of the thread that joined or detached it
  engine::ThreadId thread{};            ///< nothing that the program is shown may depend on it
  std::int32_t error = 0;               ///< errno of the host while it does not run
  std::int32_t synchronised_errno = 0;  ///< errno_slot.h
  std::uint32_t creates = 0;
  std::uint32_t events = 0;         ///< how many of its operations have taken place
  std::uint32_t clock_reading = 0;  ///< 1 + the newest of its readings in Clocks, or 0
  void* exception_globals[2] = {};  ///< the C++ runtime's view of this thread while it does not run
  FloatEnvironment floats;          ///< while it does not run
  Announcement next;
  std::int64_t result = 0;

  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* value = nullptr;                     ///< what join gets
  Address last_frame = 0;                    ///< of what calls its last destructors: frames above are gone
  Address unwound_from = 0;                  ///< the stack pointer where an exception was thrown or longjmp called
  void* (*start_of_child)(void*) = nullptr;  ///< while a Create is announced
  void* argument_of_child = nullptr;
  Address name_of_child = 0;  ///< the function that it is named after, if not start_of_child
  Address records = 0;        ///< what the thread knows of its own dealings with objects (records.h)
  LastLoad last_load;
  SpinLoop* spinning = nullptr;        ///< the innermost loop that may spin, in the frame of its function
  SpinLoop* waits_in = nullptr;        ///< the loop in which `next` waits for another value or a lock; else null
  Address cleanups = 0;                ///< pthread_cleanup_push: the newest
  std::uint32_t spurious_wakeups = 0;  ///< how many it has had
  std::uint32_t objects = 0;           ///< how many of the objects that are numbered it has made
  std::int32_t cancel_state = 0;       ///< what the program has set, to no effect
  std::int32_t cancel_type = 0;
  std::uint32_t quiet = 0;          ///< inside of so many releases of counted references (accesses.h)
  std::uint32_t failed_rounds = 0;  ///< that the last std::lock may still have
  bool has_tried_own = false;       ///< the last trylock failed because the thread itself holds the mutex
  Address unwinding = 0;            ///< what pthread_exit throws, in the heap
  std::uint32_t atomic_depth = 0;   ///< how many atomic blocks it is in (svcomp.h)
  std::uint32_t keys = 0;           ///< how many pthread_key_create it has done
  char label[16] = {};              ///< pthread_setname_np
  Slot label_user = kNoSlot;        ///< of the thread that has set or asked for it last
  Address entry = 0;                ///< where it began in the program's own code, as a return address; main: 0
  Address thrown_at = 0;            ///< the last throw expression
  Address destructors = 0;          ///< of thread-local variables: a list in the heap, newest first

  // Hidden state of the C library that is the thread's own; for the rest see process_state.h.
  std::uint64_t random = 0;
  std::uint32_t processors = ~std::uint32_t{0};  ///< a bit for each that it may run on, of which some are there
  char* message_buffer = nullptr;                ///< in the heap

  Heap heap;
};

}  // namespace qpor::frontend::native
