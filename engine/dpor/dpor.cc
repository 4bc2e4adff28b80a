#include "engine/dpor/dpor.h"

namespace qpor::engine {

/// Does it happen before v's last step, within v?
bool Dpor::is_initial_enough(StepIndex initial, const Reversal& v) const {
  const Label& last = v.race().last;
  for (StepIndex step = initial; step < v.end(); ++step) {
    if (!v.holds(step) || !are_dependent(sequence_[step], last)) continue;
    if (step == initial || sequence_.happens_before(initial, step)) return true;
  }
  return false;
}

}  // namespace qpor::engine
