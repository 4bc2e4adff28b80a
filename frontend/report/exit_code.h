// What the command tells its caller: four outcomes that are never mixed, and an honest "not everything".
// scripts/qpor uses 125 for a build that failed; nothing here may.

#pragma once

#include <array>
#include <string_view>

namespace qpor::frontend {

enum class ExitCode : int { Safe = 0, Defect = 1, Usage = 2, Incomplete = 3, Internal = 4 };

struct ExitCodeRow {
  ExitCode code;
  std::string_view text;
};

inline constexpr std::array kExitCodes = {
    ExitCodeRow{ExitCode::Safe, "everything was explored and no defect was found"},
    ExitCodeRow{ExitCode::Defect, "a defect of the program was found"},
    ExitCodeRow{ExitCode::Usage, "an option, an input or an output file cannot be used; one sentence says why"},
    ExitCodeRow{ExitCode::Incomplete, "no defect was found, but not everything was explored"},
    ExitCodeRow{
        ExitCode::Internal,
        "an internal error, not enough memory to report anything, or a program that ended the process it ran in"},
};

}  // namespace qpor::frontend
