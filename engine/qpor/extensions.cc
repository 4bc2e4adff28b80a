#include "engine/qpor/extensions.h"

#include <algorithm>
#include <cassert>

namespace qpor::engine {

void Extensions::of_event(EventId event) {
  const Event e = structure_[event];  // a copy: U grows meanwhile
  const Role role = role_of(structure_.operation(event).kind);
  if (role != Role::Access && role != Role::Either) return;
  const Attempt attempt{e.thread, e.operation, structure_.thread_predecessor(event)};
  if (e.mode == Mode::Token) {  // a timed wait that was woken: it might have timed out before
    walk_down(attempt, structure_.known_cut(event, e.object).exclusive);
    return;
  }
  walk_down(attempt, structure_.exclusive_predecessor(event));
  if (tries_every_part(structure_.operation(event)) && e.mode == Mode::Exclusive) {
    const std::vector<EventId> reads(structure_.cut_reads(e.place).begin(), structure_.cut_reads(e.place).end());
    with_every_closed_reads(attempt, structure_.exclusive_predecessor(event), reads);
  } else if (e.mode == Mode::Exclusive) {
    if (has_choice(structure_.operation(event).kind)) exclusive_outcomes_at(attempt, e.place);  // the other outcomes
    without_each_read(attempt, event);
  }
}

void Extensions::of_pending(ThreadId thread, OperationId operation) {
  const Operation& op = structure_.vocabulary().operations[operation];
  const Role role = role_of(op.kind);
  if (role != Role::Access && role != Role::Either) return;
  const Attempt attempt{thread, operation, configuration_.last_of_thread(thread)};
  const CutView here = configuration_.cut(op.object);
  walk_down(attempt, here.exclusive);
  if (tries_every_part(op)) {
    const std::vector<EventId> reads(here.reads.begin(), here.reads.end());
    with_every_closed_reads(attempt, here.exclusive, reads);
  }
}

bool Extensions::is_counting(const Operation& operation) const {
  return operation.kind == OperationKind::AtomicCount || structure_.is_counted(operation.object);
}

/// [event] holds no event of the thread beyond the attempt's predecessor.
bool Extensions::is_free_of_future(EventId event, const Attempt& attempt) const {
  const EventId last = structure_.last_of_thread(event, attempt.thread);
  if (last == kNoEvent) return true;
  return attempt.after != kNoEvent && structure_.thread_depth(last) <= structure_.thread_depth(attempt.after);
}

/// The last X on the attempt's object that its thread predecessor knows, or the bottom.
EventId Extensions::known_exclusive(const Attempt& attempt) const {
  const ObjectId object = structure_.vocabulary().operations[attempt.operation].object;
  if (attempt.after != kNoEvent) {
    const CutView known = structure_.known_cut(attempt.after, object);
    if (known.exclusive != kNoEvent) return known.exclusive;
  }
  return structure_.bottom(object);
}

/// Takes the place of the first X event y, on the chain from `from` down to what the thread has seen, where it can.
void Extensions::walk_down(const Attempt& attempt, EventId from) {
  const std::uint32_t floor = structure_.object_depth(known_exclusive(attempt));
  const bool tries_parts = tries_every_part(structure_.vocabulary().operations[attempt.operation]);
  for (EventId y = from; structure_.object_depth(y) > floor; y = structure_.exclusive_predecessor(y)) {
    if (!is_free_of_future(y, attempt)) continue;
    const CutId cut = structure_[y].place;
    const std::uint64_t tried_before = tried_;
    if (tries_parts) {
      const std::vector<EventId> reads(structure_.cut_reads(cut).begin(), structure_.cut_reads(cut).end());
      with_every_closed_reads(attempt, structure_.cut_exclusive(cut), reads);
    } else {
      at_cut(attempt, cut);
    }
    if (tried_ != tried_before) return;
  }
}

void Extensions::at_cut(const Attempt& attempt, CutId cut) {
  const Operation& operation = structure_.vocabulary().operations[attempt.operation];
  structure_.semantics().outcomes(operation, attempt.thread, structure_.cut_state(cut), outcomes_);
  if (is_counting(operation)) {
    members_.assign(structure_.cut_reads(cut).begin(), structure_.cut_reads(cut).end());
    structure_.settle_modes(attempt.thread, attempt.after, operation, structure_.cut_exclusive(cut), members_,
                            outcomes_);
  }
  for (const Outcome outcome : outcomes_) {
    if (outcome.mode == Mode::Shared) {
      add(attempt, outcome, structure_.shared_place(attempt.after, structure_.cut_exclusive(cut)));
      continue;
    }
    const auto reads = structure_.cut_reads(cut);
    const bool is_possible =
        std::all_of(reads.begin(), reads.end(), [&](EventId read) { return is_free_of_future(read, attempt); });
    if (is_possible) add(attempt, outcome, cut);
  }
}

void Extensions::exclusive_outcomes_at(const Attempt& attempt, CutId cut) {
  const Operation& operation = structure_.vocabulary().operations[attempt.operation];
  if (is_counting(operation)) return at_cut(attempt, cut);  // with fewer members it may join the layer
  structure_.semantics().outcomes(operation, attempt.thread, structure_.cut_state(cut), outcomes_);
  for (const Outcome outcome : outcomes_) {
    if (outcome.mode == Mode::Exclusive) add(attempt, outcome, cut);
  }
}

/// Every R event of the layer that is below the maxima, each thread's in program order.
void Extensions::layer_reads(EventId exclusive, std::span<const EventId> maxima, std::vector<EventId>& out) const {
  out.clear();
  for (const EventId maximum : maxima) {
    const std::size_t first = out.size();
    for (EventId read = maximum; read != kNoEvent; read = structure_.previous_of_layer(read)) out.push_back(read);
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
  }
  assert(std::all_of(out.begin(), out.end(),
                     [&](EventId read) { return structure_.exclusive_predecessor(read) == exclusive; }));
  static_cast<void>(exclusive);
}

void Extensions::without_each_read(const Attempt& attempt, EventId event) {
  const CutId place = structure_[event].place;
  if (!has_reads(place)) return;
  const EventId exclusive = structure_.cut_exclusive(place);
  layer_.assign(structure_.cut_reads(place).begin(), structure_.cut_reads(place).end());
  for (const EventId dropped : layer_) {
    if (attempt.after != kNoEvent && structure_.is_below(dropped, attempt.after)) continue;
    const bool is_maximal = std::none_of(layer_.begin(), layer_.end(), [&](EventId read) {
      return read != dropped && structure_.holds_read(structure_.cut_reads(structure_[read].place), dropped);
    });
    if (!is_maximal) continue;
    subset_.clear();
    for (const EventId read : layer_) {
      const EventId kept = read == dropped ? structure_.previous_of_layer(read) : read;
      if (kept != kNoEvent) subset_.push_back(kept);
    }
    exclusive_outcomes_at(attempt, structure_.intern_cut(exclusive, subset_));
  }
}

void Extensions::with_every_closed_reads(const Attempt& attempt, EventId exclusive, std::span<const EventId> reads) {
  // Per thread, how far its reads of this layer can be taken: from what the attempt's thread knows to the last one that
  // does not know of the thread's future. An odometer runs through the product; sets that are not causally closed
  // are passed over.
  struct Wheel {
    std::vector<EventId> reads;
    std::size_t low = 0;
    std::size_t high = 0;
    std::size_t now = 0;
  };
  std::vector<Wheel> wheels;
  for (const EventId maximum : reads) {
    Wheel wheel;
    layer_reads(exclusive, {&maximum, 1}, wheel.reads);
    for (const EventId read : wheel.reads) {
      if (!is_free_of_future(read, attempt)) break;
      ++wheel.high;
      if (attempt.after != kNoEvent && structure_.is_below(read, attempt.after)) wheel.low = wheel.high;
    }
    wheel.now = wheel.low;
    wheels.push_back(std::move(wheel));
  }
  for (;;) {
    subset_.clear();
    for (const Wheel& wheel : wheels) {
      if (wheel.now > 0) subset_.push_back(wheel.reads[wheel.now - 1]);
    }
    const bool is_closed = std::all_of(subset_.begin(), subset_.end(), [&](EventId read) {
      const auto below = structure_.cut_reads(structure_[read].place);
      return std::all_of(below.begin(), below.end(),
                         [&](EventId known) { return structure_.holds_read(subset_, known); });
    });
    if (is_closed) exclusive_outcomes_at(attempt, structure_.intern_cut(exclusive, subset_));
    std::size_t turned = 0;
    while (turned < wheels.size() && wheels[turned].now == wheels[turned].high) {
      wheels[turned].now = wheels[turned].low;
      ++turned;
    }
    if (turned == wheels.size()) return;
    ++wheels[turned].now;
  }
}

void Extensions::add(const Attempt& attempt, Outcome outcome, CutId place) {
  ++tried_;
  structure_.intern({attempt.thread, attempt.operation, outcome, attempt.after, place, {}});
}

}  // namespace qpor::engine
