#include "frontend/command.h"

#include <ostream>
#include <string_view>

#include "frontend/cli/explore_command.h"
#include "frontend/cli/help.h"
#include "frontend/cli/version.h"
#include "frontend/compare/compare.h"
#include "frontend/compare/compare_help.h"
#include "frontend/native/library/library.h"
#include "frontend/report/outcome_tables.h"

namespace qpor::frontend {
namespace {

ExitCode perform(int argc, const char* const* argv, const CommandContext& around) {
  // A program of that name can be given as ./compare.
  if (argc > 1 && std::string_view(argv[1]) == "compare") return run_compare(argc - 1, argv + 1, around);
  const CommandLine line = parse(argc, argv);
  switch (line.action) {
    case CommandLine::Action::Explore:
      if (line.options.gdb && !line.options.replay.is_given()) throw UsageError("--gdb needs --replay=FILE");
      return line.options.replay.is_given() ? replay_program(argc, argv, around) : explore_program(line, around);
    case CommandLine::Action::Help: write_help(around.out); break;
    case CommandLine::Action::HelpMarkdown: write_help_markdown(around.out, &write_compare_markdown); break;
    case CommandLine::Action::LibraryMarkdown: native::write_library_markdown(around.out); break;
    case CommandLine::Action::OutcomesMarkdown: write_outcomes_markdown(around.out); break;
    case CommandLine::Action::Version: around.out << version_line() << '\n'; break;
  }
  around.out.flush();
  if (!around.out) throw UsageError("cannot write the standard output");
  return ExitCode::Safe;
}

}  // namespace

int run_command(int argc, const char* const* argv, const CommandContext& around) {
  return report_errors(around.err, [&] { return perform(argc, argv, around); });
}

}  // namespace qpor::frontend
