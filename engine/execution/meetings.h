// Who meets whom where: which threads are about to access an object now, and which others have been seen to access it
// later in some execution before. Free running (scheduler.h) lets those go first whom nobody else concerns, then
// threads that meet others, and last those whose rivals are still to come. The first share what they do with all traces
// that part later (POL(12,3): 45 operations per trace instead of 63). The last wait for this reason:
//
// An event d on an object stays in C while everything after it is explored, and U must keep each event that parts from
// d at its place, in all the versions that differ in their histories. A rival whose thread has much to do before it
// gets there has as many versions as that can go, and they are all compatible with a C in which little has happened
// yet. If d is put off until the rival stands before the same object, the rival's history is in C and there is one
// version. On MPAT(7) the most events held in U went from 841 715 to less than a thousand, and the comb never has more
// than one candidate to try; at k = 1 nearly no run is blocked any more (docs/evaluation.md).
//
// Any order is right: Explore may take whichever enabled event it likes [QPOR Alg. 1, l. 8].
//
// Invariants
//  1. `here` of an object is the number of threads whose next operation is on it.
//  2. Objects are kin if they were accessed by an operation at the same place of the source, like the mutexes of an
//  array.
//     Which of them a thread accesses often depends on data; so what is known of one is a guess about the others.
//  3. `last` of a thread at an object is the largest number of events that the thread had done before it accessed the
//     object, in any execution.
//
// Cost: O(1) each. Of each object, and of each kin, a few visitors are remembered, the first that came: with hundreds
// of threads the order is then by their numbers mostly.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/operation.h"

namespace qpor::engine {

/// Does it matter who comes first? Not where there is no object, nor where the thread gives back what it holds.
inline bool is_contestable(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::Unlock:
    case OperationKind::ReadUnlock:
    case OperationKind::WriteUnlock:
    case OperationKind::OnceEnd: return false;
    default: return operation.object != kNoObject;
  }
}

/// What goes first comes first.
enum class Urgency : std::uint8_t {
  Free,             ///< it does not matter who comes first
  Alone,            ///< nobody is here or to come, as far as is known
  MetAll,           ///< others are here, and nobody else is to come
  MetSome,          ///< others are here; threads that do not exist yet are to come
  MetFew,           ///< others are here, and some are on their way
  PerhapsTooEarly,  ///< nobody is here; somebody is on the way to an object of the same kin, or will be
  AloneUntilLater,  ///< nobody is here; threads that do not exist yet are to come
  TooEarly,         ///< nobody is here, and somebody is on the way
};
inline constexpr std::size_t kUrgencies = 8;

class Meetings {
 public:
  /// REQUIRES: the vocabulary outlives this.
  explicit Meetings(const Vocabulary& vocabulary) : vocabulary_(vocabulary) { grow(); }

  /// Makes room for all threads and objects of the vocabulary. To be called before anything about new ones.
  void grow() {
    if (threads_.size() < vocabulary_.threads.size()) threads_.resize(vocabulary_.threads.size());
    if (objects_.size() < vocabulary_.objects.size()) objects_.resize(vocabulary_.objects.size());
  }

  /// Having done so many events the thread does that operation.
  void note_access(ThreadId thread, const Operation& operation, std::uint32_t events);
  /// Having done so many events the thread is about to do that operation.
  void go_to(ThreadId thread, const Operation& operation, std::uint32_t events);
  /// The thread has no next operation: it does not exist yet, or no more.
  void leave(ThreadId thread, bool will_come);

  /// How urgent an operation is, and whom it lets go first.
  struct Judgement {
    Urgency urgency = Urgency::Free;
    ThreadId awaited = kNoThread;  ///< one of those who are to come; while it is, the judgement stays
    std::uint32_t until = 0;       ///< it is to come until it has done so many events, or ends
  };
  Judgement judge(ThreadId thread, const Operation& operation) const;

 private:
  static constexpr std::size_t kMostVisitors = 16;
  enum class Presence : std::uint8_t { ToCome, Alive, Ended };
  struct Visitor {
    ThreadId thread;
    std::uint32_t last;
  };
  struct Object {
    std::vector<Visitor> visitors;
    std::vector<Visitor> visitors_of_kin;  // of all its kin and itself, where it is the first of them
    ObjectId kin = kNoObject;              // one of its kin, nearer to the first of them; kNoObject there
    std::uint32_t here = 0;
  };
  struct Thread {
    ObjectId place = kNoObject;
    ThreadId joined = kNoThread;  // whose end it waits for
    std::uint32_t events = 0;
    Presence presence = Presence::ToCome;
  };

  void move(Thread& thread, ObjectId object);
  static void note_visitor(std::vector<Visitor>& visitors, Visitor visitor);
  bool is_to_come(const Visitor& visitor, ThreadId thread, ObjectId object) const;
  ObjectId first_of_kin(ObjectId object) const {
    while (objects_[index(object)].kin != kNoObject) object = objects_[index(object)].kin;
    return object;
  }
  void make_kin(ObjectId a, ObjectId b);

  bool descends_from(ThreadId thread, ThreadId ancestor) const;

  const Vocabulary& vocabulary_;
  std::vector<Object> objects_;
  std::vector<ObjectId> accessed_from_;  // by site: an object
  std::vector<Thread> threads_;
};

}  // namespace qpor::engine
