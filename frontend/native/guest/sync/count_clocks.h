// What reference counts order while counting is no operation (counts.h): a thread that drops a reference releases what
// it did before, and the thread that drops the last one acquires what all others have released. A disposal is so
// ordered after every access that was made through a counted reference, and after no other: one through a raw pointer
// that is still under way, or made after the reference was dropped, is a race with it.
//
// A release is the segment in which it was made (accesses.h); a drop ends its segment, so that what the thread does
// next is not released with it. What a thread has acquired it releases again with the drops that are part of the
// disposal, and forgets it afterwards.
//
// Invariants
//  1. Both logs are in the order of the execution: going back cuts them.
//  2. Releases of one bucket are a list, the newest first; heads_ has the places of the newest, plus one.
//
// Cost: constant for a drop, unless its thread has acquired something; the last drop of a count looks at the releases
// in its bucket.

#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/program/ids.h"
#include "frontend/native/guest/host_array.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {

class CountClocks {
 public:
  void clear();
  /// Forgets what happened in segments after that one.
  void go_back(std::uint64_t segment);

  /// In segment `now`, the thread drops a reference that is not the last.
  void release(Address count, engine::ThreadId thread, std::uint64_t now);
  /// The same of the last one; the count is then forgotten.
  void acquire(Address count, engine::ThreadId thread, std::uint64_t now);

  /// Calls visit(segment) for what has been released into the count until one returns true; tells whether one did.
  template <class Visit>
  bool any_released(Address count, Visit&& visit) const {
    if (heads_.size() == 0) return false;
    for (std::uint32_t at = head(count); at != 0; at = releases_[at - 1].next) {
      const Release& each = releases_[at - 1];
      if (each.count != count) continue;
      if (each.segment == kForgotten) return false;
      if (visit(each.segment)) return true;
    }
    return false;
  }
  /// Of a drop that has ended; it contains no operation, so that all is of the running thread.
  void forget_acquired() { acquired_.cut(0); }

  bool is_empty() const { return acquired_.size() == 0; }
  /// Calls visit(segment) for the releases that the thread has acquired until one returns true; tells whether one did.
  template <class Visit>
  bool any_acquired(engine::ThreadId thread, Visit&& visit) const {
    for (std::size_t i = acquired_.size(); i > 0; --i) {
      if (acquired_[i - 1].thread == thread && visit(acquired_[i - 1].segment)) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint64_t kForgotten = 0;  ///< as a segment: what was released before is of another object
  static constexpr std::size_t kBuckets = 1024;

  struct Release {
    Address count;
    std::uint64_t segment;
    std::uint64_t now;
    std::uint32_t next;
  };
  struct Acquired {
    engine::ThreadId thread;
    std::uint64_t segment;
    std::uint64_t now;
  };

  std::uint32_t& head(Address count);
  std::uint32_t head(Address count) const { return heads_[bucket(count)]; }
  static std::size_t bucket(Address count);
  void add(Address count, std::uint64_t segment, std::uint64_t now);
  bool has_acquired(engine::ThreadId thread, std::uint64_t segment) const;

  HostArray<Release> releases_;
  HostArray<Acquired> acquired_;
  HostArray<std::uint32_t> heads_;
};

}  // namespace qpor::frontend::native
