// The command line, from the words that the user typed to the options that everything else receives.
//
// parse() settles what options mean together: afterwards `k` and `alt` agree, and contradictions have been refused.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/base/usage_error.h"
#include "frontend/options/options.h"

namespace qpor::frontend {

/// The command line names no program.
class NoProgram : public UsageError {
 public:
  explicit NoProgram(const std::string& command)
      : UsageError("no program is given (" + command + " --help shows how)") {}
};

struct CommandLine {
  enum class Action : std::uint8_t {
    Explore,
    HelpMarkdown,      ///< hidden: writes docs/command.md
    LibraryMarkdown,   ///< hidden: writes docs/library.md
    OutcomesMarkdown,  ///< hidden: writes tables of docs/verdict.md and others (outcome_tables.h)
#define QPOR_SECTION(title)
#define QPOR_OPTION(field, type, initial, names, value, text)
#define QPOR_ACTION(identifier, names, text) identifier,
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
  };
  Action action = Action::Explore;
  Options options;
  std::string program;                 ///< the first of `programs`; may be empty with --replay
  std::vector<std::string> programs;   ///< files that are linked together
  std::vector<std::string> arguments;  ///< of the program under test
  /// The options of kProgramSection: words that mean the same again. A saved schedule brings them along.
  std::vector<std::string> program_words;
};

/// Throws UsageError. `saved_words`: options of kProgramSection that come from a schedule rather than from the user.
CommandLine parse(int argc, const char* const* argv, std::span<const std::string> saved_words = {});

}  // namespace qpor::frontend
