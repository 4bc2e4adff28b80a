// The model language: small programs of threads over mutexes, variables, semaphores, rwlocks, condition variables and
// barriers, for tests, teaching and research (docs/model.md). This is the way in; text goes through
// lexer -> parser -> compiler to bytecode, which the interpreter executes for the engine.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/program/executor.h"
#include "frontend/model/source.h"

namespace qpor::frontend::model {

struct Program;

/// Values for `const`s that replace those in the file.
using Definitions = std::vector<std::pair<std::string, std::int64_t>>;

/// Throws ModelError, at the first error, when the text is not a model, or when a definition names no const of it or
/// one that another definition names. `file_name` is for messages and locations; nothing is read.
std::shared_ptr<const Program> compile(std::string_view text, std::string file_name,
                                       const Definitions& definitions = {});

/// A new executor; any number may share the program, each with a vocabulary of its own.
std::unique_ptr<engine::Executor> make_executor(std::shared_ptr<const Program> program);

}  // namespace qpor::frontend::model
