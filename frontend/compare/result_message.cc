#include "frontend/compare/result_message.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "frontend/base/usage_error.h"
#include "frontend/report/json.h"

namespace qpor::frontend {
namespace {

// --- messages and reasons: values as they are, kinds by the keys of their tables

/// The sender wrote something else than this side can read.
struct Unreadable : std::runtime_error {
  Unreadable() : std::runtime_error("no message of qpor") {}
};

/// The enumerator with that number, which is one of `count`.
template <class Enum>
Enum enumerator(const Json& json, unsigned count) {
  const auto number = json.get<unsigned>();
  if (number >= count) throw Unreadable();
  return static_cast<Enum>(number);
}

template <class Kind>
Kind known(const std::optional<Kind>& kind) {
  if (!kind) throw Unreadable();
  return *kind;
}

struct PartJson {
  Json operator()(const std::string& text) const { return text; }
  Json operator()(const engine::ThreadName& thread) const { return {{"thread", thread.name}}; }
  Json operator()(const engine::NamePart& name) const { return {{"name", name.name}}; }
  Json operator()(const engine::Place& place) const {
    const engine::Location& at = place.location;
    return {{"file", at.file},
            {"line", at.line},
            {"column", at.column},
            {"function", at.function},
            {"style", static_cast<unsigned>(place.style)}};
  }
  Json operator()(const engine::Number& number) const { return number.value; }
  Json operator()(const engine::CountOf& things) const { return {{"count", things.count}, {"of", things.what}}; }
  Json operator()(const engine::MemoryAddress& address) const { return {{"address", address.value}}; }
  Json operator()(engine::Break end) const { return {{"break", static_cast<unsigned>(end)}}; }
};

Json message_json(const engine::Message& message) {
  Json json = Json::array();
  for (const engine::MessagePart& part : message.parts()) json.push_back(std::visit(PartJson{}, part));
  return json;
}

engine::Place read_place(const Json& json) {
  engine::Place place;
  json.at("file").get_to(place.location.file);
  json.at("line").get_to(place.location.line);
  json.at("column").get_to(place.location.column);
  json.at("function").get_to(place.location.function);
  place.style = enumerator<engine::Place::Style>(json.at("style"), 3);
  return place;
}

engine::Message read_parts(const Json& json) {
  engine::Message message;
  for (const Json& part : json) {
    if (part.is_string()) {
      message << part.get<std::string>();
    } else if (part.is_number()) {
      message << engine::Number{part.get<std::int64_t>()};
    } else if (part.contains("thread")) {
      message << engine::ThreadName{part["thread"].get<std::string>()};
    } else if (part.contains("name")) {
      message << engine::NamePart{part["name"].get<std::string>()};
    } else if (part.contains("count")) {
      message << engine::CountOf{part["count"].get<std::uint64_t>(), part.at("of").get<std::string>()};
    } else if (part.contains("address")) {
      message << engine::MemoryAddress{part["address"].get<std::uint64_t>()};
    } else if (part.contains("break")) {
      message << enumerator<engine::Break>(part["break"], 2);
    } else {
      message << read_place(part);
    }
  }
  return message;
}

Json reasons_message(const std::vector<Reason>& reasons) {
  Json json = Json::array();
  for (const Reason& reason : reasons) {
    Json values = Json::array();
    for (const engine::Message& value : reason.values) values.push_back(message_json(value));
    json.push_back({{"kind", row_of(reason.kind).key}, {"values", std::move(values)}});
  }
  return json;
}

std::vector<Reason> read_reasons(const Json& json) {
  std::vector<Reason> reasons;
  for (const Json& each : json) {
    Reason& reason = reasons.emplace_back(Reason{known(reason_kind_of(each.at("kind").get<std::string>()))});
    for (const Json& value : each.at("values")) reason.values.push_back(read_parts(value));
  }
  return reasons;
}

Json to_message(const Explored& explored) {
  const Result& result = explored.result;
  Json json = {{"statistics", statistics_json(result, explored.options.algorithm)},
               {"hash", result.trace_set_hash},
               {"startup", result.startup},
               {"reasons", reasons_message(result.incomplete_reasons)},
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
                          {"text", message_json(divergence->text)},
                          {"file", divergence->location.file},
                          {"line", divergence->location.line}};
  }
  Json& defects = json["defects"] = Json::array();
  for (const Defect& defect : result.defects) {
    defects.push_back({{"kind", engine::text_of(defect.kind)},
                       {"message", message_json(defect.message)},
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
  result.incomplete_reasons = read_reasons(json.at("reasons"));
  for (const Json& each : json.at("assumptions")) {
    result.assumptions.add(known(assumption_of(each.at("key").get<std::string>())));
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
    divergence.text = read_parts(each.at("text"));
    each.at("file").get_to(divergence.location.file);
    each.at("line").get_to(divergence.location.line);
  }
  for (const Json& each : json.at("defects")) {
    Defect& defect = result.defects.emplace_back();
    defect.kind = known(engine::failure_kind_of(each.at("kind").get<std::string>()));
    defect.message = read_parts(each.at("message"));
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
  } catch (const Unreadable&) {
    return false;
  }
}

}  // namespace qpor::frontend
