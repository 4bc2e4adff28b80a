#include "frontend/native/machine/twins.h"

#include <algorithm>
#include <cstring>

#include "engine/program/text.h"
#include "frontend/native/guest/libc/files.h"
#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/machine/memory_text.h"

namespace qpor::frontend::native {

using engine::Divergence;
using engine::index;
using engine::kNoOperation;
using engine::Message;
using engine::NamePart;
using engine::OperationId;
using engine::ThreadId;

// --- records

void TwinRecord::save(Address begin, std::size_t size) {
  pieces_.push_back({begin, size, bytes_.size()});
  const auto* const bytes = reinterpret_cast<const unsigned char*>(begin);
  bytes_.insert(bytes_.end(), bytes, bytes + size);
  if (has_streams()) name_streams(begin, size);
}

/// Streams are the library's: their addresses differ from run to run. Their numbers do not.
void TwinRecord::name_streams(Address begin, std::size_t size) {
  constexpr std::uint64_t kStream = std::uint64_t{1} << 63;
  unsigned char* const saved = bytes_.data() + pieces_.back().offset;
  const Address first = (begin + sizeof(Address) - 1) / sizeof(Address) * sizeof(Address);
  for (Address at = first; at + sizeof(Address) <= begin + size; at += sizeof(Address)) {
    std::uint64_t word = 0;
    std::memcpy(&word, saved + (at - begin), sizeof word);
    if (word < kPage || (word >= kRegion && word < 2 * kRegion)) continue;
    const int number = number_of_stream(reinterpret_cast<const void*>(word));
    if (number < 0) continue;
    word = kStream | static_cast<std::uint64_t>(number);
    std::memcpy(saved + (at - begin), &word, sizeof word);
  }
}

/// Null when they were not saved.
const unsigned char* TwinRecord::saved(Address address, std::size_t size) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), address,
                                       [](Address at, const Piece& piece) { return at < piece.begin; });
  if (behind == pieces_.begin()) return nullptr;
  const Piece& piece = *(behind - 1);
  const std::size_t offset = address - piece.begin;
  return offset + size <= piece.size ? bytes_.data() + piece.offset + offset : nullptr;
}

void TwinRecord::take(const Machine& machine, const std::vector<OperationId>& pending,
                      const std::optional<LeftTrace>& left) {
  left_ = left;
  has_ended_ = machine.run().has_ended;
  exit_status_ = machine.run().exit_status;
  const TwinLog& log = machine.twin_log();
  random_ = library_state.random;
  pieces_.clear();
  bytes_.clear();
  threads_.assign(machine.thread_count(), {});
  const Code& code = machine.code();
  save(kProcessState, sizeof(ProcessState));
  save(code.globals_begin, code.globals_end - code.globals_begin);
  std::size_t heaps = 0;
  for (const Slot slot : machine.slots()) {
    const Fiber& fiber = machine.fiber(slot);
    if (fiber.status != FiberStatus::Absent) heaps += fiber.heap.top - machine.heap_begin(slot);
  }
  has_heap_ = heaps <= kLargestRecord;
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const Slot slot = machine.slots()[i];
    const Fiber& fiber = machine.fiber(slot);
    Thread& thread = threads_[i];
    thread.status = fiber.status;
    if (fiber.status == FiberStatus::Absent) continue;
    if (i < pending.size()) thread.pending = pending[i];
    thread.heap_top = fiber.heap.top;
    if (fiber.status == FiberStatus::Failed) thread.failure = machine.parked(slot);
    if (code.tls_size > 0) save(machine.tls_address(slot), code.tls_size);
    if (has_heap_) save(machine.heap_begin(slot), fiber.heap.top - machine.heap_begin(slot));
  }
  std::sort(pieces_.begin(), pieces_.end(),
            [](const Piece& one, const Piece& other) { return one.begin < other.begin; });
  for (std::size_t i = 0; i < log.values().size(); ++i) {
    Thread& thread = threads_[index(log.values()[i].thread)];
    thread.values.push_back(log.values()[i]);
    thread.places.push_back(i);
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < log.parts().size(); ++i) {
    const TwinLog::Part& part = log.parts()[i];
    threads_[index(part.thread)].output += machine.output().substr(begin, part.end - begin);
    begin = part.end;
  }
}

// --- comparisons

std::optional<Divergence> TwinComparison::find() {
  for (const auto look : {&TwinComparison::in_values, &TwinComparison::in_ways}) {
    if (std::optional<Divergence> found = (this->*look)()) return found;
  }
  if (before_.left_trace() || now_.left_trace()) return std::nullopt;
  if (std::optional<Divergence> found = in_endings()) return found;
  for (const auto look : {&TwinComparison::in_output, &TwinComparison::in_library, &TwinComparison::in_variables,
                          &TwinComparison::in_heaps}) {
    if (std::optional<Divergence> found = (this->*look)()) return found;
  }
  return std::nullopt;
}

/// The one that comes first in the run of now.
std::optional<Divergence> TwinComparison::in_values() const {
  const bool is_whole = !before_.left_trace() && !now_.left_trace();
  std::optional<Divergence> found;
  std::size_t first = 0;
  for (std::size_t i = 0; i < std::min(before_.threads_.size(), now_.threads_.size()); ++i) {
    const auto& before = before_.threads_[i];
    const auto& now = now_.threads_[i];
    const std::size_t common = std::min(before.values.size(), now.values.size());
    std::size_t at = 0;
    while (at < common && before.values[at].value == now.values[at].value &&
           before.values[at].pc == now.values[at].pc) {
      ++at;
    }
    if (at == common && (!is_whole || before.values.size() == now.values.size())) continue;
    const std::size_t place = at < now.values.size() ? now.places[at] : ~std::size_t{0};
    if (found && place >= first) continue;
    first = place;
    const TwinLog::Value& value = at < now.values.size() ? now.values[at] : before.values[at];
    std::string text = "makes a call in one order and not in the other";
    if (at < common && before.values[at].pc == value.pc) {
      const auto number = [](const TwinLog::Value& each) {
        return std::to_string(static_cast<std::int64_t>(each.value));
      };
      text = value.is_hash
                 ? "reads other bytes in the other order"
                 : "gets " + number(before.values[at]) + " in one order and " + number(value) + " in the other";
    }
    found = Divergence{static_cast<ThreadId>(i), sources_.location(value.pc, true), std::move(text)};
  }
  return found;
}

Divergence TwinComparison::failed(const TwinRecord::Thread& thread, ThreadId id) const {
  const Parked& failure = *thread.failure;
  Message text("fails in one order (");
  text << text_of(failure.kind) << ": " << completed_message(failure, sources_, machine_, vocabulary_)
       << ") and not in the other";
  return {id, sources_.location(failure.pc, failure.is_return_address), std::move(text)};
}

Divergence TwinComparison::left_by(const TwinRecord& record) const {
  const LeftTrace& left = *record.left_;
  const TwinRecord::Thread& thread = record.threads_[index(left.thread)];
  if (thread.status == FiberStatus::Failed) return failed(thread, left.thread);
  const auto place = [&](OperationId operation) {
    const std::uint32_t site = vocabulary_.operations[operation].site;
    return site == 0 ? engine::Location{} : sources_.location(kRegion + site, true);
  };
  if (left.announced == kNoOperation) {
    return {left.thread, place(left.expected),
            "comes to '" + engine::operation_text(vocabulary_, left.expected) + "' in one order and not in the other"};
  }
  const auto text = [&](OperationId operation) {
    const unsigned line = place(operation).line;
    return "'" + engine::operation_text(vocabulary_, operation) + "'" +
           (line == 0 ? "" : " in line " + std::to_string(line));
  };
  return {left.thread, place(left.announced),
          "comes to " + text(left.announced) + " in one order and to " + text(left.expected) + " in the other"};
}

std::optional<Divergence> TwinComparison::in_ways() const {
  if (before_.left_trace()) return left_by(before_);
  if (now_.left_trace()) return left_by(now_);
  return std::nullopt;
}

std::optional<Divergence> TwinComparison::in_endings() const {
  const TwinRecord::Thread nobody;
  for (std::size_t i = 0; i < std::max(before_.threads_.size(), now_.threads_.size()); ++i) {
    const auto& before = i < before_.threads_.size() ? before_.threads_[i] : nobody;
    const auto& now = i < now_.threads_.size() ? now_.threads_[i] : nobody;
    if (before.status == now.status && before.pending == now.pending) continue;
    const auto id = static_cast<ThreadId>(i);
    if (before.status == FiberStatus::Failed) return failed(before, id);
    if (now.status == FiberStatus::Failed) return failed(now, id);
    const auto wants = [&](const TwinRecord::Thread& thread) {
      return thread.pending == kNoOperation
                 ? std::string("ends")
                 : "waits to do '" + engine::operation_text(vocabulary_, thread.pending) + "'";
    };
    return Divergence{id, {}, wants(before) + " in one order and " + wants(now) + " in the other"};
  }
  if (before_.has_ended_ == now_.has_ended_ && before_.exit_status_ == now_.exit_status_) return std::nullopt;
  return Divergence{engine::kNoThread, {}, "the program ends with another status"};
}

std::optional<Divergence> TwinComparison::in_output() const {
  for (std::size_t i = 0; i < std::min(before_.threads_.size(), now_.threads_.size()); ++i) {
    if (before_.threads_[i].output == now_.threads_[i].output) continue;
    return Divergence{static_cast<ThreadId>(i), {}, "writes another output"};
  }
  return std::nullopt;
}

/// The state of the C library that the program cannot look at.
std::optional<Divergence> TwinComparison::in_library() const {
  if (before_.random_ == now_.random_) return std::nullopt;
  return Divergence{engine::kNoThread, {}, "the state of rand, which all threads share, is not the same at the end"};
}

/// The first byte that differs. REQUIRES: these bytes of `now` are those of the machine.
std::optional<Address> TwinComparison::different_byte(Address begin, std::size_t size) const {
  const unsigned char* const before = before_.saved(begin, size);
  const unsigned char* const now = now_.saved(begin, size);
  if (before == nullptr || now == nullptr || std::memcmp(before, now, size) == 0) return std::nullopt;
  return begin + static_cast<std::size_t>(std::mismatch(before, before + size, now).first - before);
}

std::optional<Divergence> TwinComparison::in_bytes(Address begin, std::size_t size) const {
  const std::optional<Address> different = different_byte(begin, size);
  if (!different) return std::nullopt;
  Message text = NamePart{sources_.variable_name(*different)};
  return Divergence{engine::kNoThread, {}, text << " is not the same at the end"};
}

std::optional<Divergence> TwinComparison::in_variables() const {
  const Code& code = machine_.code();
  if (auto found = in_bytes(kProcessState, sizeof(ProcessState))) return found;
  if (auto found = in_bytes(code.globals_begin, code.globals_end - code.globals_begin)) return found;
  for (const Slot slot : machine_.slots()) {
    const Fiber& fiber = machine_.fiber(slot);
    if (fiber.status == FiberStatus::Absent || code.tls_size == 0) continue;
    if (const auto different = different_byte(machine_.tls_address(slot), code.tls_size)) {
      Message text("has another value of ");
      text << NamePart{sources_.variable_name(*different)} << " at the end";
      return Divergence{fiber.thread, {}, std::move(text)};
    }
  }
  return std::nullopt;
}

Divergence TwinComparison::about_block(const Block& block, ThreadId thread, const char* text) const {
  return {thread, sources_.location(kRegion + block.allocated, true), text};
}

std::optional<Divergence> TwinComparison::in_heap(ThreadId thread) const {
  const Fiber& fiber = machine_.fiber(thread);
  const Address lists = reinterpret_cast<Address>(fiber.heap.lists);
  const Address top_before = before_.threads_[index(thread)].heap_top;
  const Address common = std::min(top_before, now_.threads_[index(thread)].heap_top);
  for (const Address at : machine_.blocks(fiber.slot).below(fiber.heap.top)) {
    const auto& block = *reinterpret_cast<const Block*>(at);
    const unsigned char* const saved = before_.saved(at, sizeof(Block));
    if (saved == nullptr || at >= common) return about_block(block, thread, "allocates a block in one order only");
    if (block.begin() == lists) continue;
    Block before;
    std::memcpy(&before, saved, sizeof before);
    if (block.size != before.size || block.allocated != before.allocated) {
      return about_block(block, thread, "allocates other blocks in the other order");
    }
    if (block.check != before.check) {
      return about_block(block, thread, "has allocated a block that is freed in one order and not in the other");
    }
    if (!block.is_allocated()) continue;
    if (auto found = in_bytes(block.begin(), block.size)) {
      found->location = sources_.location(kRegion + block.allocated, true);
      return found;
    }
  }
  if (top_before <= common) return std::nullopt;
  return Divergence{thread, {}, "allocates a block in one order only"};
}

std::optional<Divergence> TwinComparison::in_heaps() const {
  if (!before_.has_heap_ || !now_.has_heap_) return std::nullopt;
  for (const Slot slot : machine_.slots()) {
    const Fiber& fiber = machine_.fiber(slot);
    if (fiber.status == FiberStatus::Absent) continue;
    if (auto found = in_heap(fiber.thread)) return found;
  }
  return std::nullopt;
}

}  // namespace qpor::frontend::native
