// What is said about a parked thread, without the host's knowledge of names.

#pragma once

#include <string>

#include "frontend/native/guest/check/parked_message.h"

namespace qpor::tests {

/// With THREAD and VARIABLE for the names, and without the history of a block.
inline std::string text_without_names(const frontend::native::ParkedMessage& message) {
  using Kind = frontend::native::ParkedMessage::Kind;
  std::string text;
  for (const auto& part : message.parts()) {
    switch (part.kind) {
      case Kind::Text: text += message.text(part); break;
      case Kind::Number:
      case Kind::Address: text += std::to_string(part.value); break;
      case Kind::Bytes: text += std::to_string(part.value) + (part.value == 1 ? " byte" : " bytes"); break;
      case Kind::Thread: text += "THREAD"; break;
      case Kind::Variable: text += "VARIABLE"; break;
      case Kind::History: break;
    }
  }
  return text;
}

}  // namespace qpor::tests
