// Explorations of a program that restart with what they have learnt, as the driver of the command does it.

#pragma once

#include <string>

#include "engine/program/executor.h"
#include "engine/report/message_text.h"

namespace qpor::tests {

/// Calls `explore`, which starts the executor, until nothing more is learnt; its last value. `knowledge` is the
/// beginning and becomes what was known in the end.
template <class Explore>
auto explore_until_nothing_is_learnt(engine::Executor& executor, engine::Knowledge& knowledge, Explore explore) {
  for (;;) {
    executor.set_knowledge(knowledge);
    auto result = explore();
    const engine::Interruption& end = executor.interruption();
    if (end.kind != engine::Interruption::Kind::Restart) return result;
    knowledge = end.knowledge;
  }
}

/// The same, beginning with nothing.
template <class Explore>
auto explore_until_nothing_is_learnt(engine::Executor& executor, Explore explore) {
  engine::Knowledge knowledge;
  return explore_until_nothing_is_learnt(executor, knowledge, explore);
}

/// Of an exploration that should have come to its end: "" or what interrupted it.
inline std::string error_of(const engine::Interruption& interruption) {
  switch (interruption.kind) {
    case engine::Interruption::Kind::None: return "";
    case engine::Interruption::Kind::Stopped: return "was stopped";
    case engine::Interruption::Kind::Restart: return "has to restart";
    case engine::Interruption::Kind::Nondeterministic: return "did something else under the same schedule";
    case engine::Interruption::Kind::Limit: return engine::text_of(interruption.message);
  }
  return "unknown";
}

}  // namespace qpor::tests
