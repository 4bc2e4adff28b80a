// What a fiber carries along for the stand-ins of this folder: its life as a thread, and its own part of objects that
// threads share.

#pragma once

#include <cstdint>
#include <type_traits>

#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

/// From create to join.
struct ThreadLife {
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* value = nullptr;          ///< what join gets
  bool is_detached = false;       ///< from its beginning
  bool is_leaving = false;        ///< its function has returned, or is left by pthread_exit
  Slot released_by = kNoSlot;     ///< of the thread that joined or detached it
  Address entry = 0;              ///< where it began in the program's own code, as a return address; main: 0
  Address cleanups = 0;           ///< pthread_cleanup_push: the newest
  Address unwinding = 0;          ///< what pthread_exit throws, in the heap
  Address destructors = 0;        ///< of thread-local variables: a list in the heap, newest first
  Address last_frame = 0;         ///< of what calls its last destructors: frames above are gone
  std::int32_t cancel_state = 0;  ///< what the program has set, to no effect
  std::int32_t cancel_type = 0;
};

/// Of its children.
struct ThreadCreation {
  std::uint32_t creates = 0;
  void* (*start_of_child)(void*) = nullptr;  ///< while a Create is announced
  void* argument_of_child = nullptr;
  Address name_of_child = 0;  ///< the function that it is named after, if not start_of_child
};

/// pthread_setname_np
struct ThreadLabel {
  bool label_was_asked = false;
  Slot label_user = kNoSlot;  ///< of the thread that has set or asked for it last
  char label[16] = {};
};

/// Of primitives.
struct SyncState {
  Address records = 0;                 ///< what the thread knows of its own dealings with objects (records.h)
  std::uint32_t spurious_wakeups = 0;  ///< how many it has had
  std::uint32_t objects = 0;           ///< how many of the objects that are numbered it has made
  std::uint32_t keys = 0;              ///< how many pthread_key_create it has done
  std::uint32_t atomic_depth = 0;      ///< how many atomic blocks it is in (svcomp.h)
  std::uint32_t failed_rounds = 0;     ///< that the last std::lock may still have
  bool has_tried_own = false;          ///< the last trylock failed because the thread itself holds the mutex
};

static_assert(std::is_trivially_copyable_v<ThreadLife> && std::is_trivially_copyable_v<ThreadCreation> &&
                  std::is_trivially_copyable_v<ThreadLabel> && std::is_trivially_copyable_v<SyncState>,
              "checkpoints copy them");

}  // namespace qpor::frontend::native
