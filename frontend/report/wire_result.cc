#include "frontend/report/wire_result.h"

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/program/wire_values.h"

namespace qpor::frontend {
namespace {

using engine::Received;
using engine::WireKind;
using engine::WireReader;
using engine::WireWriter;

// Both processes are one program, and the one that reads asks for no other.
constexpr engine::Fingerprint kOwn{};

// --- numbers that enumerators must be below

constexpr std::uint64_t kAssumptions = 0
#define QPOR_ASSUMPTION(identifier, key, phrase, sentence, lifted) +1
#include "frontend/program/assumptions.def"
#undef QPOR_ASSUMPTION
    ;
constexpr std::uint64_t kUnseenKinds = 0
#define QPOR_UNSEEN(identifier, key, before, after, sentence) +1
#include "frontend/program/unseen.def"
#undef QPOR_UNSEEN
    ;
constexpr std::uint64_t kOperationKinds = 0
#define QPOR_OPERATION(identifier, text, object, role, synchronises) +1
#include "engine/program/operation_kinds.def"
#undef QPOR_OPERATION
    ;

std::uint64_t bound_of(engine::FailureKind) { return engine::kFailureKinds; }
std::uint64_t bound_of(engine::OperationKind) { return kOperationKinds; }
std::uint64_t bound_of(engine::Place::Style) { return 3; }
std::uint64_t bound_of(engine::Break) { return 2; }
std::uint64_t bound_of(ReasonKind) { return reason_kinds(); }
std::uint64_t bound_of(Assumption) { return kAssumptions; }
std::uint64_t bound_of(UnseenKind) { return kUnseenKinds; }
std::uint64_t bound_of(FoundDivergence::By) { return 2; }
std::uint64_t bound_of(NoOutcome::Kind) { return 3; }

// --- values as their members, for both directions: `a` is a Writer or a Reader

template <class Archive>
void members_of(Archive& a, engine::Location& each) {
  a(each.file, each.line, each.column, each.function);
}
template <class Archive>
void members_of(Archive& a, engine::ThreadName& each) {
  a(each.name);
}
template <class Archive>
void members_of(Archive& a, engine::NamePart& each) {
  a(each.name);
}
template <class Archive>
void members_of(Archive& a, engine::Place& each) {
  a(each.location, each.style);
}
template <class Archive>
void members_of(Archive& a, engine::Number& each) {
  a(each.value);
}
template <class Archive>
void members_of(Archive& a, engine::CountOf& each) {
  a(each.count, each.what);
}
template <class Archive>
void members_of(Archive& a, engine::MemoryAddress& each) {
  a(each.value);
}
template <class Archive>
void members_of(Archive& a, TraceStep& each) {
  a(each.thread, each.operation, each.object, each.outcome, each.value, each.text, each.location, each.source_line);
}
template <class Archive>
void members_of(Archive& a, ScheduleStep& each) {
  a(each.thread, each.outcome);
}
template <class Archive>
void members_of(Archive& a, DefectAccess& each) {
  a(each.thread, each.text, each.location, each.callers, each.source_line);
}
template <class Archive>
void members_of(Archive& a, Defect& each) {
  a(each.kind, each.message, each.thread, each.location, each.schedule, each.trace, each.waiting, each.source_line);
  a(each.output, each.occurrences, each.accesses);
}
template <class Archive>
void members_of(Archive& a, RunUnderWay::Step& each) {
  a(each.thread, each.kind, each.choice);
}
template <class Archive>
void members_of(Archive& a, RunUnderWay& each) {
  a(each.threads, each.steps, each.length);
}
template <class Archive>
void members_of(Archive& a, Reason& each) {
  a(each.kind, each.values);
}
template <class Archive>
void members_of(Archive& a, UnseenThing& each) {
  a(each.kind, each.name, each.places);
}
template <class Archive>
void members_of(Archive& a, WeakerAtomic& each) {
  a(each.file, each.line, each.order, each.access);
}
template <class Archive>
void members_of(Archive& a, LookedFor& each) {
  a(each.races, each.interleaves, each.memory_errors, each.divergences);
}
template <class Archive>
void members_of(Archive& a, FoundDivergence& each) {
  a(each.by, each.thread, each.location, each.text);
}
template <class Archive>
void members_of(Archive& a, engine::TreeShape& each) {
  a(each.name, each.nodes, each.depths, each.maximal_depth);
}
template <class Archive>
void members_of(Archive& a, engine::DistanceClass& each) {
  a(each.first, each.last, each.count);
}
template <class Archive>
void members_of(Archive& a, engine::TreeShapes& each) {
  a(each.threads, each.objects, each.causality_queries, each.conflict_queries);
}
template <class Archive>
void members_of(Archive& a, engine::Statistics& each) {
#define QPOR_COUNTER(identifier, owner, text) a(each.identifier);
#define QPOR_MAXIMUM(identifier, owner, text) a(each.identifier);
#include "engine/execution/statistics.def"
#undef QPOR_COUNTER
#undef QPOR_MAXIMUM
  a(each.seconds, each.phase_seconds);
}
template <class Archive>
void members_of(Archive& a, Result& each) {
  a(each.program, each.statistics, each.trace_set_hash, each.peak_memory_bytes, each.processor_seconds, each.startup);
  a(each.defects, each.schedule, each.schedule_file, each.lost_defects, each.last_run, each.incomplete_reasons);
  a(each.assumptions, each.unseen, each.unjoined, each.exit_statuses, each.weaker_atomics, each.has_internal_error);
  a(each.came_to_end, each.has_stopped_threads, each.interleaved_variables, each.looked_for, each.trees);
  a(each.divergence, each.knowledge);
}
template <class Archive>
void members_of(Archive& a, Begin& each) {
  a(each.program, each.knowledge);
}
template <class Archive>
void members_of(Archive& a, FoundDefect& each) {
  a(each.defect, each.schedule);
}
template <class Archive>
void members_of(Archive& a, Outcome& each) {
  a(each.result, each.program, each.picture, each.seconds);
}
template <class Archive>
void members_of(Archive& a, NoOutcome& each) {
  a(each.kind, each.sentence);
}

template <class T>
concept IsEnum = std::is_enum_v<T>;

class Writer {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  const WireWriter& out() const { return out_; }

 private:
  void write(bool value) { out_.flag(value); }
  void write(double value) { out_.fixed(std::bit_cast<std::uint64_t>(value), 8); }
  void write(const std::string& value) { out_.text(value); }
  template <std::unsigned_integral T>
  void write(const T& value) {
    out_.number(value);
  }
  template <std::signed_integral T>
  void write(const T& value) {
    out_.signed_number(value);
  }
  template <IsEnum T>
  void write(const T& value) {
    out_.number(static_cast<std::uint64_t>(value));
  }
  void write(std::monostate) {}
  template <class T>
  void write(const std::vector<T>& list) {
    out_.number(list.size());
    for (const T& each : list) write(each);
  }
  template <class T, std::size_t N>
  void write(const std::array<T, N>& list) {
    for (const T& each : list) write(each);
  }
  template <class A, class B>
  void write(const std::pair<A, B>& pair) {
    write(pair.first);
    write(pair.second);
  }
  template <class K, class V>
  void write(const std::map<K, V>& map) {
    out_.number(map.size());
    for (const auto& [key, value] : map) {
      write(key);
      write(value);
    }
  }
  template <class T>
  void write(const std::optional<T>& value) {
    out_.flag(value.has_value());
    if (value) write(*value);
  }
  template <class... T>
  void write(const std::variant<T...>& value) {
    out_.number(value.index());
    std::visit([this](const auto& each) { this->write(each); }, value);
  }
  void write(const engine::Message& message) { write(message.parts()); }
  void write(const AssumptionSet& set) { write(set.all()); }
  void write(const engine::Fingerprint& fingerprint) { write(fingerprint.bytes); }
  void write(const engine::Knowledge& knowledge) { out_.text(engine::to_bytes(knowledge, kOwn)); }
  void write(const engine::Schedule& schedule) { out_.text(engine::to_bytes(schedule, kOwn)); }
  template <class T>
  void write(const T& value) {
    members_of(*this, const_cast<T&>(value));  // which only reads it
  }

  WireWriter out_;
};

class Reader {
 public:
  explicit Reader(WireReader in) : in_(std::move(in)) {}

  template <class... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  template <class T>
  Received<T> all() {
    T value;
    if (in_.is_good()) read(value);
    in_.finish();
    return in_.received(std::move(value));
  }

 private:
  void read(bool& value) { value = in_.flag("a flag"); }
  void read(double& value) { value = std::bit_cast<double>(in_.fixed(8)); }
  void read(std::string& value) { value = in_.text(); }
  template <std::unsigned_integral T>
  void read(T& value) {
    const std::uint64_t number = in_.number();
    if (number > std::numeric_limits<T>::max()) in_.refuse("a number is too large");
    value = static_cast<T>(number);
  }
  template <std::signed_integral T>
  void read(T& value) {
    const std::int64_t number = in_.signed_number();
    if (!std::in_range<T>(number)) in_.refuse("a number is too large");
    value = static_cast<T>(number);
  }
  template <IsEnum T>
  void read(T& value) {
    value = static_cast<T>(in_.number_below(bound_of(T{}), "a kind"));
  }
  void read(std::monostate&) {}
  template <class T>
  void read(std::vector<T>& list) {
    list.clear();
    for (std::size_t count = in_.count(1); in_.is_good() && count > 0; --count) read(list.emplace_back());
  }
  template <class T, std::size_t N>
  void read(std::array<T, N>& list) {
    for (T& each : list) read(each);
  }
  template <class A, class B>
  void read(std::pair<A, B>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <class K, class V>
  void read(std::map<K, V>& map) {
    for (std::size_t count = in_.count(1); in_.is_good() && count > 0; --count) {
      K key{};
      read(key);
      read(map[key]);
    }
  }
  template <class T>
  void read(std::optional<T>& value) {
    value.reset();
    if (in_.flag("a flag")) read(value.emplace());
  }
  template <class... T>
  void read(std::variant<T...>& value) {
    const std::uint64_t index = in_.number_below(sizeof...(T), "a form");
    read_alternative<0>(value, index);
  }
  template <std::size_t I, class Variant>
  void read_alternative(Variant& value, std::uint64_t index) {
    if constexpr (I < std::variant_size_v<Variant>) {
      if (I != index) return read_alternative<I + 1>(value, index);
      std::variant_alternative_t<I, Variant> each{};
      read(each);
      value.template emplace<I>(std::move(each));
    }
  }
  void read(engine::Message& message) {
    std::vector<engine::MessagePart> parts;
    read(parts);
    message = {};
    for (engine::MessagePart& part : parts) {
      std::visit([&message](auto& each) { message << std::move(each); }, part);
    }
  }
  void read(AssumptionSet& set) {
    std::vector<Assumption> assumptions;
    read(assumptions);
    for (const Assumption each : assumptions) set.add(each);
  }
  void read(engine::Fingerprint& fingerprint) { read(fingerprint.bytes); }
  void read(engine::Knowledge& knowledge) { take(engine::knowledge_in(in_.text(), kOwn), knowledge); }
  void read(engine::Schedule& schedule) { take(engine::schedule_in(in_.text(), kOwn), schedule); }
  template <class T>
  void take(Received<T> received, T& value) {
    if (!received) return in_.refuse(received.problem);
    value = *std::move(received.value);
  }
  template <class T>
  void read(T& value) {
    members_of(*this, value);
  }

  WireReader in_;
};

template <class T>
std::string sealed(WireKind kind, const T& value) {
  Writer writer;
  writer(value);
  return engine::sealed(kind, kOwn, writer.out());
}

template <class T>
Received<T> unsealed(WireKind kind, std::string_view bytes) {
  return Reader(engine::opened(bytes, kind, kOwn)).all<T>();
}

}  // namespace

std::string to_bytes(const Begin& begin) { return sealed(WireKind::Begin, begin); }
std::string to_bytes(const FoundDefect& found) { return sealed(WireKind::Defect, found); }
std::string to_bytes(const engine::Statistics& progress) { return sealed(WireKind::Progress, progress); }
std::string to_bytes(const Outcome& outcome) { return sealed(WireKind::Outcome, outcome); }
std::string to_bytes(const NoOutcome& error) { return sealed(WireKind::NoOutcome, error); }

Received<Begin> begin_in(std::string_view bytes) { return unsealed<Begin>(WireKind::Begin, bytes); }
Received<FoundDefect> defect_in(std::string_view bytes) { return unsealed<FoundDefect>(WireKind::Defect, bytes); }
Received<engine::Statistics> progress_in(std::string_view bytes) {
  return unsealed<engine::Statistics>(WireKind::Progress, bytes);
}
Received<Outcome> outcome_in(std::string_view bytes) { return unsealed<Outcome>(WireKind::Outcome, bytes); }
Received<NoOutcome> no_outcome_in(std::string_view bytes) { return unsealed<NoOutcome>(WireKind::NoOutcome, bytes); }

}  // namespace qpor::frontend
