#include "frontend/report/schedule_file.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "engine/program/semantics.h"
#include "engine/report/message_text.h"
#include "frontend/base/read_file.h"
#include "frontend/base/usage_error.h"
#include "frontend/report/json.h"

namespace qpor::frontend {
namespace {

constexpr const char* kFormat = "qpor schedule";
constexpr std::string_view kBeginning = "{\n  \"format\": \"qpor schedule\"";

// --- writing: members on lines of their own, and a line for each thread and step

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);  // names of files may be any bytes
}

void write_member(std::ostream& out, const char* name, const Json& value) {
  out << ",\n  \"" << name << "\": " << text_of(value);
}

template <class List, class ToJson>
void write_list(std::ostream& out, const char* name, const List& list, ToJson to_json) {
  out << ",\n  \"" << name << "\": [";
  const char* between = "\n    ";
  for (const auto& each : list) {
    out << between << text_of(to_json(each));
    between = ",\n    ";
  }
  out << (list.empty() ? "]" : "\n  ]");
}

Json thread_json(const engine::Thread& thread) {
  const Json creator = thread.creator == engine::kNoThread ? Json(nullptr) : Json(engine::index(thread.creator));
  return {{"name", thread.name}, {"creator", creator}, {"ordinal", thread.ordinal}};
}

Json step_json(const engine::ScheduledStep& step) {
  Json json = {{"thread", engine::index(step.thread)}};
  if (step.wakes) {
    json["wakes"] = step.outcome == engine::kLostSignal ? Json(nullptr) : Json(*step.outcome);
  } else if (step.outcome) {
    json["outcome"] = *step.outcome;
  }
  return json;
}

Json slot_json(const engine::ClaimedSlot& claim) {
  return {{"slot", claim.slot}, {"ancestors", claim.ancestors}, {"name", claim.name}};
}

Json defect_json(const engine::Failure& defect) {
  const engine::Location& at = defect.location;
  return {{"kind", engine::text_of(defect.kind)},
          {"message", engine::text_of(defect.message)},
          {"location", {{"file", at.file}, {"line", at.line}, {"column", at.column}, {"function", at.function}}}};
}

// --- reading: nothing is taken on trust

struct Corrupt : std::runtime_error {
  using std::runtime_error::runtime_error;
};

const Json& member(const Json& json, const char* name) {
  const auto found = json.is_object() ? json.find(name) : json.end();
  if (!json.is_object() || found == json.end()) throw Corrupt(std::string("'") + name + "' is missing");
  return *found;
}

std::string text_in(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_string()) throw Corrupt(std::string("'") + name + "' is no text");
  return value.get<std::string>();
}

/// nlohmann would turn -1 and 0.5 into numbers as well.
std::int64_t number_in(const Json& json, const char* name, std::int64_t least, std::int64_t most) {
  const Json& value = member(json, name);
  const bool is_small = value.is_number_integer() &&
                        (!value.is_number_unsigned() ||
                         value.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()});
  const std::int64_t number = is_small ? value.get<std::int64_t>() : least - 1;
  if (number < least || number > most) throw Corrupt(std::string("'") + name + "' is no number that can be");
  return number;
}

const Json& list_in(const Json& json, const char* name) {
  const Json& value = member(json, name);
  if (!value.is_array()) throw Corrupt(std::string("'") + name + "' is no list");
  return value;
}

constexpr std::int64_t kLargest32 = std::numeric_limits<std::uint32_t>::max();

engine::ThreadId thread_in(const Json& json, const char* name, std::size_t bound) {
  return static_cast<engine::ThreadId>(number_in(json, name, 0, static_cast<std::int64_t>(bound) - 1));
}

engine::Failure defect_in(const Json& json) {
  const Json& place = member(json, "location");
  const std::optional<engine::FailureKind> kind = engine::failure_kind_of(text_in(json, "kind"));
  if (!kind) throw Corrupt("'kind' is no kind of defect");
  engine::Failure defect{*kind, text_in(json, "message"), {}};
  defect.location.file = text_in(place, "file");
  defect.location.line = static_cast<unsigned>(number_in(place, "line", 0, kLargest32));
  defect.location.column = static_cast<unsigned>(number_in(place, "column", 0, kLargest32));
  defect.location.function = text_in(place, "function");
  return defect;
}

engine::ScheduledStep step_in(const Json& json, std::size_t threads) {
  engine::ScheduledStep step{thread_in(json, "thread", threads), std::nullopt};
  step.wakes = json.contains("wakes");
  if (step.wakes) {
    if (json.contains("outcome")) throw Corrupt("a step has an 'outcome' and 'wakes'");
    step.outcome = engine::kLostSignal;
    if (!json["wakes"].is_null()) {
      step.outcome = static_cast<std::int32_t>(engine::index(thread_in(json, "wakes", threads)));
    }
  } else if (json.contains("outcome")) {
    using Limits = std::numeric_limits<std::int32_t>;
    step.outcome = static_cast<std::int32_t>(number_in(json, "outcome", Limits::min(), Limits::max()));
  }
  return step;
}

engine::Fingerprint fingerprint_of(const Json& json) {
  const auto fingerprint = engine::fingerprint_in(text_in(json, "fingerprint"));
  if (!fingerprint) throw Corrupt("'fingerprint' is no number of 32 hexadecimal digits");
  return *fingerprint;
}

engine::Schedule schedule_in(const Json& json) {
  engine::Schedule schedule;
  for (const Json& each : list_in(json, "threads")) {
    engine::Thread thread;
    thread.name = text_in(each, "name");
    if (!member(each, "creator").is_null()) thread.creator = thread_in(each, "creator", schedule.threads.size());
    thread.ordinal = static_cast<std::uint32_t>(number_in(each, "ordinal", 0, kLargest32));
    schedule.threads.push_back(std::move(thread));
  }
  for (const Json& each : list_in(json, "steps")) schedule.steps.push_back(step_in(each, schedule.threads.size()));
  if (const std::string problem = engine::problem_of(schedule); !problem.empty()) throw Corrupt(problem);
  return schedule;
}

std::vector<engine::ClaimedSlot> slots_in(const Json& json) {
  engine::Knowledge knowledge;
  for (const Json& each : list_in(json, "slots")) {
    const Json& name = member(each, "name");
    if (!name.is_number_unsigned()) throw Corrupt("'name' is no number that can be");
    engine::ClaimedSlot claim{0, 0, name.get<std::uint64_t>()};
    claim.slot = static_cast<std::uint32_t>(number_in(each, "slot", 0, kLargest32));
    claim.ancestors = static_cast<std::uint32_t>(number_in(each, "ancestors", 0, kLargest32));
    if (engine::claim_of(knowledge.slots, claim.slot) != nullptr) throw Corrupt("a slot is there twice");
    knowledge.learn(claim);
  }
  return knowledge.slots;
}

std::vector<std::string> words_in(const Json& json, const char* name) {
  std::vector<std::string> words;
  for (const Json& word : list_in(json, name)) {
    if (!word.is_string()) throw Corrupt("a word of '" + std::string(name) + "' is no text");
    words.push_back(word.get<std::string>());
  }
  return words;
}

SavedSchedule saved_in(const Json& json) {
  SavedSchedule saved;
  saved.programs = words_in(json, "programs");
  if (saved.programs.empty()) throw Corrupt("it names no program");
  saved.arguments = words_in(json, "arguments");
  saved.fingerprint = fingerprint_of(json);
  saved.words = words_in(json, "options");
  saved.defect = defect_in(member(json, "defect"));
  if (json.contains("slots")) saved.slots = slots_in(json);
  saved.schedule = schedule_in(json);
  return saved;
}

}  // namespace

void write_schedule(std::ostream& out, const SavedSchedule& saved) {
  out << kBeginning;
  write_member(out, "version", kScheduleVersion);
  write_member(out, "programs", Json(saved.programs));
  write_member(out, "arguments", Json(saved.arguments));
  write_member(out, "fingerprint", engine::text_of(saved.fingerprint));
  write_member(out, "options", Json(saved.words));
  write_member(out, "defect", defect_json(saved.defect));
  if (!saved.slots.empty()) write_list(out, "slots", saved.slots, slot_json);
  write_list(out, "threads", saved.schedule.threads, thread_json);
  write_list(out, "steps", saved.schedule.steps, step_json);
  out << "\n}\n";
}

SavedSchedule read_schedule(const std::string& path) {
  const std::string text = read_file(path);
  const std::string name = in_quotes(path);
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() && looks_like_schedule(text)) {
    throw UsageError("the schedule " + name + " is corrupt: it is not JSON, or not all of it is there");
  }
  if (!json.is_object() || !json.contains("format") || json["format"] != kFormat) {
    throw UsageError(name + " is no schedule of qpor");
  }
  try {
    const std::int64_t version = number_in(json, "version", 0, kLargest32);
    if (version != kScheduleVersion) {
      throw UsageError("the schedule " + name + " is of version " + std::to_string(version) +
                       ", but this qpor knows version " + std::to_string(kScheduleVersion) + " only");
    }
    return saved_in(json);
  } catch (const Corrupt& error) {
    throw UsageError("the schedule " + name + " is corrupt: " + error.what());
  }
}

bool looks_like_schedule(std::string_view text) { return text.starts_with(kBeginning); }

std::string default_schedule_file(const std::string& program) {
  return std::filesystem::path(program).stem().string() + ".schedule";
}

}  // namespace qpor::frontend
