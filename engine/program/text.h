// Operations in words, for pictures, schedules and explanations: what was done to which object, and how it came out.

#pragma once

#include <string>

#include "engine/program/executor.h"
#include "engine/program/ids.h"
#include "engine/program/operation.h"
#include "engine/program/semantics.h"

namespace qpor::engine {

/// "lock m", "load x = 3", "signal c -> t2", "fetch_add x 3 -> 5", "cas x 0 -> 1 fails"; the thread is not named.
/// `before`: what the object held.
std::string performed_text(const Semantics& semantics, OperationId operation, Outcome outcome, State before);

/// What is not done yet, so without an outcome: "lock m", "store x := 3", "join t2".
std::string operation_text(const Vocabulary& vocabulary, OperationId operation);

/// A value of an atomic, zero-extended: a number, or 0x... when it is large.
std::string value_text(Value value);

/// "line 4", with `with_file` "queue.c:4"; empty when unknown.
std::string place_text(const Location& location, bool with_file);

/// The thread's name, or "thread 3" when it has none.
std::string thread_text(const Vocabulary& vocabulary, ThreadId thread);

}  // namespace qpor::engine
