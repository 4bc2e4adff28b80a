#include "frontend/native/machine/memory_text.h"

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

engine::ThreadName name_of(const engine::Vocabulary& vocabulary, ThreadId thread) {
  return {thread != engine::kNoThread ? engine::thread_text(vocabulary, thread) : "another thread"};
}

}  // namespace

Message by_whom(const engine::Vocabulary& vocabulary, ThreadId thread, const Location& place, const std::string& file) {
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

Message completed_message(const Parked& parked, const SourceMap& sources, const Machine& machine,
                          const engine::Vocabulary& vocabulary) {
  using Kind = ParkedMessage::Kind;
  Message text;
  for (const ParkedMessage::Part& part : parked.message.parts()) {
    switch (part.kind) {
      case Kind::Text: text << parked.message.text(part); break;
      case Kind::Number: text << Number{static_cast<std::int64_t>(part.value)}; break;
      case Kind::Bytes: text << CountOf{part.value, "byte"}; break;
      case Kind::Thread: text << name_of(vocabulary, machine.thread_at(slot_number(part.value))); break;
      case Kind::Variable: text << NamePart{sources.global_name(part.value)}; break;
      case Kind::Address: text << MemoryAddress{part.value}; break;
      case Kind::History: {
        const BlockHistory& life = parked.message.history();
        const std::string file = sources.location(parked.pc, parked.is_return_address).file;
        const auto whom = [&](Slot slot, Address place) {
          return by_whom(vocabulary, machine.thread_at(slot), sources.location(place, true), file);
        };
        text << ", allocated " << whom(life.allocated_by, life.allocated_at);
        if (life.was_freed) text << ", freed " << whom(life.freed_by, life.freed_at);
        break;
      }
    }
  }
  return text;
}

std::string name_of_shared(const ObjectRef& object) {
  if (object.address == shared_object(OrderedState::Random, 0).address) return "the state of rand";
  if (object.address == shared_object(OrderedState::Handlers, 0).address) {
    return object.which >> 2 == static_cast<std::uint64_t>(Handlers::Exit) ? "the functions for exit"
                                                                           : "the handler of std::terminate";
  }
  const std::uint64_t descriptor = object.which >> 2;
  return "the position in " + (descriptor == 0 ? std::string("stdin") : "file " + std::to_string(descriptor));
}

}  // namespace qpor::frontend::native
