// What the executor knows for reports: failures in words, both sides of a data race, and what was left out or lost.

#include <algorithm>
#include <map>

#include "engine/program/text.h"
#include "frontend/native/build/library_code.h"
#include "frontend/native/instrument/plain_counters.h"
#include "frontend/native/machine/executor.h"
#include "frontend/native/machine/leaks.h"
#include "frontend/native/machine/memory_text.h"

namespace qpor::frontend::native {

using engine::Break;
using engine::CountOf;
using engine::index;
using engine::kNoOperation;
using engine::Message;
using engine::NamePart;
using engine::Place;
using engine::ThreadId;
using engine::ThreadName;

// --- failures

const engine::Failure* NativeExecutor::failure(ThreadId thread) const {
  const std::uint32_t number = index(thread);
  if (number >= machine_.thread_count() || machine_.fiber(thread).status != FiberStatus::Failed) return nullptr;
  const Parked& parked = machine_.parked(machine_.fiber(thread).slot);
  if (failures_.size() <= number) failures_.resize(number + 1);
  engine::Failure& failure = failures_[number];
  failure.kind = parked.kind;
  failure.message = completed_message(parked, *sources_, machine_, *vocabulary_);
  failure.location = sources_->location(parked.pc, parked.is_return_address);
  if (failure.location.line == 0 && parked.line != 0) failure.location = {parked.file, parked.line, 0, parked.function};
  failure.accesses.clear();
  if (failure.kind == FailureKind::DataRace) describe_race(failure);
  return &failure;
}

namespace {

/// "writes 4 bytes", "locks the mutex"
Message deed_of(const SeenAccess& access) {
  if (access.use.verb != nullptr) {
    Message text(access.use.verb);
    return text << " " << text_of(access.use.object.again()) << access.use.object.name;
  }
  const char* verb = is_write(access.kind) ? "writes" : "reads";
  if (access.kind == AccessKind::Free) verb = "frees";
  if (access.kind == AccessKind::Leave) verb = "leaves the scope of";
  if (access.kind == AccessKind::Allocate) verb = "allocates";
  Message text(is_atomic(access.kind) && !is_shared(access.kind) ? "atomically " : "");
  return text << verb << " " << CountOf{access.size, "byte"};
}

}  // namespace

engine::Access NativeExecutor::described(const SeenAccess& access) const {
  engine::Access result;
  result.thread = access.thread;
  result.text = deed_of(access);
  if (access.use.has_name) {
    const bool is_name_of_object = access.use.verb != nullptr && !sources_->is_in_block(access.begin);
    result.text << (is_name_of_object            ? " "
                    : access.use.verb != nullptr ? " in "
                                                 : " of ")
                << NamePart{sources_->variable_name(access.begin)};
  }
  result.location = sources_->location(access.pc, true);
  for (std::size_t i = 0; i < access.caller_count; ++i) {
    result.callers.push_back(sources_->location(access.callers[i], true));
  }
  result.steps = access.steps;
  return result;
}

void NativeExecutor::describe_race(engine::Failure& failure) const {
  const Race& race = machine_.accesses().race();
  failure.accesses = {described(race.now)};
  if (!race.knows_before) return;
  failure.accesses.push_back(described(race.before));
  const engine::Access& now = failure.accesses[0];
  const engine::Access& before = failure.accesses[1];
  failure.message = now.text;
  failure.message << ", and " << ThreadName{engine::thread_text(*vocabulary_, before.thread)} << " "
                  << deed_of(race.before) << " there";
  if (before.location.line != 0) failure.message << " in " << Place{before.location};
  failure.message << Break::Clause << "nothing orders the two";
}

engine::Location NativeExecutor::location(std::uint32_t site) const {
  return site == 0 ? engine::Location{} : sources_->location(kRegion + site, true);
}

// --- data races

/// Runs the execution again from where the other access of the race was, to see who made it.
void NativeExecutor::explain_race() {
  Accesses& accesses = machine_.accesses();
  if (accesses.race().knows_before || is_explaining_) return;
  is_explaining_ = true;
  accesses.look_for_other(true);
  const std::vector<Step> all = log_;
  // A thread that a race stopped is stopped there again: what it would do next is based on an unknown value.
  std::vector<bool> stops(all.size(), false);
  std::vector<bool> was_met(vocabulary_->threads.size(), false);
  for (std::size_t i = all.size(); i-- > 0;) {
    const Fiber& fiber = machine_.fiber(all[i].thread);
    if (was_met[index(all[i].thread)]) continue;
    was_met[index(all[i].thread)] = true;
    stops[i] = fiber.status == FiberStatus::Failed && machine_.parked(fiber.slot).kind == FailureKind::DataRace;
  }
  const std::size_t steps = accesses.steps_at(accesses.race().other);
  std::size_t from = 0;
  if (steps > 0) {
    from = steps - 1;
    rewind(from);
  } else {
    begin_run();
  }
  for (; from < all.size() && !interruption_; ++from) {
    accesses.postpone_races(!stops[from]);
    step(all[from].thread, all[from].result);
  }
  accesses.postpone_races(false);
  accesses.look_for_other(false);
  is_explaining_ = false;
  if (interruption_) return;
  // The thread that has just run fails for both; it has announced what it will not do any more.
  const ThreadId thread = all.back().thread;
  machine_.park(machine_.fiber(thread).slot, FailureKind::DataRace,
                "two threads access the same memory, and nothing orders them", accesses.race().now.pc);
  set_pending(thread, kNoOperation);
}

// --- what was lost and what was left out

std::vector<ThreadId> NativeExecutor::unjoined_threads() const {
  std::vector<ThreadId> threads;
  for (const Slot slot : machine_.slots()) {
    const Fiber& fiber = machine_.fiber(slot);
    if (slot == kMainSlot || fiber.status == FiberStatus::Absent) continue;  // main is nobody's to join
    if (!fiber.is_detached && fiber.released_by == kNoSlot) threads.push_back(fiber.thread);
  }
  return threads;
}

std::vector<NativeExecutor::Lost> NativeExecutor::lost_memory() const {
  struct Sum {
    std::size_t blocks = 0;
    std::size_t bytes = 0;
  };
  std::map<std::pair<Slot, std::uint32_t>, Sum> sums;  // by thread and place
  for (const Block* block : lost_blocks(machine_)) {
    Sum& sum = sums[{machine_.slot_of(block->begin()), block->allocated}];
    ++sum.blocks;
    sum.bytes += block->size;
  }
  std::vector<Lost> lost;
  for (const auto& [key, sum] : sums) {
    const engine::Location& place = sources_->location(kRegion + key.second, true);
    Message text = CountOf{sum.bytes, "byte"};
    if (sum.blocks > 1) text << " in " << CountOf{sum.blocks, "block"};
    const ThreadId thread = machine_.thread_at(key.first);
    text << " allocated " << by_whom(*vocabulary_, thread, place, place.file);
    text << (sum.bytes == 1 && sum.blocks == 1 ? " is lost" : " are lost");
    lost.push_back({thread, {FailureKind::Leak, std::move(text), place}});
  }
  return lost;
}

std::vector<std::string> NativeExecutor::interleaved_variables() const {
  std::vector<std::string> texts;
  for (const Unit& unit : machine_.units().all()) {
    texts.push_back(std::to_string(unit.size) + (unit.size == 1 ? " byte of " : " bytes of ") +
                    sources_->variable_name(unit.begin));
  }
  return texts;
}

std::vector<NativeExecutor::ExploredChoice> NativeExecutor::explored_choices() const {
  std::vector<ExploredChoice> explored;
  for (std::size_t number = 0; number < program_->instrumented().choices.size(); ++number) {
    std::map<std::string, engine::Location> places;  // sorted by their text
    bool was_called = false;
    for (const Machine::ChoicePlace& each : machine_.choice_places()) {
      if (each.number != number) continue;
      was_called = true;
      const engine::Location& place = sources_->location(each.pc, true);
      if (place.line != 0) places.try_emplace(place.file + ":" + std::to_string(place.line), place);
    }
    if (!was_called) continue;
    const Choice& choice = program_->instrumented().choices[number];
    ExploredChoice& one = explored.emplace_back(ExploredChoice{choice.function, choice.values, {}});
    for (const auto& [text, place] : places) one.places.push_back(place);
  }
  return explored;
}

std::vector<UnseenThing> NativeExecutor::unseen() const {
  std::vector<UnseenThing> things;
  for (const UnseenThings::Entry& entry : machine_.unseen().entries()) {
    const std::string name = readable_name(entry.name);  // a target of the gate is known by its mangled name
    const auto is_it = [&](const UnseenThing& thing) { return thing.kind == entry.kind && thing.name == name; };
    auto thing = std::find_if(things.begin(), things.end(), is_it);
    if (thing == things.end()) thing = things.insert(things.end(), {entry.kind, name, {}});
    const engine::Location& place = sources_->location(entry.pc, true);
    const auto is_there = [&](const engine::Location& known) {
      return known.file == place.file && known.line == place.line;
    };
    if (place.line != 0 && std::none_of(thing->places.begin(), thing->places.end(), is_there)) {
      thing->places.push_back(place);
    }
  }
  return things;
}

std::vector<engine::ObservedCount> NativeExecutor::learnt_counts(const engine::Execution& execution) const {
  return plain_counters(execution);
}

std::vector<std::pair<std::string, double>> NativeExecutor::startup() const {
  const LoadTimes& times = load_times();
  return {{"load", times.load / 1e3}, {"instrument", times.instrument / 1e3}, {"link", times.link / 1e3}};
}

}  // namespace qpor::frontend::native
