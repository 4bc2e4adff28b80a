// Operations, objects and threads as the programs under test show them to the engine, each interned in a table so
// that an event stores a number. First station in the data's journey: an executor (executor.h) announces the next
// operation of each thread by its OperationId.
//
// Invariants
//  1. Equal operations have equal ids, and ids are never recycled.
//  2. `name_hash` of a thread or an object is a function of its stable name only (creator and ordinal, declaration),
//     never of the order of discovery, so that hashes built on it agree between explorations.
//  3. Objects with equal keys are one object.
//
// Thread safety: none; one set of tables belongs to one exploration.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/memory_order.h"

namespace qpor::engine {

enum class ObjectKind : std::uint8_t {
  None,
  Any,  ///< of an operation on objects of every kind
  Mutex,
  Variable,
  Atomic,
  Semaphore,
  RwLock,
  Condition,
  Once,
  Barrier,
  Choice,
};

enum class OperationKind : std::uint8_t {
#define QPOR_OPERATION(identifier, text, object, role, synchronises) identifier,
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
};

enum class Role : std::uint8_t { Local, Token, Access, Either };

/// What an operation adds to happens-before; the values are explained in operation_kinds.def.
enum class Synchronises : std::uint8_t {
  Nothing,
  Creates,
  Starts,
  Exits,
  Joins,
  Acquires,
  AcquiresIfTaken,
  Releases,
  Atomic,
  Arrives,
  Leaves,
  Counts,
  Fences,
};

/// Operation::argument2 of an operation on a reader-writer lock: what it adds to happens-before. An atomic that has a
/// lock of its own inside orders by the operation that it does under the lock, and by Operation::orders.success.
enum class LockedAccess : Value {
  None,    ///< the lock is one of the program: it orders
  Taken,   ///< the lock of an atomic is taken: that orders nothing
  Load,    ///< it is given back after an atomic load
  Store,   ///< ... after a store
  Change,  ///< ... after a read-modify-write
};

std::string_view text_of(OperationKind kind);
ObjectKind object_kind_of(OperationKind kind);
Role role_of(OperationKind kind);
Synchronises synchronises(OperationKind kind);
/// May the operation have several outcomes in one state?
constexpr bool has_choice(OperationKind kind) { return kind == OperationKind::Signal || kind == OperationKind::Choose; }
std::string_view text_of(ObjectKind kind);

/// One operation of one place in a program. `site` is the frontend's number for the source place; it is determined
/// by the thread's history like everything else here, so it never splits an event.
struct Operation {
  OperationKind kind{};
  ObjectId object = kNoObject;
  Value argument = 0;
  Value argument2 = 0;
  std::uint32_t site = 0;
  bool has_unless = false;  ///< on an atomic: it waits while the value is `unless`
  MemoryOrders orders{};    ///< of an atomic operation or fence
  Value unless = 0;

  bool operator==(const Operation&) const = default;
};
/// As text_of(kind), and which change it is.
std::string_view text_of(const Operation& operation);

class OperationTable {
 public:
  OperationId intern(const Operation& operation);
  const Operation& operator[](OperationId id) const { return operations_[index(id)]; }
  std::size_t size() const { return operations_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const Operation& operation) const;
  };
  std::vector<Operation> operations_;
  std::unordered_map<Operation, OperationId, Hash> ids_;
};

/// What an object is called in every process that runs the program, so that it is one object wherever it comes from: by
/// an executor, or by bytes of another process (wire_vocabulary.h). Executors choose the numbers.
struct ObjectKey {
  ObjectKind kind{};           ///< None: it has no key, and cannot travel
  ThreadId owner = kNoThread;  ///< whose it is, or in whose memory `place` is, if it has no place of its own
  std::uint64_t place = 0;
  std::uint64_t details[3] = {};

  bool operator==(const ObjectKey&) const = default;
};

struct Object {
  ObjectKind kind{};
  std::string name;             ///< as the user knows it
  std::uint64_t name_hash = 0;  ///< invariant 2
  State initial = 0;            ///< as in semantics.h; of an atomic its value
  Value parameter = 0;          ///< barrier: participants; condition: 1 for first in, first out; atomic: kHiddenValue
  ObjectKey key = {};
};

/// Object::parameter of an atomic whose value in the engine is not what the program has there.
inline constexpr Value kHiddenValue = 1;

class ObjectTable {
 public:
  /// REQUIRES: it has no key, or a new one.
  ObjectId add(Object object);
  /// The object of that key, or kNoObject.
  ObjectId find(const ObjectKey& key) const;
  /// The object of that key; make() gives a new one, all but its key.
  template <class Make>
  ObjectId intern(const ObjectKey& key, Make&& make) {
    if (const ObjectId known = find(key); known != kNoObject) return known;
    Object object = make();
    object.key = key;
    return add(std::move(object));
  }
  const Object& operator[](ObjectId id) const { return objects_[index(id)]; }
  std::size_t size() const { return objects_.size(); }

 private:
  struct Hash {
    std::size_t operator()(const ObjectKey& key) const;
  };
  std::vector<Object> objects_;
  std::unordered_map<ObjectKey, ObjectId, Hash> ids_;  // of those with a key
};

struct Thread {
  std::string name;
  std::uint64_t name_hash = 0;
  ThreadId creator = kNoThread;
  std::uint32_t ordinal = 0;  ///< position among the creator's creates, or among the initial threads
  std::string label = {};     ///< what the program calls it, if it does; for reports only
};

/// Threads by (creator, ordinal of the create): the same create gives the same thread in every run.
class ThreadTable {
 public:
  /// The id of that thread; `name` is kept the first time.
  ThreadId intern(ThreadId creator, std::uint32_t ordinal, std::string_view name);
  const Thread& operator[](ThreadId id) const { return threads_[index(id)]; }
  std::size_t size() const { return threads_.size(); }
  void set_label(ThreadId id, std::string label) { threads_[index(id)].label = std::move(label); }
  /// By id.
  const std::vector<Thread>& all() const { return threads_; }

 private:
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, ThreadId> ids_;  // creator and ordinal in one word
};

/// Everything a program has shown so far.
struct Vocabulary {
  OperationTable operations;
  ObjectTable objects;
  ThreadTable threads;
};

/// Finaliser of a 64-bit hash; every name in the engine is hashed by folding words through it.
constexpr std::uint64_t mix(std::uint64_t word) {
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 32;
  word *= 0xd6e8feb86659fd93u;
  word ^= word >> 32;
  return word;
}
constexpr std::uint64_t fold(std::uint64_t hash, std::uint64_t word) {
  return mix(hash * 0x9e3779b97f4a7c15u + word + 0x2545f4914f6cdd1du);
}
std::uint64_t hash_of(std::string_view text);

}  // namespace qpor::engine
