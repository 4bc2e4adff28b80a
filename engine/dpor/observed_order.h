// Questions about short sequences under happens-before with observability (observation.h), answered from labels alone:
// is a label a weak initial of a sequence, and are two sequences consistent?
//
// Labels suffice, for a label that would be another one in some order has read something else there, and then the
// happens-before relations differ as well.
//
// Cost: WeakInitial::advance O(1); ConsistentPath linear in the two sequences.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dpor/observation.h"

namespace qpor::engine {

/// A label p that was explored, and how it stands to a sequence w that grows label by label: can p still be a weak
/// initial of w? It is one if p is in w and nothing there happens before it, or if p.w is a sequence in which p happens
/// before nothing [Observers Sec. 2.2].
class WeakInitial {
 public:
  WeakInitial(const Uses& uses, const Label& label) : label_(label), use_(uses.of(label)) {}

  const Label& label() const { return label_; }
  bool is_out() const { return standing_ == Standing::Out; }
  /// w has neither it nor another step of its thread, nor any that its place among them would matter to.
  bool is_asleep() const { return standing_ == Standing::Absent; }
  /// w goes on with that label.
  void advance(const Uses& uses, const Label& next);

 private:
  enum class Standing : std::uint8_t {
    Absent,     ///< not in w, and so far p.w is what it should be
    Behind,     ///< likewise; p is a plain store, and w has others of its variable
    LastStore,  ///< it came behind other plain stores, and is the last so far: it must not be read
    Initial,    ///< it is in w and will stay an initial
    Out,
  };
  void meet(Use use);

  Label label_;
  Use use_;
  Standing standing_ = Standing::Absent;
};

/// Compares u.(v - u) with v.(u - v): are they sequences of one happens-before relation? Then u can be gone down in a
/// wakeup tree on the way to v. Built for one v, asked for growing u.
class ConsistentPath {
 public:
  explicit ConsistentPath(const Uses& uses) : object_uses_(uses) {}

  void set_v(const std::vector<Label>& v);
  /// REQUIRES: uses and v are as they were.
  bool has(const std::vector<Label>& u);
  /// Those of v that u does not have. REQUIRES: has(u)
  void add_rest(const std::vector<Label>& u, std::vector<Label>& rest);

 private:
  /// A label of u or v by number: those of v first, then those of u that v does not have.
  using Number = std::uint32_t;
  struct Accessed {
    std::uint64_t exclusive = 0;  ///< sum of the hashes of exclusive accesses, or of writes
    std::uint64_t all = 0;        ///< of all accesses
    Number last = 0;              ///< 1 + the last write
    std::uint32_t round = 0;      ///< of the comparison that this is about
  };
  bool number(const std::vector<Label>& u);
  void add(Number number, std::vector<std::uint64_t>& seen);

  const Uses& object_uses_;
  std::vector<Label> labels_;  // by number
  std::vector<Use> uses_;      // likewise
  std::size_t v_size_ = 0;
  std::vector<std::vector<Number>> of_thread_;  // those of v
  std::vector<std::size_t> met_;                // by thread: how many labels of u
  std::vector<Number> u_;
  std::vector<bool> is_in_u_;
  std::vector<Accessed> objects_;
  std::uint32_t round_ = 0;
  std::vector<std::uint64_t> seen_in_u_first_;  // by number: what the label sees
  std::vector<std::uint64_t> seen_in_v_first_;
};

}  // namespace qpor::engine
