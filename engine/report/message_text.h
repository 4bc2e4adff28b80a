// Messages (engine/program/message.h) as text: the one place where their parts are joined.

#pragma once

#include <string>
#include <vector>

#include "engine/program/message.h"

namespace qpor::engine {

/// All of it in one line, without the last full stop.
std::string text_of(const Message& message);

/// The same, cut where it breaks: each piece but the last ends with its ';' or '.'. Never empty.
std::vector<std::string> lines_of(const Message& message);

}  // namespace qpor::engine
