// What qpor knows about the functions and variables of the C and C++ libraries: the table functions.def, and rules for
// the names of the C++ library, which are too many for rows.
//
// Cost: a question hashes the name and compares it once or twice; the first also builds the index (some 2000 names,
// under 0.1 ms).

#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string_view>

namespace qpor::frontend::native {

enum class Treatment {
  Modelled,  ///< calls go to `address`
  Replaced,  ///< the same for what headers define, where nothing can have been inlined
  Data,      ///< a variable; ours is at `address`
  Pure,      ///< the library's own function or variable, found by its name; it accesses no memory of the program
  Checked,   ///< the library's own function behind a stand-in at `address`, which announces its accesses (checked.h)
  Refused,   ///< calls park the thread; a program that uses a variable so treated cannot be run
  Unknown,   ///< uncontrolled: made, and listed in the report
};

struct LibraryFunction {
  std::string_view name;  ///< of a rule: how the names begin
  Treatment treatment = Treatment::Unknown;
  void* address = nullptr;    ///< of what stands in; null unless Modelled, Checked, Replaced or Data
  std::string_view why = {};  ///< Refused: completes "calls fork, which qpor does not run: "
  /// The row of checked.h; kChecksItself for a stand-in that announces its accesses; empty when nothing is said.
  std::string_view accesses = {};
  std::uint32_t pointers = 0;  ///< the arguments that are pointers, as bits, of what stands in
  void** real = nullptr;       ///< Checked: where the stand-in looks for the library's own function
};

inline constexpr std::string_view kChecksItself = "itself";

/// The row of that name, or the longest rule that it begins with; null when nothing is known about it.
const LibraryFunction* find_library_function(std::string_view name);

/// What the index has room for.
inline constexpr std::size_t kMaxLibraryFunctions = 4096;

/// All rows and all rules, in the order in which they were written down.
std::span<const LibraryFunction> library_functions();
std::span<const LibraryFunction> library_rules();

/// docs/library.md.
void write_library_markdown(std::ostream& out);

}  // namespace qpor::frontend::native
