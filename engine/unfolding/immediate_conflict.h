// Immediate conflict [QPOR Sec. 2], found by looking at the children of one place in an object's history. X-X: both at
// the same cut, of different threads or two outcomes of one operation. X-R: same layer, the X has not seen the R, but
// all reads below the R. L and T events have none.
//
// A layer may have a cut for every set of its reads, 2^n for n readers, so the events are handed out one by one, the
// newest first (the most recent extensions are those that fit the present C best), and whole cuts are passed over by
// one comparison of bits when they lack a read that the caller requires.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/unfolding/event_structure.h"
#include "engine/unfolding/sibling_views.h"

namespace qpor::engine {

enum class Reach : std::uint8_t {
  Adjacent,  ///< events that part from d at its own place: all immediate conflicts, and events with the same accesses
             ///< whose histories are in conflict elsewhere, which the callers find out by comparing with C
  Layer,     ///< every event of the layer in conflict with d because of their own accesses
};

/// Which cuts are of use, by the threads that have a read there (bits of thread indices modulo 64).
struct ReadFilter {
  std::uint64_t required = 0;   ///< all of these
  std::uint64_t forbidden = 0;  ///< none of these

  bool passes(std::uint64_t threads) const { return (required & ~threads) == 0 && (forbidden & threads) == 0; }
  bool is_within(const ReadFilter& wider) const {
    return (wider.required & ~required) == 0 && (wider.forbidden & ~forbidden) == 0;
  }
  bool operator==(const ReadFilter&) const = default;
};

/// The cuts of a layer that have certain reads, kept from one question to the next. An exploration asks for the reads
/// of C without those of D, which come and go like a stack; so each answer is made from the one for fewer reads, and
/// then only brought up to date with the cuts that are new. Without this, each question cost all the cuts of the layer:
/// readers(14) went at a third of the speed of readers(12).
class LayerViews {
 public:
  explicit LayerViews(const EventStructure& structure) : structure_(structure) {}

  /// Cuts of the layer of `exclusive`, oldest first, that pass the filter. Valid until the structure changes or the
  /// same layer is asked about with another filter.
  std::span<const CutId> cuts(EventId exclusive, ReadFilter filter);

 private:
  struct View {
    ReadFilter filter;
    CutId newest = kNoCut;  // of the layer when the view was brought up to date
    std::vector<CutId> cuts;
  };
  struct Layer {
    std::vector<View> views;  // each filters more than the one before
    std::size_t depth = 0;    // views in use; the others keep their memory
  };
  void bring_up_to_date(View& view, CutId newest);

  const EventStructure& structure_;
  std::unordered_map<std::uint32_t, Layer> layers_;
  std::vector<CutId> fresh_;
  std::uint64_t generation_ = 0;
};

class ConflictCursor {
 public:
  /// REQUIRES: d is X or R, and the structure does not change while the cursor is in use. `views` and `siblings` may be
  /// null. X events whose cut does not pass the filter are left out, and those of `siblings` that C rules out.
  ConflictCursor(const EventStructure& structure, EventId d, Reach reach, LayerViews* views = nullptr,
                 ReadFilter filter = {}, SiblingViews* siblings = nullptr);

  /// The next one, or kNoEvent.
  EventId next();
  /// Cuts and events looked at so far.
  std::uint64_t passed() const { return passed_; }

 private:
  enum class Phase : std::uint8_t { Cuts, NoReads, Reads, Done };

  bool open_next_list();
  void open(SiblingList list);
  CutId next_cut();
  bool admits(std::span<const EventId> reads, std::uint64_t threads) const;
  bool is_wanted(EventId f) const;

  const EventStructure* structure_;
  EventId d_;
  EventId exclusive_;  // the layer
  EventId child_ = kNoEvent;
  SiblingViews* siblings_;
  std::span<const EventId> rest_;  // of a list that has a view, instead of child_; from the end
  SiblingList list_;               // the present one
  std::size_t length_ = 0;         // of it, as far as it was gone through
  CutId cut_ = kNoCut;             // the next one to look at, when there is no view
  std::span<const CutId> view_;    // those still to be looked at, from the end
  ReadFilter filter_;
  Reach reach_;
  Phase phase_ = Phase::Cuts;  // of the list that comes next
  std::uint64_t passed_ = 0;
  bool in_reads_ = false;  // the present list is that of the reads
};

template <class Visit>
void for_each_adjacent_conflict(const EventStructure& structure, EventId d, Visit&& visit) {
  ConflictCursor cursor(structure, d, Reach::Adjacent);
  for (EventId f = cursor.next(); f != kNoEvent; f = cursor.next()) visit(f);
}

/// Which threads have a read among these, as bits of their indices modulo 64.
std::uint64_t threads_of(const EventStructure& structure, std::span<const EventId> reads);

}  // namespace qpor::engine
