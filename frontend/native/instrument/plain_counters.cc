#include "frontend/native/instrument/plain_counters.h"

#include <algorithm>
#include <cstdint>

#include "engine/execution/execution.h"
#include "engine/program/count.h"
#include "frontend/native/machine/layout.h"

namespace qpor::frontend::native {
namespace {

using engine::Execution;
using engine::Operation;
using engine::OperationKind;

bool is_counter(const Operation& operation) {
  return operation.kind == OperationKind::AtomicCount && engine::may_be_plain(operation.argument2);
}

/// Would it commute with other reads if the atomic were a plain one?
bool is_exclusive_read(const Execution& trace, std::size_t step) {
  const Execution::Step& taken = trace[step];
  const Operation& operation = trace.operation(step);
  if (taken.outcome.mode != engine::Mode::Exclusive) return false;
  switch (operation.kind) {
    case OperationKind::AtomicLoad:
    case OperationKind::EnqueueIf:
    case OperationKind::AtomicChange:
    case OperationKind::AtomicCompareExchange: break;
    default: return false;
  }
  engine::Outcomes plain;
  trace.semantics().outcomes(operation, taken.thread, taken.before, plain);
  return std::any_of(plain.begin(), plain.end(), [&taken](const engine::Outcome& outcome) {
    return outcome.value == taken.outcome.value && outcome.mode == engine::Mode::Shared;
  });
}

}  // namespace

std::vector<engine::ObservedCount> plain_counters(const Execution& trace) {
  std::vector<engine::ObjectId> counted;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Operation& operation = trace.operation(i);
    if (!is_counter(operation)) continue;
    if (std::find(counted.begin(), counted.end(), operation.object) == counted.end()) {
      counted.push_back(operation.object);
    }
  }
  if (counted.empty()) return {};
  std::vector<engine::ObjectId> read;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const engine::ObjectId object = trace.operation(i).object;
    const bool is_counted = std::find(counted.begin(), counted.end(), object) != counted.end();
    if (is_counted && is_exclusive_read(trace, i)) read.push_back(object);
  }
  std::vector<engine::ObservedCount> plain;
  if (read.empty()) return plain;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Operation& operation = trace.operation(i);
    if (!is_counter(operation) || std::find(read.begin(), read.end(), operation.object) == read.end()) continue;
    plain.push_back({kRegion + operation.site, false, true});
  }
  return plain;
}

}  // namespace qpor::frontend::native
