#include "frontend/result_message.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "frontend/json.h"

namespace qpor::frontend {
namespace {

Json to_message(const Explored& explored) {
  const Result& result = explored.result;
  Json json = {{"statistics", statistics_json(result, explored.options.algorithm)},
               {"hash", result.trace_set_hash},
               {"startup", result.startup},
               {"reasons", result.incomplete_reasons},
               {"assumptions", assumptions_json(result.assumptions)},
               {"exit_statuses", result.exit_statuses},
               {"lost_defects", result.lost_defects},
               {"has_internal_error", result.has_internal_error},
               {"came_to_end", result.came_to_end},
               {"has_stopped_threads", result.has_stopped_threads},
               {"seconds", explored.seconds}};
  if (const auto& divergence = result.divergence) {
    json["divergence"] = {{"by", divergence->by},
                          {"thread", divergence->thread},
                          {"text", divergence->text},
                          {"file", divergence->location.file},
                          {"line", divergence->location.line}};
  }
  Json& defects = json["defects"] = Json::array();
  for (const Defect& defect : result.defects) {
    defects.push_back({{"kind", defect.kind},
                       {"message", defect.message},
                       {"thread", defect.thread},
                       {"file", defect.location.file},
                       {"line", defect.location.line},
                       {"column", defect.location.column},
                       {"occurrences", defect.occurrences}});
  }
  return json;
}

/// 0 where the algorithm does not keep it.
void read_counter(const Json& json, std::uint64_t& counter) {
  if (!json.is_null()) json.get_to(counter);
}

engine::Statistics read_statistics(const Json& json) {
  engine::Statistics statistics;
#define QPOR_COUNTER(identifier, owner, text) read_counter(json.at(#identifier), statistics.identifier);
#define QPOR_MAXIMUM(identifier, owner, text) QPOR_COUNTER(identifier, owner, text)
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  json.at("seconds").get_to(statistics.seconds);
  for (std::size_t i = 0; i < engine::kPhases; ++i) {
    json.at("phases").at(std::string(engine::kPhaseNames[i])).get_to(statistics.phase_seconds[i]);
  }
  return statistics;
}

void read_message(const Json& json, Explored& explored) {
  Result& result = explored.result;
  result.statistics = read_statistics(json.at("statistics"));
  json.at("statistics").at("peak_memory_bytes").get_to(result.peak_memory_bytes);
  json.at("statistics").at("processor_seconds").get_to(result.processor_seconds);
  json.at("hash").get_to(result.trace_set_hash);
  json.at("startup").get_to(result.startup);
  json.at("reasons").get_to(result.incomplete_reasons);
  for (const Json& each : json.at("assumptions")) {
    const std::optional<Assumption> assumption = assumption_of(each.at("key").get<std::string>());
    if (assumption) result.assumptions.add(*assumption);
  }
  json.at("exit_statuses").get_to(result.exit_statuses);
  json.at("lost_defects").get_to(result.lost_defects);
  json.at("has_internal_error").get_to(result.has_internal_error);
  json.at("came_to_end").get_to(result.came_to_end);
  json.at("has_stopped_threads").get_to(result.has_stopped_threads);
  json.at("seconds").get_to(explored.seconds);
  if (json.contains("divergence")) {
    const Json& each = json["divergence"];
    FoundDivergence& divergence = result.divergence.emplace();
    each.at("by").get_to(divergence.by);
    each.at("thread").get_to(divergence.thread);
    each.at("text").get_to(divergence.text);
    each.at("file").get_to(divergence.location.file);
    each.at("line").get_to(divergence.location.line);
  }
  for (const Json& each : json.at("defects")) {
    Defect& defect = result.defects.emplace_back();
    each.at("kind").get_to(defect.kind);
    each.at("message").get_to(defect.message);
    each.at("thread").get_to(defect.thread);
    each.at("file").get_to(defect.location.file);
    each.at("line").get_to(defect.location.line);
    each.at("column").get_to(defect.location.column);
    each.at("occurrences").get_to(defect.occurrences);
  }
}

}  // namespace

ResultMessage::ResultMessage() : file_(memfd_create("qpor-result", MFD_CLOEXEC)) {
  if (file_ < 0) throw std::runtime_error(std::string("cannot make a file in memory: ") + std::strerror(errno));
}

ResultMessage::~ResultMessage() { close(file_); }

void ResultMessage::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = pwrite(file_, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;  // the parent finds a message that does not read as one
    done += static_cast<std::size_t>(count);
  }
}

void ResultMessage::send(const Explored& explored) {
  write(to_message(explored).dump(-1, ' ', false, Json::error_handler_t::replace));
}

void ResultMessage::send_usage_error(const std::string& sentence) {
  write(Json{{"usage_error", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

bool ResultMessage::receive(Explored& explored) const {
  std::string text;
  char buffer[1 << 14];
  for (;;) {
    const ssize_t count = pread(file_, buffer, sizeof buffer, static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  if (json.contains("usage_error") && json["usage_error"].is_string()) {
    throw UsageError(json["usage_error"].get<std::string>());
  }
  try {
    Explored received = explored;
    read_message(json, received);
    explored = std::move(received);
    return true;
  } catch (const Json::exception&) {
    return false;
  }
}

}  // namespace qpor::frontend
