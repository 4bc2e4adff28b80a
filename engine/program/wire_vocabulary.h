// The threads, objects and operations of a message: written as tables that hold just what the value names, and read
// into the vocabulary of the process that reads, which may have met them in another order, or not at all.
//
// A thread is its creator's number in the table and its ordinal; an object its key, with the thread that it belongs to;
// an operation all that it consists of, where the argument of a create and of a join is a thread.
//
// Reading looks at everything before the vocabulary learns anything: that kinds of operations fit their objects, that
// arguments which the semantics decode can be decoded, that creators come before their children.
// Limit, told when it is met: an object that counts (semaphore, read-write lock, barrier) begins below 2^48, and such
// an object is added at most 2^48 at once, so that sums of forged numbers cannot overflow.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/program/operation.h"
#include "engine/program/wire.h"

namespace qpor::engine {

/// Does not say what a process may know of threads besides: labels.
void write_thread(WireWriter& out, const Thread& thread, std::uint64_t creator);

class VocabularyWriter {
 public:
  explicit VocabularyWriter(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  // Numbers in the tables, which grow when something is asked for the first time.
  std::uint64_t thread(ThreadId id);
  std::uint64_t operation(OperationId id);

  void write(WireWriter& out) const;

 private:
  std::uint64_t object(ObjectId id);

  const Vocabulary& vocabulary_;
  WireWriter thread_rows_, object_rows_, operation_rows_;
  std::unordered_map<std::uint32_t, std::uint64_t> threads_, objects_, operations_;
};

class VocabularyReader {
 public:
  explicit VocabularyReader(WireReader& in) : in_(in) {}

  void read();

  std::size_t thread_count() const { return threads_.size(); }
  OperationKind kind_of(std::uint32_t operation) const { return operations_[operation].kind; }

  /// A number of the tables that the message has at this place.
  std::uint32_t thread_number() { return static_cast<std::uint32_t>(in_.number_below(threads_.size(), "a thread")); }
  std::uint32_t operation_number() {
    return static_cast<std::uint32_t>(in_.number_below(operations_.size(), "an operation"));
  }

  /// The vocabulary learns what is in the tables. The reader has a problem when an object of the same key is another
  /// one there. REQUIRES: everything has been read without a problem.
  void intern(Vocabulary& vocabulary);

  // After that:
  ThreadId thread(std::uint32_t number) const { return thread_ids_[number]; }
  OperationId operation(std::uint32_t number) const { return operation_ids_[number]; }

 private:
  Object read_object();
  Operation read_operation();
  const char* objection_to(const Object& object) const;
  const char* objection_to(const Operation& operation) const;
  bool agrees(const Object& known, const Object& read) const;

  // Threads, objects and operations name each other by their numbers in the tables, as if these were ids.
  WireReader& in_;
  std::vector<Thread> threads_;
  std::vector<Object> objects_;
  std::vector<Operation> operations_;
  std::vector<ThreadId> thread_ids_;
  std::vector<OperationId> operation_ids_;
};

/// Threads as write_thread writes them. The reader has a problem when a thread is there twice.
std::vector<Thread> read_threads(WireReader& in);

}  // namespace qpor::engine
