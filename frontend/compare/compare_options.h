// The command line of `qpor compare`: from words to settings, each of which is a command line of its own. The words
// that compare takes for itself (compare_options.def) are lists; for every setting one word of each list goes, with all
// that is left, through the parser of the command. So what a value may be is said there, and only there.

#pragma once

#include <string>
#include <vector>

#include "frontend/cli/command_line.h"

namespace qpor::frontend {

using WordList = std::vector<std::string>;

struct CompareOptions {
#define QPOR_SECTION(title)
#define QPOR_REFUSED(name, reason)
#define QPOR_OPTION(field, type, initial, names, value, text) type field = initial;
#include "frontend/compare/compare_options.def"
#undef QPOR_OPTION
#undef QPOR_REFUSED
#undef QPOR_SECTION
};

struct Setting {
  std::string name;  ///< "k=2", "optimal", "k=2 paper", "source-dpor", "qpor k=2"; no two are the same
  CommandLine line;
};

struct CompareLine {
  CommandLine::Action action = CommandLine::Action::Explore;
  CompareOptions options;
  std::vector<Setting> settings;  ///< at least one, if the action is Explore
};

/// argv[0] is the word `compare`. Throws UsageError.
CompareLine parse_compare(int argc, const char* const* argv);

/// "k=2", "optimal", "none", "first-event", "source-dpor"
std::string name_of_search(const Options& options);

}  // namespace qpor::frontend
