// Things that a program did and qpor did not see: the rows of unseen.def, and where they were met.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/location.h"

namespace qpor::frontend {

enum class UnseenKind : std::uint8_t {
#define QPOR_UNSEEN(identifier, key, before, after, sentence) identifier,
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
};

/// Of an exploration; more are not told apart.
inline constexpr std::size_t kMaxUnseen = 1024;

/// A row of unseen.def.
struct UnseenText {
  std::string_view key, before, after;
};
const UnseenText& text_of(UnseenKind kind);

/// A thing, with the lines that did it: those that are known, each once.
struct UnseenThing {
  UnseenKind kind{};
  std::string name;
  std::vector<engine::Location> places;
};

}  // namespace qpor::frontend
