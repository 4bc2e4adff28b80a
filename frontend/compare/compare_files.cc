#include "frontend/compare/compare_files.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/report/message_text.h"
#include "frontend/base/figures.h"
#include "frontend/compare/compare_report.h"
#include "frontend/report/report.h"

namespace qpor::frontend {
namespace {

Json defect_json(const Defect& defect) {
  return {{"kind", engine::text_of(defect.kind)},
          {"message", engine::text_of(defect.message)},
          {"thread", defect.thread},
          {"file", defect.location.file},
          {"line", defect.location.line},
          {"occurrences", defect.occurrences}};
}

Json setting_json(const Explored& explored) {
  const Result& result = explored.result;
  Json json = {{"setting", explored.setting},
               {"algorithm", shown(explored.options.algorithm)},
               {"alt", shown(explored.options.alt)},
               {"k", shown(explored.options.k)},
               {"policy", shown(explored.options.policy)},
               {"options", options_json(explored.options)},
               {"verdict", word_of(result.verdict())},
               {"came_to_end", result.came_to_end},
               {"comparable", explored.is_comparable()},
               {"incomplete_reasons", texts_of(result.incomplete_reasons)},
               {"reasons", reasons_json(result.incomplete_reasons)},
               {"assumptions", assumptions_json(result.assumptions)},
               {"internal_error", result.has_internal_error},
               {"runs", explored.seconds},
               {"statistics", statistics_json(result, explored.options.algorithm)}};
  Json& defects = json["defects"] = Json::array();
  for (const Defect& defect : result.defects) defects.push_back(defect_json(defect));
  return json;
}

/// true or false; null when there were not two to compare.
Json same_traces_json(const std::vector<SameTraces>& groups) {
  if (groups.size() > 1) return false;
  if (groups.empty() || groups.front().settings.size() < 2) return nullptr;
  return true;
}

std::string text_of(const Json& json) {
  if (json.is_null()) return "";
  return json.is_string() ? json.get<std::string>() : json.dump();
}

std::string for_csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// "P=2 W=3"
std::string defined(const Options& options) {
  std::vector<std::string> words;
  for (const auto& [name, value] : options.define) words.push_back(name + "=" + std::to_string(value));
  return joined(words, " ");
}

std::vector<std::pair<std::string, std::string>> csv_cells(const Comparison& comparison, const Explored& explored) {
  std::vector<std::pair<std::string, std::string>> cells = {
      {"program", comparison.program},
      {"define", defined(explored.options)},
      {"setting", explored.setting},
      {"algorithm", text_of(shown(explored.options.algorithm))},
      {"alt", text_of(shown(explored.options.alt))},
      {"k", text_of(shown(explored.options.k))},
      {"policy", text_of(shown(explored.options.policy))},
      {"verdict", word_of(explored.result.verdict())},
      {"came_to_end", explored.came_to_end() ? "1" : "0"},
      {"runs", std::to_string(explored.seconds.size())},
  };
  const Json statistics = statistics_json(explored.result, explored.options.algorithm);
  for (const auto& [name, value] : statistics.items()) {
    if (!value.is_object()) cells.emplace_back(name, text_of(value));
  }
  // Not those before the exploration, which models do not have: the columns are the same for all programs.
  for (const std::string_view phase : engine::kPhaseNames) {
    cells.emplace_back("seconds_" + std::string(phase), text_of(statistics["phases"][std::string(phase)]));
  }
  return cells;
}

}  // namespace

Json comparison_json(const Comparison& comparison) {
  Json json = {{"version", kJsonVersion}, {"program", comparison.program}};
  Json& settings = json["settings"] = Json::array();
  for (const Explored& explored : comparison.explored) settings.push_back(setting_json(explored));
  json["not_explored"] = comparison.not_explored;
  const std::vector<SameTraces> groups = groups_of(comparison);
  json["same_traces"] = same_traces_json(groups);
  json["sentence"] = sentence_of(comparison, groups);
  json["recommendation"] = nullptr;
  if (const std::optional<Recommendation> best = recommend(comparison)) {
    json["recommendation"] = {{"setting", comparison.explored[best->index].setting}, {"reason", best->reason}};
  }
  json["result"] = comparison_result_line(comparison);
  json["exit_code"] = static_cast<int>(exit_code_of(comparison));
  return json;
}

void write_comparison_json(std::ostream& out, const Comparison& comparison) {
  out << comparison_json(comparison).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

void write_comparison_csv(std::ostream& out, const Comparison& comparison) {
  bool is_first = true;
  for (const Explored& explored : comparison.explored) {
    const auto cells = csv_cells(comparison, explored);
    const auto write = [&](auto&& part) {
      for (std::size_t i = 0; i < cells.size(); ++i) out << (i == 0 ? "" : ",") << for_csv(part(cells[i]));
      out << '\n';
    };
    if (is_first) write([](const auto& cell) { return cell.first; });
    write([](const auto& cell) { return cell.second; });
    is_first = false;
  }
}

}  // namespace qpor::frontend
