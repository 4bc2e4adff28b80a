#include "frontend/native/machine/executor.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/program/semantics.h"
#include "frontend/native/guest/check/spinning.h"
#include "frontend/native/guest/libc/process.h"
#include "frontend/native/guest/sync/cpp.h"
#include "frontend/native/guest/sync/objects.h"
#include "frontend/native/guest/sync/svcomp.h"
#include "frontend/native/guest/sync/threads.h"
#include "frontend/native/machine/memory_text.h"
#include "frontend/program/flight_recorder.h"

namespace qpor::frontend::native {

using engine::index;
using engine::Interruption;
using engine::kNoOperation;
using engine::kNoThread;
using engine::ObjectId;
using engine::Operation;
using engine::OperationId;
using engine::OperationKind;
using engine::RestartReason;
using engine::ThreadId;

namespace {

constexpr std::size_t kCacheLines = 4096;
static_assert(kMostThreads <= FlightRecorder::kMostNames);

/// A checkpoint on the way pays when copying the memory takes less time than running the steps since the last one, and
/// only if the exploration comes back to it. Measured on the evaluation programs: a step for this many bytes.
constexpr std::size_t kBytesPerStep = 400;
constexpr std::size_t kShortestInterval = 4;
/// The longer a run, the further apart, so that a run of a million steps has a few thousand of them and not a hundred
/// times as many. Where it comes back to there is one all the same.
constexpr std::size_t kCheckpointsOfLongRun = 256;
/// Where the exploration has come back to once it comes back again, as a rule: a checkpoint there pays sooner.
constexpr std::size_t kShortestWayBack = 4;
/// Copying more than this back takes longer than most programs take to make it again, and memory is not free either.
constexpr std::size_t kLargestCheckpoint = 64 * kMiB;

/// Only places in the program have a site; stand-ins may call each other.
bool is_in_code(Address pc) { return pc > kCode && pc < kReadOnly; }

}  // namespace

NativeExecutor::NativeExecutor(std::shared_ptr<const NativeProgram> program)
    : program_(std::move(program)),
      machine_(program_->region(), program_->linked().code, program_->options().machine, program_->options().arguments),
      sources_(std::make_unique<SourceMap>(program_->linked(), program_->module(), machine_)),
      faults_(std::make_unique<FaultHandler>(machine_)),
      uses_checkpoints_(program_->options().checkpoints) {}

NativeExecutor::~NativeExecutor() = default;

// --- runs

void NativeExecutor::start(engine::Vocabulary& vocabulary) {
  vocabulary_ = &vocabulary;
  cache_.assign(kCacheLines, {});
  objects_.clear();
  creates_.clear();
  failures_.clear();
  pending_.clear();
  interruption_ = {};
  machine_.accesses().forget_race();  // of an exploration that was given up
  forget_twins();
  const ThreadId main = vocabulary.threads.intern(kNoThread, 0, "main");
  if (index(main) != 0) throw std::logic_error("the main thread must be the first");
  if (!give_slots()) return;
  if (recorder_ != nullptr) {
    recorder_->forget_threads();
    recorder_->name_thread(0, "main");
  }
  begin_run();
}

/// To the threads that are known from the beginning: main, and those of a schedule. None has memory in use yet, so that
/// each may have the slot that it has in the end.
/// False when there are too many.
bool NativeExecutor::give_slots() {
  std::vector<engine::ClaimedSlot> known = machine_.known_slots();
  do {
    interruption_ = {};
    machine_.forget_threads(known);
    while (machine_.thread_count() < vocabulary_->threads.size() && !interruption_) {
      give_slot(static_cast<ThreadId>(machine_.thread_count()));
    }
    known = interruption_.knowledge.slots;
  } while (interruption_.kind == Interruption::Kind::Restart);
  return !interruption_;
}

/// The main thread runs to its first operation.
void NativeExecutor::begin_run() {
  truncate_log(0);
  while (!checkpoints_.empty()) {
    spare_checkpoints_.push_back(std::move(checkpoints_.back()));
    checkpoints_.pop_back();
  }
  std::fill(pending_.begin(), pending_.end(), kNoOperation);
  machine_.reset();
  machine_.begin_main(vocabulary_->threads[ThreadId{}].name_hash);
  machine_.twin_log().clear();
  machine_.accesses().begin_run(machine_);
  Fiber& main = machine_.fiber(kMainSlot);
  resume(main);
  settle(main);
  if (interruption_) return;
  if (uses_checkpoints_ && !machine_.run().uses_host) save_checkpoint();
}

void NativeExecutor::truncate_log(std::size_t steps) {
  log_.resize(steps);
  if (recorder_ != nullptr) recorder_->rewind(steps);
}

void NativeExecutor::resume(Fiber& fiber) { resume_here(fiber); }

[[gnu::always_inline]] inline void NativeExecutor::resume_here(Fiber& fiber) {
  if (recorder_ != nullptr) recorder_->enter(index(fiber.thread));
  machine_.resume_here(fiber);
  if (recorder_ != nullptr) recorder_->leave();
}

/// In one frame with step_at and the change of stacks: returns after that are predicted wrongly (switch.h).
[[gnu::always_inline]] inline void NativeExecutor::perform(const Step& step, Fiber& fiber) {
  fiber.result = step.result;
  switch (fiber.next.kind) {
    case OperationKind::Create: {
      const auto child = static_cast<ThreadId>(vocabulary_->operations[step.operation].argument);
      machine_.begin_thread(child, fiber.start_of_child, fiber.argument_of_child,
                            vocabulary_->threads[child].name_hash);
      // One behind the beginning of the function, as if it were a return address.
      Fiber& begun = machine_.fiber(child);
      begun.entry = entry_of_child(fiber) + 1;
      begun.floats = fiber.floats;
      begun.processors = fiber.processors;
      begun.next = {OperationKind::Start, {}, 0, begun.entry};
      fiber.result = index(begun.slot);
      set_pending(child, announced(begun));
      if (is_postponing_) return;
      break;
    }
    case OperationKind::Exit:
      fiber.status = FiberStatus::Ended;
      set_pending(step.thread, kNoOperation);
      return;
    default: break;
  }
  resume_here(fiber);
  settle(fiber);
}

void NativeExecutor::step(ThreadId thread, engine::Value result) { step_at(log_.size(), thread, result); }

void NativeExecutor::step_at(std::size_t position, ThreadId thread, engine::Value result) {
  assert(pending(thread) != kNoOperation);
  Fiber& fiber = machine_.fiber(thread);
  log_.push_back({thread, pending_[index(thread)], result});
  if (recorder_ != nullptr) recorder_->record(log_.size() - 1, index(thread), fiber.next.kind, result);
  machine_.accesses().begin_segment(fiber);
  machine_.clocks().begin_segment(position);
  ++fiber.events;
  perform(log_.back(), fiber);
  if (interruption_) return;
  if (machine_.accesses().has_race() && !machine_.accesses().postpones_races() && !is_explaining_) explain_race();
  // While a race is explained, a thread that it will stop may still go on.
  if (uses_checkpoints_ && !is_explaining_ && !checkpoints_.empty() && !machine_.run().uses_host &&
      log_.size() - checkpoints_.back()->steps >= checkpoint_interval_) {
    save_checkpoint();
  }
}

/// The fiber has come to its next operation, or will do nothing any more.
void NativeExecutor::settle(const Fiber& fiber) {
  if (machine_.has_requests() && !take_over_requests()) return;
  const bool goes_on = fiber.status == FiberStatus::Announced;
  set_pending(fiber.thread, goes_on ? announced(fiber) : kNoOperation);
}

/// False when the execution is interrupted.
bool NativeExecutor::take_over_requests() {
  if (machine_.was_interrupted()) {
    interruption_.kind = Interruption::Kind::Stopped;
    return false;
  }
  if (machine_.wants_knowledge()) {
    if (restart_for(machine_.wanted())) return false;
    machine_.forget_wanted();
  }
  if (machine_.has_new_label()) take_over_labels();
  return true;
}

/// False when all of it is known.
bool NativeExecutor::restart_for(const engine::Knowledge& wanted) {
  Interruption restart{Interruption::Kind::Restart, {}, kNoThread, {}, machine_.knowledge()};
  if (!restart.knowledge.learn(wanted)) return false;
  restart.reason = wanted.orders_barriers       ? RestartReason::OrderedBarriers
                   : !wanted.ranges.empty()     ? RestartReason::SharedRanges
                   : wanted.library_states != 0 ? RestartReason::SharedLibrary
                                                : RestartReason::ObservedCounts;
  interruption_ = std::move(restart);
  return true;
}

void NativeExecutor::take_over_labels() {
  for (const Slot slot : machine_.slots()) {
    const Fiber& fiber = machine_.fiber(slot);
    if (fiber.status == FiberStatus::Absent || fiber.label[0] == '\0') continue;
    vocabulary_->threads.set_label(fiber.thread, fiber.label);
  }
}

void NativeExecutor::set_pending(ThreadId thread, OperationId operation) {
  if (index(thread) >= pending_.size()) pending_.resize(index(thread) + 1, kNoOperation);
  pending_[index(thread)] = operation;
}

// --- what fibers announce, in the engine's words

OperationId NativeExecutor::announced(const Fiber& fiber) {
  const Announcement& next = fiber.next;
  if (next.kind == OperationKind::Create) return announced_create(fiber);
  const std::uint64_t hash =
      (next.object.address ^ next.pc << 20 ^ static_cast<std::uint64_t>(next.argument) << 7 ^
       static_cast<std::uint64_t>(next.argument2) << 30 ^ static_cast<std::uint64_t>(next.kind)) *
      0x9e3779b97f4a7c15u;
  CacheLine& line = cache_[hash >> 52];
  if (line.id == kNoOperation || !(line.announcement == next)) {
    Operation operation{next.kind, engine::kNoObject, next.argument, next.argument2,
                        0,         next.has_unless,   next.orders,   next.unless};
    if (next.kind == OperationKind::Join) {
      operation.argument = index(machine_.thread_at(slot_number(static_cast<std::size_t>(next.argument))));
    }
    if (is_in_code(next.pc)) operation.site = static_cast<std::uint32_t>(next.pc - kRegion);
    if (next.object.address != 0) operation.object = object_of(next.object);
    line = {next, vocabulary_->operations.intern(operation)};
  }
  return line.id;
}
static_assert(kCacheLines == std::size_t{1} << (64 - 52));

/// The same create again and again, as a rule: the last operation of that ordinal is remembered.
OperationId NativeExecutor::announced_create(const Fiber& fiber) {
  const auto site = static_cast<std::uint32_t>(fiber.next.pc - kRegion);
  if (creates_.size() <= index(fiber.thread)) creates_.resize(index(fiber.thread) + 1);
  std::vector<OperationId>& known = creates_[index(fiber.thread)];
  if (known.size() <= fiber.creates) known.resize(fiber.creates + 1, kNoOperation);
  OperationId& create = known[fiber.creates];
  if (create != kNoOperation && vocabulary_->operations[create].site == site) return create;
  const ThreadId child = child_of(fiber);
  // What comes from other processes may name threads that no run has come to.
  while (index(child) >= machine_.thread_count()) {
    if (!give_slot(static_cast<ThreadId>(machine_.thread_count()))) return kNoOperation;
  }
  create = vocabulary_->operations.intern(
      {OperationKind::Create, engine::kNoObject, static_cast<engine::Value>(index(child)), 0, site});
  return create;
}

/// To a thread that is new. False when the execution is interrupted.
bool NativeExecutor::give_slot(ThreadId thread) {
  const Slots::Added added =
      index(thread) < kMostThreads ? machine_.add_thread(vocabulary_->threads[thread]) : Slots::Added::Full;
  switch (added) {
    case Slots::Added::Yes: return true;
    case Slots::Added::TakenByWorseClaim:
      interruption_ = {Interruption::Kind::Restart, RestartReason::ClaimedSlots, kNoThread, {}, machine_.knowledge()};
      return false;
    case Slots::Added::Full: break;
  }
  interruption_.kind = Interruption::Kind::Limit;
  interruption_.message = "the program has more than 4096 threads";
  return false;
}

std::size_t NativeExecutor::ObjectHash::operator()(const ObjectRef& object) const {
  const std::uint64_t hash = engine::fold(object.address, static_cast<std::uint64_t>(object.kind));
  return engine::fold(engine::fold(engine::fold(hash, object.count), object.which), object.initial);
}

std::string NativeExecutor::name_of(const ObjectRef& object) const {
  if (object.address == kAtomicBlock) return kAtomicBlockText;
  if (is_shared_object(object)) return name_of_shared(object);
  if (object.kind == engine::ObjectKind::Atomic && object.which == kPlainMemory) return "plain memory";
  return sources_->variable_name(object.address);
}

/// Objects in the memory of a thread by the thread and the offset there, others by their address.
engine::ObjectKey NativeExecutor::key_of(const ObjectRef& object) const {
  engine::ObjectKey key{object.kind, engine::kNoThread, object.address, {object.count, object.which, object.initial}};
  if (!machine_.is_slot_address(object.address)) return key;
  const Slot slot = machine_.slot_of(object.address);
  key.owner = machine_.thread_at(slot);
  if (key.owner == kNoThread) return key;
  const bool is_in_heap = object.address >= machine_.heap_begin(slot);
  key.place = object.address - (is_in_heap ? machine_.slot_begin(slot) : machine_.origin(slot));
  return key;
}

ObjectId NativeExecutor::object_of(const ObjectRef& object) {
  const auto [it, is_new] = objects_.try_emplace(object, ObjectId{});
  if (is_new) it->second = vocabulary_->objects.intern(key_of(object), [&] { return new_object(object); });
  return it->second;
}

/// The hash of its name: of global variables by name and offset, of others by the thread in whose slot they are.
engine::Object NativeExecutor::new_object(const ObjectRef& object) const {
  const Address address = object.address;
  std::uint64_t hash = engine::fold(engine::hash_of("object"), static_cast<std::uint64_t>(object.kind));
  hash = engine::fold(engine::fold(hash, object.count), object.which);
  const bool is_atomic = object.kind == engine::ObjectKind::Atomic;
  if (is_atomic) hash = engine::fold(hash, object.initial);
  if (machine_.is_slot_address(address)) {
    const Slot slot = machine_.slot_of(address);
    const ThreadId thread = machine_.thread_at(slot);
    hash = engine::fold(hash, thread != kNoThread ? vocabulary_->threads[thread].name_hash : index(slot));
    const bool is_in_heap = address >= machine_.heap_begin(slot);
    hash = engine::fold(hash, address - (is_in_heap ? machine_.slot_begin(slot) : machine_.origin(slot)));
  } else if (const Symbol* const symbol = program_->linked().symbol_at(address); symbol != nullptr) {
    hash = engine::fold(engine::fold(hash, engine::hash_of(symbol->name)), address - symbol->begin);
  } else {
    hash = engine::fold(hash, address);
  }
  auto initial = static_cast<engine::State>(object.initial);
  if (object.kind == engine::ObjectKind::Semaphore) {
    initial = object.which == kBeginsWithCount ? object.count : kOpenSemaphore;
  }
  const bool is_fifo = object.kind == engine::ObjectKind::Condition && machine_.options().is_fifo;
  engine::Value parameter = object.kind == engine::ObjectKind::Barrier ? object.count : is_fifo ? 1 : 0;
  if (is_atomic && hides_value(object)) parameter = engine::kHiddenValue;
  return {object.kind, name_of(object), hash, initial, parameter};
}

/// The function that a thread about to be created is named after.
Address NativeExecutor::entry_of_child(const Fiber& fiber) const {
  return sources_->entry_behind(fiber.name_of_child != 0 ? fiber.name_of_child
                                                         : reinterpret_cast<Address>(fiber.start_of_child));
}

ThreadId NativeExecutor::child_of(const Fiber& creator) {
  std::string name = sources_->thread_name(entry_of_child(creator));
  const std::string ordinal = std::to_string(creator.creates);
  if (creator.slot == kMainSlot) {
    name += "." + ordinal;
  } else {
    // A long line of ancestors is cut short, or names would take quadratic room.
    constexpr std::size_t kLongestCreatorName = 64;
    const std::string& full = vocabulary_->threads[creator.thread].name;
    const std::string number = std::to_string(index(creator.slot));
    name += "@" + (full.size() <= kLongestCreatorName ? full : "#" + number) + "." + ordinal;
  }
  const ThreadId child = vocabulary_->threads.intern(creator.thread, creator.creates, name);
  if (recorder_ != nullptr && !recorder_->has_name(index(child))) recorder_->name_thread(index(child), name);
  return child;
}

// --- the way back

void NativeExecutor::save_checkpoint() {
  if (spare_checkpoints_.empty()) spare_checkpoints_.push_back(std::make_unique<Checkpoint>());
  Checkpoint& checkpoint = *spare_checkpoints_.back();
  if (!checkpoint.save(machine_, kLargestCheckpoint)) return;
  checkpoints_.push_back(std::move(spare_checkpoints_.back()));
  spare_checkpoints_.pop_back();
  checkpoint.steps = log_.size();
  checkpoint.pending = pending_;
  checkpoint_interval_ =
      fixed_interval_ > 0
          ? fixed_interval_
          : std::max({kShortestInterval, checkpoint.bytes() / kBytesPerStep, log_.size() / kCheckpointsOfLongRun});
  ++checkpoint_count_;
}

void NativeExecutor::use_checkpoints(bool on) {
  uses_checkpoints_ = on;
  if (on) return;
  while (!checkpoints_.empty()) {
    spare_checkpoints_.push_back(std::move(checkpoints_.back()));
    checkpoints_.pop_back();
  }
}

void NativeExecutor::rewind(std::size_t steps) {
  assert(steps <= log_.size());
  if (!is_explaining_) {
    machine_.accesses().forget_race();
    if (machine_.options().races < 100 && choose_whether_to_look(steps)) return;
  }
  while (!checkpoints_.empty() && checkpoints_.back()->steps > steps) {
    spare_checkpoints_.push_back(std::move(checkpoints_.back()));
    checkpoints_.pop_back();
  }
  // Only what lies between the checkpoint and there: a trace may be long.
  const std::size_t kept = checkpoints_.empty() ? 0 : checkpoints_.back()->steps;
  again_.assign(log_.begin() + static_cast<std::ptrdiff_t>(kept), log_.begin() + static_cast<std::ptrdiff_t>(steps));
  if (checkpoints_.empty()) {
    begin_run();
  } else {
    const Checkpoint& checkpoint = *checkpoints_.back();
    checkpoint.restore(machine_);
    std::fill(std::copy(checkpoint.pending.begin(), checkpoint.pending.end(), pending_.begin()), pending_.end(),
              kNoOperation);
    truncate_log(checkpoint.steps);
  }
  // A race that is met on the way is explained there, which goes back once more.
  std::vector<Step> again = std::move(again_);
  const bool goes_on = run_again(again);
  again_ = std::move(again);
  if (!goes_on) return;
  const bool is_near = checkpoints_.empty() || log_.size() - checkpoints_.back()->steps < kShortestWayBack;
  if (uses_checkpoints_ && fixed_interval_ == 0 && !is_near && !machine_.run().uses_host) save_checkpoint();
}

/// Data races are looked for in a share of the executions only; which ones is chosen by their number. True when the way
/// back has been gone: an execution that looks needs to know all accesses since the beginning.
bool NativeExecutor::choose_whether_to_look(std::size_t steps) {
  Accesses& accesses = machine_.accesses();
  const unsigned share = machine_.options().races;
  if (share == 0 || machine_.options().interleaves) return false;
  const bool looks = engine::mix(++executions_) % 100 < share;
  const bool looked = accesses.checks_races();
  accesses.check_races(looks);
  if (!looks || looked) return false;
  again_.assign(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(steps));
  accesses.postpone_races(true);
  begin_run();
  run_again(again_);
  accesses.postpone_races(false);
  return true;
}

/// The program has done these steps before, from where it stands. False when it is interrupted.
bool NativeExecutor::run_again(std::span<const Step> steps) {
  for (const Step& step : steps) {
    if (interruption_) return false;
    ++steps_run_again_;
    if (pending(step.thread) != step.operation) {
      interruption_.kind = Interruption::Kind::Nondeterministic;
      interruption_.thread = step.thread;
      return false;
    }
    this->step(step.thread, step.result);
  }
  return !interruption_;
}

namespace {

/// In the last read of a round (spinning.h).
bool waits_in_loop(const Fiber& fiber) {
  const bool tries =
      fiber.next.kind == engine::OperationKind::Lock || fiber.next.kind == engine::OperationKind::ReadLock;
  return fiber.next.has_unless || (tries && fiber.waits_in != nullptr);
}

}  // namespace

bool NativeExecutor::was_cut() const {
  if (machine_.run().has_cut) return true;
  for (const Slot slot : machine_.slots()) {
    const Fiber& fiber = machine_.fiber(slot);
    if (fiber.status == FiberStatus::Announced && waits_in_loop(fiber) && reads_are_stale(fiber)) return true;
  }
  return false;
}

}  // namespace qpor::frontend::native
