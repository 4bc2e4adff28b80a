// A replay under gdb: this process becomes gdb, which runs qpor again on the same schedule.

#pragma once

#include <string>

#include "frontend/report/schedule_file.h"

namespace qpor::frontend {

/// Does not return. Throws UsageError when there is no gdb or the program is none that it could show.
[[noreturn]] void debug(const SavedSchedule& saved, const std::string& schedule_file);

}  // namespace qpor::frontend
