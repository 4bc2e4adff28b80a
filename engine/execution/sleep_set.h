// The sleep set: outcomes of next operations that free running must not take, because the exploration has dealt with
// them. The explorer fills it (QPOR: the unjustified events of D); the scheduler asks it.
//
// Cost: a question about a thread without any is O(1), else the number of entries, of which there are at most one per
// thread and outcome.

#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/program/ids.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

class SleepSet {
 public:
  void add(ThreadId thread, Outcome outcome) {
    if (by_thread_.size() <= index(thread)) by_thread_.resize(index(thread) + 1, 0);
    ++by_thread_[index(thread)];
    entries_.push_back({thread, outcome});
  }
  /// REQUIRES: it is in the set.
  void remove(ThreadId thread, Outcome outcome) {
    const auto place = std::find(entries_.begin(), entries_.end(), Entry{thread, outcome});
    assert(place != entries_.end());
    *place = entries_.back();
    entries_.pop_back();
    --by_thread_[index(thread)];
  }
  void clear() {
    entries_.clear();
    std::fill(by_thread_.begin(), by_thread_.end(), 0);
  }

  bool any_of(ThreadId thread) const { return index(thread) < by_thread_.size() && by_thread_[index(thread)] != 0; }
  bool holds(ThreadId thread, Outcome outcome) const {
    return any_of(thread) && std::find(entries_.begin(), entries_.end(), Entry{thread, outcome}) != entries_.end();
  }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    ThreadId thread;
    Outcome outcome;
    bool operator==(const Entry&) const = default;
  };
  std::vector<std::uint32_t> by_thread_;
  std::vector<Entry> entries_;
};

}  // namespace qpor::engine
