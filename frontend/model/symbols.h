// The names declared outside of threads, with the objects and constants that they stand for. Third stage, first half:
// declarations are taken in the order of the file, so that a name is known only behind its declaration.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/model/bytecode.h"
#include "frontend/model/source.h"
#include "frontend/model/syntax.h"

namespace qpor::frontend::model {

inline constexpr Value kLargestArray = 10'000'000;
inline constexpr Value kMostObjects = 10'000'000;
inline constexpr Value kMostThreads = 1'000'000;
inline constexpr Value kMostChoices = 1'000'000;

using Definitions = std::vector<std::pair<std::string, std::int64_t>>;

struct Symbol {
  enum class Kind : std::uint8_t { Const, Object, Thread, Proc };
  Kind kind{};
  Value value = 0;          ///< Const
  std::uint32_t index = 0;  ///< Object: of the declaration; Thread, Proc: of the code
};

class Symbols {
 public:
  /// Rejects definitions that name no const, or one twice.
  Symbols(const Source& source, Program& program, const Definitions& definitions, const Syntax& syntax);

  /// Adds one declaration; for threads and procs their name and number of instances, not the code.
  void declare(const Declaration& declaration);

  /// Null when not declared (yet).
  const Symbol* find(std::string_view name) const;

  /// Evaluates without any visible operation; `what` names what is wanted: "the size of 'a'".
  Value constant(const Expression& expression, const std::string& what) const;
  Value constant_between(const Expression& expression, const std::string& what, Value least, Value most) const;

  /// "a const", "a mutex", "a thread", ...
  std::string_view kind_of(const Symbol& symbol) const;

 private:
  void declare_object(const Declaration& declaration);
  void declare_code(const Declaration& declaration);

  const Source& source_;
  Program& program_;
  std::unordered_map<std::string_view, Value> definitions_;
  std::unordered_map<std::string_view, Symbol> symbols_;
};

}  // namespace qpor::frontend::model
