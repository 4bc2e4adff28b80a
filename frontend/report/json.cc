#include "frontend/report/json.h"

#include <cmath>
#include <cstdio>
#include <ostream>

#include "engine/report/message_text.h"

namespace qpor::frontend {
namespace {

Json location_json(const engine::Location& location) {
  return {
      {"file", location.file}, {"line", location.line}, {"column", location.column}, {"function", location.function}};
}

Json step_json(const ScheduleStep& step) {
  Json json = {{"thread", step.thread}};
  if (const auto* choice = std::get_if<std::int64_t>(&step.outcome)) json["outcome"] = *choice;
  if (const auto* woken = std::get_if<std::string>(&step.outcome)) json["outcome"] = *woken;
  return json;
}

Json step_json(const TraceStep& step) {
  Json json = {{"thread", step.thread}, {"operation", step.operation}};
  if (!step.object.empty()) json["object"] = step.object;
  if (!step.outcome.empty()) json["outcome"] = step.outcome;
  if (step.value) json["value"] = *step.value;
  json["text"] = step.text;
  if (!step.source_line.empty()) json["source"] = step.source_line;
  json["location"] = location_json(step.location);
  return json;
}

template <class Step>
Json steps_json(const std::vector<Step>& steps) {
  Json json = Json::array();
  for (const Step& step : steps) json.push_back(step_json(step));
  return json;
}

Json defect_json(const Defect& defect) {
  Json json = {{"kind", engine::text_of(defect.kind)},
               {"message", engine::text_of(defect.message)},
               {"thread", defect.thread},
               {"location", location_json(defect.location)},
               {"occurrences", defect.occurrences},
               {"schedule", steps_json(defect.schedule)},
               {"trace", steps_json(defect.trace)}};
  for (const DefectAccess& access : defect.accesses) {
    Json callers = Json::array();
    for (const engine::Location& caller : access.callers) callers.push_back(location_json(caller));
    Json each = {{"thread", access.thread},
                 {"text", engine::text_of(access.text)},
                 {"location", location_json(access.location)},
                 {"callers", std::move(callers)}};
    if (!access.source_line.empty()) each["source"] = access.source_line;
    json["accesses"].push_back(std::move(each));
  }
  if (!defect.waiting.empty()) json["waiting"] = steps_json(defect.waiting);
  if (!defect.output.empty()) json["output"] = defect.output;
  return json;
}

Json unseen_json(const UnseenThing& thing) {
  Json places = Json::array();
  for (const engine::Location& place : thing.places) places.push_back(location_json(place));
  return {{"kind", text_of(thing.kind).key}, {"name", thing.name}, {"places", std::move(places)}};
}

Json last_run_json(const RunUnderWay& run) {
  Json json = Json::array();
  for (const RunUnderWay::Step& step : run.steps) {
    ScheduleStep shown{run.threads[step.thread], {}};
    if (step.kind == engine::OperationKind::Choose) shown.outcome = std::int64_t{step.choice};
    json.push_back(step_json(shown));
  }
  return json;
}

Json trees_json(const std::vector<engine::TreeShape>& trees) {
  Json json = Json::array();
  for (const engine::TreeShape& tree : trees) {
    json.push_back({{"name", tree.name},
                    {"nodes", tree.nodes},
                    {"average_depth", tree.average_depth()},
                    {"maximal_depth", tree.maximal_depth}});
  }
  return json;
}

Json histogram_json(const engine::DistanceClasses& classes) {
  Json json = Json::array();
  for (const engine::DistanceClass& each : classes) {
    json.push_back({{"from", each.first}, {"to", each.last}, {"queries", each.count}});
  }
  return json;
}

Json divergence_json(const FoundDivergence& divergence) {
  return {{"found_by", divergence.by == FoundDivergence::By::TwinRun ? "twin-run" : "replay"},
          {"thread", divergence.thread},
          {"text", engine::text_of(divergence.text)},
          {"location", location_json(divergence.location)}};
}

Json trees_json(const engine::TreeShapes& shapes) {
  Json json = {{"threads", trees_json(shapes.threads)}, {"objects", trees_json(shapes.objects)}};
  if (shapes.causality_queries) json["causality_queries"] = histogram_json(*shapes.causality_queries);
  if (shapes.conflict_queries) json["conflict_queries"] = histogram_json(*shapes.conflict_queries);
  return json;
}

}  // namespace

Json shown(bool value) { return value; }
Json shown(const Definitions& value) {
  Json json = Json::object();
  for (const auto& [name, number] : value) json[name] = number;
  return json;
}
Json shown(const std::optional<Depth>& value) {
  if (!value) return nullptr;
  return value->is_optimal() ? Json("optimal") : Json(value->value);
}
Json shown(engine::ThreadOrder value) { return word_of(value); }
Json shown(engine::Algorithm value) { return word_of(value); }
Json shown(const std::optional<engine::AltKind>& value) { return value ? Json(word_of(*value)) : Json(nullptr); }
Json shown(engine::SpikeOrder value) { return word_of(value); }
Json shown(ColorMode value) { return word_of(value); }
Json shown(Count value) { return value.value == engine::kUnlimited ? Json(nullptr) : Json(value.value); }
Json shown(Bound value) { return value.value == engine::kUnlimited ? Json(nullptr) : Json(value.value); }
Json shown(const Bytes& value) { return value.value != 0 ? Json(value.value) : Json(nullptr); }
Json shown(Seconds value) { return std::isinf(value.value) ? Json(nullptr) : Json(value.value); }
Json shown(SkipStep value) { return value.value; }
Json shown(const Text& value) { return value.value; }
Json shown(const Assignments& value) { return value; }
Json shown(Level value) { return value.value; }
Json shown(const Integers& value) { return value.values; }
Json shown(ThreadOrder value) { return word_of(value); }
Json shown(const std::optional<Policy>& value) { return value ? Json(word_of(*value)) : Json(nullptr); }
Json shown(Few value) { return value.value; }
Json shown(Percentage value) { return value.by_causality ? Json("causality") : Json(value.value); }
Json shown(MemoryMode value) { return word_of(value); }
Json shown(WakeOrder value) { return word_of(value); }
Json shown(HeapMode value) { return word_of(value); }
Json shown(BarrierOrder value) { return word_of(value); }
Json shown(Counts value) { return word_of(value); }
Json shown(Encoding value) { return word_of(value); }
Json shown(engine::Twins value) { return word_of(value); }
Json shown(GuestOutput value) { return word_of(value); }
Json shown(const Path& value) { return value.is_given() ? Json(value.value) : Json(nullptr); }
Json shown(const DotTrace& value) {
  switch (value.kind) {
    case DotTrace::Kind::All: return nullptr;
    case DotTrace::Kind::Number: return value.number;
    case DotTrace::Kind::Defect: return "defect";
  }
  return nullptr;
}

Json reasons_json(const std::vector<Reason>& reasons) {
  Json json = Json::array();
  for (const Reason& reason : reasons) {
    const ReasonText& row = row_of(reason.kind);
    json.push_back({{"kind", row.key}, {"class", engine::text_of(row.outcome)}, {"text", text_of(reason)}});
  }
  return json;
}

Json assumptions_json(const AssumptionSet& assumptions) {
  Json json = Json::array();
  for (const Assumption each : assumptions.all()) {
    const AssumptionText& text = text_of(each);
    json.push_back({{"key", text.key}, {"text", text.phrase}, {"sentence", plain(text.sentence)}});
    if (!text.lifted.empty()) json.back()["lifted_by"] = plain(text.lifted);
  }
  return json;
}

Json statistics_json(const Result& result, engine::Algorithm algorithm) {
  Json json = Json::object();
#define QPOR_COUNTER(identifier, owner, text) json[#identifier] = nullptr;
#define QPOR_MAXIMUM(identifier, owner, text) json[#identifier] = nullptr;
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  result.statistics.for_each(
      [&](std::string_view name, std::string_view, std::uint64_t value) { json[std::string(name)] = value; },
      algorithm);
  json["seconds"] = result.statistics.seconds;
  json["processor_seconds"] = result.processor_seconds;
  json["peak_memory_bytes"] = result.peak_memory_bytes;
  Json& phases = json["phases"] = Json::object();
  for (const auto& [name, seconds] : result.startup) phases[name] = seconds;
  for (std::size_t i = 0; i < engine::kPhases; ++i) {
    phases[std::string(engine::kPhaseNames[i])] = result.statistics.phase_seconds[i];
  }
  char hash[17];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(result.trace_set_hash));
  json["trace_set_hash"] = hash;
  return json;
}

Json options_json(const Options& options) {
  Json json = Json::object();
  for_each_option(options, [&](std::string_view name, const auto& value) { json[std::string(name)] = shown(value); });
  return json;
}

Json to_json(const Result& result, const Options& options) {
  Json json = {{"version", kJsonVersion}, {"program", result.program}};
  json["options"] = options_json(options);
  json["verdict"] = word_of(result.verdict());
  json["complete"] = result.is_complete();
  json["incomplete_reasons"] = texts_of(result.incomplete_reasons);
  json["reasons"] = reasons_json(result.incomplete_reasons);
  json["memory_model"] = kMemoryModel;
  json["assumptions"] = assumptions_json(result.assumptions);
  Json& unseen = json["unseen"] = Json::array();
  for (const UnseenThing& each : result.unseen) unseen.push_back(unseen_json(each));
  if (result.looked_for) {
    json["looked_for"] = {{"data_races", result.looked_for->interleaves ? 0 : result.looked_for->races},
                          {"memory_errors", result.looked_for->memory_errors},
                          {"divergences", result.looked_for->divergences}};
  }
  if (result.divergence) json["divergence"] = divergence_json(*result.divergence);
  Json& weaker = json["weaker_atomics"] = Json::array();
  for (const WeakerAtomic& each : result.weaker_atomics) {
    weaker.push_back({{"file", each.file}, {"line", each.line}, {"order", each.order}, {"access", each.access}});
  }
  if (!result.interleaved_variables.empty()) json["interleaved"] = result.interleaved_variables;
  for (const auto& [status, traces] : result.exit_statuses) {
    json["exit_statuses"].push_back({{"status", status}, {"traces", traces}});
  }
  if (!result.unjoined.empty()) json["unjoined"] = result.unjoined;
  json["statistics"] = statistics_json(result, options.algorithm);
  if (result.trees) json["trees"] = trees_json(*result.trees);
  json["schedule_file"] = result.schedule_file.empty() ? Json(nullptr) : Json(result.schedule_file);
  Json& defects = json["defects"] = Json::array();
  for (const Defect& defect : result.defects) defects.push_back(defect_json(defect));
  if (result.lost_defects > 0) json["lost_defects"] = result.lost_defects;
  if (result.last_run) {
    json["last_schedule"] = last_run_json(*result.last_run);
    json["last_schedule_length"] = result.last_run->length;
  }
  return json;
}

void write_json(std::ostream& out, const Result& result, const Options& options) {
  // Names of files may be any bytes; what is not UTF-8 is replaced rather than refused.
  out << to_json(result, options).dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace qpor::frontend
