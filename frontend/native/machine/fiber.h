// A thread of the program under test: a stack that is switched to, and what the thread carries along. Plain data inside
// the thread's slot (layout.h), so that a checkpoint saves and restores it with the stack.
//
// A fiber runs until its next visible operation, announces it in `next`, and switches to the host; the host lets it go
// on by switching back, with the operation's result in `result`.

#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "frontend/native/arch/x86_64/float_environment.h"
#include "frontend/native/guest/check/fiber_state.h"
#include "frontend/native/guest/libc/fiber_state.h"
#include "frontend/native/guest/sync/fiber_state.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

enum class FiberStatus : std::uint8_t {
  Absent,     ///< not created in this run
  Announced,  ///< stands before the operation in `next`
  Ended,
  Failed,  ///< parked forever by a defect; the Machine has the reason
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

/// Its parts are those of the subsystems, each in a header of its own.
struct Fiber : ThreadLife, ThreadCreation, ThreadLabel, SyncState, SpinState, RaceState, ExceptionState, LibcState {
  void* stack_pointer = nullptr;  ///< while it does not run
  FiberStatus status = FiberStatus::Absent;
  Slot slot = kMainSlot;
  engine::ThreadId thread{};  ///< nothing that the program is shown may depend on it
  std::uint32_t events = 0;   ///< how many of its operations have taken place
  FloatEnvironment floats;    ///< while it does not run
  Announcement next;
  std::int64_t result = 0;
};
static_assert(std::is_trivially_copyable_v<Fiber>, "checkpoints copy it");

}  // namespace qpor::frontend::native
