// Events of the unfolding in words (program/text.h).

#pragma once

#include <string>

#include "engine/program/text.h"
#include "engine/unfolding/event_structure.h"

namespace qpor::engine {

/// What was done to which object, and how it came out; the thread is not named.
std::string event_text(const EventStructure& structure, EventId event);

}  // namespace qpor::engine
