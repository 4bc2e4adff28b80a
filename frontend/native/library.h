// What qpor knows about the functions and variables of the C and C++ libraries: the table functions.def, and rules for
// the names of the C++ library, which are too many for rows.
//
// Cost: a question hashes the name and compares it once or twice; the first also builds the index (some 2000 names,
// under 0.1 ms).

#pragma once

#include <ostream>
#include <span>
#include <string_view>

namespace qpor::frontend::native {

enum class Treatment {
  Modelled,  ///< calls go to `address`
  Replaced,  ///< the same for what headers define, where nothing can have been inlined
  Data,      ///< a variable; ours is at `address`
  Pure,      ///< the library's own function or variable, found by its name
  Refused,   ///< calls park the thread; a program that uses a variable so treated cannot be run
  Unknown,   ///< uncontrolled: made, and listed in the report
};

struct LibraryFunction {
  std::string_view name;  ///< of a rule: how the names begin
  Treatment treatment = Treatment::Unknown;
  void* address = nullptr;  ///< of what stands in; null unless Modelled, Replaced or Data
  std::string_view why;     ///< Refused: completes "calls fork, which qpor does not run: "
};

/// The row of that name, or the longest rule that it begins with; null when nothing is known about it.
const LibraryFunction* find_library_function(std::string_view name);

/// All rows and all rules, in the order in which they were written down.
std::span<const LibraryFunction> library_functions();
std::span<const LibraryFunction> library_rules();

/// docs/library.md.
void write_library_markdown(std::ostream& out);

}  // namespace qpor::frontend::native
