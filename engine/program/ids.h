// The identifiers that the engine deals in. Each is a dense index of its own type, so that a thread can never be
// passed where an event is expected. Threads, objects and operations are numbered in the order in which a program
// shows them for the first time and keep their number for the whole exploration; events and cuts may be recycled
// when U is pruned.

#pragma once

#include <cstdint>
#include <limits>

namespace qpor::engine {

enum class ThreadId : std::uint32_t {};
enum class ObjectId : std::uint32_t {};
enum class OperationId : std::uint32_t {};
enum class EventId : std::uint32_t {};

inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();
inline constexpr ThreadId kNoThread{kNoIndex};
inline constexpr ObjectId kNoObject{kNoIndex};
inline constexpr OperationId kNoOperation{kNoIndex};
inline constexpr EventId kNoEvent{kNoIndex};

template <class Id>
constexpr std::uint32_t index(Id id) {
  return static_cast<std::uint32_t>(id);
}

/// What an object holds: the owner of a mutex, the value of a variable, a count, a wait queue (see semantics.h).
using State = std::int64_t;
/// What an operation hands back to its thread.
using Value = std::int64_t;

}  // namespace qpor::engine
