// Words in pictures: what the files in the language of Graphviz have in common.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace qpor::engine::dot {

/// Text for an HTML-like label. Names come from programs and may hold anything.
std::string escape(std::string_view text);

/// "1 event", "2 events"
std::string counted(std::size_t count, const std::string& noun);

}  // namespace qpor::engine::dot
