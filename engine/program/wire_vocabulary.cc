#include "engine/program/wire_vocabulary.h"

#include <cassert>
#include <set>
#include <utility>

#include "engine/program/atomic_function.h"
#include "engine/program/count.h"
#include "engine/program/semantics.h"

namespace qpor::engine {
namespace {

constexpr std::size_t kOperationKinds = 0
#define QPOR_OPERATION(identifier, text, object, role, synchronises) +1
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
    ;
constexpr std::size_t kOrders = static_cast<std::size_t>(MemoryOrder::SequentiallyConsistent) + 1;
constexpr Value kLargestCount = Value{1} << 48;

// Least bytes of a row of each table.
constexpr std::size_t kThreadBytes = 3;
constexpr std::size_t kObjectBytes = 16;
constexpr std::size_t kOperationBytes = 8;

bool names_thread(OperationKind kind) { return kind == OperationKind::Create || kind == OperationKind::Join; }

bool is_count(Value value) { return value >= -kLargestCount && value <= kLargestCount; }

/// May the operation be one on an object of that kind?
bool fits(OperationKind kind, ObjectKind object) {
  const ObjectKind wanted = object_kind_of(kind);
  if (wanted == ObjectKind::Any) return object != ObjectKind::None;
  const bool is_also_on_atomics = wanted == ObjectKind::Condition && kind >= OperationKind::Signal;
  return wanted == object || (is_also_on_atomics && object == ObjectKind::Atomic);
}

/// May an object of that kind hold this, before its first event or after an operation that says what it holds?
bool can_hold(ObjectKind kind, State state) {
  switch (kind) {
    case ObjectKind::Variable: return true;
    case ObjectKind::Condition: return state == 0;  // a number of WaitQueues: the empty one
    case ObjectKind::Once: return state == 0 || state == kOnceDone;
    default: return is_count(state);
  }
}

}  // namespace

// --- writing

void write_thread(WireWriter& out, const Thread& thread, std::uint64_t creator) {
  out.number(creator);
  out.number(thread.ordinal);
  out.text(thread.name);
}

std::uint64_t VocabularyWriter::thread(ThreadId id) {
  if (const auto known = threads_.find(index(id)); known != threads_.end()) return known->second;
  // The creators that are not there yet, the oldest last: a line of ancestors may be long.
  std::vector<ThreadId> missing;
  for (; id != kNoThread && !threads_.contains(index(id)); id = vocabulary_.threads[id].creator) missing.push_back(id);
  for (; !missing.empty(); missing.pop_back()) {
    const Thread& next = vocabulary_.threads[missing.back()];
    write_thread(thread_rows_, next, next.creator == kNoThread ? 0 : threads_.at(index(next.creator)) + 1);
    threads_.emplace(index(missing.back()), threads_.size());
  }
  return threads_.size() - 1;
}

std::uint64_t VocabularyWriter::object(ObjectId id) {
  if (const auto known = objects_.find(index(id)); known != objects_.end()) return known->second;
  const Object& next = vocabulary_.objects[id];
  assert(next.key.kind != ObjectKind::None);
  const std::uint64_t owner = next.key.owner == kNoThread ? 0 : thread(next.key.owner) + 1;
  WireWriter& out = object_rows_;
  out.byte(static_cast<std::uint8_t>(next.kind));
  out.number(owner);
  out.number(next.key.place);
  for (const std::uint64_t detail : next.key.details) out.number(detail);
  out.text(next.name);
  out.fixed(next.name_hash, 8);
  out.signed_number(next.initial);
  out.signed_number(next.parameter);
  return objects_.emplace(index(id), objects_.size()).first->second;
}

std::uint64_t VocabularyWriter::operation(OperationId id) {
  if (const auto known = operations_.find(index(id)); known != operations_.end()) return known->second;
  const Operation& next = vocabulary_.operations[id];
  const std::uint64_t object = next.object == kNoObject ? 0 : this->object(next.object) + 1;
  const std::uint64_t child = names_thread(next.kind) ? thread(static_cast<ThreadId>(next.argument)) : 0;
  WireWriter& out = operation_rows_;
  out.byte(static_cast<std::uint8_t>(next.kind));
  out.number(object);
  if (names_thread(next.kind)) {
    out.number(child);
  } else {
    out.signed_number(next.argument);
  }
  out.signed_number(next.argument2);
  out.number(next.site);
  out.flag(next.has_unless);
  out.byte(static_cast<std::uint8_t>(next.orders.success));
  out.byte(static_cast<std::uint8_t>(next.orders.failure));
  if (next.has_unless) out.signed_number(next.unless);
  return operations_.emplace(index(id), operations_.size()).first->second;
}

void VocabularyWriter::write(WireWriter& out) const {
  for (const auto& [size, rows] : {std::pair{threads_.size(), &thread_rows_},
                                   {objects_.size(), &object_rows_},
                                   {operations_.size(), &operation_rows_}}) {
    out.number(size);
    out.append(*rows);
  }
}

// --- reading

std::vector<Thread> read_threads(WireReader& in) {
  std::vector<Thread> threads;
  std::set<std::pair<ThreadId, std::uint32_t>> seen;
  for (std::size_t count = in.count(kThreadBytes); in.is_good() && count > 0; --count) {
    Thread thread;
    const std::uint64_t creator = in.number_below(threads.size() + 1, "a creator");
    if (creator != 0) thread.creator = static_cast<ThreadId>(creator - 1);
    thread.ordinal = static_cast<std::uint32_t>(in.number_below(std::uint64_t{1} << 32, "an ordinal"));
    thread.name = in.text();
    if (!seen.emplace(thread.creator, thread.ordinal).second) in.refuse("a thread is there twice");
    threads.push_back(std::move(thread));
  }
  return threads;
}

Object VocabularyReader::read_object() {
  Object object;
  object.kind = static_cast<ObjectKind>(in_.number_below(static_cast<std::size_t>(ObjectKind::Choice) + 1, "a kind"));
  object.key.kind = object.kind;
  const std::uint64_t owner = in_.number_below(threads_.size() + 1, "an owner");
  if (owner != 0) object.key.owner = static_cast<ThreadId>(owner - 1);
  object.key.place = in_.number();
  for (std::uint64_t& detail : object.key.details) detail = in_.number();
  object.name = in_.text();
  object.name_hash = in_.fixed(8);
  object.initial = in_.signed_number();
  object.parameter = in_.signed_number();
  return object;
}

const char* VocabularyReader::objection_to(const Object& object) const {
  if (object.kind == ObjectKind::None || object.kind == ObjectKind::Any) return "an object is of no kind";
  if (object.kind == ObjectKind::Atomic) return nullptr;
  if (!can_hold(object.kind, object.initial)) return "an object begins as none of its kind can";
  if (object.kind == ObjectKind::Barrier && (object.parameter < 0 || object.parameter > kLargestCount)) {
    return "a barrier has a number of participants that cannot be";
  }
  return nullptr;
}

Operation VocabularyReader::read_operation() {
  Operation operation;
  operation.kind = static_cast<OperationKind>(in_.number_below(kOperationKinds, "a kind"));
  const std::uint64_t object = in_.number_below(objects_.size() + 1, "an object");
  if (object != 0) operation.object = static_cast<ObjectId>(object - 1);
  operation.argument = names_thread(operation.kind) ? static_cast<Value>(thread_number()) : in_.signed_number();
  operation.argument2 = in_.signed_number();
  operation.site = static_cast<std::uint32_t>(in_.number_below(std::uint64_t{1} << 32, "a place"));
  operation.has_unless = in_.flag("a flag");
  operation.orders.success = static_cast<MemoryOrder>(in_.number_below(kOrders, "a memory order"));
  operation.orders.failure = static_cast<MemoryOrder>(in_.number_below(kOrders, "a memory order"));
  if (operation.has_unless) operation.unless = in_.signed_number();
  return operation;
}

const char* VocabularyReader::objection_to(const Operation& operation) const {
  const ObjectKind on = operation.object == kNoObject ? ObjectKind::None : objects_[index(operation.object)].kind;
  if (!fits(operation.kind, on)) return "an operation is none of its object's";
  if (operation.has_unless && on != ObjectKind::Atomic) return "an operation waits for a value of no atomic";
  const char* const other_argument = "an operation has an argument that it cannot have";
  const auto is_size = [](unsigned bytes) { return bytes >= 1 && bytes <= 8; };
  switch (operation.kind) {
    case OperationKind::Init:
    case OperationKind::Destroy:
      // Of an atomic a number of AtomicStates; the odd ones are those of one process.
      if (on == ObjectKind::Atomic ? operation.argument % 2 != 0 : !can_hold(on, operation.argument)) {
        return other_argument;
      }
      return nullptr;
    case OperationKind::OnceEnd: return can_hold(on, operation.argument) ? nullptr : other_argument;
    case OperationKind::Post: return is_count(operation.argument) ? nullptr : other_argument;
    case OperationKind::AtomicChange: {
      const Value functions = static_cast<Value>(AtomicFunction::AddUnlessZero) + 1;
      const bool has_function = operation.argument2 >= 0 && operation.argument2 / 256 < functions;
      return has_function && is_size(bytes_in(operation.argument2)) ? nullptr : other_argument;
    }
    case OperationKind::AtomicCount: {
      const bool has_test = count_test_in(operation.argument2) <= CountTest::Exceeds;
      const bool is_small = is_count(operation.argument) && is_count(count_constant_in(operation.argument2));
      return has_test && is_small && is_size(count_bytes_in(operation.argument2)) ? nullptr : other_argument;
    }
    default: return nullptr;
  }
}

void VocabularyReader::read() {
  threads_ = read_threads(in_);
  const auto read_table = [this](auto& table, std::size_t row_bytes, auto&& read_row) {
    for (std::size_t count = in_.count(row_bytes); in_.is_good() && count > 0; --count) {
      table.push_back(read_row());
      if (!in_.is_good()) return;
      if (const char* const objection = objection_to(table.back()); objection != nullptr) in_.refuse(objection);
    }
  };
  read_table(objects_, kObjectBytes, [this] { return read_object(); });
  read_table(operations_, kOperationBytes, [this] { return read_operation(); });
}

/// The name is for people, and may be another one: that of the thread that was first to show the object.
bool VocabularyReader::agrees(const Object& known, const Object& read) const {
  return known.name_hash == read.name_hash && known.initial == read.initial && known.parameter == read.parameter;
}

void VocabularyReader::intern(Vocabulary& vocabulary) {
  assert(in_.is_good());
  const auto known_thread = [this](ThreadId number) {
    return number == kNoThread ? kNoThread : thread_ids_[index(number)];
  };
  for (const Thread& thread : threads_) {
    thread_ids_.push_back(vocabulary.threads.intern(known_thread(thread.creator), thread.ordinal, thread.name));
  }
  std::vector<ObjectId> objects;
  for (const Object& object : objects_) {
    ObjectKey key = object.key;
    key.owner = known_thread(key.owner);
    objects.push_back(vocabulary.objects.intern(key, [&] { return object; }));
    if (!agrees(vocabulary.objects[objects.back()], object)) return in_.refuse("an object is another one here");
  }
  for (Operation operation : operations_) {
    if (operation.object != kNoObject) operation.object = objects[index(operation.object)];
    if (names_thread(operation.kind)) {
      operation.argument = index(thread_ids_[static_cast<std::size_t>(operation.argument)]);
    }
    operation_ids_.push_back(vocabulary.operations.intern(operation));
  }
}

}  // namespace qpor::engine
