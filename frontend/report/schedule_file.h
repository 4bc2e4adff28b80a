// A schedule in a file, so that a defect can be shown again (docs/replay.md): what program it belongs to, which threads
// there were, and what they did one after the other. From the first defect of a Result, to make_follower
// (engine/explorer.h).

#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "engine/program/executor.h"
#include "engine/program/fingerprint.h"
#include "engine/program/knowledge.h"
#include "engine/program/schedule.h"

namespace qpor::frontend {

/// Raised when a member changes its meaning or goes, or when old schedules would run otherwise; files of another
/// version are refused. Version 1 had a fingerprint of 64 bits, and told a woken thread as a number.
inline constexpr int kScheduleVersion = 2;

struct SavedSchedule {
  std::vector<std::string> programs;       ///< the files as they were given
  std::vector<std::string> arguments;      ///< of the program
  engine::Fingerprint fingerprint;         ///< as in Input
  std::vector<std::string> words;          ///< options that change the meaning of the program, as in CommandLine
  engine::Failure defect;                  ///< that it leads to; a deadlock, too
  std::vector<engine::ClaimedSlot> slots;  ///< as in Knowledge; other knowledge is among `words`
  engine::Schedule schedule;
};

void write_schedule(std::ostream& out, const SavedSchedule& saved);

/// Throws UsageError when the file cannot be read, is no schedule, is corrupt or of another version. What it returns
/// has a schedule that problem_of has no objection to.
SavedSchedule read_schedule(const std::string& path);

/// Does the text begin as write_schedule begins?
bool looks_like_schedule(std::string_view text);

/// `program.model` and `folder/program.model` to `program.schedule`.
std::string default_schedule_file(const std::string& program);

}  // namespace qpor::frontend
