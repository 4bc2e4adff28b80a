#include "comb/explicit_problem.h"

#include <utility>

#include "comb/solver.h"

namespace qpor::comb {

static_assert(Problem<ExplicitProblem>);

ExplicitProblem::ExplicitProblem(std::size_t candidates)
    : candidates_(candidates),
      row_words_((candidates + kWordBits - 1) / kWordBits),
      incompatible_(candidates * row_words_) {}

std::size_t ExplicitProblem::add_spike(std::vector<Candidate> candidates) {
  for ([[maybe_unused]] const Candidate candidate : candidates) assert(candidate < candidates_);
  spikes_.push_back(std::move(candidates));
  times_built_.push_back(0);
  covering_.resize(covering_.size() + row_words_);
  return spikes_.size() - 1;
}

void ExplicitProblem::set_incompatible(Candidate a, Candidate b) {
  set(incompatible_, a, b);
  set(incompatible_, b, a);
}

void ExplicitProblem::set_covers(Candidate candidate, std::size_t spike) { set(covering_, spike, candidate); }

bool ExplicitProblem::candidates(std::size_t spike, std::span<const Candidate> /*chosen*/,
                                 std::vector<Candidate>& out) {
  assert(spike < spikes_.size());
  ++times_built_[spike];
  out.insert(out.end(), spikes_[spike].begin(), spikes_[spike].end());
  return false;
}

void ExplicitProblem::set(std::vector<std::uint64_t>& matrix, std::size_t row, std::size_t column) {
  assert(column < candidates_ && (row + 1) * row_words_ <= matrix.size());
  matrix[row * row_words_ + column / kWordBits] |= std::uint64_t{1} << (column % kWordBits);
}

bool ExplicitProblem::well_formed() const {
  for (Candidate a = 0; a < candidates_; ++a) {
    for (Candidate b = 0; b < a; ++b) {
      if (compatible(a, b) != compatible(b, a)) return false;
    }
  }
  return true;
}

}  // namespace qpor::comb
