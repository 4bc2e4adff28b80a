#include "frontend/explore/reporter.h"

namespace qpor::frontend {

void Reporter::begin(const engine::Fingerprint& program, const engine::Knowledge& knowledge) {
  defects_ = 0;
  next_progress_ = kInterval;
  channel_.send(to_bytes(Begin{program, knowledge}));
}

/// Counted after it was sent: what is counted has been sent.
void Reporter::found(const Defect& defect, const engine::Schedule& schedule) {
  channel_.send(to_bytes(FoundDefect{defect, schedule}));
  recorder_.note_defects(++defects_);
}

void Reporter::progress(const engine::Statistics& statistics, std::uint64_t trace_set_hash) {
  recorder_.note(statistics, trace_set_hash);
  if (statistics.seconds < next_progress_) return;
  next_progress_ = statistics.seconds + kInterval;
  channel_.send(to_bytes(statistics));
}

}  // namespace qpor::frontend
