#include "frontend/native/memory_text.h"

#include "engine/program/text.h"

namespace qpor::frontend::native {

using engine::Location;
using engine::ThreadId;

namespace {

std::string name_of(const engine::Vocabulary& vocabulary, ThreadId thread) {
  return thread != engine::kNoThread ? engine::thread_text(vocabulary, thread) : "another thread";
}

}  // namespace

std::string by_whom(const engine::Vocabulary& vocabulary, ThreadId thread, const Location& place,
                    const std::string& file) {
  std::string text = "by " + name_of(vocabulary, thread);
  if (place.line == 0) return place.function.empty() ? text : text + " in " + place.function;
  const bool has_other_file = place.file != file;
  return text + (has_other_file ? " at " : " in ") + engine::place_text(place, has_other_file);
}

std::string completed_message(const Parked& parked, const SourceMap& sources, const Machine& machine,
                              const engine::Vocabulary& vocabulary) {
  const Concerned& concerned = parked.concerned;
  std::string text;
  for (const char* c = parked.message; *c != '\0'; ++c) {
    if (*c == kVariableHere)
      text += sources.global_name(concerned.variable);
    else if (*c == kThreadHere)
      text += name_of(vocabulary, machine.thread_at(concerned.owner));
    else
      text += *c;
  }
  if (!concerned.has_block) return text;
  const std::string& file = sources.location(parked.pc, parked.is_return_address).file;
  const auto whom = [&](Slot slot, Address place) {
    return by_whom(vocabulary, machine.thread_at(slot), sources.location(place, true), file);
  };
  text += ", allocated " + whom(concerned.allocated_by, concerned.allocated_at);
  if (concerned.was_freed) text += ", freed " + whom(concerned.freed_by, concerned.freed_at);
  return text;
}

}  // namespace qpor::frontend::native
