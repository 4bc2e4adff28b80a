#include "tests/support/native_guide.h"

#include <optional>

#include "tests/support/engine_check.h"

namespace qpor::tests {
namespace {

using engine::OperationKind;
using engine::ThreadId;

bool is_of_variable(oracle::OpKind kind) {
  switch (kind) {
    case oracle::OpKind::Read:
    case oracle::OpKind::Write:
    case oracle::OpKind::FetchAdd:
    case oracle::OpKind::Exchange:
    case oracle::OpKind::Cas: return true;
    default: return false;
  }
}

bool is_same_kind(OperationKind kind, oracle::OpKind in_model) {
  if (kind == OperationKind::OnceBegin) return in_model == oracle::OpKind::TryLock;
  return oracle::to_string(in_model).starts_with(engine::text_of(kind));  // "arrive(ordered)"
}

}  // namespace

std::string name_in_model(const oracle::Program& program, const engine::Vocabulary& vocabulary, ThreadId thread) {
  const std::string name = canonical_name(vocabulary, thread);
  const std::string of_main = "main.";
  if (!name.starts_with(of_main)) return "";
  std::size_t end = 0;
  const std::size_t number = std::stoul(name.substr(of_main.size()), &end);
  return program.threads.at(number).name + name.substr(of_main.size() + end);
}

bool is_initial(const std::string& name_in_model) { return name_in_model.find('.') == std::string::npos; }

std::pair<oracle::ConfigId, std::string> NativeGuide::follow(const engine::Execution& execution) const {
  oracle::ConfigId here = 0;
  for (std::size_t i = 0; i < execution.size(); ++i) {
    const std::string thread = name_in_model(program_, execution.vocabulary(), execution[i].thread);
    const OperationKind kind = execution.operation(i).kind;
    if (thread.empty() || kind == OperationKind::OnceEnd) continue;
    if (is_initial(thread) && (kind == OperationKind::Start || kind == OperationKind::Exit)) continue;
    pass_variables(thread, here);
    const std::string outcome = outcome_in_model(execution, i);
    if (std::string error = take(thread, kind, outcome, here); !error.empty()) {
      return {here, "event " + std::to_string(i) + " of a trace, " + thread + " " + std::string(engine::text_of(kind)) +
                        (outcome.empty() ? "" : " -> " + outcome) + ": " + error + " after\n" +
                        truth_.describe_configuration(here)};
    }
  }
  for (std::size_t i = 0; i < truth_.thread_count(); ++i) pass_variables(truth_.thread_name(i), here);
  return {here, ""};
}

std::string NativeGuide::outcome_in_model(const engine::Execution& execution, std::size_t step) const {
  const std::string outcome = step_of(execution, step).outcome;
  const bool names_thread = execution.operation(step).kind == OperationKind::Signal && outcome != "lost";
  if (!names_thread) return outcome;
  return name_in_model(program_, execution.vocabulary(), static_cast<ThreadId>(execution[step].outcome.value));
}

void NativeGuide::pass_variables(const std::string& thread, oracle::ConfigId& here) const {
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const oracle::EventId event : truth_.enabled(here).to_vector()) {
      if (truth_.thread_name_of(event) != thread || !is_of_variable(truth_.label(event).op.kind)) continue;
      here = *truth_.successor(here, event);
      goes_on = true;
      break;
    }
  }
}

std::string NativeGuide::take(const std::string& thread, OperationKind kind, const std::string& outcome,
                              oracle::ConfigId& here) const {
  std::optional<oracle::EventId> found;
  std::string others;
  for (const oracle::EventId event : truth_.enabled(here).to_vector()) {
    if (truth_.thread_name_of(event) != thread) continue;
    const bool is_outcome = outcome.empty() || truth_.describe(event).find("-> " + outcome + " (") != std::string::npos;
    if (is_outcome && is_same_kind(kind, truth_.label(event).op.kind)) {
      found = event;
    } else {
      others += "; it can " + truth_.describe(event);
    }
  }
  if (!found) return "the model cannot do it" + others;
  here = *truth_.successor(here, *found);
  return "";
}

}  // namespace qpor::tests
