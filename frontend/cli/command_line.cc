#include "frontend/cli/command_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "frontend/options/option_words.h"

namespace qpor::frontend {
namespace {

using engine::Algorithm;
using engine::AltKind;
using engine::kUnlimited;
using engine::SpikeOrder;

// Beyond this the difference to `optimal` cannot be told, and sums with it cannot overflow.
constexpr std::size_t kLargestK = 1'000'000;
constexpr double kLargestTimeout = 1e9;  // 31 years
constexpr unsigned kSmallestSkipStep = 2;
constexpr unsigned kLargestSkipStep = 64;

/// An option as the user wrote it.
struct Given {
  std::string name;  ///< --max-traces
  std::string text;

  [[noreturn]] void reject(const std::string& expected) const {
    throw UsageError(name + " must be " + expected + ", not " + in_quotes(text));
  }
};

// --- read: the text of an option to its value, one for each type in the table

template <class Number>
bool reads_as(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

template <class T>
void read_word(const Given& given, const Words<T>& words, T& value) {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].first == given.text) {
      value = words[i].second;
      return;
    }
    all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i].first);
  }
  given.reject(all);
}

void read(const Given& given, std::optional<Depth>& value) {
  if (given.text == "optimal" || given.text == "inf") {
    value = Depth{};
    return;
  }
  std::size_t number = 0;
  if (!reads_as(given.text, number) || number < 1 || number > kLargestK) {
    given.reject("a number from 1 to " + std::to_string(kLargestK) + ", or optimal");
  }
  value = Depth{number};
}

void read(const Given& given, Count& value) {
  if (!reads_as(given.text, value.value) || value.value < 1 || value.value == kUnlimited) {
    given.reject("a number of at least 1");
  }
}

void read(const Given& given, Bound& value) {
  if (!reads_as(given.text, value.value) || value.value == kUnlimited) given.reject("a number of at least 0");
}

void read(const Given& given, Few& value) {
  if (!reads_as(given.text, value.value) || value.value > 1'000'000) given.reject("a number from 0 to 1000000");
}

void read(const Given& given, Percentage& value) {
  value.by_causality = given.text == "causality";
  if (given.text == "on" || given.text == "off" || value.by_causality) {
    value.value = given.text == "off" ? 0 : 100;
    return;
  }
  std::string_view digits = given.text;
  if (digits.ends_with('%')) digits.remove_suffix(1);
  if (!reads_as(digits, value.value) || value.value > 100) given.reject("on, off, causality or a number from 0 to 100");
}

void read(const Given& given, Bytes& value) {
  constexpr std::string_view kSuffixes = "KMG";
  std::string_view digits = given.text;
  const std::size_t suffix = digits.empty() ? std::string_view::npos : kSuffixes.find(digits.back());
  if (suffix != std::string_view::npos) digits.remove_suffix(1);
  const unsigned shift = suffix == std::string_view::npos ? 0 : 10 * static_cast<unsigned>(suffix + 1);
  if (!reads_as(digits, value.value) || value.value < 1 || value.value > (kUnlimited >> shift) >> 1) {
    given.reject("a number of bytes of at least 1, or one of K, M or G");
  }
  value.value <<= shift;
  value.text = given.text;
}

void read(const Given& given, Seconds& value) {
  if (!reads_as(given.text, value.value) || !(value.value > 0) || value.value > kLargestTimeout) {
    given.reject("a number of seconds above 0 and up to 1e9");
  }
}

void read(const Given& given, Text& value) { value.value = given.text; }

void read(const Given& given, Assignments& value) {
  const std::size_t sign = given.text.find('=');
  if (sign == std::string::npos || sign == 0) given.reject("NAME=VALUE");
  value.push_back(given.text);
}

void read(const Given& given, Integers& value) {
  std::string_view rest = given.text;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = rest.find(',');
    is_last = comma == std::string_view::npos;
    std::int64_t number = 0;
    if (!reads_as(rest.substr(0, comma), number)) given.reject("64-bit integers with commas between them");
    value.values.push_back(number);
    if (!is_last) rest.remove_prefix(comma + 1);
  }
}

void read(const Given& given, Level& value) {
  if (!reads_as(given.text, value.value) || value.value > 2) given.reject("0, 1 or 2");
}

void read(const Given& given, SkipStep& value) {
  if (!reads_as(given.text, value.value) || value.value < kSmallestSkipStep || value.value > kLargestSkipStep) {
    given.reject("a number from 2 to 64");
  }
}

void read(const Given& given, Path& value) {
  if (given.text.empty()) throw UsageError(given.name + " needs a value");
  value.value = given.text;
}

void read(const Given& given, DotTrace& value) {
  if (given.text == "defect") {
    value = {DotTrace::Kind::Defect, 0};
    return;
  }
  value.kind = DotTrace::Kind::Number;
  if (!reads_as(given.text, value.number) || value.number < 1) given.reject("the number of a trace, or defect");
}

void read(const Given& given, Definitions& value) {
  const std::size_t sign = given.text.find('=');
  std::int64_t number = 0;
  if (sign == std::string::npos || sign == 0 || !reads_as(std::string_view(given.text).substr(sign + 1), number)) {
    given.reject("NAME=VALUE with a 64-bit integer");
  }
  value.emplace_back(given.text.substr(0, sign), number);
}

void read(const Given& given, std::optional<AltKind>& value) {
  AltKind kind{};
  if (given.text == "source") {
    throw UsageError(given.name + "=source is called " + given.name +
                     "=first-event now: source-DPOR is another algorithm");
  }
  read_word(given, kAlts, kind);
  value = kind;
}
void read(const Given& given, Algorithm& value) {
  Words<Algorithm> words;
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    words.emplace_back(each.name, each.algorithm);
  }
  read_word(given, words, value);
}
void read(const Given& given, engine::ThreadOrder& value) { read_word(given, kSequenceOrders, value); }
void read(const Given& given, SpikeOrder& value) { read_word(given, kSpikeOrders, value); }
void read(const Given& given, ThreadOrder& value) { read_word(given, kThreadOrders, value); }
void read(const Given& given, std::optional<Policy>& value) {
  Policy policy{};
  read_word(given, kPolicies, policy);
  value = policy;
}
void read(const Given& given, MemoryMode& value) { read_word(given, kMemoryModes, value); }
void read(const Given& given, WakeOrder& value) { read_word(given, kWakeOrders, value); }
void read(const Given& given, HeapMode& value) { read_word(given, kHeapModes, value); }
void read(const Given& given, BarrierOrder& value) { read_word(given, kBarrierOrders, value); }
void read(const Given& given, engine::Twins& value) { read_word(given, kTwins, value); }
void read(const Given& given, Counts& value) { read_word(given, kCounts, value); }
void read(const Given& given, Encoding& value) { read_word(given, kEncodings, value); }
void read(const Given& given, GuestOutput& value) { read_word(given, kGuestOutputs, value); }
void read(const Given& given, ColorMode& value) { read_word(given, kColors, value); }

// --- what the options mean together

/// What an option sets besides itself, before those below it in the table are taken, so that these win.
template <class T>
void settle_taken(Options&, const T&) {}
void settle_taken(Options& options, const std::optional<Policy>& policy) {
  if (policy != Policy::Paper) return;  // ours are the defaults
  options.spike_order = SpikeOrder::NewestFirst;
  options.cover = false;
  options.adaptive = false;
  options.wide = false;
  options.meet = false;
  options.thread_order = ThreadOrder::OldestFirst;
}

void settle_alternative(Options& options) {
  if (options.algorithm != Algorithm::Qpor) {
    options.counts = Counts::Ordered;
    return;
  }
  if (!options.alt) {
    options.alt = !options.k || options.k->is_optimal() ? AltKind::Optimal : AltKind::Partial;
  } else if (options.k) {
    const bool agree =
        *options.alt == AltKind::Partial || (*options.alt == AltKind::Optimal && options.k->is_optimal());
    if (!agree) {
      const std::string k = options.k->is_optimal() ? "optimal" : std::to_string(options.k->value);
      throw UsageError("--alt=" + std::string(word_of(*options.alt)) + " contradicts --k=" + k);
    }
    if (options.k->is_optimal()) options.alt = AltKind::Optimal;
  } else if (*options.alt == AltKind::Partial) {
    throw UsageError("--alt=k needs --k=N");
  }
  if (*options.alt == AltKind::Optimal) options.k = Depth{};
}

void settle_outputs(Options& options) {
  const bool draws_trace = options.dot_trace.kind != DotTrace::Kind::All;
  if (draws_trace && !options.dot.is_given()) throw UsageError("--dot-trace needs --dot=FILE");
  if (options.dot.is_given() && options.dot.value == options.json.value) {
    throw UsageError("--json and --dot cannot both be written to " + in_quotes(options.dot.value));
  }
  if (options.dot.is_given() && !draws_trace) options.prune = false;
  if (options.tree_stats) options.prune = false;
}

void settle_schedules(const Options& options) {
  if (!options.save_schedule.is_given()) return;
  const std::string& file = options.save_schedule.value;
  if (options.no_save_schedule) throw UsageError("--save-schedule contradicts --no-save-schedule");
  if (options.replay.is_given()) throw UsageError("--save-schedule contradicts --replay: there is a schedule already");
  if (options.save_schedule.is_standard_output()) {
    throw UsageError("--save-schedule must be a file, not the standard output");
  }
  if (file == options.json.value)
    throw UsageError("--json and --save-schedule cannot both be written to " + in_quotes(file));
  if (file == options.dot.value)
    throw UsageError("--dot and --save-schedule cannot both be written to " + in_quotes(file));
}

// --- the table as a parser: CLI11 gathers the words, read() makes values of them

struct Switch {
  CLI::Option* on = nullptr;
  CLI::Option* off = nullptr;
};

Switch add_switch(CLI::App& app, const std::string& names) {
  const std::size_t comma = names.find(",--no-");
  Switch result;
  result.on = app.add_flag(names.substr(0, comma))->disable_flag_override();
  if (comma != std::string::npos) {
    result.off = app.add_flag(names.substr(comma + 1))->disable_flag_override();
    result.on->excludes(result.off);
  }
  return result;
}

/// One row of the table in the parser.
struct Row {
  std::string_view section;
  CLI::Option* option = nullptr;
  Switch flag;
  std::vector<std::string> texts;

  /// The option as words, or nothing when it is not given.
  std::vector<std::string> words() const {
    std::vector<std::string> result;
    if (option != nullptr) {
      for (const std::string& text : texts) result.push_back(longest_name(*option) + "=" + text);
    }
    for (const CLI::Option* const each : {flag.on, flag.off}) {
      if (each != nullptr && each->count() > 0) result.push_back(longest_name(*each));
    }
    return result;
  }

  static std::string longest_name(const CLI::Option& option) {
    const std::string name = option.get_name(false, true);
    return name.substr(name.rfind(',') + 1);
  }
};

/// What a replay takes from its file, or has no use for.
void refuse_beside_replay(const std::deque<Row>& rows, const Options& options, std::span<const std::string> saved) {
  const std::string file = in_quotes(options.replay.value);
  std::vector<std::string> program_words;
  for (const Row& row : rows) {
    const std::vector<std::string> words = row.words();
    if (words.empty()) continue;
    const std::string name = words.front().substr(0, words.front().find('='));
    if (row.section == kProgramSection) {
      program_words.insert(program_words.end(), words.begin(), words.end());
      if (saved.empty()) throw UsageError(name + " contradicts --replay: " + file + " says what the program is");
    }
    for (const char* const section : {kExploringSection, kUnfoldingSection, kOrderSection}) {
      if (row.section == section) throw UsageError(name + " contradicts --replay: nothing is explored");
    }
    for (const char* const limit : {"--max-traces", "--max-steps", "--max-context-switches"}) {
      if (name == limit) throw UsageError(name + " contradicts --replay: the schedule says how the program runs");
    }
  }
  // What an exploration has learnt comes last in the file, and elsewhere in the table.
  if (!std::is_permutation(program_words.begin(), program_words.end(), saved.begin(), saved.end())) {
    throw UsageError("the schedule " + file + " is corrupt: its options are not those of a program");
  }
}

/// What only a search in unfoldings understands.
void refuse_beside_sequences(const std::deque<Row>& rows, const Options& options) {
  if (options.algorithm == Algorithm::Qpor) {
    if (options.sequence_order == engine::ThreadOrder::Meetings) return;
    throw UsageError("--sequence-order contradicts --algorithm=qpor: it is for the other algorithms");
  }
  for (const Row& row : rows) {
    const std::vector<std::string> words = row.words();
    if (words.empty()) continue;
    const std::string name = words.front().substr(0, words.front().find('='));
    if (words.front() == "--counts=commute") {
      throw UsageError("--counts=commute contradicts --algorithm=" + std::string(word_of(options.algorithm)) +
                       ": only --algorithm=qpor knows when operations that count commute");
    }
    if (row.section != kUnfoldingSection && name != "--tree-stats") continue;
    throw UsageError(name + " contradicts --algorithm=" + std::string(word_of(options.algorithm)) +
                     ": it is about unfoldings, which only --algorithm=qpor has");
  }
}

/// What an order of stores decides that the algorithm does not explore: which memory nothing points to in the end, and
/// what plain reads see. Such reads are noticed where every access is looked at.
void refuse_beside_observers(const Options& options) {
  if (options.algorithm != Algorithm::Observers) return;
  if (options.leaks) {
    throw UsageError(
        "--leaks contradicts --algorithm=observers: which memory is lost may depend on an order of stores that "
        "it does not explore");
  }
  if (options.races.value < 100) {
    throw UsageError(
        "--races must be on beside --algorithm=observers: a plain read that depends on an order of stores, which it "
        "does not explore, would go unnoticed");
  }
}

template <class T>
void add(CLI::App& app, Row& row, const std::string& names, T&) {
  row.option = app.add_option(names, row.texts)->allow_extra_args(false);
}
void add(CLI::App& app, Row& row, const std::string& names, bool&) { row.flag = add_switch(app, names); }

template <class T>
void take(const Row& row, T& value) {
  const std::string longest = Row::longest_name(*row.option);
  constexpr bool is_list = std::is_same_v<T, Definitions> || std::is_same_v<T, Assignments>;
  if (row.texts.size() > 1 && !is_list) throw UsageError(longest + " is given more than once");
  for (const std::string& text : row.texts) read(Given{longest, text}, value);
}
void take(const Row& row, bool& value) {
  if (row.flag.on->count() > 0) value = true;
  if (row.flag.off != nullptr && row.flag.off->count() > 0) value = false;
}

/// CLI11 would take the next word for the value of `--json=`.
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      throw UsageError(std::string(word.substr(0, word.size() - 1)) + " needs a value");
    }
  }
}

/// Would CLI11 take that word for an option rather than for a value?
bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9'); }

/// CLI11 has refused the words, because an option has too few values or too many: which one, and how?
std::string mismatch_in(const CLI::App& app, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_option(words[i])) continue;
    const std::size_t sign = words[i].find('=');
    const CLI::Option* const option = app.get_option_no_throw(words[i].substr(0, sign));
    if (option == nullptr) continue;
    const std::string name = Row::longest_name(*option);
    const bool is_flag = option->get_items_expected_max() == 0;
    const bool has_value = sign != std::string::npos;
    if (is_flag && has_value) return name + " takes no value";
    if (!is_flag && !has_value && (i + 1 == words.size() || is_option(words[i + 1]))) return name + " needs a value";
  }
  return "an option needs a value, or takes none";
}

/// What follows `--` is for the program under test.
int own_words(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--") return i;
  }
  return argc;
}

}  // namespace

CommandLine parse(int argc, const char* const* argv, std::span<const std::string> saved_words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<std::string> programs;
  app.add_option("program", programs)->allow_extra_args();
  std::deque<Row> rows;
  std::vector<std::pair<CLI::Option*, CommandLine::Action>> actions;
  CommandLine line;
  std::string_view section;
#define QPOR_SECTION(title) section = title;
#define QPOR_ACTION(identifier, names, text) \
  actions.emplace_back(app.add_flag(names)->disable_flag_override(), CommandLine::Action::identifier);
#define QPOR_OPTION(field, type, initial, names, value, text) \
  add(app, rows.emplace_back(), names, line.options.field);   \
  rows.back().section = section;
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
  actions.emplace_back(app.add_flag("--help-markdown"), CommandLine::Action::HelpMarkdown);
  actions.emplace_back(app.add_flag("--library-markdown"), CommandLine::Action::LibraryMarkdown);
  actions.emplace_back(app.add_flag("--outcomes-markdown"), CommandLine::Action::OutcomesMarkdown);

  const int own = own_words(argc, argv);
  if (own < argc) line.arguments.assign(argv + own + 1, argv + argc);
  argc = own;
  refuse_empty_values(argc, argv);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  words.insert(words.begin(), saved_words.begin(), saved_words.end());
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));  // in the order that CLI11 wants
  } catch (const CLI::ArgumentMismatch&) {
    throw UsageError(mismatch_in(app, words));
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const auto& [option, action] : actions) {
    if (option->count() == 0) continue;
    line.action = action;
    return line;
  }
  for (const std::string& unknown : app.remaining()) {
    throw UsageError("there is no option " + in_quotes(unknown) + " (qpor --help shows all)");
  }
  auto row = rows.cbegin();
#define QPOR_SECTION(title)
#define QPOR_ACTION(identifier, names, text)
#define QPOR_OPTION(field, type, initial, names, value, text) \
  take(*row++, line.options.field);                           \
  settle_taken(line.options, line.options.field);
#include "frontend/options/options.def"
#undef QPOR_OPTION
#undef QPOR_ACTION
#undef QPOR_SECTION
  refuse_beside_sequences(rows, line.options);
  refuse_beside_observers(line.options);
  settle_alternative(line.options);
  settle_outputs(line.options);
  settle_schedules(line.options);
  for (const Row& each : rows) {
    if (each.section != kProgramSection) continue;
    for (std::string& word : each.words()) line.program_words.push_back(std::move(word));
  }
  const bool is_replay = line.options.replay.is_given();
  if (is_replay) refuse_beside_replay(rows, line.options, saved_words);
  if (programs.empty() && !is_replay) throw NoProgram("qpor");
  if (!programs.empty()) line.program = programs.front();
  line.programs = std::move(programs);
  return line;
}

}  // namespace qpor::frontend
