#include "engine/report/deadlock.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/strong_components.hpp>

#include "engine/program/count.h"
#include "engine/program/text.h"

namespace qpor::engine {
namespace {

ThreadFate fate_of(const Execution& execution, ThreadId thread) {
  if (execution.pending(thread) != kNoOperation) {
    return execution.is_blocked(thread) ? ThreadFate::Blocked : ThreadFate::Running;
  }
  return execution.executor().failure(thread) != nullptr ? ThreadFate::Failed : ThreadFate::Ended;
}

/// Who holds which lock after C, and by which event: found in one pass over the trail, for the state of an rwlock only
/// counts its readers.
class Holders {
 public:
  explicit Holders(const Execution& execution) {
    for (StepIndex i = 0; i < execution.size(); ++i) {
      const bool has_taken = execution[i].outcome.value != 0;
      const Operation& operation = execution.operation(i);
      auto& holders = by_object_[operation.object];
      switch (operation.kind) {
        case OperationKind::AwaitWrite: waiting_writers_[operation.object].push_back({execution[i].thread, i}); break;
        case OperationKind::TryWriteLock:
        case OperationKind::WriteLock:
          if (operation.argument != 0) release(waiting_writers_[operation.object], execution[i].thread);
          if (operation.kind == OperationKind::WriteLock || has_taken) {
            holders.push_back({execution[i].thread, i});
          }
          break;
        case OperationKind::OnceBegin:
        case OperationKind::TryLock:
        case OperationKind::TryReadLock:
          if (!has_taken) break;
          [[fallthrough]];
        case OperationKind::Lock:
        case OperationKind::ReadLock: holders.push_back({execution[i].thread, i}); break;
        case OperationKind::ReadUnlock: release(holders, execution[i].thread); break;
        case OperationKind::Unlock:
        case OperationKind::Init:
        case OperationKind::Destroy:
        case OperationKind::OnceEnd:
        case OperationKind::WriteUnlock: holders.clear(); break;
        default: break;
      }
    }
  }

  /// Each thread once, with the first event since which it has held the lock without a break.
  std::vector<WaitedFor> of(const Execution& execution, ObjectId object) const {
    return threads_in(by_object_, execution, object);
  }
  /// Writers that wait for an rwlock and so keep readers out; the event is where they began.
  std::vector<WaitedFor> waiting_writers(const Execution& execution, ObjectId object) const {
    return threads_in(waiting_writers_, execution, object);
  }

 private:
  using List = std::vector<std::pair<ThreadId, StepIndex>>;

  static std::vector<WaitedFor> threads_in(const std::map<ObjectId, List>& lists, const Execution& execution,
                                           ObjectId object) {
    std::vector<WaitedFor> result;
    const auto found = lists.find(object);
    if (found == lists.end()) return result;
    for (const auto& [thread, since] : found->second) {
      const bool is_known = std::any_of(result.begin(), result.end(),
                                        [thread = thread](const WaitedFor& each) { return each.thread == thread; });
      if (!is_known) result.push_back({thread, since, fate_of(execution, thread)});
    }
    std::sort(result.begin(), result.end(), [](const WaitedFor& a, const WaitedFor& b) { return a.thread < b.thread; });
    return result;
  }

  /// A thread may hold a read lock several times over: the last one goes.
  static void release(List& holders, ThreadId thread) {
    const auto last =
        std::find_if(holders.rbegin(), holders.rend(), [thread](const auto& each) { return each.first == thread; });
    if (last != holders.rend()) holders.erase(std::next(last).base());
  }

  std::map<ObjectId, List> by_object_;
  std::map<ObjectId, List> waiting_writers_;
};

/// Of an atomic: X, and no notification.
bool is_write(const Execution& execution, StepIndex i) {
  switch (execution.operation(i).kind) {
    case OperationKind::AtomicStore:
    case OperationKind::AtomicChange:
    case OperationKind::AtomicCompareExchange:
    case OperationKind::AtomicWrite: return execution[i].outcome.mode == Mode::Exclusive;
    case OperationKind::AtomicCount: return change_of(execution.operation(i), execution[i].outcome.value) != 0;
    default: return false;
  }
}

void explain_condition(const Execution& execution, BlockedThread& blocked) {
  StepIndex last_signal = kNoStep;
  for (StepIndex i = 0; i < execution.size(); ++i) {
    const Operation& operation = execution.operation(i);
    if (operation.object != blocked.object) continue;
    const bool is_enqueue = operation.kind == OperationKind::Enqueue ||
                            (operation.kind == OperationKind::EnqueueIf && execution[i].outcome.value != 0);
    if (is_enqueue && execution[i].thread == blocked.thread) {
      blocked.enqueued = i;
      blocked.lost_signal = last_signal;
      blocked.other_signal = kNoStep;
      blocked.write = kNoStep;
    } else if (is_write(execution, i) && blocked.enqueued != kNoStep) {
      blocked.write = i;
    } else if (operation.kind == OperationKind::Signal || operation.kind == OperationKind::Broadcast) {
      last_signal = i;
      if (blocked.enqueued != kNoStep) blocked.other_signal = i;
    }
  }
}

void explain_spinning(const Execution& execution, BlockedThread& blocked) {
  for (StepIndex i = 0; i < execution.size(); ++i) {
    if (execution.operation(i).object == blocked.object && is_write(execution, i)) blocked.write = i;
  }
}

void explain_barrier(const Execution& execution, const Operation& leave, BlockedThread& blocked) {
  blocked.expected = execution.vocabulary().objects[blocked.object].parameter;
  if (leave.kind == OperationKind::LeaveOrdered) {
    blocked.arrived = execution.state(blocked.object) % blocked.expected;
    return;
  }
  for (StepIndex i = 0; i < execution.size(); ++i) {
    const Operation& operation = execution.operation(i);
    if (operation.kind == OperationKind::Arrive && operation.object == leave.object &&
        operation.argument == leave.argument) {
      ++blocked.arrived;
    }
  }
}

BlockedThread explain_thread(const Execution& execution, const Holders& holders, ThreadId thread) {
  BlockedThread blocked;
  blocked.thread = thread;
  blocked.operation = execution.pending(thread);
  const Operation& operation = execution.vocabulary().operations[blocked.operation];
  blocked.object = operation.object;
  switch (operation.kind) {
    case OperationKind::ReadLock:
      blocked.waits_for = holders.waiting_writers(execution, operation.object);
      blocked.is_behind_writer = !blocked.waits_for.empty();
      if (blocked.is_behind_writer) break;
      [[fallthrough]];
    case OperationKind::Lock:
    case OperationKind::OnceBegin:
    case OperationKind::WriteLock: blocked.waits_for = holders.of(execution, operation.object); break;
    case OperationKind::Join: {
      const auto joined = static_cast<ThreadId>(static_cast<std::uint32_t>(operation.argument));
      blocked.waits_for.push_back({joined, kNoStep, fate_of(execution, joined)});
      break;
    }
    case OperationKind::Wake: explain_condition(execution, blocked); break;
    case OperationKind::Leave:
    case OperationKind::LeaveOrdered: explain_barrier(execution, operation, blocked); break;
    default: break;  // a semaphore: its count says all
  }
  if (operation.has_unless) explain_spinning(execution, blocked);
  blocked.waits_for_itself = std::any_of(blocked.waits_for.begin(), blocked.waits_for.end(),
                                         [thread](const WaitedFor& each) { return each.thread == thread; });
  return blocked;
}

// --- the waits-for graph

/// Vertices are positions in DeadlockExplanation::threads: a thread that is not blocked closes no cycle.
using WaitsForGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

WaitsForGraph waits_for_graph(const std::vector<BlockedThread>& threads) {
  WaitsForGraph graph(threads.size());
  for (std::size_t from = 0; from < threads.size(); ++from) {
    for (const WaitedFor& each : threads[from].waits_for) {
      const auto to =
          std::lower_bound(threads.begin(), threads.end(), each.thread,
                           [](const BlockedThread& blocked, ThreadId wanted) { return blocked.thread < wanted; });
      if (to == threads.end() || to->thread != each.thread) continue;
      boost::add_edge(from, static_cast<std::size_t>(to - threads.begin()), graph);
    }
  }
  return graph;
}

/// A shortest cycle through `start`, from it on; empty when there is none.
std::vector<std::size_t> shortest_cycle_through(const WaitsForGraph& graph, std::size_t start) {
  std::vector<std::size_t> parent(boost::num_vertices(graph), start);
  std::vector<std::size_t> order;
  struct Visitor : boost::default_bfs_visitor {
    std::vector<std::size_t>* parent;
    std::vector<std::size_t>* order;
    void examine_vertex(std::size_t vertex, const WaitsForGraph&) const { order->push_back(vertex); }
    void tree_edge(const boost::graph_traits<WaitsForGraph>::edge_descriptor& edge, const WaitsForGraph& g) const {
      (*parent)[boost::target(edge, g)] = boost::source(edge, g);
    }
  } visitor;
  visitor.parent = &parent;
  visitor.order = &order;
  boost::breadth_first_search(graph, start, boost::visitor(visitor));
  for (const std::size_t last : order) {  // nearest first
    if (!boost::edge(last, start, graph).second) continue;
    std::vector<std::size_t> cycle{last};
    while (cycle.back() != start) cycle.push_back(parent[cycle.back()]);
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }
  return {};
}

std::vector<std::vector<ThreadId>> find_cycles(const std::vector<BlockedThread>& threads) {
  const WaitsForGraph graph = waits_for_graph(threads);
  std::vector<std::size_t> component(threads.size());
  const auto components = static_cast<std::size_t>(boost::strong_components(
      graph, boost::make_iterator_property_map(component.begin(), boost::get(boost::vertex_index, graph))));
  std::vector<std::vector<std::size_t>> shortest(components);
  for (std::size_t v = 0; v < threads.size(); ++v) {  // a cycle never leaves its component
    auto& best = shortest[component[v]];
    auto cycle = shortest_cycle_through(graph, v);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  std::vector<std::vector<ThreadId>> cycles;
  for (const auto& positions : shortest) {
    if (positions.empty()) continue;
    std::vector<ThreadId> cycle;
    for (const std::size_t position : positions) cycle.push_back(threads[position].thread);
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    cycles.push_back(std::move(cycle));
  }
  std::sort(cycles.begin(), cycles.end());
  return cycles;
}

// --- in words

class Describer {
 public:
  Describer(const Execution& execution, const DeadlockExplanation& explanation)
      : execution_(execution), vocabulary_(execution.vocabulary()), explanation_(explanation) {
    std::set<std::string> files;
    for (const BlockedThread& blocked : explanation.threads) {
      files.insert(location(blocked.operation).file);
      for (const WaitedFor& each : blocked.waits_for) note_file(each.since, files);
      note_file(blocked.lost_signal, files);
      note_file(blocked.other_signal, files);
      note_file(blocked.write, files);
    }
    files.erase("");
    with_file_ = files.size() > 1;
  }

  Message text() const {
    Message text;
    std::set<ThreadId> told;
    for (const auto& cycle : explanation_.cycles) {
      if (!text.empty()) text << Break::Sentence;
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        if (i > 0) text << Break::Clause;
        text << sentence(of_thread(cycle[i]));
        told.insert(cycle[i]);
      }
    }
    // Who only waits for another thread's end comes last.
    for (const bool is_joining : {false, true}) {
      for (const BlockedThread& blocked : explanation_.threads) {
        if (told.contains(blocked.thread)) continue;
        if ((vocabulary_.operations[blocked.operation].kind == OperationKind::Join) != is_joining) continue;
        if (!text.empty()) text << Break::Sentence;
        text << sentence(blocked);
      }
    }
    return text;
  }

 private:
  Location location(OperationId operation) const {
    return execution_.executor().location(vocabulary_.operations[operation].site);
  }
  void note_file(StepIndex event, std::set<std::string>& files) const {
    if (event != kNoStep) files.insert(location(execution_[event].operation).file);
  }
  /// With words around it; nothing when the line is unknown.
  Message place(const char* before, OperationId operation, const char* after = "") const {
    const Location at = location(operation);
    if (at.line == 0) return {};
    Message text(before);
    return text << Place{at, with_file_ ? Place::Style::FileName : Place::Style::Line} << after;
  }
  Message in_brackets(OperationId operation) const { return place(" (", operation, ")"); }
  Message since(OperationId operation) const { return place(" since ", operation); }
  Message at(StepIndex event) const { return place(with_file_ ? " at " : " in ", execution_[event].operation); }
  ThreadName name(ThreadId thread) const { return {thread_text(vocabulary_, thread)}; }

  const BlockedThread& of_thread(ThreadId thread) const {
    return *std::find_if(explanation_.threads.begin(), explanation_.threads.end(),
                         [thread](const BlockedThread& blocked) { return blocked.thread == thread; });
  }

  Message sentence(const BlockedThread& blocked) const {
    const Operation& operation = vocabulary_.operations[blocked.operation];
    Message text = name(blocked.thread);
    const Message where = in_brackets(blocked.operation);
    if (operation.kind == OperationKind::Join) {
      const WaitedFor& joined = blocked.waits_for.front();
      return text << " waits for " << name(joined.thread) << " to end" << where << fate(joined);
    }
    const NamePart object{vocabulary_.objects[blocked.object].name};
    if (operation.has_unless) return text << " spins on " << object << where << spinning(blocked);
    switch (operation.kind) {
      case OperationKind::Wake: return text << " waits on " << object << since(blocked.operation) << signals(blocked);
      case OperationKind::Await: return text << " waits for " << object << where << ", which nobody makes ready";
      case OperationKind::Acquire: return text << " waits for a post of " << object << where << ", whose count is 0";
      case OperationKind::Leave:
      case OperationKind::LeaveOrdered:
        return text << " waits at the barrier " << object << where << ", where " << Number{blocked.arrived} << " of "
                    << Number{blocked.expected} << " threads have arrived";
      default: break;
    }
    text << " waits for " << object << where;
    for (std::size_t i = 0; i < blocked.waits_for.size(); ++i) {
      text << (i == 0                             ? (blocked.is_behind_writer ? ", behind the writer " : ", held by ")
               : i + 1 < blocked.waits_for.size() ? ", "
                                                  : " and ")
           << holder(blocked, blocked.waits_for[i]);
    }
    return text;
  }

  Message spinning(const BlockedThread& blocked) const {
    const State state = execution_.state(blocked.object);
    const bool is_hidden = vocabulary_.objects[blocked.object].parameter == kHiddenValue;
    Message text;
    if (!is_hidden) {
      text << ", which is " << value_text(static_cast<Value>(execution_.semantics().value_in(state)));
    }
    if (blocked.write == kNoStep) return text << (is_hidden ? ", and nobody writes it" : " and never written");
    if (is_hidden) {
      text << ", ";
    } else {
      text << Break::Clause;
    }
    return text << "last written by " << name(execution_[blocked.write].thread) << at(blocked.write);
  }

  bool is_atomic(ObjectId object) const { return vocabulary_.objects[object].kind == ObjectKind::Atomic; }

  Message holder(const BlockedThread& blocked, const WaitedFor& held) const {
    Message text = name(held.thread);
    if (held.thread == blocked.thread) text << " itself";
    return text << since(execution_[held.since].operation) << fate(held);
  }

  static const char* fate(const WaitedFor& waited) {
    switch (waited.fate) {
      case ThreadFate::Failed: return ", which has failed";
      case ThreadFate::Ended: return ", which has ended";
      case ThreadFate::Blocked:
      case ThreadFate::Running: break;
    }
    return "";
  }

  Message signals(const BlockedThread& blocked) const {
    Message text;
    if (blocked.other_signal != kNoStep) {
      return text << ": the last " << act(blocked.other_signal) << ", woke another thread";
    }
    if (blocked.write != kNoStep) text << ": the " << act(blocked.write) << ", comes without a notification";
    if (blocked.lost_signal == kNoStep && text.empty()) {
      return text << (is_atomic(blocked.object) ? ", and nobody notifies it" : ", and nobody signals it");
    }
    if (blocked.lost_signal == kNoStep) return text;
    if (text.empty()) {
      text << ": ";
    } else {
      text << Break::Clause;
    }
    return text << "the last " << act(blocked.lost_signal) << ", came before";
  }
  Message act(StepIndex event) const {
    Message text(text_of(execution_.operation(event)));
    return text << ", by " << name(execution_[event].thread) << at(event);
  }

  const Execution& execution_;
  const Vocabulary& vocabulary_;
  const DeadlockExplanation& explanation_;
  bool with_file_ = false;
};

}  // namespace

DeadlockExplanation explain_deadlock(const Execution& execution) {
  const Holders holders(execution);
  DeadlockExplanation explanation;
  for (std::size_t i = 0; i < execution.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    if (execution.is_blocked(thread)) explanation.threads.push_back(explain_thread(execution, holders, thread));
  }
  explanation.cycles = find_cycles(explanation.threads);
  return explanation;
}

Message describe(const Execution& execution, const DeadlockExplanation& explanation) {
  return Describer(execution, explanation).text();
}

}  // namespace qpor::engine
