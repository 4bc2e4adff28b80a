// The numbered invariants of the event structure, recomputed naively. Slow: for tests and debug builds.

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "engine/unfolding/event_structure.h"

namespace qpor::engine {
namespace {

/// [event] by walking along the causes.
std::set<EventId> history_of(const EventStructure& structure, EventId event) {
  std::set<EventId> all{event};
  std::vector<EventId> stack{event};
  while (!stack.empty()) {
    const EventId next = stack.back();
    stack.pop_back();
    structure.for_each_cause(next, [&](EventId cause) {
      if (all.insert(cause).second) stack.push_back(cause);
    });
  }
  return all;
}

bool knows_its_history(const EventStructure& structure, EventId event) {
  std::map<ThreadId, EventId> last;
  std::map<ObjectId, EventId> exclusive;
  const std::set<EventId> all = history_of(structure, event);
  for (const EventId e : all) {
    if (!structure[e].is_live) return false;  // invariant 1
    auto& latest = last.try_emplace(structure[e].thread, e).first->second;
    if (structure.thread_depth(e) > structure.thread_depth(latest)) latest = e;
    if (structure[e].mode != Mode::Exclusive && structure[e].mode != Mode::Shared) continue;
    const EventId x = structure[e].mode == Mode::Exclusive ? e : structure.exclusive_predecessor(e);
    auto& deepest = exclusive.try_emplace(structure[e].object, x).first->second;
    if (structure.object_depth(x) > structure.object_depth(deepest)) deepest = x;
  }
  for (std::size_t i = 0; i < structure.vocabulary().threads.size(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const auto it = last.find(thread);
    if (structure.last_of_thread(event, thread) != (it == last.end() ? kNoEvent : it->second)) return false;
  }
  for (std::size_t i = 0; i < structure.vocabulary().objects.size(); ++i) {
    const auto object = static_cast<ObjectId>(i);
    const CutView known = structure.known_cut(event, object);
    const auto it = exclusive.find(object);
    if (known.exclusive != (it == exclusive.end() ? kNoEvent : it->second)) return false;
    if (it == exclusive.end()) continue;
    std::map<ThreadId, EventId> reads;
    for (const EventId e : all) {
      if (structure[e].mode != Mode::Shared || structure[e].object != object) continue;
      if (structure.exclusive_predecessor(e) != it->second) continue;
      auto& latest = reads.try_emplace(structure[e].thread, e).first->second;
      if (structure.thread_depth(e) > structure.thread_depth(latest)) latest = e;
    }
    std::map<ThreadId, EventId> said;
    for (const EventId read : known.reads) said[structure[read].thread] = read;
    if (known.newest != kNoEvent) said[structure[known.newest].thread] = known.newest;
    if (reads != said) return false;
  }
  return true;
}

}  // namespace

bool EventStructure::well_formed() const {
  if (!thread_tree_.well_formed() || !object_tree_.well_formed()) return false;
  std::size_t live = 0;
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const auto id = static_cast<EventId>(i);
    const Event& event = (*this)[id];
    if (!event.is_live) continue;
    if (event.mode == Mode::Bottom) continue;
    ++live;
    if (!hashes.insert(event.hash).second) return false;
    if (!maps_.well_formed(event.threads) || (event.objects != Event::kUnknown && !maps_.well_formed(event.objects)))
      return false;
    if (!knows_its_history(*this, id)) return false;
    if (event.mode != Mode::Exclusive && event.mode != Mode::Shared) continue;
    // It stands in the list of children where others look for it.
    const EventId x = exclusive_predecessor(id);
    EventId child = event.mode == Mode::Shared ? (*this)[x].first_shared
                    : has_reads(event.place)   ? cuts_[event.place].first_child
                                               : (*this)[x].first_exclusive;
    while (child != kNoEvent && child != id) child = (*this)[child].next_sibling;
    if (child != id) return false;
    if (event.mode == Mode::Exclusive && cut_exclusive(event.place) != x) return false;
  }
  return live == live_ && static_cast<std::size_t>(std::count_if(
                              slots_.begin(), slots_.end(), [](EventId event) { return event != kNoEvent; })) == live_;
}

}  // namespace qpor::engine
