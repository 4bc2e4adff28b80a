// `qpor compare --help`, and the section on `qpor compare` in docs/command.md.

#pragma once

#include <iosfwd>

namespace qpor::frontend {

void write_compare_help(std::ostream& out);
void write_compare_markdown(std::ostream& out);

}  // namespace qpor::frontend
