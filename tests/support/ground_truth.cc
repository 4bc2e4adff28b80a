#include "tests/support/ground_truth.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace qpor::oracle {
namespace {

std::uint64_t hash_of(const Label& label) {
  std::uint64_t hash = static_cast<std::uint64_t>(label.op.kind);
  const auto fold = [&](Value value) {
    hash = (hash ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 31;
  };
  fold(label.thread);
  fold(label.op.object);
  fold(label.op.a);
  fold(label.op.b);
  fold(label.outcome);
  fold(static_cast<Value>(label.mode));
  return hash;
}

/// Place of the entry that satisfies `matches`, or of the free slot for it.
template <class Matches>
std::size_t probe(const std::vector<std::uint32_t>& table, std::uint64_t hash, Matches matches) {
  const std::size_t mask = table.size() - 1;
  std::size_t place = (hash ^ hash >> 32) & mask;
  while (table[place] != 0 && !matches(table[place] - 1)) place = (place + 1) & mask;
  return place;
}

/// Doubles the table when `count` entries fill half of it.
template <class HashOf>
void grow(std::vector<std::uint32_t>& table, std::size_t count, HashOf hash_of_entry) {
  if (2 * (count + 1) < table.size()) return;
  std::vector<std::uint32_t> bigger(std::max<std::size_t>(256, 2 * table.size()), 0);
  for (const std::uint32_t entry : table) {
    if (entry == 0) continue;
    bigger[probe(bigger, hash_of_entry(entry - 1), [](std::uint32_t) { return false; })] = entry;
  }
  table = std::move(bigger);
}

bool touches_object(OpKind kind) {
  return kind != OpKind::Start && kind != OpKind::Exit && kind != OpKind::Create && kind != OpKind::Join;
}

}  // namespace

GroundTruth::GroundTruth(const Program& program, Limits limits) : interpreter_(program) {
  limits.events = std::min(limits.events, kMaxEvents);
  nodes_.emplace_back();
  if (program.threads.size() > static_cast<std::size_t>(kMaxThreads)) {
    fail(Status::TooBig, "more than " + std::to_string(kMaxThreads) + " threads");
    return;
  }
  locals_.resize(kMaxThreads, 0);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    threads_.push_back({program.threads[t].name, kNone, 0});
    thread_by_name_.emplace(program.threads[t].name, static_cast<int>(t));
    locals_[t] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({interpreter_.initial_thread(t), {}});
  }
  for (std::size_t o = 0; o < interpreter_.object_count(); ++o) {
    const Interpreter::Object& object = interpreter_.object(o);
    const bool has_value = object.kind == ObjectKind::Variable || object.kind == ObjectKind::Semaphore;
    objects_.push_back({has_value ? object.initial : 0, 0});
  }
  sets_.emplace_back();
  set_hashes_.push_back(0);
  grow(event_table_, 0, [](std::uint32_t) { return std::uint64_t{0}; });
  grow(config_table_, 0, [](std::uint32_t) { return std::uint64_t{0}; });
  config_table_[probe(config_table_, 0, [](std::uint32_t) { return false; })] = 1;
  search(limits);
  if (is_complete()) finish();
}

bool GroundTruth::fail(Status status, std::string message) {
  status_ = status;
  message_ = std::move(message);
  return false;
}

void GroundTruth::search(const Limits& limits) {
  for (ConfigId id = 0; id < sets_.size(); ++id) {
    first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
    if (!expand(id, limits)) return;
    if (edges_.size() == first_edge_.back()) maximal_.push_back(id);
  }
  first_edge_.push_back(static_cast<std::uint32_t>(edges_.size()));
}

bool GroundTruth::expand(ConfigId id, const Limits& limits) {
  std::vector<Outcome> possible;
  for (int thread = 0; thread < static_cast<int>(threads_.size()); ++thread) {
    const LocalState* state = local_state(id, thread);
    if (state == nullptr || state->phase != Phase::Running) continue;
    Label label;
    label.op = state->next;  // a copy: taking a step may move the nodes
    label.thread = static_cast<std::int16_t>(thread);
    if (label.op.kind == OpKind::Create || label.op.kind == OpKind::Join) {
      const int other = child_of(thread, label.op.a);
      if (other == kNone) return fail(Status::TooBig, "more than " + std::to_string(kMaxThreads) + " threads");
      label.other = static_cast<std::int16_t>(other);
    }
    possible.clear();
    enabled_outcomes(id, thread, label.op, label.other, possible);
    for (const Outcome& outcome : possible) {
      label.outcome = outcome.value;
      label.mode = outcome.mode;
      if (!take(id, label, outcome, limits)) return false;
    }
  }
  return true;
}

void GroundTruth::enabled_outcomes(ConfigId id, int thread, const Op& op, int other,
                                   std::vector<Outcome>& result) const {
  switch (op.kind) {
    case OpKind::Create:
    case OpKind::Exit: result.push_back({0, Mode::L}); break;
    case OpKind::Start: result.push_back({0, Mode::T}); break;  // the thread exists only after its create
    case OpKind::Join: {
      const LocalState* child = local_state(id, other);
      if (child != nullptr && child->phase == Phase::Finished) result.push_back({0, Mode::T});
      break;
    }
    case OpKind::Choose: outcomes({}, op, thread, {}, result); break;
    default: {
      const auto object = static_cast<std::size_t>(op.object);
      outcomes(interpreter_.object(object), op, thread, objects_[id * interpreter_.object_count() + object], result);
    }
  }
}

/// The step `label` from configuration `from`: finds or makes the event and the configuration, and compares states.
bool GroundTruth::take(ConfigId from, const Label& label, const Outcome& outcome, const Limits& limits) {
  EventSet history;
  sets_[from].for_each_backwards([&](EventId e) {
    if (!history.contains(e) && dependent(label, events_[e].label)) history |= events_[e].local;
  });
  const std::optional<EventId> event = intern_event(label, history, limits);
  if (!event) return fail(Status::TooBig, "more than " + std::to_string(limits.events) + " events");

  EventSet set = sets_[from];
  set.insert(*event);
  const std::uint64_t hash = set_hashes_[from] + EventSet::hash_of(*event);
  const std::size_t place =
      probe(config_table_, hash, [&](std::uint32_t c) { return set_hashes_[c] == hash && sets_[c] == set; });

  // The state after the step, as differences from the state before.
  const std::size_t stride = interpreter_.object_count();
  const auto thread = static_cast<std::size_t>(label.thread);
  ObjectState changed;
  Value result = 0;
  const bool has_object = label.op.object != kNone;
  if (has_object) changed = objects_[from * stride + static_cast<std::size_t>(label.op.object)];
  if (touches_object(label.op.kind)) {
    static const Interpreter::Object kPrivate{};
    const Interpreter::Object& object =
        has_object ? interpreter_.object(static_cast<std::size_t>(label.op.object)) : kPrivate;
    result = apply(object, label.op, label.thread, outcome, changed);
  }
  const std::uint32_t node = next_node(locals_[from * kMaxThreads + thread], result);
  const std::uint32_t child = label.op.kind == OpKind::Create ? root_node(label.op.b, label.op.c) : 0;

  if (config_table_[place] == 0) {
    if (sets_.size() >= limits.configurations) {
      return fail(Status::TooBig, "more than " + std::to_string(limits.configurations) + " configurations");
    }
    const auto id = static_cast<ConfigId>(sets_.size());
    config_table_[place] = id + 1;
    sets_.push_back(set);
    set_hashes_.push_back(hash);
    grow(config_table_, sets_.size(), [&](std::uint32_t c) { return set_hashes_[c]; });
    locals_.resize(locals_.size() + kMaxThreads);
    std::copy_n(locals_.begin() + static_cast<std::ptrdiff_t>(from) * kMaxThreads, kMaxThreads,
                locals_.end() - kMaxThreads);
    std::uint32_t* locals = &locals_[std::size_t{id} * kMaxThreads];
    locals[thread] = node;
    if (child != 0) locals[label.other] = child;
    objects_.resize(objects_.size() + stride);
    std::copy_n(objects_.begin() + static_cast<std::ptrdiff_t>(from * stride), stride,
                objects_.end() - static_cast<std::ptrdiff_t>(stride));
    if (has_object) objects_[id * stride + static_cast<std::size_t>(label.op.object)] = changed;
    edges_.push_back({*event, id});
    return true;
  }

  const ConfigId id = config_table_[place] - 1;
  edges_.push_back({*event, id});
  bool same = true;
  for (std::size_t t = 0; t < kMaxThreads; ++t) {
    std::uint32_t expected = locals_[from * kMaxThreads + t];
    if (t == thread) expected = node;
    if (child != 0 && static_cast<int>(t) == label.other) expected = child;
    same = same && locals_[id * kMaxThreads + t] == expected;
  }
  for (std::size_t o = 0; o < stride; ++o) {
    const bool is_changed = has_object && o == static_cast<std::size_t>(label.op.object);
    same = same && objects_[id * stride + o] == (is_changed ? changed : objects_[from * stride + o]);
  }
  return same || fail(Status::NotCommuting,
                      "the state depends on the order of independent steps, last of them " + describe(*event));
}

std::optional<EventId> GroundTruth::intern_event(const Label& label, const EventSet& history, const Limits& limits) {
  const std::uint64_t hash = hash_of(label) + history.hash();
  const std::size_t place = probe(event_table_, hash, [&](std::uint32_t e) {
    return events_[e].hash == hash && events_[e].label == label && events_[e].history == history;
  });
  if (event_table_[place] != 0) return event_table_[place] - 1;
  if (events_.size() >= limits.events) return std::nullopt;
  const auto id = static_cast<EventId>(events_.size());
  event_table_[place] = id + 1;
  EventSet local = history;
  local.insert(id);
  events_.push_back({label, history, local, hash});
  grow(event_table_, events_.size(), [&](std::uint32_t e) { return events_[e].hash; });
  return id;
}

/// The number of that thread, or kNone if there are too many.
int GroundTruth::child_of(int creator, Value ordinal) {
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    if (threads_[t].creator == creator && threads_[t].ordinal == ordinal) return static_cast<int>(t);
  }
  if (threads_.size() == static_cast<std::size_t>(kMaxThreads)) return kNone;
  std::string name = threads_[static_cast<std::size_t>(creator)].name + '.' + std::to_string(ordinal);
  const int id = static_cast<int>(threads_.size());
  thread_by_name_.emplace(name, id);
  threads_.push_back({std::move(name), static_cast<std::int16_t>(creator), ordinal});
  return id;
}

/// A thread before its start does not depend on who it is, only on its code and argument.
std::uint32_t GroundTruth::root_node(Value proc, Value argument) {
  for (const Root& root : roots_) {
    if (root.proc == proc && root.argument == argument) return root.node;
  }
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({interpreter_.created_thread(static_cast<int>(proc), argument), {}});
  roots_.push_back({proc, argument, node});
  return node;
}

std::uint32_t GroundTruth::next_node(std::uint32_t node, Value result) {
  for (const auto& [told, next] : nodes_[node].next) {
    if (told == result) return next;
  }
  const auto next = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({interpreter_.step(nodes_[node].state, result), {}});
  nodes_[node].next.emplace_back(result, next);
  return next;
}

const LocalState* GroundTruth::local_state(ConfigId id, int thread) const {
  const std::uint32_t node = locals_[std::size_t{id} * kMaxThreads + static_cast<std::size_t>(thread)];
  return node == 0 ? nullptr : &nodes_[node].state;
}

void GroundTruth::finish() {
  for (const ConfigId id : maximal_) {
    bool pending = false;
    bool failed = false;
    for (int thread = 0; thread < static_cast<int>(threads_.size()); ++thread) {
      const LocalState* state = local_state(id, thread);
      pending = pending || (state != nullptr && state->phase == Phase::Running);
      failed = failed || (state != nullptr && state->phase == Phase::Failed);
    }
    deadlocks_ += pending ? 1 : 0;
    with_failed_ += failed ? 1 : 0;
  }
}

std::vector<std::string> GroundTruth::pending_threads(ConfigId id) const {
  std::vector<std::string> names;
  for (int thread = 0; thread < static_cast<int>(threads_.size()); ++thread) {
    const LocalState* state = local_state(id, thread);
    if (state != nullptr && state->phase == Phase::Running)
      names.push_back(thread_name(static_cast<std::size_t>(thread)));
  }
  return names;
}

std::vector<std::string> GroundTruth::failed_threads(ConfigId id) const {
  std::vector<std::string> names;
  for (int thread = 0; thread < static_cast<int>(threads_.size()); ++thread) {
    const LocalState* state = local_state(id, thread);
    if (state != nullptr && state->phase == Phase::Failed)
      names.push_back(thread_name(static_cast<std::size_t>(thread)));
  }
  return names;
}

std::optional<ConfigId> GroundTruth::find(const EventSet& set) const {
  const std::uint64_t hash = set.hash();
  const std::size_t place =
      probe(config_table_, hash, [&](std::uint32_t c) { return set_hashes_[c] == hash && sets_[c] == set; });
  if (config_table_[place] == 0) return std::nullopt;
  return config_table_[place] - 1;
}

std::span<const GroundTruth::Edge> GroundTruth::edges(ConfigId id) const {
  return {edges_.data() + first_edge_[id], edges_.data() + first_edge_[id + 1]};
}

}  // namespace qpor::oracle
