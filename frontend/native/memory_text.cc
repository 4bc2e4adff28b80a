#include "frontend/native/memory_text.h"

#include "engine/program/text.h"

namespace qpor::frontend::native {

using engine::CountOf;
using engine::Location;
using engine::MemoryAddress;
using engine::Message;
using engine::NamePart;
using engine::Number;
using engine::Place;
using engine::ThreadId;

namespace {

engine::ThreadName name_of(const engine::Vocabulary& vocabulary, std::uint32_t thread) {
  const bool is_known = thread < vocabulary.threads.size();
  return {is_known ? engine::thread_text(vocabulary, static_cast<ThreadId>(thread)) : "another thread"};
}

}  // namespace

Message by_whom(const engine::Vocabulary& vocabulary, std::uint32_t thread, const Location& place,
                const std::string& file) {
  Message text("by ");
  text << name_of(vocabulary, thread);
  if (place.line == 0) {
    if (!place.function.empty()) text << " in " << NamePart{place.function};
    return text;
  }
  const bool has_other_file = place.file != file;
  return text << (has_other_file ? " at " : " in ")
              << Place{place, has_other_file ? Place::Style::FileName : Place::Style::Line};
}

Message completed_message(const Parked& parked, const SourceMap& sources, const engine::Vocabulary& vocabulary) {
  using Kind = ParkedMessage::Kind;
  Message text;
  for (const ParkedMessage::Part& part : parked.message.parts()) {
    switch (part.kind) {
      case Kind::Text: text << parked.message.text(part); break;
      case Kind::Number: text << Number{static_cast<std::int64_t>(part.value)}; break;
      case Kind::Bytes: text << CountOf{part.value, "byte"}; break;
      case Kind::Thread: text << name_of(vocabulary, static_cast<std::uint32_t>(part.value)); break;
      case Kind::Variable: text << NamePart{sources.global_name(part.value)}; break;
      case Kind::Address: text << MemoryAddress{part.value}; break;
      case Kind::History: {
        const BlockHistory& life = parked.message.history();
        const std::string file = sources.location(parked.pc, parked.is_return_address).file;
        text << ", allocated "
             << by_whom(vocabulary, life.allocated_by, sources.location(life.allocated_at, true), file);
        if (!life.was_freed) break;
        text << ", freed " << by_whom(vocabulary, life.freed_by, sources.location(life.freed_at, true), file);
        break;
      }
    }
  }
  return text;
}

}  // namespace qpor::frontend::native
