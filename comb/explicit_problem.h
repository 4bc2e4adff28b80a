// A comb written down in full: lists of candidates and two bit matrices. For tests and benchmarks, and for whoever
// wants to see what a Problem of solver.h looks like.
//
// Invariant: `compatible` is symmetric. Unless said otherwise everything is compatible and nothing covers.

#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace qpor::comb {

class ExplicitProblem {
 public:
  using Candidate = std::uint32_t;

  /// Candidates are 0 to `candidates` - 1; each may stand in any number of spikes.
  explicit ExplicitProblem(std::size_t candidates);

  /// Appends a spike and returns its number. The order is that in which the candidates are to be tried.
  std::size_t add_spike(std::vector<Candidate> candidates);
  void set_incompatible(Candidate a, Candidate b);
  void set_covers(Candidate candidate, std::size_t spike);

  // What a Problem needs.
  std::size_t spikes() const { return spikes_.size(); }
  bool candidates(std::size_t spike, std::span<const Candidate> chosen, std::vector<Candidate>& out);
  bool compatible(Candidate a, Candidate b) const { return !test(incompatible_, a, b); }
  bool covers(Candidate candidate, std::size_t spike) const { return test(covering_, spike, candidate); }

  /// How often `candidates` was called for this spike since it was added.
  std::uint64_t times_built(std::size_t spike) const { return times_built_[spike]; }

  bool well_formed() const;

 private:
  static constexpr std::size_t kWordBits = 64;

  bool test(const std::vector<std::uint64_t>& matrix, std::size_t row, std::size_t column) const {
    assert(column < candidates_);
    return (matrix[row * row_words_ + column / kWordBits] >> (column % kWordBits) & 1) != 0;
  }
  void set(std::vector<std::uint64_t>& matrix, std::size_t row, std::size_t column);

  std::size_t candidates_;
  std::size_t row_words_;
  std::vector<std::vector<Candidate>> spikes_;
  std::vector<std::uint64_t> incompatible_;  // a row per candidate, a column per candidate
  std::vector<std::uint64_t> covering_;      // a row per spike, a column per candidate
  std::vector<std::uint64_t> times_built_;
};

}  // namespace qpor::comb
