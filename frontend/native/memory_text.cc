#include "frontend/native/memory_text.h"

#include "engine/program/text.h"

namespace qpor::frontend::native {

using engine::Location;
using engine::ThreadId;

namespace {

std::string name_of(const engine::Vocabulary& vocabulary, std::uint32_t thread) {
  return thread < vocabulary.threads.size() ? engine::thread_text(vocabulary, static_cast<ThreadId>(thread))
                                            : "another thread";
}

}  // namespace

std::string by_whom(const engine::Vocabulary& vocabulary, std::uint32_t thread, const Location& place,
                    const std::string& file) {
  std::string text = "by " + name_of(vocabulary, thread);
  if (place.line == 0) return place.function.empty() ? text : text + " in " + place.function;
  const bool has_other_file = place.file != file;
  return text + (has_other_file ? " at " : " in ") + engine::place_text(place, has_other_file);
}

std::string completed_message(const Parked& parked, const SourceMap& sources, const engine::Vocabulary& vocabulary) {
  const Concerned& concerned = parked.concerned;
  std::string text;
  for (const char* c = parked.message; *c != '\0'; ++c) {
    if (*c == kVariableHere)
      text += sources.global_name(concerned.variable);
    else if (*c == kThreadHere)
      text += name_of(vocabulary, concerned.owner);
    else
      text += *c;
  }
  if (!concerned.has_block) return text;
  const std::string& file = sources.location(parked.pc, parked.is_return_address).file;
  text += ", allocated " +
          by_whom(vocabulary, concerned.allocated_by, sources.location(concerned.allocated_at, true), file);
  if (concerned.was_freed) {
    text += ", freed " + by_whom(vocabulary, concerned.freed_by, sources.location(concerned.freed_at, true), file);
  }
  return text;
}

}  // namespace qpor::frontend::native
