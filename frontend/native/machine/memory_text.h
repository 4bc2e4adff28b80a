// What is said about a parked thread with the names of threads, variables and places, which only the host knows.

#pragma once

#include <string>

#include "engine/program/operation.h"
#include "frontend/native/build/source_map.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

/// "by main in line 12"; with the file where that is not `file`, and without a place when there is none.
engine::Message by_whom(const engine::Vocabulary& vocabulary, engine::ThreadId thread, const engine::Location& place,
                        const std::string& file);

/// The message of a parked thread with the names of what it is about, and who allocated and freed it where.
engine::Message completed_message(const Parked& parked, const SourceMap& sources, const Machine& machine,
                                  const engine::Vocabulary& vocabulary);

/// "the state of rand": an object of the library's that is_shared_object.
std::string name_of_shared(const ObjectRef& object);

}  // namespace qpor::frontend::native
