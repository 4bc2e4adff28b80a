// What is known of a program and how to run it, as bytes (wire.h): a Knowledge and a Schedule.

#pragma once

#include <string>
#include <string_view>

#include "engine/program/knowledge.h"
#include "engine/program/schedule.h"
#include "engine/program/wire.h"

namespace qpor::engine {

std::string to_bytes(const Knowledge& knowledge, const Fingerprint& program);
/// A Knowledge that is well_formed.
Received<Knowledge> knowledge_in(std::string_view bytes, const Fingerprint& program);

/// REQUIRES: problem_of(schedule) has none.
std::string to_bytes(const Schedule& schedule, const Fingerprint& program);
/// A Schedule that problem_of has no objection to.
Received<Schedule> schedule_in(std::string_view bytes, const Fingerprint& program);

}  // namespace qpor::engine
