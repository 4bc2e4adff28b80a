#include "frontend/native/guest/libc/process_state.h"

#include <dirent.h>

#include <cstddef>
#include <cstdio>

#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/libc/streams.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

#define QPOR_PART(member, name) {kProcessState + offsetof(ProcessState, member), sizeof(ProcessState::member), name}
constexpr ProcessStatePart kParts[] = {
    QPOR_PART(strtok_place, "the position of strtok"),
    QPOR_PART(time, "the result of gmtime and localtime"),
    QPOR_PART(time_text, "the result of asctime and ctime"),
    QPOR_PART(random48, "the state of drand48"),
    QPOR_PART(old_seed, "the result of seed48"),
    QPOR_PART(options, "the state of getopt"),
    QPOR_PART(gamma_sign, "signgam"),
    QPOR_PART(variables, "a variable of the C library"),
    QPOR_PART(conventions, "the result of localeconv"),
    QPOR_PART(conversions, "the state of a conversion of characters"),
};
#undef QPOR_PART

constexpr std::size_t kStreamLocksSize = (3 + kMostThreads * kMostFiles) * kCellSize;
static_assert(kStreamLocks + kStreamLocksSize <= kReadOnly);

}  // namespace

ProcessStatePart process_state_part(Address address) {
  for (const ProcessStatePart& part : kParts) {
    if (address - part.begin < part.size) return part;
  }
  if (address - kStreamLocks < kStreamLocksSize) return {address, 1, "a stream, which not everybody locks"};
  return stream_part(address);
}

bool OrderedStates::add(OrderedState state) {
  const bool is_new = !contains(state);
  bits_ |= bit(state);
  return is_new;
}

// An address that is the program's, but that no object of the program is at. The lowest bit of `which` says that the
// engine's value is no value of the program.
ObjectRef shared_object(OrderedState state, std::uint64_t which) {
  const Address address = kProcessState + sizeof(ProcessState) + static_cast<Address>(state);
  return {address, engine::ObjectKind::Atomic, 0, which << 2 | kWholeUnit, 0};
}

bool is_shared_object(const ObjectRef& object) {
  return object.kind == engine::ObjectKind::Atomic &&
         object.address - kProcessState - sizeof(ProcessState) < kOrderedStates;
}

void use_shared_state(OrderedState state, std::uint64_t which, Slot& user, Address pc) {
  Machine& m = machine();
  if (m.shared_states().contains(state)) {
    m.visible(engine::OperationKind::AtomicWrite, shared_object(state, which), 0, pc);
    return;
  }
  const Slot me = m.current().slot;
  if (user == kNoSlot) user = me;
  if (user != me) m.ask_for_shared_state(state);
}

void use_stream(const void* stream, Address pc, StreamUse use) {
  if (stream == nullptr) return;
  const int standard = standard_descriptor(static_cast<const std::FILE*>(stream));
  const int number = standard >= 0 ? standard : number_of_stream(stream);
  if (number >= 0) {
    const AccessKind kind = use == StreamUse::Locked     ? AccessKind::SharedWrite
                            : use == StreamUse::Unlocked ? AccessKind::Write
                                                         : AccessKind::Read;
    machine().accesses().access(kStreamLocks + static_cast<Address>(number) * kCellSize, 1, kind,
                                {reinterpret_cast<const void*>(pc), __builtin_frame_address(0)}, false);
  }
  if (stream == library_state.in || stream == standard_stream(0)) {
    use_shared_state(OrderedState::Files, 0, library_state.input_user, pc);
    return;
  }
  GuestFile* file = guest_file(static_cast<const std::FILE*>(stream));
  if (file == nullptr) file = guest_file(static_cast<const DIR*>(stream));
  if (file != nullptr) use_shared_state(OrderedState::Files, static_cast<std::uint64_t>(file->guest), file->user, pc);
}

void use_handlers(Handlers which, Address pc) {
  const Machine& m = machine();
  const auto is_another = [&m](Slot slot) { return slot != kMainSlot && m.fiber(slot).status != FiberStatus::Absent; };
  if (std::none_of(m.slots().begin(), m.slots().end(), is_another)) return;
  LibraryState& state = library_state;
  use_shared_state(OrderedState::Handlers, static_cast<std::uint64_t>(which),
                   which == Handlers::Exit ? state.exit_user : state.terminate_user, pc);
}

void use_descriptor(int descriptor, Address pc) {
  if (descriptor == 0) {
    use_shared_state(OrderedState::Files, 0, library_state.input_user, pc);
  } else if (GuestFile* const file = guest_file(descriptor)) {
    use_shared_state(OrderedState::Files, static_cast<std::uint64_t>(descriptor), file->user, pc);
  }
}

}  // namespace qpor::frontend::native
