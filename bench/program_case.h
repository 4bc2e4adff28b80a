// A program to measure: a model of examples/models with values for its consts, written as "pol N=7 K=3". The same text
// is what tables and expected_counts.csv show.

#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

#include "frontend/model/model.h"

namespace qpor::bench {

struct ProgramCase {
  std::string text;
  std::shared_ptr<const frontend::model::Program> program;
};

/// The top of the repository.
inline std::filesystem::path root() { return QPOR_SOURCE_DIR; }

inline ProgramCase load(const std::string& text) {
  std::istringstream words(text);
  std::string model;
  words >> model;
  frontend::model::Definitions definitions;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) throw std::runtime_error("'" + text + "': '" + word + "' is not NAME=VALUE");
    definitions.emplace_back(word.substr(0, equals), std::stoll(word.substr(equals + 1)));
  }
  const std::string file = (root() / "examples" / "models" / (model + ".model")).string();
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  const std::string source((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return {text, frontend::model::compile(source, file, definitions)};
}

}  // namespace qpor::bench
