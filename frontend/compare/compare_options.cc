#include "frontend/compare/compare_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <string_view>
#include <system_error>

namespace qpor::frontend {
namespace {

constexpr const char* kUsualNumbers[] = {"1", "2", "3"};
constexpr const char* kAlgorithmList = "--algorithm";
constexpr const char* kUnfoldings = "qpor";
constexpr const char* kPolicyList = "--policy";
constexpr const char* kOrderList = "--sequence-order";

/// The words that are compare's own, by option, and those that are left for the parser of the command.
struct Words {
  std::map<std::string, std::string> own;
  std::vector<std::string> others;
};

bool is_own(const std::string& name) {
#define QPOR_SECTION(title)
#define QPOR_REFUSED(name, reason)
#define QPOR_OPTION(field, type, initial, names, value, text) \
  if (name == names) return true;
#include "frontend/compare/compare_options.def"
#undef QPOR_OPTION
#undef QPOR_REFUSED
#undef QPOR_SECTION
  return false;
}

void refuse(const std::string& given) {
#define QPOR_SECTION(title)
#define QPOR_OPTION(field, type, initial, names, value, text)
#define QPOR_REFUSED(name, reason) \
  if (given == (name)) throw UsageError(given + " makes no sense for a comparison: " + (reason));
#include "frontend/compare/compare_options.def"
#undef QPOR_REFUSED
#undef QPOR_OPTION
#undef QPOR_SECTION
}

Words sorted_words(int argc, const char* const* argv) {
  Words words;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string word = argv[i];
    const std::size_t sign = word.find('=');
    const std::string name = word.substr(0, sign);
    refuse(name);
    if (!is_own(name)) {
      words.others.push_back(word);
      continue;
    }
    if (words.own.contains(name)) throw UsageError(name + " is given more than once");
    std::string& value = words.own[name];
    if (sign != std::string::npos) {
      value = word.substr(sign + 1);
    } else if (i + 1 < argc && argv[i + 1][0] != '-') {
      value = argv[++i];
    } else if (i + 1 < argc && std::string_view(argv[i + 1]) == "-") {
      value = argv[++i];
    }
    if (value.empty()) throw UsageError(name + " needs a value");
  }
  words.others.insert(words.others.end(), argv + i, argv + argc);
  return words;
}

void read(const std::string& name, const std::string& text, WordList& list) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin) throw UsageError(name + " must be words with commas between them, not " + in_quotes(text));
    list.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

void read(const std::string& name, const std::string& text, Count& count) {
  constexpr std::size_t kMostRepetitions = 1000;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count.value);
  if (error != std::errc() || end != text.data() + text.size() || count.value < 1 || count.value > kMostRepetitions) {
    throw UsageError(name + " must be a number from 1 to " + std::to_string(kMostRepetitions) + ", not " +
                     in_quotes(text));
  }
}

void read(const std::string&, const std::string& text, Path& path) { path.value = text; }

/// The same for all names of a file, whether or not it is there.
std::string place_of(const Path& path) {
  if (path.is_standard_output()) return path.value;
  std::error_code ignored;
  const std::filesystem::path whole = std::filesystem::absolute(path.value, ignored);
  const std::filesystem::path place = std::filesystem::weakly_canonical(whole, ignored);
  return place.empty() ? path.value : place.string();
}

CompareOptions read_own(const std::map<std::string, std::string>& words) {
  CompareOptions options;
#define QPOR_SECTION(title)
#define QPOR_REFUSED(name, reason)
#define QPOR_OPTION(field, type, initial, names, value, text) \
  if (const auto word = words.find(names); word != words.end()) read(names, word->second, options.field);
#include "frontend/compare/compare_options.def"
#undef QPOR_OPTION
#undef QPOR_REFUSED
#undef QPOR_SECTION
  const std::pair<const char*, const Path&> files[] = {
      {"--json", options.json}, {"--csv", options.csv}, {"--svg", options.svg}};
  for (const auto& one : files) {
    for (const auto& other : files) {
      if (&one >= &other || !one.second.is_given() || !other.second.is_given()) continue;
      if (place_of(one.second) != place_of(other.second)) continue;
      throw UsageError(std::string(one.first) + " and " + other.first + " cannot both be written to " +
                       in_quotes(one.second.value));
    }
  }
  return options;
}

/// One way to search, and the list that names it.
struct Search {
  std::string list;
  std::string word;

  bool is_sequential() const { return list == kAlgorithmList && word != kUnfoldings; }
};

/// Settings of the search in unfoldings.
std::vector<Search> searches_in_unfoldings(const CompareOptions& options) {
  std::vector<Search> searches;
  const auto add_numbers = [&] {
    for (const std::string& word : options.k) searches.push_back({"--k", word});
    if (!options.k.empty()) return;
    for (const char* const word : kUsualNumbers) searches.push_back({"--k", word});
  };
  for (const std::string& word : options.alt) {
    if (word == "k") {
      if (std::count(options.alt.begin(), options.alt.end(), word) > 1) throw UsageError("--alt names k twice");
      add_numbers();
    } else {
      searches.push_back({"--alt", word});
    }
  }
  const bool has_k = std::find(options.alt.begin(), options.alt.end(), "k") != options.alt.end();
  if (!has_k && (options.alt.empty() || !options.k.empty())) add_numbers();
  if (options.alt.empty() && options.k.empty()) searches.push_back({"--k", "optimal"});
  return searches;
}

std::vector<std::string> algorithms_of(const CompareOptions& options) {
  const std::vector<std::string>& words = options.algorithm;
  if (std::find(words.begin(), words.end(), "all") == words.end()) return words;
  if (words.size() > 1) throw UsageError("--algorithm=all names every algorithm: nothing may stand beside it");
  std::vector<std::string> names;
  for (const engine::AlgorithmText& each : engine::kAlgorithms) {
    names.emplace_back(each.name);
  }
  return names;
}

void refuse_repetitions(const std::string& list, const WordList& words) {
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (std::find(words.begin(), word, *word) != word) throw UsageError(list + " names " + *word + " twice");
  }
}

std::vector<Search> searches_of(const CompareOptions& options) {
  const bool has_sequences = options.algorithm != WordList{} && options.algorithm != WordList{kUnfoldings};
  if (!options.sequence_order.empty() && !has_sequences) {
    throw UsageError(std::string(kOrderList) +
                     " is about sequences: --algorithm must then name another algorithm than qpor");
  }
  if (options.algorithm.empty()) return searches_in_unfoldings(options);
  const std::vector<std::string> algorithms = algorithms_of(options);
  const bool names_settings = !options.k.empty() || !options.alt.empty() || !options.policy.empty();
  const bool has_unfoldings = std::find(algorithms.begin(), algorithms.end(), kUnfoldings) != algorithms.end();
  if (names_settings && !has_unfoldings) {
    const char* const list = !options.k.empty() ? "--k" : !options.alt.empty() ? "--alt" : kPolicyList;
    throw UsageError(std::string(list) + " is about unfoldings: --algorithm must then name qpor");
  }
  std::vector<Search> searches;
  for (const std::string& word : algorithms) {
    if (word != kUnfoldings || (options.k.empty() && options.alt.empty())) {
      searches.push_back({kAlgorithmList, word});
      continue;
    }
    if (std::count(algorithms.begin(), algorithms.end(), word) > 1) throw UsageError("--algorithm names qpor twice");
    for (Search& search : searches_in_unfoldings(options)) searches.push_back(std::move(search));
  }
  return searches;
}

CommandLine parse_words(const std::vector<std::string>& own, const std::vector<std::string>& others) {
  std::vector<const char*> argv = {"qpor"};
  for (const std::string& word : own) argv.push_back(word.c_str());
  for (const std::string& word : others) argv.push_back(word.c_str());
  try {
    return parse(static_cast<int>(argv.size()), argv.data());
  } catch (const NoProgram&) {
    throw NoProgram("qpor compare");
  }
}

}  // namespace

std::string name_of_search(const Options& options) {
  if (options.algorithm != engine::Algorithm::Qpor) return std::string(word_of(options.algorithm));
  const engine::AltKind alt = options.alt.value_or(engine::AltKind::Optimal);
  if (alt == engine::AltKind::Partial) return "k=" + std::to_string(options.k->value);
  return std::string(word_of(alt));
}

CompareLine parse_compare(int argc, const char* const* argv) {
  const Words words = sorted_words(argc, argv);
  CompareLine line;
  line.options = read_own(words.own);
  line.action = parse_words({}, words.others).action;
  if (line.action != CommandLine::Action::Explore) return line;

  refuse_repetitions(kPolicyList, line.options.policy);
  refuse_repetitions(kOrderList, line.options.sequence_order);
  const std::vector<Search> searches = searches_of(line.options);
  const bool has_sequences = std::any_of(searches.begin(), searches.end(), std::mem_fn(&Search::is_sequential));
  const bool names_counts = std::any_of(words.others.begin(), words.others.end(),
                                        [](const std::string& word) { return word.starts_with("--counts"); });
  std::map<std::string, std::string> lists;  // by name of a search: what named it
  for (const Search& search : searches) {
    const std::string word = search.list + "=" + search.word;
    const char* const list = search.is_sequential() ? kOrderList : kPolicyList;
    const WordList& variants = search.is_sequential() ? line.options.sequence_order : line.options.policy;
    std::vector<Setting> settings;
    for (std::size_t i = 0; i < std::max<std::size_t>(variants.size(), 1); ++i) {
      std::vector<std::string> own = {word};
      if (!variants.empty()) own.push_back(list + ("=" + variants[i]));
      // The other algorithms take pairs of operations for dependent or not: only so are the traces the same.
      if (has_sequences && !search.is_sequential() && !names_counts) own.push_back("--counts=ordered");
      Setting setting{"", parse_words(own, words.others)};
      setting.line.options.keep_going = true;
      setting.line.options.no_save_schedule = true;
      const bool is_among_algorithms = !line.options.algorithm.empty() && !search.is_sequential();
      setting.name = (is_among_algorithms ? "qpor " : "") + name_of_search(setting.line.options) +
                     (variants.empty() ? "" : " " + variants[i]);
      settings.push_back(std::move(setting));
    }
    const auto [known, is_new] = lists.try_emplace(name_of_search(settings.front().line.options), search.list);
    if (!is_new && known->second == search.list) throw UsageError(search.list + " names " + search.word + " twice");
    if (!is_new) continue;  // --alt=optimal beside --k=optimal
    for (Setting& setting : settings) line.settings.push_back(std::move(setting));
  }
  return line;
}

}  // namespace qpor::frontend
