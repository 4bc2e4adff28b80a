// Thread-specific data. A key is the thread that made it and the number of the key among its own, so that it depends
// on that thread's past only. What POSIX leaves open: destructors run in the order of the keys, as in glibc.
//
// Making and deleting keys are no events: a program has to order them with the use of the keys by other means. That is
// checked: to the shadow, using a key reads its record and deleting it writes there.

#include <cerrno>
#include <climits>

#include "frontend/native/guest/check/uses.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/counts.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/guest/sync/records.h"
#include "frontend/native/machine/machine.h"
#include "frontend/program/assumptions.h"

namespace qpor::frontend::native {

namespace {

constexpr std::uint32_t kKeysPerThread = 1024;  ///< PTHREAD_KEYS_MAX
constexpr std::uint64_t kDeleted = 1;
constexpr Use kUse{"uses", a("key of thread-specific data"), false};
constexpr Use kDelete{"deletes", a("key of thread-specific data"), false};
constexpr Use kDestruct{"ends, and looks for the destructor of", a("key of thread-specific data"), false};

/// What the creator wrote down; null when there is no such key.
Record* record_of(std::uint32_t key, std::uint64_t state = 0) {
  Machine& m = machine();
  const Slot creator = slot_number(key / kKeysPerThread);
  if (m.thread_at(creator) == engine::kNoThread || m.fiber(creator).status == FiberStatus::Absent) return nullptr;
  return find_record(m.fiber(creator), Record::Kind::Key, key, state);
}

/// The same; whether it was deleted is read, too.
Record* used_record(std::uint32_t key, const Use& use, AccessKind kind, Address pc) {
  Record* const record = record_of(key);
  const Record* const place = record != nullptr ? record : record_of(key, kDeleted);
  if (place != nullptr) use_object(&place->which, use, pc, kind);
  return record;
}

/// The least key above `than` with a value, or null.
Record* next_value(const Fiber& fiber, std::int64_t than) {
  Record* best = nullptr;
  for (auto* each = reinterpret_cast<Record*>(fiber.records); each != nullptr;
       each = reinterpret_cast<Record*>(each->next)) {
    if (each->kind != Record::Kind::Specific || each->value == 0) continue;
    if (static_cast<std::int64_t>(each->address) <= than) continue;
    if (best == nullptr || each->address < best->address) best = each;
  }
  return best;
}

}  // namespace

int create_key(std::uint32_t* key, void (*destructor)(void*)) {
  Fiber& me = machine().current();
  if (me.keys == kKeysPerThread) return EAGAIN;
  if (!is_single_threaded()) machine().assume(Assumption::HandlesNotReused);
  *key = index(me.slot) * kKeysPerThread + me.keys++;
  own_record(Record::Kind::Key, *key).value = reinterpret_cast<std::int64_t>(destructor);
  return 0;
}

int delete_key(std::uint32_t key, Address pc) {
  Record* const record = used_record(key, kDelete, AccessKind::Write, pc);
  if (record == nullptr) return EINVAL;
  record->which = kDeleted;
  return 0;
}

int set_specific(std::uint32_t key, const void* value, Address pc) {
  if (used_record(key, kUse, AccessKind::Read, pc) == nullptr) return EINVAL;
  own_record(Record::Kind::Specific, key).value = reinterpret_cast<std::int64_t>(value);
  return 0;
}

void* get_specific(std::uint32_t key, Address pc) {
  if (used_record(key, kUse, AccessKind::Read, pc) == nullptr) return nullptr;
  const Record* const own = find_record(machine().current(), Record::Kind::Specific, key);
  return own == nullptr ? nullptr : reinterpret_cast<void*>(own->value);
}

void run_key_destructors() {
  const Fiber& me = machine().current();
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    bool was_one = false;
    std::int64_t last = -1;
    while (Record* const record = next_value(me, last)) {
      last = static_cast<std::int64_t>(record->address);
      const Record* const key = record_of(static_cast<std::uint32_t>(record->address));
      if (key == nullptr || key->value == 0) continue;
      use_object(&key->which, kDestruct, me.entry, AccessKind::Read);
      void* const value = reinterpret_cast<void*>(record->value);
      record->value = 0;
      was_one = true;
      call_last(reinterpret_cast<void (*)(void*)>(key->value), value);
    }
    if (!was_one) return;
  }
}

int key_create(pthread_key_t* key, void (*destructor)(void*)) { return create_key(key, destructor); }
int key_delete(pthread_key_t key) { return delete_key(key, QPOR_CALLER); }
int key_set(pthread_key_t key, const void* value) { return set_specific(key, value, QPOR_CALLER); }
void* key_get(pthread_key_t key) { return get_specific(key, QPOR_CALLER); }

}  // namespace qpor::frontend::native
