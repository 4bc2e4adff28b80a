#include "engine/unfolding/wire_events.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "engine/program/wire_vocabulary.h"

namespace qpor::engine {
namespace {

constexpr std::size_t kModes = static_cast<std::size_t>(Mode::Exclusive) + 1;
constexpr std::size_t kEventBytes = 5;

// --- writing

/// The events and everything below them, causes first.
std::vector<EventId> with_histories(const EventStructure& structure, std::span<const EventId> events) {
  enum class Seen : std::uint8_t { No, Open, Done };
  std::vector<Seen> seen(structure.id_bound(), Seen::No);
  std::vector<EventId> sequence;
  std::vector<EventId> stack;
  for (const EventId root : events) {
    stack.push_back(root);
    while (!stack.empty()) {
      const EventId event = stack.back();
      Seen& state = seen[index(event)];
      if (state == Seen::No) {
        state = Seen::Open;
        structure.for_each_cause(event, [&](EventId cause) {
          if (seen[index(cause)] == Seen::No) stack.push_back(cause);
        });
        continue;
      }
      stack.pop_back();
      if (std::exchange(state, Seen::Done) == Seen::Open) sequence.push_back(event);
    }
  }
  return sequence;
}

std::uint64_t sum_of_hashes(const EventStructure& structure, std::span<const EventId> events) {
  std::uint64_t sum = 0;
  for (const EventId event : events) sum += mix(structure[event].hash);
  return sum;
}

class EventWriter {
 public:
  explicit EventWriter(const EventStructure& structure) : structure_(structure), names_(structure.vocabulary()) {}

  /// REQUIRES: every cause is an event before.
  void add(EventId event) {
    const Event& e = structure_[event];
    rows_.number(names_.thread(e.thread));
    rows_.number(names_.operation(e.operation));
    rows_.byte(static_cast<std::uint8_t>(e.mode));
    if (structure_.operation(event).kind == OperationKind::Signal) {
      rows_.number(e.outcome == kLostSignal ? 0 : names_.thread(static_cast<ThreadId>(e.outcome)) + 1);
    } else {
      rows_.signed_number(e.outcome);
    }
    const EventId previous = structure_.thread_predecessor(event);
    rows_.number(previous == kNoEvent ? 0 : distance_to(previous));
    if (e.mode == Mode::Token) add_list(structure_.causes(event));
    if (e.mode == Mode::Exclusive || e.mode == Mode::Shared) {
      const EventId x = structure_.exclusive_predecessor(event);
      rows_.number(structure_[x].mode == Mode::Bottom ? 0 : distance_to(x));
    }
    if (e.mode == Mode::Exclusive) add_list(structure_.cut_reads(e.place));
    numbers_.emplace(index(event), numbers_.size());
  }

  std::uint64_t number_of(EventId event) const { return numbers_.at(index(event)); }

  /// The tables and the events.
  WireWriter written(std::span<const EventId> events) const {
    WireWriter out;
    names_.write(out);
    out.number(numbers_.size());
    out.append(rows_);
    out.fixed(sum_of_hashes(structure_, events), 8);
    return out;
  }

 private:
  std::uint64_t distance_to(EventId cause) const { return numbers_.size() - number_of(cause); }
  void add_list(std::span<const EventId> causes) {
    // In the order of the message: that of threads is another one elsewhere.
    std::vector<std::uint64_t> distances;
    for (const EventId cause : causes) distances.push_back(distance_to(cause));
    std::sort(distances.begin(), distances.end());
    rows_.number(distances.size());
    for (const std::uint64_t distance : distances) rows_.number(distance);
  }

  const EventStructure& structure_;
  VocabularyWriter names_;
  WireWriter rows_;
  std::unordered_map<std::uint32_t, std::uint64_t> numbers_;  // of the events that are there
};

// --- reading

/// An event by numbers of the message.
struct Row {
  static constexpr std::uint32_t kNone = kNoIndex;

  std::uint32_t thread = 0;
  std::uint32_t operation = 0;
  Mode mode{};
  std::int32_t outcome = kPlainOutcome;
  std::uint32_t woken = kNone;      ///< the thread that a signal wakes
  std::uint32_t previous = kNone;   ///< in its thread
  std::uint32_t exclusive = kNone;  ///< X and R
  std::vector<std::uint32_t> list;  ///< X: reads; T: causes
};

class EventReader {
 public:
  EventReader(WireReader& in, EventStructure& structure, Vocabulary& vocabulary)
      : in_(in), structure_(structure), vocabulary_(vocabulary), names_(in) {}

  /// All that EventWriter::written has written, without a change to the structure.
  void read() {
    names_.read();
    for (std::size_t count = in_.count(kEventBytes); in_.is_good() && count > 0; --count) rows_.push_back(read_row());
    hashes_ = in_.fixed(8);
  }

  /// REQUIRES: everything has been read without a problem.
  void intern() {
    names_.intern(vocabulary_);
    for (std::size_t i = 0; in_.is_good() && i < rows_.size(); ++i) intern(i);
    if (in_.is_good() && sum_of_hashes(structure_, events_) != hashes_) {
      in_.refuse("its events are other events here: the program does not do the same");
    }
  }

  std::size_t size() const { return rows_.size(); }
  const std::vector<EventId>& events() const { return events_; }

 private:
  Row read_row();
  std::uint32_t read_cause();
  std::vector<std::uint32_t> read_list();
  void intern(std::size_t number);
  void refuse(std::size_t number, const char* why) { in_.refuse("event " + std::to_string(number + 1) + " " + why); }

  struct Attempt {
    Name name;
    EventId exclusive = kNoEvent;  ///< X and R
    std::vector<EventId> list;     ///< by thread
  };
  const Operation& operation(const Attempt& attempt) const { return vocabulary_.operations[attempt.name.operation]; }
  EventId event_of(std::uint32_t number) const { return number == Row::kNone ? kNoEvent : events_[number]; }
  const char* objection_to(const Attempt& attempt);
  const char* objection_to_access(const Attempt& attempt);
  const char* objection_to_causes(const Attempt& attempt) const;
  const char* objection_to_history(const Attempt& attempt, bool is_access) const;
  bool is_cause_of(EventId cause, const Attempt& attempt) const;
  bool wakes(EventId event, ThreadId thread) const;
  bool has_seen_all_of(EventId cause, const Attempt& attempt) const;
  bool have_one_line_of_each_thread(EventId a, EventId b) const;
  bool can_come_out_so(const Attempt& attempt, State state) const;

  WireReader& in_;
  EventStructure& structure_;
  Vocabulary& vocabulary_;
  VocabularyReader names_;
  std::vector<Row> rows_;
  std::vector<EventId> events_;
  std::map<std::pair<ThreadId, EventId>, OperationId> next_;  // what a thread does after an event of its own
  std::uint64_t hashes_ = 0;
};

std::uint32_t EventReader::read_cause() {
  const std::uint64_t distance = in_.number_below(rows_.size() + 1, "a cause");
  return distance == 0 ? Row::kNone : static_cast<std::uint32_t>(rows_.size() - distance);
}

std::vector<std::uint32_t> EventReader::read_list() {
  std::vector<std::uint32_t> list;
  for (std::size_t count = in_.count(1); in_.is_good() && count > 0; --count) {
    const std::uint32_t cause = read_cause();
    if (cause == Row::kNone || (!list.empty() && cause >= list.back())) in_.refuse("a list of causes is out of order");
    list.push_back(cause);
  }
  return list;
}

/// May an operation of that role be an event of that mode?
bool can_be(Role role, Mode mode) {
  const bool is_access = mode == Mode::Exclusive || mode == Mode::Shared;
  switch (role) {
    case Role::Local: return mode == Mode::Local;
    case Role::Token: return mode == Mode::Token;
    case Role::Access: return is_access;
    case Role::Either: return is_access || mode == Mode::Token;
  }
  return false;
}

Row EventReader::read_row() {
  Row row;
  row.thread = names_.thread_number();
  row.operation = names_.operation_number();
  row.mode = static_cast<Mode>(in_.number_below(kModes, "a mode"));
  if (in_.is_good() && !can_be(role_of(names_.kind_of(row.operation)), row.mode)) {
    in_.refuse("an event is of a mode that its operation does not have");
  }
  if (in_.is_good() && names_.kind_of(row.operation) == OperationKind::Signal) {
    const std::uint64_t woken = in_.number_below(names_.thread_count() + 1, "a woken thread");
    if (woken == 0) row.outcome = kLostSignal;
    if (woken != 0) row.woken = static_cast<std::uint32_t>(woken - 1);
  } else {
    using Limits = std::numeric_limits<std::int32_t>;
    const std::int64_t outcome = in_.signed_number();
    if (outcome < Limits::min() || outcome > Limits::max()) in_.refuse("an outcome is no number that can be");
    row.outcome = static_cast<std::int32_t>(outcome);
  }
  row.previous = read_cause();
  if (row.mode == Mode::Token) row.list = read_list();
  if (row.mode == Mode::Exclusive || row.mode == Mode::Shared) row.exclusive = read_cause();
  if (row.mode == Mode::Exclusive) row.list = read_list();
  return row;
}

void EventReader::intern(std::size_t number) {
  const Row& row = rows_[number];
  Attempt attempt;
  Name& name = attempt.name;
  name.thread = names_.thread(row.thread);
  name.operation = names_.operation(row.operation);
  name.outcome = {row.outcome, row.mode};
  if (row.woken != Row::kNone) name.outcome.value = static_cast<std::int32_t>(index(names_.thread(row.woken)));
  name.thread_predecessor = event_of(row.previous);
  for (const std::uint32_t each : row.list) attempt.list.push_back(event_of(each));
  // As here the names of cuts and tokens have them.
  std::sort(attempt.list.begin(), attempt.list.end(),
            [this](EventId a, EventId b) { return structure_[a].thread < structure_[b].thread; });
  if (row.mode == Mode::Exclusive || row.mode == Mode::Shared) {
    attempt.exclusive =
        row.exclusive != Row::kNone ? event_of(row.exclusive) : structure_.bottom(operation(attempt).object);
  }
  if (const char* const objection = objection_to(attempt); objection != nullptr) return refuse(number, objection);
  if (row.mode == Mode::Token) name.causes = attempt.list;
  if (row.mode == Mode::Exclusive) name.place = structure_.intern_cut(attempt.exclusive, attempt.list);
  if (row.mode == Mode::Shared) name.place = structure_.shared_place(name.thread_predecessor, attempt.exclusive);
  events_.push_back(structure_.intern(name));
}

/// Why there can be no such event, or null.
const char* EventReader::objection_to(const Attempt& attempt) {
  const Operation& op = operation(attempt);
  const Name& name = attempt.name;
  const EventId previous = name.thread_predecessor;
  if (previous != kNoEvent && structure_[previous].thread != name.thread) return "follows an event of another thread";
  const bool is_first_of_child = previous == kNoEvent && vocabulary_.threads[name.thread].creator != kNoThread;
  if ((op.kind == OperationKind::Start) != is_first_of_child) return "is no beginning of a thread, or only that";
  if (previous != kNoEvent && structure_.operation(previous).kind == OperationKind::Exit) return "follows an exit";
  if (next_.try_emplace({name.thread, previous}, name.operation).first->second != name.operation) {
    return "is another operation than its thread does there";
  }
  if (op.kind == OperationKind::Create &&
      vocabulary_.threads[static_cast<ThreadId>(op.argument)].creator != name.thread) {
    return "creates a thread of another one";
  }
  const bool is_access = name.outcome.mode == Mode::Exclusive || name.outcome.mode == Mode::Shared;
  if (!is_access && name.outcome.value != kPlainOutcome) return "has an outcome that its operation does not have";
  const char* const objection = is_access ? objection_to_access(attempt) : objection_to_causes(attempt);
  return objection != nullptr ? objection : objection_to_history(attempt, is_access);
}

/// REQUIRES: each cause is one that the operation has.
const char* EventReader::objection_to_history(const Attempt& attempt, bool is_access) const {
  const ThreadId thread = attempt.name.thread;
  const EventId previous = attempt.name.thread_predecessor;
  std::vector<EventId> causes = attempt.list;
  if (previous != kNoEvent) causes.push_back(previous);
  if (is_access && structure_[attempt.exclusive].mode != Mode::Bottom) causes.push_back(attempt.exclusive);
  for (std::size_t i = 0; i < causes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (structure_.in_conflict(causes[i], causes[j])) return "has causes that are in conflict";
      if (!have_one_line_of_each_thread(causes[i], causes[j])) return "has causes that go two ways in one thread";
    }
    const EventId own = structure_.last_of_thread(causes[i], thread);
    if (own != kNoEvent && (previous == kNoEvent || !structure_.is_below(own, previous))) return "comes after itself";
    if (is_access && !has_seen_all_of(causes[i], attempt)) return "has not seen what its causes know";
  }
  return nullptr;
}

/// Threads that go two ways without a conflict of accesses: no program does that, a forged message may.
bool EventReader::have_one_line_of_each_thread(EventId a, EventId b) const {
  for (std::size_t i = 0; i < vocabulary_.threads.size(); ++i) {
    const EventId in_a = structure_.last_of_thread(a, static_cast<ThreadId>(i));
    const EventId in_b = structure_.last_of_thread(b, static_cast<ThreadId>(i));
    if (in_a == kNoEvent || in_b == kNoEvent || in_a == in_b) continue;
    if (!structure_.is_below(in_a, in_b) && !structure_.is_below(in_b, in_a)) return false;
  }
  return true;
}

const char* EventReader::objection_to_access(const Attempt& attempt) {
  const ObjectId object = operation(attempt).object;
  const Event& x = structure_[attempt.exclusive];
  if ((x.mode != Mode::Exclusive && x.mode != Mode::Bottom) || x.object != object)
    return "follows no change of its object";
  for (std::size_t i = 0; i < attempt.list.size(); ++i) {
    const Event& read = structure_[attempt.list[i]];
    if (read.mode != Mode::Shared || structure_.exclusive_predecessor(attempt.list[i]) != attempt.exclusive) {
      return "has seen a shared event of another layer";
    }
    if (i > 0 && structure_[attempt.list[i - 1]].thread == read.thread) return "has seen two events of one thread";
  }
  CutId place = cut_without_reads(attempt.exclusive);
  if (attempt.name.outcome.mode == Mode::Exclusive) {
    place = structure_.intern_cut(attempt.exclusive, attempt.list);
  } else if (attempt.name.thread_predecessor != kNoEvent) {
    place = structure_.shared_place(attempt.name.thread_predecessor, attempt.exclusive);
  }
  return can_come_out_so(attempt, structure_.cut_state(place)) ? nullptr : "has an outcome that it cannot have there";
}

bool EventReader::can_come_out_so(const Attempt& attempt, State state) const {
  const Operation& op = operation(attempt);
  const Outcome& outcome = attempt.name.outcome;
  if (op.kind == OperationKind::Choose) {  // there may be very many
    return outcome.mode == Mode::Exclusive && outcome.value >= 0 && outcome.value < op.argument;
  }
  Outcomes possible;
  structure_.semantics().outcomes(op, attempt.name.thread, state, possible);
  const bool counts = op.kind == OperationKind::AtomicCount || structure_.is_counted(op.object);
  return std::any_of(possible.begin(), possible.end(), [&](const Outcome& each) {
    // Whether it joins a layer of a count or ends it depends on the other events there.
    return each.value == outcome.value && (each.mode == outcome.mode || counts);
  });
}

/// Does everything that the cause knows of the object belong to the cut where the event takes place?
bool EventReader::has_seen_all_of(EventId cause, const Attempt& attempt) const {
  const CutView known = structure_.known_cut(cause, operation(attempt).object);
  if (known.exclusive == kNoEvent) return true;
  if (structure_.object_depth(known.exclusive) > structure_.object_depth(attempt.exclusive)) return false;
  if (known.exclusive != attempt.exclusive || attempt.name.outcome.mode == Mode::Shared) return true;
  const bool has_newest = known.newest == kNoEvent || structure_.holds_read(attempt.list, known.newest);
  return has_newest && std::all_of(known.reads.begin(), known.reads.end(), [&](EventId read) {
           const bool is_replaced =
               known.newest != kNoEvent && structure_[read].thread == structure_[known.newest].thread;
           return is_replaced || structure_.holds_read(attempt.list, read);
         });
}

const char* EventReader::objection_to_causes(const Attempt& attempt) const {
  const Operation& op = operation(attempt);
  if (attempt.name.outcome.mode == Mode::Local) return nullptr;
  const std::size_t count = attempt.list.size();
  const bool is_full = op.kind == OperationKind::Leave
                           ? static_cast<Value>(count) == vocabulary_.objects[op.object].parameter
                           : count == 1;
  if (count == 0 || !is_full) return "has another number of causes than its operation has";
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_cause_of(attempt.list[i], attempt)) return "has a cause that is none of its operation";
    if (i > 0 && structure_[attempt.list[i - 1]].thread == structure_[attempt.list[i]].thread) {
      return "has two causes of one thread";
    }
  }
  return nullptr;
}

bool EventReader::wakes(EventId event, ThreadId thread) const {
  const Event& e = structure_[event];
  const OperationKind kind = structure_.operation(event).kind;
  if (kind == OperationKind::Signal) return e.outcome == static_cast<std::int32_t>(index(thread));
  if (kind != OperationKind::Broadcast) return false;
  const auto& waiting = structure_.semantics().waiting_at(e.object, structure_.cut_state(e.place));
  return std::find(waiting.begin(), waiting.end(), thread) != waiting.end();
}

bool EventReader::is_cause_of(EventId event, const Attempt& attempt) const {
  const Operation& op = operation(attempt);
  const Operation& cause = structure_.operation(event);
  const Event& e = structure_[event];
  const Value thread = index(attempt.name.thread);
  switch (op.kind) {
    case OperationKind::Start: return cause.kind == OperationKind::Create && cause.argument == thread;
    case OperationKind::Join:
      return cause.kind == OperationKind::Exit && static_cast<Value>(index(e.thread)) == op.argument;
    case OperationKind::Wake:
    case OperationKind::TimedWake: return cause.object == op.object && wakes(event, attempt.name.thread);
    case OperationKind::Leave:
      return cause.kind == OperationKind::Arrive && cause.object == op.object && cause.argument == op.argument;
    case OperationKind::LeaveOrdered: return cause.kind == OperationKind::ArriveOrdered && cause.object == op.object;
    default: return false;
  }
}

}  // namespace

// --- messages

std::string to_bytes(const EventStructure& structure, std::span<const EventId> events, const Fingerprint& program) {
  const std::vector<EventId> all = with_histories(structure, events);
  EventWriter writer(structure);
  for (const EventId event : all) writer.add(event);
  WireWriter out = writer.written(all);
  out.number(events.size());
  for (const EventId event : events) out.number(writer.number_of(event));
  return sealed(WireKind::Events, program, out);
}

Received<std::vector<EventId>> events_in(std::string_view bytes, EventStructure& structure, Vocabulary& vocabulary,
                                         const Fingerprint& program) {
  assert(&vocabulary == &structure.vocabulary());
  WireReader in = opened(bytes, WireKind::Events, program);
  EventReader reader(in, structure, vocabulary);
  reader.read();
  std::vector<std::size_t> numbers;
  for (std::size_t count = in.count(1); in.is_good() && count > 0; --count) {
    numbers.push_back(in.number_below(reader.size(), "an event"));
  }
  in.finish();
  std::vector<EventId> events;
  if (in.is_good()) reader.intern();
  if (in.is_good()) {
    for (const std::size_t number : numbers) events.push_back(reader.events()[number]);
  }
  return in.received(std::move(events));
}

std::string to_bytes(const EventStructure& structure, const Position& position, const Fingerprint& program) {
  std::vector<EventId> all = position.trail;
  all.insert(all.end(), position.alternative.begin(), position.alternative.end());
  assert(is_trail(structure, all));
  EventWriter writer(structure);
  for (const EventId event : all) writer.add(event);
  WireWriter out = writer.written(all);
  out.number(position.trail.size());
  return sealed(WireKind::Configuration, program, out);
}

Received<Position> position_in(std::string_view bytes, EventStructure& structure, Vocabulary& vocabulary,
                               const Fingerprint& program) {
  assert(&vocabulary == &structure.vocabulary());
  WireReader in = opened(bytes, WireKind::Configuration, program);
  EventReader reader(in, structure, vocabulary);
  reader.read();
  const auto size = static_cast<std::ptrdiff_t>(in.number_below(reader.size() + 1, "the size of the trail"));
  in.finish();
  if (in.is_good()) reader.intern();
  if (in.is_good() && !is_trail(structure, reader.events())) in.refuse("its events are in no order of execution");
  if (!in.is_good()) return {std::nullopt, in.problem()};
  const std::vector<EventId>& all = reader.events();
  return in.received(Position{{all.begin(), all.begin() + size}, {all.begin() + size, all.end()}});
}

bool is_trail(const EventStructure& structure, std::span<const EventId> events) {
  struct Now {
    EventId exclusive = kNoEvent;  // kNoEvent: the bottom
    std::vector<EventId> reads;    // by thread
  };
  std::vector<EventId> last(structure.vocabulary().threads.size(), kNoEvent);
  std::vector<Now> objects(structure.vocabulary().objects.size());
  std::vector<bool> is_before(structure.id_bound(), false);
  for (const EventId event : events) {
    const Event& e = structure[event];
    bool has_causes = structure.thread_predecessor(event) == last[index(e.thread)];
    structure.for_each_cause(event, [&](EventId cause) { has_causes = has_causes && is_before[index(cause)]; });
    if (!has_causes) return false;
    last[index(e.thread)] = event;
    is_before[index(event)] = true;
    if (e.mode != Mode::Exclusive && e.mode != Mode::Shared) continue;
    Now& now = objects[index(e.object)];
    const EventId x = structure.exclusive_predecessor(event);
    if ((structure[x].mode == Mode::Bottom ? kNoEvent : x) != now.exclusive) return false;
    if (e.mode == Mode::Exclusive) {
      if (!std::ranges::equal(structure.cut_reads(e.place), now.reads)) return false;
      now = {event, {}};
      continue;
    }
    structure.merge_read(now.reads, event);
    if (structure.is_counted(e.object) && !structure.is_stable(x, now.reads)) return false;
  }
  return true;
}

}  // namespace qpor::engine
