#include "frontend/compare_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>

namespace qpor::frontend {
namespace {

constexpr const char* kUsualNumbers[] = {"1", "2", "3"};

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
#include "frontend/compare_options.def"
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
#include "frontend/compare_options.def"
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
#include "frontend/compare_options.def"
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
};

std::vector<Search> searches_of(const CompareOptions& options) {
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

  const std::vector<std::string>& policies = line.options.policy;
  for (auto policy = policies.begin(); policy != policies.end(); ++policy) {
    if (std::find(policies.begin(), policy, *policy) != policy) {
      throw UsageError("--policy names " + *policy + " twice");
    }
  }
  std::map<std::string, std::string> lists;  // by name of a search: what named it
  for (const Search& search : searches_of(line.options)) {
    const std::string word = search.list + "=" + search.word;
    std::vector<Setting> settings;
    for (std::size_t i = 0; i < std::max<std::size_t>(policies.size(), 1); ++i) {
      std::vector<std::string> own = {word};
      if (!policies.empty()) own.push_back("--policy=" + policies[i]);
      Setting setting{"", parse_words(own, words.others)};
      setting.line.options.keep_going = true;
      setting.line.options.no_save_schedule = true;
      setting.name = name_of_search(setting.line.options) + (policies.empty() ? "" : " " + policies[i]);
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
