#include "frontend/native/machine/leaks.h"

#include <cstring>
#include <unordered_set>

#include "frontend/native/guest/libc/library_state.h"

namespace qpor::frontend::native {
namespace {

class Search {
 public:
  explicit Search(const Machine& machine) : machine_(machine) {}

  void run() {
    const Code& code = machine_.code();
    look_at(code.globals_begin, code.globals_end);
    look_at_object(library_state);
    const Run& state = machine_.run();
    for (std::uint32_t i = 0; i < state.at_exit_count; ++i) look_at_object(state.at_exit[i]);
    for (const Slot slot : machine_.slots()) look_at_thread(machine_.fiber(slot));
    while (!waiting_.empty()) {
      const Block* const block = waiting_.back();
      waiting_.pop_back();
      look_at(block->begin(), block->end());
    }
  }

  bool has_reached(const Block* block) const { return reached_.count(block) != 0; }

 private:
  void look_at(Address begin, Address end) {
    for (Address at = (begin + 7) / 8 * 8; at + sizeof(Address) <= end; at += sizeof(Address)) {
      Address word = 0;
      std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
      reach(word);
    }
  }

  template <class T>
  void look_at_object(const T& object) {
    const auto begin = reinterpret_cast<Address>(&object);
    look_at(begin, begin + sizeof object);
  }

  void reach(Address word) {
    const Block* const block = heap_block_at(machine_, word);
    if (block != nullptr && block->is_allocated() && reached_.insert(block).second) waiting_.push_back(block);
  }

  void look_at_thread(const Fiber& fiber) {
    if (fiber.status == FiberStatus::Absent) return;
    const Address tls = machine_.tls_address(fiber);
    const bool has_called_exit = machine_.run().ended_by == fiber.slot;
    const bool has_tls = fiber.status != FiberStatus::Ended || has_called_exit || fiber.slot == kMainSlot;
    if (has_tls) look_at(tls, tls + machine_.code().tls_size);
    if (fiber.slot == kMainSlot) reach(fiber.records);  // values of keys, which nobody destroys
    if (fiber.status == FiberStatus::Ended && !has_called_exit) {
      // What it was started with is behind it; what it returned somebody may still join for.
      if (!fiber.is_detached && fiber.released_by == kNoSlot) reach(reinterpret_cast<Address>(fiber.value));
      return;
    }
    look_at_object(fiber);
    look_at(reinterpret_cast<Address>(fiber.stack_pointer), tls);
  }

  const Machine& machine_;
  std::unordered_set<const Block*> reached_;
  std::vector<const Block*> waiting_;
};

}  // namespace

std::vector<const Block*> lost_blocks(const Machine& machine) {
  Search search(machine);
  search.run();
  std::vector<const Block*> lost;
  for (const Slot slot : machine.slots()) {
    if (machine.fiber(slot).status == FiberStatus::Absent) continue;
    for (const Address each : machine.blocks(slot).below(machine.fiber(slot).heap.top)) {
      const auto* const block = reinterpret_cast<const Block*>(each);
      const bool is_own = block->allocator == Allocator::Own || block->allocated == 0;
      if (block->is_allocated() && !is_own && !search.has_reached(block)) lost.push_back(block);
    }
  }
  return lost;
}

}  // namespace qpor::frontend::native
