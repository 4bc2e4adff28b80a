#include "frontend/native/guest/sync/records.h"

#include "frontend/native/guest/libc/heap.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

Record* find_record(const Fiber& fiber, Record::Kind kind, Address address, std::uint64_t which) {
  for (auto* record = reinterpret_cast<Record*>(fiber.records); record != nullptr;
       record = reinterpret_cast<Record*>(record->next)) {
    if (record->kind == kind && record->address == address && record->which == which) return record;
  }
  return nullptr;
}

Record& own_record(Record::Kind kind, Address address, std::uint64_t which) {
  Fiber& me = machine().current();
  if (Record* const known = find_record(me, kind, address, which)) return *known;
  auto* const record = static_cast<Record*>(heap_allocate(sizeof(Record), 16, 0));
  *record = {kind, address, which, 0, me.records};
  me.records = reinterpret_cast<Address>(record);
  return *record;
}

std::uint64_t next_object_number() {
  Fiber& me = machine().current();
  return std::uint64_t{index(me.slot)} << 32 | ++me.objects;
}

}  // namespace qpor::frontend::native
