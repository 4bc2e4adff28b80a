#include "frontend/compare/comparison.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <set>

#include "frontend/base/figures.h"

namespace qpor::frontend {
namespace {

using engine::AltKind;

std::string hexadecimal(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// The smaller, the less a search has to do.
std::size_t effort_of(const Options& options) {
  if (options.algorithm != engine::Algorithm::Qpor) return engine::kUnlimited;
  switch (options.alt.value_or(AltKind::Optimal)) {
    case AltKind::None: return 0;
    case AltKind::FirstEvent: return 1;
    case AltKind::Partial: return 1 + options.k->value;
    case AltKind::Optimal: break;
  }
  return engine::kUnlimited;
}

/// Of one trace; of all when both came to an end, for then there are as many.
double cost_of(const Explored& explored, bool per_trace) {
  const engine::Statistics& figures = explored.result.statistics;
  if (!per_trace) return figures.seconds;
  return figures.seconds / std::max(static_cast<double>(figures.traces), 0.5);
}

/// What a search costs is then a matter of chance.
bool is_nondeterministic(const Comparison& comparison) {
  return std::any_of(comparison.explored.begin(), comparison.explored.end(),
                     [](const Explored& explored) { return explored.result.divergence.has_value(); });
}

/// Those that may be recommended at all.
std::vector<std::size_t> candidates_in(const Comparison& comparison, bool& none_ended) {
  std::vector<std::size_t> ended;
  std::vector<std::size_t> alive;
  for (std::size_t i = 0; i < comparison.explored.size(); ++i) {
    const Explored& explored = comparison.explored[i];
    if (explored.result.has_internal_error) continue;
    alive.push_back(i);
    if (explored.came_to_end()) ended.push_back(i);
  }
  none_ended = ended.empty();
  return none_ended ? alive : ended;
}

std::string names_of(const Comparison& comparison, const std::vector<std::size_t>& indices, std::size_t but) {
  std::vector<std::string> names;
  for (const std::size_t i : indices) {
    if (i != but) names.push_back(comparison.explored[i].setting);
  }
  return listed(names);
}

/// Blocked runs, and those that were cut at a limit.
std::uint64_t in_vain(const Explored& explored) {
  const engine::Statistics& figures = explored.result.statistics;
  return figures.executions - std::min(figures.executions, figures.traces);
}

bool has_only_blocked_in_vain(const Explored& explored) {
  return in_vain(explored) <= explored.result.statistics.blocked;
}

std::string in_vain_clause(const Explored& explored) {
  const std::uint64_t count = in_vain(explored);
  if (count == 0) return "no run is blocked";
  return std::to_string(count) + " of " + counted(explored.result.statistics.executions, "execution") +
         (count == 1 ? " is " : " are ") + (has_only_blocked_in_vain(explored) ? "blocked" : "in vain");
}

bool has_stopped_threads(const Comparison& comparison) {
  return std::any_of(comparison.explored.begin(), comparison.explored.end(),
                     [](const Explored& each) { return each.result.has_stopped_threads; });
}

/// "deadlock and assertion", "no defect"
std::string defects_of(const Result& result, bool with_kinds) {
  if (result.verdict() != Verdict::Defect) return "no defect";
  if (!with_kinds) return "a defect";
  std::set<std::string> kinds;
  for (const Defect& defect : result.defects) kinds.emplace(text_of(defect.kind));
  return listed({kinds.begin(), kinds.end()});
}

/// Settings by what they found, as a sentence; "" if that is the same.
std::string different_defects(const Comparison& comparison) {
  const bool with_kinds = !has_stopped_threads(comparison);
  std::map<std::string, std::vector<std::string>> settings;
  for (const Explored& each : comparison.explored) {
    // What depends on the order of stores that it leaves unordered it says itself, and need not have found.
    const bool leaves_gap = has(each.result.incomplete_reasons, ReasonKind::UnseenUnorderedStores);
    if (each.saw_all() && !leaves_gap) settings[defects_of(each.result, with_kinds)].push_back(each.setting);
  }
  if (settings.size() < 2) return "";
  std::vector<std::string> parts;
  for (const auto& [found, names] : settings) parts.push_back(found + " under " + listed(names));
  return "different defects were found: " + joined(parts, "; ");
}

/// A setting that visits one trace of each class must not visit more traces than there are; "" if it does not.
std::string too_many_classes(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  if (groups.size() != 1) return "";
  for (const Explored& each : comparison.explored) {
    const std::uint64_t visited = each.result.statistics.traces;
    if (each.visits_all_traces() || visited <= groups.front().traces) continue;
    return each.setting + " visited " + counted(visited, "trace") + ", but there are " +
           std::to_string(groups.front().traces);
  }
  return "";
}

/// "; observers visited 13 of them", if that setting came to its end.
std::string classes_clause(const Comparison& comparison) {
  for (const Explored& each : comparison.explored) {
    if (each.visits_all_traces() || !each.saw_all()) continue;
    return "; " + each.setting + " visited " + std::to_string(each.result.statistics.traces) + " of them";
  }
  return "";
}

}  // namespace

std::vector<SameTraces> groups_of(const Comparison& comparison) {
  std::vector<SameTraces> groups;
  for (const Explored& explored : comparison.explored) {
    if (!explored.is_comparable()) continue;
    const engine::Statistics& figures = explored.result.statistics;
    const std::uint64_t hash = explored.result.trace_set_hash;
    const auto is_same = [&](const SameTraces& group) {
      return group.hash == hash && group.traces == figures.traces && group.deadlocks == figures.deadlocks;
    };
    auto group = std::find_if(groups.begin(), groups.end(), is_same);
    if (group == groups.end()) {
      group = groups.insert(groups.end(), SameTraces{{}, figures.traces, figures.deadlocks, hash});
    }
    group->settings.push_back(explored.setting);
  }
  return groups;
}

std::string disagreement_in(const Comparison& comparison) {
  if (is_nondeterministic(comparison)) return "";
  const std::string defects = different_defects(comparison);
  if (!defects.empty() || has_stopped_threads(comparison)) return defects;
  return too_many_classes(comparison, groups_of(comparison));
}

std::string sentence_of(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  if (const std::string why = disagreement_in(comparison); !why.empty()) return "internal error: " + why;
  const auto all = static_cast<std::size_t>(
      std::count_if(comparison.explored.begin(), comparison.explored.end(), std::mem_fn(&Explored::visits_all_traces)));
  std::size_t compared = 0;
  for (const SameTraces& group : groups) compared += group.settings.size();
  const auto ended = static_cast<std::size_t>(
      std::count_if(comparison.explored.begin(), comparison.explored.end(),
                    [](const Explored& each) { return each.came_to_end() && each.visits_all_traces(); }));
  if (all == 0 && !comparison.explored.empty())
    return comparison.explored.front().setting + " alone has nothing to be compared with";
  // Of those that came to an end, the ones whose runs were cut are not compared.
  const std::string came_to_end = ended == compared ? " came to an end" : " came to an end and cut no run";
  if (groups.empty()) {
    if (ended == 0) return "no setting came to an end, so that their traces cannot be compared";
    return "runs were cut at a limit, so that the traces cannot be compared";
  }
  if (groups.size() == 1) {
    const SameTraces& group = groups.front();
    const std::string traces = group.traces == 1 ? "only trace" : std::to_string(group.traces) + " traces";
    if (group.settings.size() == 1) {
      const std::string& name = group.settings.front();
      if (begins_with_setting(comparison, groups)) {
        return name + " visited " + counted(group.traces, "trace") +
               (comparison.not_explored.empty() ? "; there is no other setting" : "; no other setting was explored");
      }
      return "only " + name + came_to_end + ", so that its " + traces + " cannot be compared";
    }
    const std::string who = group.settings.size() == all
                                ? (all == 2 ? "both settings" : "all " + std::to_string(all) + " settings")
                                : "the " + std::to_string(group.settings.size()) + " settings that" + came_to_end;
    return who + " visited the " + (group.traces == 1 ? "" : "same ") + traces + classes_clause(comparison);
  }
  std::vector<std::string> parts;
  for (const SameTraces& group : groups) {
    parts.push_back(counted(group.traces, "trace") + " (" + counted(group.deadlocks, "deadlock") + ", hash " +
                    hexadecimal(group.hash) + ") under " + listed(group.settings));
  }
  const std::string difference = "different traces were visited: " + joined(parts, "; ");
  if (is_internal_error(comparison, groups)) return "internal error: " + difference;
  return difference + ". That is no error: a thread that fails stops, and which one that is may depend on the order";
}

bool begins_with_setting(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  return comparison.explored.size() == 1 && groups.size() == 1 && groups.front().settings.size() == 1;
}

bool is_internal_error(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  return (groups.size() > 1 && !has_stopped_threads(comparison)) || !disagreement_in(comparison).empty();
}

std::optional<Recommendation> recommend(const Comparison& comparison) {
  const std::vector<Explored>& explored = comparison.explored;
  bool none_ended = false;
  const std::vector<std::size_t> candidates = candidates_in(comparison, none_ended);
  if (candidates.empty() || is_nondeterministic(comparison)) return std::nullopt;
  if (none_ended && !comparison.not_explored.empty()) return std::nullopt;  // they might have been better
  const auto cost = [&](std::size_t i) { return cost_of(explored[i], none_ended); };
  double least = cost(candidates.front());
  for (const std::size_t i : candidates) least = std::min(least, cost(i));
  const double most = std::max(least * (1 + kEqualShare), none_ended ? 0 : least + kEqualSeconds);
  std::vector<std::size_t> equals;
  for (const std::size_t i : candidates) {
    if (cost(i) <= most) equals.push_back(i);
  }
  const auto is_better = [&](std::size_t a, std::size_t b) {
    if (in_vain(explored[a]) != in_vain(explored[b])) return in_vain(explored[a]) < in_vain(explored[b]);
    return effort_of(explored[a].options) < effort_of(explored[b].options);  // then as the user has listed them
  };
  const std::size_t best = *std::min_element(equals.begin(), equals.end(), is_better);

  std::string reason = none_ended ? "the most traces in its time, but no setting came to an end" : "the fastest";
  if (candidates.size() == 1) {
    const bool is_only_setting = explored.size() == 1 && comparison.not_explored.empty();
    reason = is_only_setting ? "the only setting"
             : none_ended    ? "the only one left"
                             : "the only one that came to an end";
  } else if (equals.size() > 1) {
    const std::string others = names_of(comparison, equals, best);
    reason = (none_ended ? "no setting came to an end; as many traces in its time as " : "as fast as ") + others;
    const auto has_as_many = [&](std::size_t i) {
      return i != best && in_vain(explored[i]) == in_vain(explored[best]);
    };
    const bool is_tied = std::any_of(equals.begin(), equals.end(), has_as_many);
    const bool only_blocked =
        std::all_of(equals.begin(), equals.end(), [&](std::size_t i) { return has_only_blocked_in_vain(explored[i]); });
    reason += is_tied        ? ", and the simplest search"
              : only_blocked ? ", with the fewest blocked runs"
                             : ", with the fewest runs in vain";
  }
  return Recommendation{best, reason + "; " + in_vain_clause(explored[best])};
}

std::optional<std::size_t> first_with_defect(const Comparison& comparison) {
  for (const bool wants_end : {true, false}) {
    for (std::size_t i = 0; i < comparison.explored.size(); ++i) {
      const Explored& each = comparison.explored[i];
      if (each.came_to_end() == wants_end && each.result.verdict() == Verdict::Defect) return i;
    }
  }
  return std::nullopt;
}

ExitCode exit_code_of(const Comparison& comparison) {
  const auto any_is = [&](auto&& holds) {
    return std::any_of(comparison.explored.begin(), comparison.explored.end(), holds);
  };
  if (is_internal_error(comparison, groups_of(comparison))) return ExitCode::Internal;
  if (any_is([](const Explored& each) { return each.result.has_internal_error; })) return ExitCode::Internal;
  if (first_with_defect(comparison)) return ExitCode::Defect;
  const bool is_incomplete = any_is([](const Explored& each) { return !each.result.is_complete(); });
  return is_incomplete || !comparison.not_explored.empty() ? ExitCode::Incomplete : ExitCode::Safe;
}

}  // namespace qpor::frontend
