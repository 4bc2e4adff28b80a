// Parks threads with a sentence about their defect, and tells places in the source.

#include <utility>

#include "frontend/model/interpreter.h"

namespace qpor::frontend::model {

using engine::FailureKind;
using engine::index;
using engine::Message;
using engine::NamePart;
using engine::Number;
using engine::Place;
using engine::ThreadId;

const engine::Failure* Interpreter::failure(ThreadId thread) const {
  return index(thread) < threads_.size() ? threads_[index(thread)].failure.get() : nullptr;
}

engine::Location Interpreter::location(std::uint32_t site) const {
  if (site == 0 || site > program_->sites.size()) return {};
  const auto& [position, code] = program_->sites[site - 1];
  return {program_->file, position.line, position.column, program_->codes[code].name};
}

void Interpreter::fail(ThreadId thread, std::uint32_t at, FailureKind kind, Message message) {
  ThreadState& state = threads_[index(thread)];
  const Position position = program_->positions[at];
  state.failure = std::make_unique<engine::Failure>(engine::Failure{
      kind, std::move(message), {program_->file, position.line, position.column, program_->codes[state.code].name}});
}

void Interpreter::fail_bounds(ThreadId thread, std::uint32_t at, const VisibleOperation& visible, Value element) {
  const ObjectDeclaration& declaration = program_->objects[visible.declaration];
  Message message("index ");
  message << Number{element} << " of '" << NamePart{declaration.name} << "' is not in 0.."
          << Number{declaration.count - 1};
  fail(thread, at, FailureKind::Bounds, std::move(message));
}

void Interpreter::fail_release(ThreadId thread, std::uint32_t at, const VisibleOperation& visible, Value element) {
  const bool is_wait = program_->instructions[at].opcode == Opcode::CheckHeld;
  const std::string operation = is_wait ? "wait with" : std::string(engine::text_of(visible.kind)) + " of";
  const char* const how = visible.hold == Hold::Read    ? "does not hold for reading"
                          : visible.hold == Hold::Write ? "does not hold for writing"
                                                        : "does not hold";
  Message message(operation + " '");
  message << NamePart{element_name(visible, element)} << "', which the thread " << how;
  fail(thread, at, FailureKind::LockMisuse, std::move(message));
}

void Interpreter::fail_join(ThreadId thread, std::uint32_t at, bool is_second) {
  fail(thread, at, FailureKind::ThreadMisuse,
       is_second ? "join of a thread that this thread has joined before" : "join of a value that is no thread handle");
}

void Interpreter::fail_nontermination(ThreadId thread, std::uint32_t at) {
  Message message("code");
  for (const Loop& loop : program_->loops) {  // inner ones come first
    if (loop.begin <= at && at < loop.end) {
      message = "the loop at ";
      message << Place{{program_->file, loop.position.line, loop.position.column, ""}};
      break;
    }
  }
  message << " ran " << Number{kSilentInstructionLimit} << " instructions without a visible operation";
  fail(thread, at, FailureKind::Nontermination, std::move(message));
}

std::string Interpreter::element_name(const VisibleOperation& visible, Value element) const {
  const ObjectDeclaration& declaration = program_->objects[visible.declaration];
  return declaration.is_array ? declaration.name + "[" + std::to_string(element) + "]" : declaration.name;
}

}  // namespace qpor::frontend::model
