#include "engine/program/operation.h"

#include <array>
#include <cassert>
#include <utility>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"

namespace qpor::engine {
namespace {

struct KindRow {
  std::string_view text;
  ObjectKind object;
  Role role;
  Synchronises synchronises;
};

constexpr std::array kKinds = {
#define QPOR_OPERATION(identifier, text, object, role, synchronises) \
  KindRow{text, ObjectKind::object, Role::role, Synchronises::synchronises},
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
};

const KindRow& row(OperationKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

}  // namespace

std::string_view text_of(OperationKind kind) { return row(kind).text; }
std::string_view text_of(const Operation& operation) {
  if (operation.kind == OperationKind::AtomicChange) return text_of(function_in(operation.argument2));
  if (operation.kind == OperationKind::AtomicCount) return count_text(operation);
  return text_of(operation.kind);
}
ObjectKind object_kind_of(OperationKind kind) { return row(kind).object; }
Role role_of(OperationKind kind) { return row(kind).role; }
Synchronises synchronises(OperationKind kind) { return row(kind).synchronises; }

std::string_view text_of(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::None: return "none";
    case ObjectKind::Any: return "object";
    case ObjectKind::Mutex: return "mutex";
    case ObjectKind::Variable: return "variable";
    case ObjectKind::Atomic: return "atomic";
    case ObjectKind::Semaphore: return "semaphore";
    case ObjectKind::RwLock: return "rwlock";
    case ObjectKind::Condition: return "condition variable";
    case ObjectKind::Once: return "once flag";
    case ObjectKind::Barrier: return "barrier";
    case ObjectKind::Choice: return "choice";
  }
  return "?";
}

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = fold(hash, static_cast<unsigned char>(c));
  return hash;
}

std::size_t OperationTable::Hash::operator()(const Operation& operation) const {
  std::uint64_t hash = fold(static_cast<std::uint64_t>(operation.kind), index(operation.object));
  hash = fold(hash, static_cast<std::uint64_t>(operation.argument));
  hash = fold(hash, static_cast<std::uint64_t>(operation.argument2));
  if (operation.has_unless) hash = fold(hash, static_cast<std::uint64_t>(operation.unless));
  return fold(hash, operation.site);
}

OperationId OperationTable::intern(const Operation& operation) {
  const auto [it, is_new] = ids_.try_emplace(operation, static_cast<OperationId>(operations_.size()));
  if (is_new) operations_.push_back(operation);
  return it->second;
}

std::size_t ObjectTable::Hash::operator()(const ObjectKey& key) const {
  std::uint64_t hash = fold(static_cast<std::uint64_t>(key.kind) << 32 | index(key.owner), key.place);
  for (const std::uint64_t detail : key.details) hash = fold(hash, detail);
  return hash;
}

ObjectId ObjectTable::find(const ObjectKey& key) const {
  const auto found = ids_.find(key);
  return found != ids_.end() ? found->second : kNoObject;
}

ObjectId ObjectTable::add(Object object) {
  const auto id = static_cast<ObjectId>(objects_.size());
  if (object.key.kind != ObjectKind::None) {
    [[maybe_unused]] const bool is_new = ids_.try_emplace(object.key, id).second;
    assert(is_new);
  }
  objects_.push_back(std::move(object));
  return id;
}

ThreadId ThreadTable::intern(ThreadId creator, std::uint32_t ordinal, std::string_view name) {
  const std::uint64_t key = (static_cast<std::uint64_t>(index(creator)) << 32) | ordinal;
  const auto [it, is_new] = ids_.try_emplace(key, static_cast<ThreadId>(threads_.size()));
  if (is_new) {
    const std::uint64_t parent = creator == kNoThread ? 0 : threads_[index(creator)].name_hash;
    threads_.push_back({std::string(name), fold(fold(parent, 0x7468u), ordinal), creator, ordinal});
  }
  return it->second;
}

}  // namespace qpor::engine
