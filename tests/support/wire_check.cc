#include "tests/support/wire_check.h"

#include <algorithm>
#include <memory>
#include <random>
#include <sstream>

#include "engine/execution/trace.h"
#include "engine/explorer.h"
#include "engine/program/wire_values.h"
#include "engine/unfolding/wire_events.h"
#include "tests/support/engine_check.h"

namespace qpor::tests {

using engine::EventId;
using engine::EventStructure;
using engine::index;
using engine::kNoEvent;
using engine::Knowledge;
using engine::Mode;
using engine::Operation;
using engine::OperationKind;
using engine::Position;
using engine::ThreadId;
using engine::Vocabulary;

namespace {

constexpr std::size_t kMostConfigurations = 3000;

std::string operation_in_words(const Vocabulary& vocabulary, const Operation& operation) {
  std::ostringstream out;
  out << engine::text_of(operation.kind);
  if (operation.object != engine::kNoObject) {
    const engine::Object& object = vocabulary.objects[operation.object];
    out << ' ' << engine::text_of(object.kind) << ' ' << object.name << '=' << object.initial << '/' << object.parameter
        << '#' << object.name_hash;
  }
  const bool names_thread = operation.kind == OperationKind::Create || operation.kind == OperationKind::Join;
  out << ' ';
  if (names_thread) out << canonical_name(vocabulary, static_cast<ThreadId>(operation.argument));
  if (!names_thread) out << operation.argument;
  out << ' ' << operation.argument2 << " at " << operation.site << " orders "
      << static_cast<int>(operation.orders.success) << ' ' << static_cast<int>(operation.orders.failure);
  if (operation.has_unless) out << " unless " << operation.unless;
  return out.str();
}

std::string outcome_in_words(const EventStructure& structure, EventId event) {
  const engine::Event& e = structure[event];
  const bool wakes = structure.operation(event).kind == OperationKind::Signal && e.outcome != engine::kLostSignal;
  return wakes ? canonical_name(structure.vocabulary(), static_cast<ThreadId>(e.outcome)) : std::to_string(e.outcome);
}

std::string threads_in_words(const Vocabulary& vocabulary) {
  std::string text;
  for (std::size_t i = 0; i < vocabulary.threads.size(); ++i) {
    text += canonical_name(vocabulary, static_cast<ThreadId>(i)) + "\n";
  }
  return text;
}

std::string objects_in_words(const Vocabulary& vocabulary) {
  std::string text;
  for (std::size_t i = 0; i < vocabulary.objects.size(); ++i) {
    const engine::Object& object = vocabulary.objects[static_cast<engine::ObjectId>(i)];
    text += object.name + "#" + std::to_string(object.name_hash) + "\n";
  }
  return text;
}

/// Threads and objects that are known already, in an order that the seed decides.
struct Known {
  std::vector<engine::Thread> threads;  // creators come before their children
  std::vector<engine::Object> objects;  // their owners are numbers of the threads
};

Known shuffled(const Vocabulary& vocabulary, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Known known;
  std::vector<std::uint32_t> number(vocabulary.threads.size(), engine::kNoIndex);
  while (known.threads.size() < vocabulary.threads.size()) {
    const std::size_t i = random() % vocabulary.threads.size();
    engine::Thread thread = vocabulary.threads[static_cast<ThreadId>(i)];
    const bool has_creator = thread.creator != engine::kNoThread;
    if (number[i] != engine::kNoIndex || (has_creator && number[index(thread.creator)] == engine::kNoIndex)) continue;
    if (has_creator) thread.creator = static_cast<ThreadId>(number[index(thread.creator)]);
    number[i] = static_cast<std::uint32_t>(known.threads.size());
    known.threads.push_back(std::move(thread));
  }
  for (std::size_t i = 0; i < vocabulary.objects.size(); ++i) {
    engine::Object object = vocabulary.objects[static_cast<engine::ObjectId>(i)];
    if (object.key.owner != engine::kNoThread) {
      object.key.owner = static_cast<ThreadId>(number[index(object.key.owner)]);
    }
    known.objects.insert(known.objects.begin() + static_cast<std::ptrdiff_t>(random() % (i + 1)), std::move(object));
  }
  return known;
}

/// A walk with all that the program teaches on the way.
bool explore(std::unique_ptr<UnfoldingWalk>& walk, engine::Executor& executor, std::uint64_t seed, Knowledge& known,
             const Known& names = {}) {
  for (;;) {
    executor.set_knowledge(known);
    walk = std::make_unique<UnfoldingWalk>(executor);
    for (const engine::Thread& each : names.threads) {
      walk->vocabulary().threads.intern(each.creator, each.ordinal, each.name);
    }
    for (const engine::Object& each : names.objects) walk->vocabulary().objects.add(each);
    walk->start();
    if (walk->explore(seed, kMostConfigurations)) return true;
    if (executor.interruption().kind != engine::Interruption::Kind::Restart) return false;
    known = engine::Knowledge(executor.interruption().knowledge);
  }
}

}  // namespace

std::string in_words(const EventStructure& structure, const std::vector<EventId>& events) {
  std::vector<std::size_t> place(structure.id_bound(), 0);
  for (std::size_t i = 0; i < events.size(); ++i) place[index(events[i])] = i;
  std::ostringstream out;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventId event = events[i];
    const engine::Event& e = structure[event];
    out << i << ": " << canonical_name(structure.vocabulary(), e.thread) << ' '
        << operation_in_words(structure.vocabulary(), structure.operation(event)) << " -> "
        << outcome_in_words(structure, event) << " mode " << static_cast<int>(e.mode) << " state " << e.hash << " of";
    std::vector<std::size_t> causes;
    structure.for_each_cause(event, [&](EventId cause) { causes.push_back(place[index(cause)]); });
    std::sort(causes.begin(), causes.end());
    for (const std::size_t cause : causes) out << ' ' << cause;
    out << '\n';
  }
  return out.str();
}

std::string to_string(const WireCounts& counts) {
  return std::to_string(counts.programs) + " programs, " + std::to_string(counts.too_big) + " too big, " +
         std::to_string(counts.events) + " events, " + std::to_string(counts.other_threads) +
         " with another order of threads, " + std::to_string(counts.other_objects) + " of objects";
}

Parcel parcel_of(engine::Executor& executor, const std::string& name, const engine::Fingerprint& program,
                 std::uint64_t seed) {
  Parcel parcel;
  parcel.program = name;
  Knowledge known;
  std::unique_ptr<UnfoldingWalk> walk;
  parcel.is_too_big = !explore(walk, executor, seed, known);
  if (parcel.is_too_big) return parcel;
  const EventStructure& structure = walk->structure;
  parcel.events = engine::to_bytes(structure, walk->events(), program);
  parcel.text = in_words(structure, walk->events());
  parcel.knowledge = engine::to_bytes(known, program);
  parcel.thread_order = threads_in_words(walk->vocabulary());
  parcel.object_order = objects_in_words(walk->vocabulary());
  std::mt19937_64 random(seed);
  for (const std::vector<EventId>& trail : walk->trails()) {
    const auto middle = trail.begin() + static_cast<std::ptrdiff_t>(random() % (trail.size() + 1));
    parcel.positions.push_back(
        engine::to_bytes(structure, Position{{trail.begin(), middle}, {middle, trail.end()}}, program));
    parcel.position_texts.push_back(in_words(structure, trail));
    walk->pop_all();
    for (const EventId event : trail) walk->push(event);
    const engine::Trace trace(walk->execution);
    parcel.schedules.push_back(engine::to_bytes(schedule_of(trace, trace.all()), program));
    parcel.schedule_hashes.push_back(walk->configuration.hash());
  }
  walk->pop_all();
  return parcel;
}

namespace {

std::string check_events(const Parcel& parcel, UnfoldingWalk& walk, const engine::Fingerprint& program) {
  const auto events = engine::events_in(parcel.events, walk.structure, walk.vocabulary(), program);
  if (!events) return "the events cannot be read: " + events.problem;
  if (in_words(walk.structure, *events) != parcel.text) return "the events are others";
  if (engine::to_bytes(walk.structure, *events, program) != parcel.events) return "the events are written otherwise";
  return {};
}

std::string check_positions(const Parcel& parcel, UnfoldingWalk& walk, const engine::Fingerprint& program) {
  for (std::size_t i = 0; i < parcel.positions.size(); ++i) {
    const auto position = engine::position_in(parcel.positions[i], walk.structure, walk.vocabulary(), program);
    if (!position) return "a position cannot be read: " + position.problem;
    std::vector<EventId> all = position->trail;
    all.insert(all.end(), position->alternative.begin(), position->alternative.end());
    if (in_words(walk.structure, all) != parcel.position_texts[i]) return "a position is another one";
    if (engine::to_bytes(walk.structure, *position, program) != parcel.positions[i])
      return "a position is written otherwise";
    for (const EventId event : all) {
      const engine::Event e = walk.structure[event];
      if (walk.next(e.thread, e.outcome, e.mode) != event) return "the program does another event";
      walk.push(event);
    }
    walk.pop_all();
  }
  return {};
}

class LastHash final : public engine::Observer {
 public:
  bool on_trace(const engine::Execution& execution, bool) override {
    hash = engine::Trace(execution).hash();
    return true;
  }
  std::uint64_t hash = 0;
};

std::string check_schedules(const Parcel& parcel, UnfoldingWalk& walk, const engine::Fingerprint& program) {
  for (std::size_t i = 0; i < parcel.schedules.size(); ++i) {
    const auto schedule = engine::schedule_in(parcel.schedules[i], program);
    if (!schedule) return "a schedule cannot be read: " + schedule.problem;
    if (engine::to_bytes(*schedule, program) != parcel.schedules[i]) return "a schedule is written otherwise";
    for (const engine::ScheduledStep& step : engine::in_ids_of(walk.vocabulary(), *schedule).steps) {
      const EventId event = walk.next(step);
      if (event == kNoEvent) return "the program cannot follow a schedule";
      walk.push(event);
    }
    if (walk.configuration.hash() != parcel.schedule_hashes[i]) return "a schedule leads to another trace";
    walk.pop_all();
  }
  return {};
}

std::string check_replays(const Parcel& parcel, engine::Executor& executor, const engine::Fingerprint& program) {
  for (std::size_t i = 0; i < parcel.schedules.size(); ++i) {
    LastHash last;
    engine::make_follower(executor, {}, *engine::schedule_in(parcel.schedules[i], program), &last)->explore();
    // A trace that was cut short, as by a failed thread that others wait for, is one as well.
    if (last.hash != parcel.schedule_hashes[i]) return "a replay leads to another trace";
  }
  return {};
}

std::string check_known(const Parcel& parcel, engine::Executor& executor, const engine::Fingerprint& program,
                        std::uint64_t seed, WireCounts& counts) {
  const auto knowledge = engine::knowledge_in(parcel.knowledge, program);
  if (!knowledge) return "the knowledge cannot be read: " + knowledge.problem;
  Knowledge known = *knowledge;
  std::unique_ptr<UnfoldingWalk> walk;
  if (!explore(walk, executor, seed, known)) return "the program is another one";
  // The program may meet them in one order only, so it is made to know them.
  const Known names = shuffled(walk->vocabulary(), seed);
  if (!explore(walk, executor, seed, known, names)) return "the program is another one with other numbers";
  if (known != *knowledge) return "the knowledge was not all";
  const std::uint64_t discovered = walk->structure.discovered();
  counts.events += discovered;
  if (threads_in_words(walk->vocabulary()) != parcel.thread_order) ++counts.other_threads;
  if (objects_in_words(walk->vocabulary()) != parcel.object_order) ++counts.other_objects;
  walk->pop_all();
  std::string wrong = check_events(parcel, *walk, program);
  if (wrong.empty()) wrong = check_positions(parcel, *walk, program);
  if (wrong.empty()) wrong = check_schedules(parcel, *walk, program);
  if (wrong.empty() && walk->structure.discovered() != discovered)
    wrong = "reading makes events that are there already";
  return wrong;
}

std::string check_unknown(const Parcel& parcel, engine::Executor& executor, const engine::Fingerprint& program,
                          std::uint64_t seed) {
  executor.set_knowledge(*engine::knowledge_in(parcel.knowledge, program));
  UnfoldingWalk walk(executor);
  if (std::string wrong = check_events(parcel, walk, program); !wrong.empty()) return wrong;
  if (!walk.structure.well_formed()) return "the structure is not well formed";
  const std::uint64_t discovered = walk.structure.discovered();
  walk.start();
  if (!walk.explore(seed, kMostConfigurations)) return "the program is another one after reading";
  if (walk.structure.discovered() != discovered) return "the program has other events than those that were read";
  return check_positions(parcel, walk, program);
}

}  // namespace

std::string check_parcel(const Parcel& parcel, engine::Executor& executor, const engine::Fingerprint& program,
                         std::uint64_t seed, WireCounts& counts) {
  ++counts.programs;
  if (parcel.is_too_big) {
    ++counts.too_big;
    return {};
  }
  std::string wrong = check_known(parcel, executor, program, seed, counts);
  if (wrong.empty()) wrong = check_unknown(parcel, executor, program, seed);
  if (wrong.empty()) wrong = check_replays(parcel, executor, program);
  return wrong.empty() ? wrong : parcel.program + ": " + wrong;
}

std::string to_bytes(const std::vector<Parcel>& parcels) {
  engine::WireWriter out;
  const auto add_list = [&out](const std::vector<std::string>& list) {
    out.number(list.size());
    for (const std::string& each : list) out.text(each);
  };
  out.number(parcels.size());
  for (const Parcel& each : parcels) {
    out.flag(each.is_too_big);
    for (const std::string* const text :
         {&each.program, &each.events, &each.knowledge, &each.text, &each.thread_order, &each.object_order}) {
      out.text(*text);
    }
    for (const auto* const list : {&each.positions, &each.schedules, &each.position_texts}) add_list(*list);
    out.number(each.schedule_hashes.size());
    for (const std::uint64_t hash : each.schedule_hashes) out.fixed(hash, 8);
  }
  return out.bytes();
}

std::vector<Parcel> parcels_in(const std::string& bytes) {
  engine::WireReader in(bytes);
  std::vector<Parcel> parcels(in.count(1));
  for (Parcel& each : parcels) {
    each.is_too_big = in.flag("a flag");
    for (std::string* const text :
         {&each.program, &each.events, &each.knowledge, &each.text, &each.thread_order, &each.object_order}) {
      *text = in.text();
    }
    for (auto* const list : {&each.positions, &each.schedules, &each.position_texts}) {
      list->resize(in.count(1));
      for (std::string& text : *list) text = in.text();
    }
    each.schedule_hashes.resize(in.count(8));
    for (std::uint64_t& hash : each.schedule_hashes) hash = in.fixed(8);
  }
  in.finish();
  if (!in.is_good()) parcels.clear();
  return parcels;
}

}  // namespace qpor::tests
