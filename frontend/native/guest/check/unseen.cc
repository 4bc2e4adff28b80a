#include "frontend/native/guest/check/unseen.h"

#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

void UnseenThings::note(UnseenKind kind, const char* name, Address pc) {
  const std::uint64_t hash =
      (reinterpret_cast<Address>(name) ^ pc << 20 ^ static_cast<std::uint64_t>(kind)) * 0x9e3779b97f4a7c15u;
  std::size_t place = (hash >> 32) % kSlots;
  for (; slots_[place] != kEmpty; place = (place + 1) % kSlots) {
    const Entry& entry = entries_[slots_[place]];
    if (entry.kind == kind && entry.name == name && entry.pc == pc) return;
  }
  if (count_ == kMaxUnseen) {
    is_full_ = true;
    return;
  }
  slots_[place] = static_cast<std::uint16_t>(count_);
  entries_[count_++] = {kind, name, pc};
}

void unseen_call_hook(unsigned kind, const char* name, const void* return_address, const void* frame) {
  machine().note_unseen(static_cast<UnseenKind>(kind), name, machine().caller(return_address, frame));
}

void unseen_hook(unsigned kind, const char* name) {
  machine().note_unseen(static_cast<UnseenKind>(kind), name, QPOR_CALLER);
}

}  // namespace qpor::frontend::native
