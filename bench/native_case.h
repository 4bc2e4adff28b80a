// A C program to measure, written as "pol N=7 K=3": bench/programs/pol.c, or else examples/evaluation/pol.c, with these
// macros.

#pragma once

#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>

#include "bench/program_case.h"
#include "frontend/native/machine/executor.h"

namespace qpor::bench {

inline frontend::native::ProgramOptions native_options(const std::string& text) {
  std::istringstream words(text);
  std::string name;
  words >> name;
  std::filesystem::path file = root() / "bench" / "programs" / (name + ".c");
  if (!std::filesystem::exists(file)) file = root() / "examples" / "evaluation" / (name + ".c");
  if (!std::filesystem::exists(file)) throw std::runtime_error("there is no program '" + name + "'");
  frontend::native::ProgramOptions options;
  options.sources.paths = {file.string()};
  for (std::string word; words >> word;) options.sources.definitions.push_back(word);
  options.arguments = {name};
  return options;
}

}  // namespace qpor::bench
