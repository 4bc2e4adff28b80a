// What instrumented code and stand-ins call around accesses of memory, but for the two most frequent hooks
// (accesses.cc); among them the functions that copy and fill it.

#include <algorithm>
#include <cstring>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/check/memory_errors.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {
namespace {

/// Copies piece by piece where some of the bytes are units: each is accessed when its turn has come.
bool copy_in_pieces(Address to, Address from, std::size_t size, bool is_set, int value, Caller caller) {
  Machine& m = machine();
  const Units& units = m.units();
  const bool has_source = !is_set;
  if (units.is_empty() || size == 0 ||
      (units.overlapping(to, size) == nullptr && (!has_source || units.overlapping(from, size) == nullptr))) {
    return false;
  }
  const auto piece_at = [&units](Address at, std::size_t most) {
    const Unit* const unit = units.overlapping(at, most);
    if (unit == nullptr) return most;
    return std::min(most, unit->begin > at ? unit->begin - at : unit->end() - at);
  };
  const bool is_backwards = has_source && to > from && to < from + size;
  for (std::size_t done = 0; done < size;) {
    std::size_t piece = 1;
    std::size_t at = size - 1 - done;
    if (!is_backwards) {
      at = done;
      piece = piece_at(to + at, size - at);
      if (has_source) piece = piece_at(from + at, piece);
    }
    if (has_source) m.accesses().access(from + at, piece, AccessKind::Read, caller);
    // What is read now is written when that has its turn; short pieces only wait for it.
    char bytes[16];
    const bool waits = has_source && piece <= sizeof bytes;
    if (waits) std::memcpy(bytes, reinterpret_cast<const void*>(from + at), piece);
    m.accesses().access(to + at, piece, AccessKind::Write, caller);
    auto* const target = reinterpret_cast<void*>(to + at);
    if (is_set)
      std::memset(target, value, piece);
    else
      std::memmove(target, waits ? bytes : reinterpret_cast<const void*>(from + at), piece);
    done += piece;
  }
  return true;
}

/// What may be interleaved is copied and filled word by word: no machine promises more.
void access_words(Address begin, std::size_t size, AccessKind kind, Caller caller, bool asks) {
  Accesses& accesses = machine().accesses();
  if (!accesses.interleaves() || size > kLargestScalar) return accesses.access(begin, size, kind, caller, asks);
  for (Address at = begin; at < begin + size; at = (at / kCellSize + 1) * kCellSize) {
    accesses.access(at, std::min(begin + size, (at / kCellSize + 1) * kCellSize) - at, kind, caller, asks);
  }
}

}  // namespace

void move_checked(void* to, const void* from, std::size_t size, Caller caller) {
  const auto target = reinterpret_cast<Address>(to), source = reinterpret_cast<Address>(from);
  if (copy_in_pieces(target, source, size, false, 0, caller)) return;
  const bool knows_unwritten = machine().options().finds_uninitialised;
  if (knows_unwritten) copy_access(target, source, size, machine().caller(caller.address, caller.frame));
  access_words(source, size, AccessKind::Read, caller, !knows_unwritten);
  access_words(target, size, AccessKind::Write, caller, !knows_unwritten);
  std::memmove(to, from, size);
}

void set_checked(void* to, int value, std::size_t size, Caller caller) {
  const auto target = reinterpret_cast<Address>(to);
  if (copy_in_pieces(target, 0, size, true, value, caller)) return;
  access_words(target, size, AccessKind::Write, caller, true);
  std::memset(to, value, size);
}

void move_hook(void* to, const void* from, std::size_t size) { move_checked(to, from, size, QPOR_CALLED_BY); }
void set_hook(void* to, int value, std::size_t size) { set_checked(to, value, size, QPOR_CALLED_BY); }

std::size_t string_size_hook(const char* text, std::size_t most) {
  if (!has_shadow(reinterpret_cast<Address>(text))) return 0;
  const std::size_t length = strnlen(text, most);
  return length < most ? length + 1 : length;
}

void quiet_begin_hook() { ++machine().current().quiet; }
void quiet_end_hook() { --machine().current().quiet; }

void check_atomic(const volatile void* begin, std::size_t size, bool is_write, Address pc) {
  const Caller caller{reinterpret_cast<const void*>(pc), __builtin_frame_address(0)};
  machine().accesses().access(reinterpret_cast<Address>(begin), size,
                              is_write ? AccessKind::AtomicWrite : AccessKind::AtomicRead, caller);
}

}  // namespace qpor::frontend::native
