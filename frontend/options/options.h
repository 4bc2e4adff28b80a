// The options of the command as values, which everything else receives. All options are rows of options.def; here are
// the types of their values. parse() of cli/command_line.h makes them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/options.h"

namespace qpor::frontend {

/// Of a program: names, and the values that replace what it says.
using Definitions = std::vector<std::pair<std::string, std::int64_t>>;

/// k: at least 1; kUnlimited is `optimal`.
struct Depth {
  std::size_t value = engine::kUnlimited;
  bool is_optimal() const { return value == engine::kUnlimited; }
};

/// At least 1; kUnlimited when not given.
struct Count {
  std::size_t value = engine::kUnlimited;
};

/// 0 or more; kUnlimited when not given.
struct Bound {
  std::size_t value = engine::kUnlimited;
};

struct Bytes {
  std::uint64_t value = 0;
  std::string text;  ///< as the user wrote it, for messages
  bool is_given() const { return !text.empty(); }
};

struct Seconds {
  double value = std::numeric_limits<double>::infinity();
};

struct SkipStep {
  unsigned value = 4;
};

/// A file, "-" for the standard output, empty when not given.
struct Path {
  std::string value;
  bool is_given() const { return !value.empty(); }
  bool is_standard_output() const { return value == "-"; }
};

struct DotTrace {
  enum class Kind : std::uint8_t { All, Number, Defect } kind = Kind::All;
  std::size_t number = 0;
};

/// Words of a program: arguments of the compiler, a name.
struct Text {
  std::string value;
};

/// NAME=VALUE, any number of times.
using Assignments = std::vector<std::string>;

/// A list of integers.
struct Integers {
  std::vector<std::int64_t> values;
};

/// 0 to a million.
struct Few {
  std::uint32_t value = 0;
};

/// `on` is 100, `off` is 0; `causality` is 100, judged in another way.
struct Percentage {
  unsigned value = 100;
  bool by_causality = false;
};

/// What plain accesses of memory are to the exploration.
enum class MemoryMode : std::uint8_t { Checked, Interleave };

enum class WakeOrder : std::uint8_t { Any, Fifo };
enum class HeapMode : std::uint8_t { Fresh, Reuse };
enum class BarrierOrder : std::uint8_t { Auto, Ordered };
/// Do operations that count commute (engine/unfolding/stable_layer.h)?
enum class Counts : std::uint8_t { Commute, Ordered };
enum class Encoding : std::uint8_t { Layers, Chain };

/// How the choices that k leaves open are made.
enum class Policy : std::uint8_t { Ours, Paper };

enum class ThreadOrder : std::uint8_t { OldestFirst, NewestFirst };

/// 0 to 2, of the code generator.
struct Level {
  unsigned value = 0;
};

/// Whose output is shown.
enum class GuestOutput : std::uint8_t { None, Defect, All };

// Sections of the table that mean something to the parser.
inline constexpr const char* kProgramSection = "The program";
inline constexpr const char* kExploringSection = "How it is explored";
inline constexpr const char* kUnfoldingSection = "How unfoldings are searched (--algorithm=qpor)";
inline constexpr const char* kOrderSection = "Which thread goes first";

enum class ColorMode : std::uint8_t { Auto, Always, Never };

struct Options {
#define QPOR_SECTION(title)
#define QPOR_ACTION(identifier, names, text)
#define QPOR_OPTION(field, type, initial, names, value, text) type field = initial;
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
};

/// Calls visit(field name, value) for each option, in the order of the table.
template <class Visit>
void for_each_option(const Options& options, Visit&& visit) {
#define QPOR_SECTION(title)
#define QPOR_ACTION(identifier, names, text)
#define QPOR_OPTION(field, type, initial, names, value, text) visit(std::string_view(#field), options.field);
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
}

engine::Options engine_options(const Options& options);

/// `none`, `first-event`, `k`, `optimal`; `oldest`, `newest`; ...
std::string_view word_of(engine::Algorithm value);
std::string_view word_of(engine::ThreadOrder value);
std::string_view word_of(engine::AltKind value);
std::string_view word_of(engine::SpikeOrder value);
std::string_view word_of(ColorMode value);
std::string_view word_of(GuestOutput value);
std::string_view word_of(ThreadOrder value);
std::string_view word_of(Policy value);
std::string_view word_of(MemoryMode value);
std::string_view word_of(WakeOrder value);
std::string_view word_of(HeapMode value);
std::string_view word_of(BarrierOrder value);
std::string_view word_of(Counts value);
std::string_view word_of(Encoding value);
std::string_view word_of(engine::Twins value);

}  // namespace qpor::frontend
