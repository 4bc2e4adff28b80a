// Plain accesses of units: operations of their own, in every order.

#include <algorithm>

#include "frontend/native/guest/check/accesses.h"
#include "frontend/native/guest/sync/atomics.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

using engine::OperationKind;

void Accesses::ask_about_units(const Units& units, const Extent& memory) {
  if (!is_on_ || units.is_empty() || memory.begin >= memory.end) return;
  const Unit* const end = units.all().data() + units.all().size();
  const Unit* unit = units.overlapping(memory.begin, memory.end - memory.begin);
  for (; unit != nullptr && unit != end && unit->begin < memory.end; ++unit) {
    Address at = std::max(unit->begin / kCellSize * kCellSize, memory.begin);
    for (; at < std::min(unit->end(), memory.end); at += kCellSize) {
      *cell_of(at) = {kAskBit, kAskBit};
      asking_.push_back(at);
      is_quick_ = false;
    }
  }
}

/// True when the access is one of a unit, and its turn has come.
bool Accesses::interleave(const Asked& access) {
  Machine& m = machine();
  const Unit* const unit = m.units().overlapping(access.begin, access.size);
  if (unit == nullptr) return false;
  const Address pc = m.caller(access.caller.address, access.caller.frame);
  const Address end = access.begin + access.size;
  if (access.kind == AccessKind::Free || access.kind == AccessKind::Leave) {
    // Like a write of each unit, and then of the rest.
    for (const Unit* each = unit; each != nullptr; each = m.units().overlapping(each->end(), end - each->end())) {
      access_unit(*each, each->begin, each->size, true, pc);
      if (each->end() >= end) break;
    }
    return false;
  }
  if (access.begin < unit->begin || end > unit->end()) {
    if (access.size > kLargestScalar) {
      m.fail(FailureKind::Limit, "a library function accesses memory that threads race for, which is not interleaved",
             pc);
    }
    m.ask_for_unit(access.begin, access.size);
  }
  access_unit(*unit, access.begin, access.size, is_write(access.kind), pc);
  return true;
}

/// What is accessed in atomic blocks is ordered by them alone: other accesses of it are small blocks of their own.
void Accesses::access_unit(const Unit& unit, Address begin, std::size_t size, bool is_write, Address pc) {
  Machine& m = machine();
  if (in_atomic_block(m.current())) {
    if (!unit.is_in_block) m.ask_for_unit(begin, size, true);
  } else if (unit.is_in_block) {
    m.visible(OperationKind::Lock, kAtomicBlockObject, 0, pc);
    m.visible(OperationKind::Unlock, kAtomicBlockObject, 0, pc);
  } else {
    announce_plain(reinterpret_cast<const void*>(begin), size, is_write, pc);
  }
}

}  // namespace qpor::frontend::native
