#include "frontend/native/plain_counters.h"

#include <algorithm>
#include <vector>

#include "engine/count.h"
#include "engine/explore.h"
#include "frontend/native/counts.h"
#include "frontend/native/executor.h"

namespace qpor::frontend::native {
namespace {

using engine::EventId;
using engine::EventStructure;
using engine::Operation;
using engine::OperationKind;

bool is_counter(const Operation& operation) {
  return operation.kind == OperationKind::AtomicCount && engine::may_be_plain(operation.argument2);
}

/// Would it commute with other reads if the atomic were a plain one?
bool is_exclusive_read(const EventStructure& structure, EventId id) {
  const engine::Event& event = structure[id];
  if (event.mode != engine::Mode::Exclusive || !structure.is_counted(event.object)) return false;
  switch (structure.operation(id).kind) {
    case OperationKind::AtomicLoad:
    case OperationKind::EnqueueIf: return true;
    case OperationKind::AtomicChange:
    case OperationKind::AtomicCompareExchange: return event.state == structure.cut_state(event.place);
    default: return false;
  }
}

}  // namespace

void give_up_counters(const engine::Explorer& explorer, Counts& counts) {
  const EventStructure& structure = explorer.structure();
  if (!structure.has_counts()) return;
  const engine::Configuration& trace = explorer.configuration();
  std::vector<engine::ObjectId> read;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const engine::ObjectId object = structure[trace[i]].object;
    const bool is_known = std::find(read.begin(), read.end(), object) != read.end();
    if (!is_known && is_exclusive_read(structure, trace[i])) read.push_back(object);
  }
  if (read.empty()) return;
  bool has_new = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Operation& operation = structure.operation(trace[i]);
    const bool is_read = std::find(read.begin(), read.end(), operation.object) != read.end();
    if (is_read && is_counter(operation)) has_new |= counts.make_plain(kRegion + operation.site);
  }
  if (has_new) throw CountsObserved();
}

}  // namespace qpor::frontend::native
