#include "frontend/native/machine/slots.h"

#include <algorithm>
#include <cassert>

namespace qpor::frontend::native {

using engine::ClaimedSlot;
using engine::ThreadId;

namespace {

// Hashes lead to slots whose shadow, at twice their address, lies below where Linux puts executables
// (0x5555'5555'4000), however large slots are; below them there is room for many children of main.
constexpr std::size_t kFirstHashed = 1024;
constexpr std::size_t kHashed = 1536;
static_assert(kSlots + (kFirstHashed + kHashed) * ((kSlotsEnd - kSlots) / kMostThreads / 2 + 1) < 0x2aaa'0000'0000);
constexpr ThreadId kMain{0};

}  // namespace

Slot wanted_slot(const engine::Thread& thread, std::size_t position) {
  if (thread.creator == engine::kNoThread) return position == 0 ? kMainSlot : kNoSlot;
  if (thread.creator == kMain) return position == 0 ? slot_number(1 + thread.ordinal) : kNoSlot;
  if (position < kHashed) return slot_number(kFirstHashed + (thread.name_hash + position) % kHashed);
  position -= kHashed;
  return position < kFirstHashed - 1 ? slot_number(kFirstHashed - 1 - position) : slot_number(kHashed + 1 + position);
}

void Slots::begin(const std::vector<ClaimedSlot>& known) {
  for (const Slot each : slots_) threads_[index(each)] = engine::kNoThread;
  slots_.clear();
  wanted_.clear();
  known_.slots = known;
}

std::optional<ClaimedSlot> Slots::best_claim(Slot slot) const {
  const ThreadId thread = at(slot);
  const ClaimedSlot* const known = engine::claim_of(known_.slots, index(slot));
  if (thread == engine::kNoThread) return known != nullptr ? std::optional(*known) : std::nullopt;
  const ClaimedSlot& own = wanted_[engine::index(thread)];
  return known != nullptr && known->is_better_than(own) ? *known : own;
}

Slots::Added Slots::add(const engine::Thread& thread) {
  const auto id = static_cast<ThreadId>(slots_.size());
  const bool is_first = thread.creator == engine::kNoThread;
  assert(is_first == (id == kMain));
  const std::uint32_t ancestors = is_first ? 0 : wanted_[engine::index(thread.creator)].ancestors + 1;
  for (std::size_t position = 0;; ++position) {
    const Slot slot = wanted_slot(thread, position);
    if (slot == kNoSlot) return Added::Full;
    const ClaimedSlot own{index(slot), ancestors, thread.name_hash};
    const std::optional<ClaimedSlot> best = best_claim(slot);
    if (best && best->is_better_than(own)) {
      known_.learn(*best);
      continue;
    }
    if (at(slot) != engine::kNoThread) {
      known_.learn(own);
      return Added::TakenByWorseClaim;
    }
    slots_.push_back(slot);
    wanted_.push_back(own);
    threads_[index(slot)] = id;
    assert(at(slot) == id && slot_is_possible(slot));
    return Added::Yes;
  }
}

bool Slots::well_formed() const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (at(slots_[i]) != static_cast<ThreadId>(i) || wanted_[i].slot != index(slots_[i])) return false;
  }
  const auto is_taken = [](ThreadId thread) { return thread != engine::kNoThread; };
  const auto taken = std::count_if(threads_.begin(), threads_.end(), is_taken);
  return static_cast<std::size_t>(taken) == slots_.size() && known_.well_formed();
}

}  // namespace qpor::frontend::native
